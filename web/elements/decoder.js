/** Starts the workers that unpack large policies. */

import { startWorker } from "./worker.js";

/** What the worker runs. It gets the compiled program in its first message. */
const SOURCE = `
  onmessage = async ({ data: [script, module] }) => {
    onmessage = null;
    try {
      const program = await import(script);
      program.initSync({ module });
      program.serveDecoder();
    } catch (error) {
      setTimeout(() => { throw error; });
    }
  };`;

/** Starts a worker that runs the program of the players. Throws where no worker can run. */
export function startDecoder(script, module) {
  const worker = startWorker(SOURCE);
  worker.postMessage([script, module]);
  return worker;
}
