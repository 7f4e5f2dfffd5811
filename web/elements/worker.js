/** Starts the workers that unpack large policies. */

/** What the worker runs. It gets the compiled program in its first message. */
const WORKER = `
  onmessage = async ({ data: [script, module] }) => {
    onmessage = null;
    try {
      const program = await import(script);
      program.initSync({ module });
      program.serveDecoder();
    } catch (error) {
      setTimeout(() => { throw error; });
    }
  };`;

/** Starts a worker that runs the program of the players. Throws where no worker can run. */
export function startWorker(script, module) {
  const source = URL.createObjectURL(new Blob([WORKER], { type: "text/javascript" }));
  try {
    const worker = new Worker(source, { type: "module" });
    worker.postMessage([script, module]);
    return worker;
  } finally {
    URL.revokeObjectURL(source);
  }
}
