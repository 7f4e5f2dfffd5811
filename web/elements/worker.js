/** Workers that run a program: starts them, and notices when one does not run or has ended. */

import { explained } from "./reasons.js";

/** How often it is checked whether a worker has begun, in milliseconds. */
const INTERVAL = 80;

/** How many checks a worker has, if the page can do without it and if it cannot. */
const CHECKS = { spare: 5, needed: 60 };

/** How long a worker may take to load its program, in milliseconds. */
const LOADING = 20_000;

/** Why a worker answers nothing, as the end of a sentence. */
const ENDED = "its worker did not run, or has ended";

/** The URLs of the sources of workers, by what serves in them. */
const sources = new Map();

/**
 * Runs in the worker before all else: tells the page that the worker has begun. Resolves when the
 * worker holds a lock, which it keeps for as long as it lives, or when there are no locks. Chromium
 * 156 crashes a tab that is left while one of its workers runs JavaScript and waits for a lock.
 */
function begin() {
  postMessage(0);
  return new Promise((resolve) => {
    const hold = () => {
      postMessage(1);
      resolve();
      return new Promise(() => {});
    };
    (navigator.locks?.request(self.name, hold) ?? Promise.reject()).catch(resolve);
  });
}

/**
 * What the worker runs: it loads the program of the first message. All others are received by
 * `serve`, or by a function of the program, which gets the URL of the bindings.
 */
function main(begun, serve) {
  onmessage = async ({ data: [script, module_or_path, name] }) => {
    await begun;
    try {
      const program = await import(script);
      await program.default({ module_or_path });
      if (serve) serve(program);
      else program[name](script);
      postMessage(2);
    } catch ({ name, message }) {
      postMessage({ name, message });
    }
  };
}

/**
 * Starts a worker with the program whose bindings are at the URL `script`; `module` is the URL of
 * the program, or the compiled one. `serve` is the name of a function there, or a function that
 * gets the program and uses nothing of its module: its text is part of the source. It receives and
 * posts bytes or arrays. What is posted to the worker waits until the program is loaded.
 *
 * If the worker has not begun after some checks, cannot run or ends, it receives an error event,
 * whose message is the end of a sentence, and is terminated. A page that is busy makes fewer checks,
 * so a slow machine has more time. A page that can do without the worker is to pass `isSpare`: it
 * does not wait long, and nothing is written to the console. Throws where no worker can run.
 */
export function startProgram(script, module, serve, isSpare = false) {
  const [name, own] = typeof serve === "string" ? [serve] : [undefined, serve];
  if (!sources.has(own)) {
    const source = new Blob([`(${main})((${begin})(), ${own});`], { type: "text/javascript" });
    sources.set(own, URL.createObjectURL(source));
  }
  const lock = String(Math.random());
  const worker = new Worker(sources.get(own), { type: "module", name: lock });
  // Until the program is loaded, messages are held here.
  const early = [];
  let checks = isSpare ? CHECKS.spare : CHECKS.needed;
  const fail = (message = ENDED) => {
    clearInterval(timer);
    end(worker, message);
  };
  const timer = setInterval(() => { if (--checks === 0) fail(); }, INTERVAL);
  const timeout = setTimeout(() => fail("its worker did not start in time"), LOADING);
  worker.addEventListener("message", (event) => {
    const { data } = event;
    if (ArrayBuffer.isView(data) || Array.isArray(data)) return;
    event.stopImmediatePropagation();
    if (data === 0) return clearInterval(timer);
    if (data === 1) return navigator.locks.request(lock, () => fail()).catch(() => {});
    clearTimeout(timeout);
    if (data !== 2) return fail((isSpare ? data : explained(data)).message);
    Reflect.deleteProperty(worker, "postMessage");
    for (const message of early) worker.postMessage(message);
  });
  worker.addEventListener("error", (event) => {
    clearTimeout(timeout);
    if (!event.isTrusted) return;
    // The page says it in words for readers, or does without the worker: the console stays silent.
    event.preventDefault();
    event.stopImmediatePropagation();
    fail();
  });
  worker.postMessage([script, module, name]);
  worker.postMessage = (message) => { early.push(message); };
  return worker;
}

/** Ends a worker, which receives an error event with a reason. */
export function end(worker, message) {
  worker.terminate();
  worker.dispatchEvent(new ErrorEvent("error", { message }));
}
