/** Solves games in a worker, whose messages are those of the crate `protocol`. */

import { startProgram } from "./bridge.js";
import { end } from "./worker.js";

/**
 * A function that uses WebAssembly's SIMD: it makes a vector of sixteen zeros and drops it.
 * Browsers without SIMD do not validate it.
 */
const SIMD = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0,
  10, 9, 1, 7, 0, 65, 0, 253, 15, 26, 11,
]);

/** Why a browser without SIMD solves nothing. */
const NO_SIMD = "this browser has no vector instructions for WebAssembly (SIMD); Chrome 91, "
  + "Firefox 89, Safari 16.4 and later ones have them";

/**
 * Starts a worker that solves games. `folder` is the URL of the folder of the program: solver.js
 * and solver_bg.wasm.
 */
export function startSolver(folder) {
  const worker = startProgram(new URL("solver", folder).href, "serveSolver");
  // Whoever asks it hears why it does not answer.
  if (!WebAssembly.validate(SIMD)) setTimeout(() => end(worker, NO_SIMD));
  return worker;
}

/**
 * A solver for modules that are JavaScript alone. Its messages are arrays: a request has its
 * number, its name and its arguments, an answer the number of the request, "progress", "answer" or
 * "error", and what there is to tell (`web/src/solver/plain.rs`). A game is an object with the
 * fields name ("3x3_to_512"), discount, which is 1 if it is left out, and isSingle.
 */
export class Solver {
  #calls = new Map();
  #next = 0;
  /** The name of the game that is solved. */
  #name;
  /** Why the worker answers nothing any more. */
  #error;

  constructor(folder) {
    this.worker = startSolver(folder);
    this.worker.addEventListener("message", ({ data }) => {
      if (Array.isArray(data)) this.#receive(data);
    });
    this.worker.addEventListener("error", ({ message }) => {
      this.#error ??= new Error(message);
      for (const call of this.#calls.values()) call.error(message);
      this.#calls.clear();
    });
  }

  /** Resolves to [least bytes, most bytes, least states, most states] of a game. */
  estimate(game) {
    return this.#ask("estimate", fields(game));
  }

  /**
   * Solves a game within a number of bytes; resolves to { losing, startValue, states, bytes }.
   * `onProgress` gets the pass (0 to 3), the states that are done in this pass, and all states of
   * the pass, or 0 where they are not known.
   */
  async solve(game, limit, onProgress = () => {}) {
    this.#name = game.name;
    const solved = await this.#ask("solve", [...fields(game), limit], onProgress);
    const [losing, startValue, states, bytes] = solved;
    return { losing, startValue, states, bytes };
  }

  /**
   * Plays the rest of a seeded game from a board on, of which the hexadecimal exponents are given;
   * `tiles` random tiles of the seed are used before. Resolves to seven numbers for each move: the
   * tile sum, the index of the action in left, right, up and down, the value and the four action
   * values (NaN where an action is not allowed). There are none if the board is not reachable.
   */
  play(seed, tiles, board) {
    return this.#ask("play", [this.#name, board, seed, tiles]);
  }

  /**
   * Counts the expected moves of the optimal policy from a board on. Resolves to { moves, win,
   * inABag, text }: the moves until the game is won or lost, the probability of a win, the moves in
   * a bag of the same tiles if the game has a target, and a sentence of these; all are undefined if
   * no game reaches the board, or if another count begins before the end. `onProgress` gets the
   * share that is done.
   */
  async countMoves(board, onProgress = () => {}) {
    const counted = await this.#ask("countMoves", [this.#name, board], onProgress);
    const [moves, win, inABag, text] = counted;
    return { moves, win, inABag, text };
  }

  /** Resolves to the CRC-32 of all boards and values. */
  async checksum() {
    return (await this.#ask("checksum", [this.#name]))[0];
  }

  /** Stops the worker at once and frees its memory; calls that are not answered are rejected. */
  end() {
    end(this.worker, "it was stopped");
  }

  #ask(name, values, progress = () => {}) {
    return new Promise((resolve, reject) => {
      if (this.#error) return reject(this.#error);
      const number = this.#next++;
      this.#calls.set(number, {
        progress,
        answer: (...answer) => resolve(answer),
        error: (message, name = "Error") => reject(Object.assign(new Error(message), { name })),
      });
      this.worker.postMessage([number, name, ...values]);
    });
  }

  /** @param {any[]} answer */
  #receive(answer) {
    const [number, kind, ...values] = answer;
    const call = this.#calls.get(number);
    if (kind !== "progress") this.#calls.delete(number);
    call?.[kind](...values);
  }
}

/** The values of a game in a request. */
function fields({ name, discount = 1, isSingle = false }) {
  return [name, discount, isSingle];
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
