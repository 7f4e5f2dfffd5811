/** A worker whose functions the page calls by messages. */

import { explained } from "./reasons.js";
import { startWorker } from "./worker.js";

/** How long the worker may take to load its program, in milliseconds. */
const LOADING = 20_000;

/** How often it is checked whether the worker has begun: nothing can take its place. */
const CHECKS = 60;

/**
 * A worker that runs a function. It answers a message `{ id, call, args }` with `{ id, result }` or
 * `{ id, error, name }`, and may post `{ id, progress: [...] }` before. It has the call `load`.
 */
export class WorkerCalls {
  /** @type {Pick<Worker, "postMessage" | "terminate">} */
  #worker;
  #calls = new Map();
  #next = 0;
  #loaded;

  /** Starts the worker and calls `load` with these files. */
  constructor(main, files) {
    const worker = startWorker(main, CHECKS);
    this.#worker = worker;
    worker.onmessage = ({ data }) => this.#receive(data);
    worker.onerror = (event) => this.end(typeof event === "string" ? event : event.message);
    const timeout = setTimeout(() => this.end("its worker did not start in time"), LOADING);
    // A worker without its program is of no use: who tries again starts another one.
    this.#loaded = this.#call("load", [files]).finally(() => clearTimeout(timeout))
      .catch(({ message }) => { throw this.end(message); });
    this.#loaded.catch(() => {});
  }

  /**
   * Calls a function of the worker after it is loaded; resolves to its result. The last argument
   * may be an object with the function `onProgress`, which gets what the call posts.
   */
  async call(name, ...args) {
    await this.#loaded;
    const { onProgress } = args.at(-1)?.onProgress ? args.pop() : {};
    return this.#call(name, args, onProgress);
  }

  /**
   * Stops the worker at once and frees its memory; calls that are not answered are rejected.
   * Returns their error, which has the name WorkerEnded.
   */
  end(reason = "it was stopped") {
    this.#worker.terminate();
    const error = Object.assign(new Error(reason), { name: "WorkerEnded" });
    for (const { reject } of this.#calls.values()) reject(error);
    this.#calls.clear();
    this.#worker = { postMessage: () => this.end(reason), terminate() {} };
    return error;
  }

  #call(call, args, onProgress) {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { resolve, reject, onProgress });
      this.#worker.postMessage({ id, call, args });
    });
  }

  #receive({ id, progress, result, error, name = "Error" }) {
    const call = this.#calls.get(id);
    if (!call) return;
    if (progress) return call.onProgress?.(...progress);
    this.#calls.delete(id);
    if (error === undefined) call.resolve(result);
    else call.reject(explained({ name, message: error }));
  }
}
