/**
 * Reads text policies of the published player, in a worker that runs the program of the players. It
 * is loaded when a policy file turns out to be a text.
 */

import { startProgram } from "../workers.js";

/** Up to this number of bytes, a text is read faster than a worker starts. */
const FEW_BYTES = 50_000;

/** Reads one text in a worker. The answer has a policy, or an error. */
function read(program) {
  onmessage = ({ data: text }) => {
    try {
      postMessage([program.readText(...text)]);
    } catch (error) {
      postMessage([undefined, error.message]);
    }
  };
}

/**
 * Reads the bytes of a text of a game with the loaded program, given the name and the discount of
 * the game. Resolves to the policy as the program takes it.
 */
export async function readText({ program, script, module }, ...text) {
  const isLong = text[0].length > FEW_BYTES;
  const [policy, error] = isLong ? await inWorker(script, module, text) : [];
  if (error) throw new Error(error);
  return policy ?? program.readText(...text);
}

/** Resolves to the answer of a worker, or to [] where no worker runs. */
async function inWorker(script, module, text) {
  /** @type {Worker | undefined} */
  let worker;
  try {
    return await new Promise((resolve) => {
      worker = startProgram(script, module, read, { isSpare: true });
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = () => resolve([]);
      worker.postMessage(text);
    });
  } catch {
    return [];
  } finally {
    worker?.terminate();
  }
}
