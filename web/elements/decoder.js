/** Starts the workers that unpack large policies. */

import { startWorker } from "./worker.js";

/** What the worker runs: the program of the players. The first message is the compiled program. */
function main() {
  onmessage = async ({ data: [script, module] }) => {
    onmessage = null;
    try {
      const program = await import(script);
      program.initSync({ module });
      program.serveDecoder();
    } catch (error) {
      setTimeout(() => { throw error; });
    }
  };
}

/** Starts a worker that runs the program of the players. Throws where no worker can run. */
export function startDecoder(script, module) {
  const worker = startWorker(main);
  worker.postMessage([script, module]);
  return worker;
}
