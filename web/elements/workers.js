/** Workers that run a program: starts them, and notices when one does not run or has ended. */

import { explained } from "./reasons.js";

/** How often it is checked whether a worker has begun, in milliseconds. */
const INTERVAL = 80;

/** How many checks a worker has, if the page can do without it and if it cannot. */
const CHECKS = { spare: 5, needed: 60 };

/** How long nothing of the program of a worker may arrive before it is given up, in milliseconds. */
const SILENCE = 20_000;

/** Why a worker answers nothing, as the end of a sentence. */
const ENDED = "its worker did not run, or has ended";

/** Why a worker is not asked anything, as above. It would read another message than is meant. */
export const OTHER_BUILD = "its program is of another version than this page; load the page again, now or "
  + "in a few minutes";

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
 * What the worker runs: it loads the program of the first message, and tells the page of each part
 * that arrives, and then of which build it is. All other messages are received by `serve`, or by a
 * function of the program, which gets the URL of the bindings.
 */
function main(begun, serve) {
  let isLoaded = false;
  /** Downloads a program. Its other parts are compiled while they arrive. */
  const download = async (url) => {
    const response = await fetch(url);
    const tell = async (reader) => {
      while (!(await reader.read()).done && !isLoaded) postMessage(2);
    };
    tell(response.clone().body.getReader()).catch(() => {});
    return response;
  };
  onmessage = async ({ data: [script, module, name] }) => {
    await begun;
    try {
      const [program, module_or_path] = await Promise.all([
        import(script),
        typeof module === "string" ? download(module) : module,
      ]);
      await program.default({ module_or_path });
      isLoaded = true;
      if (serve) serve(program);
      else program[name](script);
      postMessage({ build: program.build?.() });
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
 * whose message is the end of a sentence, and is terminated; as it is if its program is not of
 * `build`, where that is given. A page that is busy makes fewer checks, so a slow machine has more
 * time. A page that can do without the worker is to pass `isSpare`: it does not wait long, and
 * nothing is written to the console. Throws where no worker can run.
 *
 * @param {string} script
 * @param {any} module
 * @param {any} serve
 * @param {{ isSpare?: boolean, build?: string }} options
 */
export function startProgram(script, module, serve, { isSpare = false, build } = {}) {
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
  let hasFailed = false;
  const fail = (message = ENDED) => {
    // One that is ended for a reason also gives its lock up.
    if (hasFailed) return;
    hasFailed = true;
    clearInterval(timer);
    clearTimeout(timeout);
    end(worker, message);
  };
  const timer = setInterval(() => { if (--checks === 0) fail(); }, INTERVAL);
  const wait = () => setTimeout(() => fail("its program did not arrive; try again"), SILENCE);
  let timeout = wait();
  worker.addEventListener("message", (event) => {
    const { data } = event;
    if (ArrayBuffer.isView(data) || Array.isArray(data)) return;
    event.stopImmediatePropagation();
    if (data === 0) return clearInterval(timer);
    if (data === 1) return navigator.locks.request(lock, () => fail()).catch(() => {});
    clearTimeout(timeout);
    if (data === 2) return timeout = wait();
    if (data.message) return fail((isSpare ? data : explained(data)).message);
    if (build && data.build !== build) {
      // So that the browser has the files of the server when the reader loads the page again.
      for (const file of [script, module]) fetch(file, { cache: "reload" }).catch(() => {});
      return fail(OTHER_BUILD);
    }
    Reflect.deleteProperty(worker, "postMessage");
    for (const message of early) worker.postMessage(message);
  });
  worker.addEventListener("error", (event) => {
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
