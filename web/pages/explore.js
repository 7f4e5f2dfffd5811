/**
 * The page of positions: loads its program, and starts the workers that solve games for it, and the
 * one that thinks about the real board.
 */

import { AgentWorker } from "../embed/agents.js";
import { explained } from "../embed/reasons.js";
import { Solver, memoryLimit } from "../embed/solving.js";
import { openPage } from "./page.js";
import { copyPicture, savePicture } from "./picture.js";

const url = (file) => new URL(`../${file}`, import.meta.url).href;

const explain = (error) => { throw explained(error); };

/** Shows the page of positions in an element, for as long as the page exists. */
export async function explore(parent) {
  const [{ bindings, container }, kept] = await Promise.all([
    openPage(parent, url("embed/explorer")),
    import(url("embed/extras/kept.js")),
  ]);
  bindings.showExplorer(container, {
    startSolver: () => new Solver(url("embed/")), startAgent: () => new AgentWorker(url("arena/")),
    memoryLimit, savePicture, copyPicture, watch: kept.watch,
    list: () => kept.list().catch(explain), remove: (names) => kept.remove(names).catch(explain),
  });
}
