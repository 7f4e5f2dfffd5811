/** Starts the workers that unpack large policies. */

import { startWorker } from "./worker.js";

/**
 * What the worker runs: the program of the players. The first message is the compiled program, and
 * the second, after an answer without contents, is a policy file. Each further answer is a batch of
 * layers, the fraction of the file that is decoded, whether all of it is, and the memory of the
 * program in bytes; or the reason why the file cannot be decoded.
 */
function main(begun) {
  onmessage = async ({ data: [script, module] }) => {
    onmessage = null;
    await begun;
    try {
      const program = await import(script);
      program.initSync({ module });
      onmessage = ({ data: file }) => {
        // The first moves can be played at once; then a batch takes about two frames, so that the
        // page can show the progress and play the moves that are decoded.
        let budget = 4;
        try {
          const decoder = new program.PolicyDecoder(file);
          for (let goesOn = true; goesOn; budget = 30) {
            const end = performance.now() + budget;
            while ((goesOn = decoder.step()) && performance.now() < end);
            const layers = decoder.take();
            const state = [decoder.progress, !goesOn, program.memoryBytes()];
            postMessage([layers, ...state], { transfer: [layers.buffer] });
          }
        } catch (error) {
          // The page decodes the rest if the program has stopped.
          if (error instanceof WebAssembly.RuntimeError) throw error;
          postMessage([error.message]);
        }
      };
      postMessage([]);
    } catch (error) {
      setTimeout(() => { throw error; });
    }
  };
}

/** Starts a worker that runs the program of the players. Throws where no worker can run. */
export function startDecoder({ script, module }) {
  const worker = startWorker(main);
  worker.postMessage([script, module]);
  return worker;
}
