/** The pages that a Yew program draws. */

import { compile } from "../embed/compile.js";

/**
 * Loads a program, whose bindings are at the URL `${program}.js`, and makes an element with its
 * styles in the shadow root of `parent`. Resolves to the bindings and this element.
 */
export async function openPage(parent, program) {
  const [bindings, module] = await Promise.all([
    import(`${program}.js`),
    compile(`${program}_bg.wasm`),
  ]);
  await bindings.default({ module_or_path: module });
  const styles = new CSSStyleSheet();
  styles.replaceSync(bindings.styles());
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [styles];
  const container = document.createElement("div");
  root.replaceChildren(container);
  return { bindings, container };
}
