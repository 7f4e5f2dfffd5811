/**
 * The page of positions: loads its program, and starts the workers that solve games for it, and the
 * one that thinks about the real board.
 */

import { AgentWorker } from "../agents.js";
import { compile } from "../compile.js";
import { Solver, memoryLimit } from "../solving.js";
import { copyPicture, savePicture } from "../picture.js";

const url = (file) => new URL(`../${file}`, import.meta.url).href;

/** Shows the page of positions in an element, for as long as the page exists. */
export async function explore(parent) {
  const [program, module, { list, remove }] = await Promise.all([
    import(url("explorer.js")),
    compile(url("explorer_bg.wasm")),
    import(url("extras/kept.js")),
  ]);
  await program.default({ module_or_path: module });
  const styles = new CSSStyleSheet();
  styles.replaceSync(program.styles());
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [styles];
  const container = document.createElement("div");
  root.replaceChildren(container);
  program.showExplorer(container, {
    startSolver: () => new Solver(url("")), startAgent: () => new AgentWorker(url("../arena/")),
    policyFile: (name) => url(`policies/${name}.policy`),
    memoryLimit, list, remove, savePicture, copyPicture,
  });
}
