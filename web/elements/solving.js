/** Solves games in a worker. */

import { WorkerCalls } from "./calls.js";

/**
 * What the worker runs: the functions that the page calls by messages. Progress is sent at most
 * twenty times a second.
 */
function main() {
  let program, solved, counting, mapping, reported = 0;
  const report = (id, progress) => {
    if (performance.now() - reported < 50) return;
    reported = performance.now();
    postMessage({ id, progress });
  };
  const result = () => {
    const { states, startValue, losing, valueError, fileBytes } = solved;
    return {
      states, startValue, losing, valueError, fileBytes, bytes: program.memoryBytes(),
    };
  };
  const calls = {
    async load([script, module_or_path]) {
      program = await import(script);
      await program.default({ module_or_path });
    },
    estimate: (game) => program.estimate(game),
    solve(game, limit, id) {
      solved?.free();
      solved = undefined;
      solved = new program.GameSolution(game, limit, (...progress) => report(id, progress));
      return result();
    },
    async read(module, game, name, id) {
      const { read } = await import(module);
      solved = await read(program, game, name, (part) => report(id, [part]));
      return result();
    },
    async keep(module, name) {
      const { keep } = await import(module);
      return keep(solved, name);
    },
    play: (seed, tiles, board) => solved.play(seed, tiles, board),
    values: (boards) => solved.values(boards),
    async countMoves(board, id) {
      const solution = solved, count = solution.countMoves(board);
      if (!count) return null;
      try {
        for (counting = id; ;) {
          const begin = performance.now();
          let done;
          do done = solution.countOn(count); while (done < 1 && performance.now() - begin < 30);
          if (done === 1) break;
          postMessage({ id, progress: [done] });
          // Other messages come first; one of them may ask for another count.
          await new Promise((resolve) => { setTimeout(resolve); });
          if (counting !== id) return null;
        }
        const { moves, win, inABag, text } = count;
        return { moves, win, inABag, text };
      } finally {
        count.free();
      }
    },
    checksum: () => solved.checksum(),
    async difficulty(good, decisive, id) {
      const solution = solved, pass = solution.difficulty(good, decisive), layers = [];
      try {
        mapping = id;
        for (let begin = performance.now(), layer; (layer = solution.nextLayer(pass)); ) {
          layers.push(layer);
          if (performance.now() - begin < 30) continue;
          postMessage({ id, progress: [pass.states] });
          await new Promise((resolve) => { setTimeout(resolve); });
          if (mapping !== id) throw new Error("it was stopped");
          begin = performance.now();
        }
        return layers;
      } finally {
        pass.free();
      }
    },
    stopPass: () => { mapping = undefined; },
  };
  onmessage = async ({ data: { id, call, args } }) => {
    try {
      postMessage({ id, result: await calls[call](...args, id) });
    } catch (error) {
      postMessage({ id, error: String(error?.message ?? error), name: error?.name });
    }
  };
}

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
 * A worker with the solution of at most one game. A game is an object with the fields board
 * ("3x3"), target, objective ("win"), discount (1), spawnFour (0.1) and precision ("double"), of
 * which those with a value in parentheses may be left out.
 */
export class Solver {
  #worker;
  #kept;

  /**
   * Starts the worker. `folder` is the URL of the folder of the program: solver.js and
   * solver_bg.wasm.
   */
  constructor(folder) {
    const url = (file) => new URL(file, folder).href;
    this.#kept = url("extras/kept.js");
    this.#worker = new WorkerCalls(main, [url("solver.js"), url("solver_bg.wasm")]);
    if (!WebAssembly.validate(SIMD)) this.#worker.end(NO_SIMD);
  }

  /** Resolves to [least bytes, most bytes, least states, most states] of a game. */
  estimate(game) {
    return this.#worker.call("estimate", game);
  }

  /**
   * Solves a game within a number of bytes; resolves to
   * { states, startValue, losing, valueError, fileBytes, bytes }.
   * `onProgress` gets the pass (0 to 3), the tile sum, the states that are done in this pass, and
   * all states of the pass, or 0 where they are not known.
   */
  solve(game, limit, onProgress = () => {}) {
    return this.#worker.call("solve", game, limit, { onProgress });
  }

  /**
   * Reads a solution that was kept, and checks all of it; resolves as `solve` does. `onProgress`
   * gets the part that is read. The error of a file that was damaged, and is now removed, has the
   * name DamagedSolution.
   */
  read(game, name, onProgress = () => {}) {
    return this.#worker.call("read", this.#kept, game, name, { onProgress });
  }

  /** Keeps the solution for the next visit under a name; resolves to the length of its file. */
  keep(name) {
    return this.#worker.call("keep", this.#kept, name);
  }

  /**
   * Plays the rest of a seeded game from a board on, of which the hexadecimal exponents are given;
   * `tiles` random tiles of the seed are used before. Resolves to seven numbers for each move: the
   * tile sum, the index of the action in left, right, up and down, the value and the four action
   * values (NaN where an action is not allowed). There are none if the board is not reachable.
   */
  play(seed, tiles, board) {
    return this.#worker.call("play", seed, tiles, board);
  }

  /**
   * Resolves to five numbers for each of the boards, which are separated by spaces: the value and
   * the four action values, NaN where there is none.
   */
  values(boards) {
    return this.#worker.call("values", boards);
  }

  /**
   * Counts the expected moves of the optimal policy from a board on. Resolves to { moves, win,
   * inABag, text }: the moves until the game is won or lost, the probability of a win, the moves in
   * a bag of the same tiles if the game has a target, and a sentence of these. Resolves to null if
   * no game reaches the board, or if another count begins before the end. `onProgress` gets the
   * share that is done.
   */
  countMoves(board, onProgress = () => {}) {
    return this.#worker.call("countMoves", board, { onProgress });
  }

  /**
   * Computes where the solved game is hard. Resolves to a list with the bytes of a
   * `LayerDifficulty` of the crate model for each tile sum. A good action costs less than `good`;
   * at most `decisive` boards are listed for each tile sum. `onProgress` gets the number of states
   * that are done. The worker answers other calls meanwhile; a second call ends the first.
   */
  difficulty(good, decisive, onProgress = () => {}) {
    return this.#worker.call("difficulty", good, decisive, { onProgress });
  }

  /** Ends the computation of `difficulty`, which is then rejected. */
  stopPass() {
    return this.#worker.call("stopPass");
  }

  /** Resolves to the CRC-32 of all boards and values. */
  checksum() {
    return this.#worker.call("checksum");
  }

  /** Stops the worker at once and frees its memory; calls that are not answered are rejected. */
  end(reason) {
    this.#worker.end(reason);
  }
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
