/** The page of the arena: loads its program, and starts the workers of the agents for it. */

import { AgentWorker } from "../embed/agents.js";
import { Solver, memoryLimit } from "../embed/solving.js";
import { container, load } from "./parts/program.js";

/** Shows the page in an element, for as long as the page exists. */
export async function open(parent, url) {
  const program = await load(url("arena/arena"));
  program.showArena(container(parent, program), {
    startAgent: () => new AgentWorker(url("arena/")),
    startSolver: () => new Solver(url("embed/")),
    memoryLimit,
  });
}
