/** The page of the arena: loads its program, and starts the workers of the agents for it. */

import { AgentWorker } from "../agents.js";
import { compile } from "../compile.js";
import { Solver, memoryLimit } from "../solving.js";

const url = (file) => new URL(`../${file}`, import.meta.url).href;

/** Shows the page of the arena in an element, for as long as the page exists. */
export async function arena(parent) {
  const [program, module] = await Promise.all([
    import(url("../arena/arena.js")),
    compile(url("../arena/arena_bg.wasm")),
  ]);
  await program.default({ module_or_path: module });
  const styles = new CSSStyleSheet();
  styles.replaceSync(program.styles());
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [styles];
  const container = document.createElement("div");
  root.replaceChildren(container);
  program.showArena(container, {
    startAgent: () => new AgentWorker(url("../arena/")),
    startSolver: () => new Solver(url("")),
    memoryLimit,
  });
}
