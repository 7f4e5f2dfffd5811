/** Starts workers, and notices when one does not run or has ended. */

/** How often it is checked whether a worker has begun, in milliseconds. */
const INTERVAL = 80;

/** Why a worker answers nothing, as the end of a sentence. */
const ENDED = "its worker did not run, or has ended";

/** The URLs of the sources of workers, by the functions that they run. */
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
 * Starts a worker that runs a function, which uses nothing of its module: its text is the source.
 * The function gets the promise of `begin` and awaits it before it does anything that takes time.
 * If the worker has not begun after some checks, or if it ends, it receives an error event, whose
 * message is the end of a sentence. A page that is busy makes fewer checks, so a slow machine has
 * more time. Throws where no worker can run.
 */
export function startWorker(main, checks = 5) {
  if (!sources.has(main)) {
    const source = new Blob([`(${main})((${begin})());`], { type: "text/javascript" });
    sources.set(main, URL.createObjectURL(source));
  }
  const name = String(Math.random());
  const worker = new Worker(sources.get(main), { type: "module", name });
  const fail = () => {
    clearInterval(timer);
    end(worker, ENDED);
  };
  const timer = setInterval(() => { if (--checks === 0) fail(); }, INTERVAL);
  worker.addEventListener("message", (event) => {
    if (event.data === 0) clearInterval(timer);
    else if (event.data === 1) navigator.locks.request(name, fail).catch(() => {});
    else return;
    event.stopImmediatePropagation();
  });
  worker.addEventListener("error", (event) => {
    if (!event.isTrusted) return;
    // The page says it in words for readers, or does without the worker: the console stays silent.
    event.preventDefault();
    event.stopImmediatePropagation();
    fail();
  });
  return worker;
}

/** Ends a worker, which receives an error event with a reason. */
export function end(worker, message) {
  worker.terminate();
  worker.dispatchEvent(new ErrorEvent("error", { message }));
}
