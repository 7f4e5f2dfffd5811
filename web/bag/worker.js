/** Computes the numbers of the page of 2048 in a bag. */
import init, { BagServer } from "./bag.js";

const ready = init({ module_or_path: new URL("./bag_bg.wasm", import.meta.url) })
  .then(() => new BagServer());

onmessage = async ({ data }) => {
  const begin = performance.now();
  let answer;
  try {
    answer = (await ready).answer(data);
  } catch (error) {
    // The page shows a sentence for an answer that it cannot read.
    console.error(error);
    answer = new Uint8Array();
  }
  postMessage([answer, performance.now() - begin], [answer.buffer]);
};
