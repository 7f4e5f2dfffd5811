/** Computes the numbers of the page of 2048 in a bag. */
import init, { BagServer } from "./bag.js";

const ready = init({ module_or_path: new URL("./bag_bg.wasm", import.meta.url) })
  .then(() => new BagServer());

onmessage = async ({ data }) => {
  const server = await ready;
  const begin = performance.now();
  const numbers = server.answer(data);
  postMessage([numbers, performance.now() - begin], [numbers.buffer]);
};
