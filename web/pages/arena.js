/** The page of the arena: loads its program, and starts the workers of the agents for it. */

import { AgentWorker } from "../embed/agents.js";
import { Solver, memoryLimit } from "../embed/solving.js";
import { openPage } from "./page.js";

const url = (file) => new URL(`../${file}`, import.meta.url).href;

/** Shows the page of the arena in an element, for as long as the page exists. */
export async function arena(parent) {
  const { bindings, container } = await openPage(parent, url("arena/arena"));
  bindings.showArena(container, {
    startAgent: () => new AgentWorker(url("arena/")),
    startSolver: () => new Solver(url("embed/")),
    memoryLimit,
  });
}
