/** Computes the numbers of the page of 2048 in a bag. */
import init, { BagServer } from "./bag.js";

const ready = init({ module_or_path: new URL("./bag_bg.wasm", import.meta.url) })
  .then(() => new BagServer());

onmessage = async ({ data }) => {
  const begin = performance.now();
  let numbers;
  try {
    numbers = (await ready).answer(data);
  } catch (error) {
    // The page shows a sentence for an answer without numbers.
    console.error(error);
    numbers = new Float64Array();
  }
  postMessage([numbers, performance.now() - begin], [numbers.buffer]);
};
