/** The programs that draw pages. */

import { compile } from "../../embed/compile.js";

/** Resolves to the bindings of a program, which are at the URL `${program}.js`. */
export async function load(program) {
  const [bindings, module] = await Promise.all([
    import(`${program}.js`),
    compile(`${program}_bg.wasm`),
  ]);
  await bindings.default({ module_or_path: module });
  return bindings;
}

/** Makes a style sheet of the styles of a program. */
export function sheet(bindings) {
  const styles = new CSSStyleSheet();
  styles.replaceSync(bindings.styles());
  return styles;
}

/** Makes an element with the styles of a program in the shadow root of `parent`. */
export function container(parent, bindings) {
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [sheet(bindings)];
  const element = document.createElement("div");
  root.replaceChildren(element);
  return element;
}
