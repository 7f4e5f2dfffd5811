/** Workers that run a program, to which the page sends bytes or arrays, as they answer. */

import { explained } from "./reasons.js";
import { end, startWorker } from "./worker.js";

/** How long a worker may take to load its program, in milliseconds. */
const LOADING = 20_000;

/** How often it is checked whether the worker has begun: nothing can take its place. */
const CHECKS = 60;

/**
 * What the worker runs: it loads the program of the first message, a function of which receives all
 * others. The function gets the URL of the bindings.
 */
function main(begun) {
  onmessage = async ({ data: [script, module_or_path, serve] }) => {
    await begun;
    try {
      const program = await import(script);
      await program.default({ module_or_path });
      program[serve](script);
      postMessage(2);
    } catch ({ name, message }) {
      postMessage({ name, message });
    }
  };
}

/**
 * Starts a worker with the program whose bindings are at the URL `${program}.js`; the function of
 * this name there serves the worker. What is posted to it waits until the program is loaded. A
 * worker that cannot run, or ends, receives an error event, whose message is the end of a sentence;
 * it is then terminated. Throws where no worker can run.
 */
export function startProgram(program, serve) {
  const worker = startWorker(main, CHECKS);
  const timeout = setTimeout(() => end(worker, "its worker did not start in time"), LOADING);
  worker.addEventListener("error", () => clearTimeout(timeout));
  worker.addEventListener("message", (event) => {
    if (ArrayBuffer.isView(event.data) || Array.isArray(event.data)) return;
    event.stopImmediatePropagation();
    clearTimeout(timeout);
    if (event.data !== 2) return end(worker, explained(event.data).message);
    Reflect.deleteProperty(worker, "postMessage");
    for (const data of early) worker.postMessage(data);
  });
  worker.postMessage([`${program}.js`, `${program}_bg.wasm`, serve]);
  // Until the program is loaded, messages are held here.
  const early = [];
  worker.postMessage = (data) => { early.push(data); };
  return worker;
}
