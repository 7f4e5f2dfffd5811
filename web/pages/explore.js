/**
 * The page of positions: loads its program, and starts the workers that solve games for it, and the
 * one that thinks about the real board.
 */

import { AgentWorker } from "../embed/agents.js";
import { explained } from "../embed/reasons.js";
import { Solver, memoryLimit } from "../embed/solving.js";
import { copyPicture, savePicture } from "./parts/picture.js";
import { container, load } from "./parts/program.js";

const explain = (error) => { throw explained(error); };

/**
 * Whether the page may solve small games before the reader presses a button: unless data is to be
 * saved or the device has little memory, where the browser states that.
 */
const mayWorkUnasked = () => !navigator.connection?.saveData && !(navigator.deviceMemory < 2);

/** Shows the page in an element, for as long as the page exists. */
export async function open(parent, url) {
  const [program, kept] = await Promise.all([
    load(url("embed/explorer")),
    import(url("embed/extras/kept.js")),
  ]);
  // Loaded when a reader opens the puzzle of a day.
  const daily = () => import(url("embed/extras/daily.js"));
  program.showExplorer(container(parent, program), {
    startSolver: () => new Solver(url("embed/")), startAgent: () => new AgentWorker(url("arena/")),
    memoryLimit, mayWorkUnasked, savePicture, copyPicture, watch: kept.watch,
    daily: (date) => daily().then((it) => it.puzzle(date, url("pages/daily.txt"))).catch(explain),
    dailyFound: (date, tries) => daily().then((it) => it.found(date, tries)),
    list: () => kept.list().catch(explain), remove: (names) => kept.remove(names).catch(explain),
  });
}
