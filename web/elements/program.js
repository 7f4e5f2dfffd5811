/** Loads a program: WebAssembly and its bindings. */

import { compile, requireWebAssembly } from "./compile.js";
import { url } from "./files.js";
import { loadModule } from "./modules.js";

/**
 * Returns a function that loads the program `name`, once. It resolves to the bindings, the compiled
 * program, the text of the styles and the URL of the bindings. A failed load is tried again by the
 * next call. `inline` holds the bindings and the program in base64, where they are part of the
 * module.
 */
export function loader(name, inline) {
  let script;
  let loading;
  return () => {
    loading ??= (async () => {
      requireWebAssembly();
      script ??= inline
        ? URL.createObjectURL(new Blob([decode(inline.script)], { type: "text/javascript" }))
        : url(`${name}.js`);
      const [program, module] = await Promise.all([
        loadModule(script),
        inline ? WebAssembly.compile(decode(inline.program)) : compile(url(`${name}_bg.wasm`)),
      ]);
      await program.default({ module_or_path: module });
      return { program, module, styles: program.styles(), script };
    })();
    loading.catch(() => { loading = undefined; });
    return loading;
  };
}

/** The bytes of a text in base64. */
function decode(text) {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
