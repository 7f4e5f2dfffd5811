/** Loads policies for the program of the players: downloads the files and has them decoded. */

import { receive } from "./downloads.js";
import { startProgram } from "./workers.js";

/**
 * How long a message of the worker may take, in milliseconds. It is only needed where the end of a
 * worker is not noticed otherwise (`workers.js`).
 */
const SILENCE = 5000;

/** Time budgets of a batch on the page, in milliseconds: at most about half a frame. */
const BUDGETS = [4, 8];

/**
 * Loads the policy at `url` and tells the program's object `loading` what it needs to know of it.
 * With `again`, the browser's cache is bypassed. A file that is `small` is decoded faster than a
 * worker starts. `readText` reads a text policy. Returns a function that ends the loading.
 */
export function loadPolicy(...policy) {
  const life = new AbortController();
  load(life.signal, ...policy);
  return () => life.abort();
}

/** Loads a policy, until the signal tells that it is not needed. */
async function load(signal, loaded, small, readText, loading, url, again) {
  const { program } = loaded;
  // It is ready when the file is.
  const decoder = small ? undefined : startWork(loaded);
  signal.addEventListener("abort", () => decoder?.());
  let received = 0;
  const add = (layers, ...state) => {
    received += layers.length;
    return loading.addLayers(layers, ...state);
  };
  try {
    const progress = (...bytes) => loading.receive(...bytes);
    const file = await receive(url, again, progress, signal).catch((status) => {
      loading.fail(typeof status === "number" ? status : 0);
    });
    const isText = file && loading.open(file);
    if (isText) loading.addText(await readText(file), file.length);
    if (isText !== false || await decoder?.(file, add) || signal.aborted) return;
    await decodeHere(program, file, received, add);
  } catch ({ message }) {
    loading.fail(0, message);
  } finally {
    decoder?.();
    loading.free();
  }
}

/**
 * Decodes a policy file in a worker: the program of the players. The message is the file. Each
 * answer is a batch of layers, the fraction of the file that is decoded, and whether all of it is;
 * or the reason why the file cannot be decoded.
 */
function decode(program) {
  onmessage = ({ data: file }) => {
    // The first moves can be played at once; then a batch takes about two frames, so that the page
    // can show the progress and play the moves that are decoded.
    let budget = 4;
    try {
      const decoder = new program.PolicyDecoder(file);
      for (let goesOn = true; goesOn; budget = 30) {
        const end = performance.now() + budget;
        while ((goesOn = decoder.step()) && performance.now() < end);
        const layers = decoder.take();
        postMessage([layers, decoder.progress, !goesOn], { transfer: [layers.buffer] });
      }
    } catch (error) {
      // The page decodes the rest if the program has stopped.
      if (error instanceof WebAssembly.RuntimeError) throw error;
      postMessage([error.message]);
    }
  };
}

/**
 * Starts a worker. Returns a function that decodes a file there, calls `add` with each batch, and
 * resolves to whether nothing is left to do. Without a file it ends the worker.
 */
function startWork({ script, module }) {
  let worker;
  try {
    worker = startProgram(script, module, decode, { isSpare: true });
  } catch {
    return undefined;
  }
  const events = [];
  let wake;
  const push = (event) => {
    events.push(event);
    wake?.();
  };
  worker.onmessage = ({ data }) => push(data);
  worker.onerror = () => push();
  return async (file, add) => {
    if (!file) {
      worker.terminate();
      return push();
    }
    worker.postMessage(file);
    for (;;) {
      const timer = setTimeout(push, SILENCE);
      if (!events.length) await new Promise((resolve) => { wake = resolve; });
      clearTimeout(timer);
      const event = events.shift();
      if (!event) return false;
      if (typeof event[0] === "string") throw new Error(event[0]);
      if (!add(...event)) return true;
    }
  };
}

/**
 * Decodes on the page and calls `add` with each batch after the first `skipped` bytes of layers.
 * The browser handles other events between two batches.
 */
async function decodeHere(program, file, skipped, add) {
  const decoder = new program.PolicyDecoder(file);
  try {
    for (let goesOn = true, batch = 0; goesOn; batch = 1) {
      const end = performance.now() + BUDGETS[batch];
      while ((goesOn = decoder.step()) && performance.now() < end);
      const layers = decoder.take();
      // Every decoder makes the same layers of a file.
      const rest = layers.subarray(skipped);
      skipped -= layers.length - rest.length;
      if ((rest.length || !goesOn) && !add(rest, decoder.progress, !goesOn)) return;
      await new Promise((resolve) => { setTimeout(resolve); });
    }
  } finally {
    decoder.free();
  }
}
