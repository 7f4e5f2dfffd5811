/** Loads the program that draws the players. All players of a page share it. */

import { compile } from "./compile.js";
import { url } from "./files.js";
import { INLINE } from "./inline.js";

/** The URL of the bindings. */
let script;

/** What `load` resolves to, loaded once. */
let loading;

/**
 * Loads the program; resolves to its bindings, the compiled program, the styles and the URL of the
 * bindings. A failed load is tried again by the next call.
 */
export function load() {
  loading ??= (async () => {
    if (typeof WebAssembly !== "object") throw new Error("this browser has no WebAssembly");
    script ??= INLINE
      ? URL.createObjectURL(new Blob([decode(INLINE.script)], { type: "text/javascript" }))
      : url("player.js");
    const [program, module] = await Promise.all([
      import(script),
      INLINE ? WebAssembly.compile(decode(INLINE.program)) : compile(url("player_bg.wasm")),
    ]);
    await program.default({ module_or_path: module });
    const styles = new CSSStyleSheet();
    styles.replaceSync(program.styles());
    return { program, module, styles, script };
  })();
  loading.catch(() => { loading = undefined; });
  return loading;
}

/** The bytes of a text in base64. */
function decode(text) {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
