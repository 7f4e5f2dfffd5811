/**
 * The page of positions: loads its program, and starts the workers that solve games for it, and the
 * one that thinks about the real board.
 */

import { AgentWorker } from "../agents.js";
import { openPage } from "../page.js";
import { Solver, memoryLimit } from "../solving.js";
import { copyPicture, savePicture } from "../picture.js";

const url = (file) => new URL(`../${file}`, import.meta.url).href;

/** Shows the page of positions in an element, for as long as the page exists. */
export async function explore(parent) {
  const [{ bindings, container }, { list, remove }] = await Promise.all([
    openPage(parent, url("explorer")),
    import(url("extras/kept.js")),
  ]);
  bindings.showExplorer(container, {
    startSolver: () => new Solver(url("")), startAgent: () => new AgentWorker(url("../arena/")),
    policyFile: (name) => url(`policies/${name}.policy`),
    memoryLimit, list, remove, savePicture, copyPicture,
  });
}
