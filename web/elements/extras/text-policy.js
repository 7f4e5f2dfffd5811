/**
 * Reads text policies of the published player, in a worker, with a program of its own. It is loaded
 * when a policy file turns out to be a text.
 */

import { loadModule } from "../modules.js";
import { compile } from "../program.js";
import { startWorker } from "../worker.js";

const url = (file) => new URL(file, import.meta.url).href;

/** The URL of the bindings. */
const SCRIPT = url("../text-policy.js");

/** Up to this number of bytes, a text is read faster than a worker starts. */
const FEW_BYTES = 50_000;

/** Resolves to the program, which is compiled once. */
let compiling;

/**
 * The worker reads one text. The answer has a policy, an error, or nothing if the program does not
 * run.
 */
function main(begun) {
  onmessage = async ({ data: [script, module, ...text] }) => {
    await begun;
    let program;
    try {
      program = await import(script);
      program.initSync({ module });
    } catch {
      return postMessage({});
    }
    try {
      postMessage({ policy: program.readText(...text) });
    } catch (error) {
      postMessage({ error: error.message });
    }
  };
}

/**
 * Reads the bytes of a text of a game, given the name and the discount of the game. Resolves to the
 * policy as the program of the players takes it.
 */
export async function readText(...text) {
  compiling ??= compile(url("../text-policy_bg.wasm"));
  compiling.catch(() => { compiling = undefined; });
  const module = await compiling;
  const { policy, error } = text[0].length > FEW_BYTES ? await inWorker(module, text) : {};
  if (error) throw new Error(error);
  if (policy) return policy;
  const program = await loadModule(SCRIPT);
  program.initSync({ module });
  return program.readText(...text);
}

/** Resolves to the answer of the worker, or to {} where no worker runs. */
async function inWorker(module, text) {
  /** @type {Worker | undefined} */
  let worker;
  try {
    return await new Promise((resolve) => {
      worker = startWorker(main);
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = (event) => {
        event.preventDefault();
        resolve({});
      };
      worker.postMessage([SCRIPT, module, ...text]);
    });
  } catch {
    return {};
  } finally {
    worker?.terminate();
  }
}
