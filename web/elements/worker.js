/** Starts workers, and notices when one does not run or has ended. */

/** How often it is checked whether a worker has begun, in milliseconds. */
const INTERVAL = 80;

/**
 * Starts a worker that runs this source. If it has not begun after some checks, or if it ends, it
 * receives an error event, as if its script had failed. A page that is busy makes fewer checks, so
 * a slow machine has more time. Throws where no worker can run.
 */
export function startWorker(source, checks = 5) {
  // The worker holds a lock for as long as it lives, where the page may use locks.
  const name = String(Math.random());
  const script = `
    postMessage(0);
    navigator.locks?.request("${name}", () => (postMessage(1), new Promise(() => {})))
      .catch(() => {});
    ${source}`;
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  try {
    const worker = new Worker(address, { type: "module" });
    const fail = () => {
      clearInterval(timer);
      worker.terminate();
      worker.dispatchEvent(new Event("error"));
    };
    const timer = setInterval(() => { if (--checks === 0) fail(); }, INTERVAL);
    worker.addEventListener("message", (event) => {
      if (event.data === 0) clearInterval(timer);
      else if (event.data === 1) navigator.locks.request(name, fail).catch(() => {});
      else return;
      event.stopImmediatePropagation();
    });
    return worker;
  } finally {
    URL.revokeObjectURL(address);
  }
}
