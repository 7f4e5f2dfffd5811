/** Starts workers that solve, play and count. Their messages are those of the crate `protocol`. */

import { end, startProgram } from "./workers.js";

/**
 * A function that uses WebAssembly's SIMD: it makes a vector of sixteen zeros and drops it.
 * Browsers without SIMD do not validate it.
 */
const SIMD = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0,
  10, 9, 1, 7, 0, 65, 0, 253, 15, 26, 11,
]);

/** Why a browser without SIMD runs no such worker. */
const NO_SIMD = "this browser has no vector instructions for WebAssembly (SIMD); Chrome 91, "
  + "Firefox 89, Safari 16.4 and later ones have them";

/**
 * Starts a worker that runs a function of the program of workers, such as "serveSolver". `folder`
 * is the URL of the folder of the program: worker.js and worker_bg.wasm. `build` is that of the
 * program that asks it.
 */
export function startWorker(folder, serve, build) {
  const url = (file) => new URL(file, folder).href;
  const worker = startProgram(url("worker.js"), url("worker_bg.wasm"), serve, { build });
  // Whoever asks it hears why it does not answer.
  if (!WebAssembly.validate(SIMD)) setTimeout(() => end(worker, NO_SIMD));
  return worker;
}

const GIB = 2 ** 30;

/** Returns how many bytes a page may use for a solution: WebAssembly addresses 4 GiB at most. */
export function memoryLimit() {
  // Safari on an iPad says that it is a Mac, but no Mac has a touch screen.
  const isTablet = /Mac|iP(hone|ad)/.test(navigator.platform) && navigator.maxTouchPoints > 1;
  const isPhone = isTablet || (matchMedia("(pointer: coarse)").matches
    && !matchMedia("(any-pointer: fine)").matches);
  // Half of the device's memory where it is known, which is in Chromium. It states 8 GiB at most.
  const gib = navigator.deviceMemory ? navigator.deviceMemory / 2 : isPhone ? 1 : 4;
  return Math.min(gib, 4) * GIB - 2 ** 26;
}
