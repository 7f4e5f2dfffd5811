/**
 * Reads text policies of the published player, in a worker, with the program `puzzle`. It is loaded
 * when a policy file turns out to be a text.
 */

import { loadModule } from "../files.js";
import { compile } from "../program.js";
import { startProgram } from "../workers.js";

const url = (file) => new URL(file, import.meta.url).href;

/** The URL of the bindings. */
const SCRIPT = url("../puzzle.js");

/** Up to this number of bytes, a text is read faster than a worker starts. */
const FEW_BYTES = 50_000;

/** Resolves to the program, which is compiled once. */
let compiling;

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
 * Reads the bytes of a text of a game, given the name and the discount of the game. Resolves to the
 * policy as the program of the players takes it.
 */
export async function readText(...text) {
  compiling ??= compile(url("../puzzle_bg.wasm"));
  compiling.catch(() => { compiling = undefined; });
  const module = await compiling;
  const [policy, error] = text[0].length > FEW_BYTES ? await inWorker(module, text) : [];
  if (error) throw new Error(error);
  if (policy) return policy;
  const program = await loadModule(SCRIPT);
  program.initSync({ module });
  return program.readText(...text);
}

/** Resolves to the answer of a worker, or to [] where no worker runs. */
async function inWorker(module, text) {
  /** @type {Worker | undefined} */
  let worker;
  try {
    return await new Promise((resolve) => {
      worker = startProgram(SCRIPT, module, read, { isSpare: true });
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
