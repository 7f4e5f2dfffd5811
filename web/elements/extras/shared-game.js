/** Solved games that the players of a page share. */

import { memoryLimit, startSolver } from "../solving.js";
import { OTHER_BUILD, end } from "../worker.js";

/** How long a solution that nobody uses is kept, in milliseconds. */
const KEPT = 120_000;

/** The name of the error that a game needs more memory than there is. */
export const TOO_LARGE = "GameTooLarge";

/** Throws if a program, which is to ask the worker of a player's game, is of another build. */
export function requireBuild(program, player) {
  if (program.build() !== player.build) throw new Error(OTHER_BUILD);
}

/** What the two passes of a solve take of its time. */
const FIRST_PASS = 0.5;

/** The solved games of the page by name and discount; all players of a game share one worker. */
const games = new Map();

/**
 * A game and the worker that solves it. Modules that are JavaScript alone send it arrays: the number
 * of the request, its name, the game, its discount and what else there is. An answer has the number
 * of the request, "progress", "answer" or "error", and what there is to tell
 * (`web/src/worker/solver/plain.rs`).
 */
export class SharedGame {
  users = new Set();
  /** The players of this game that have needed it, and may need it again. */
  #hosts = new Set();
  #listeners = new Set();
  #game;
  #solved;
  #timer;
  /** What waits for answers, by the numbers of the requests. */
  #calls = new Map();
  #next = 0;
  /** Why the worker answers nothing any more. */
  #error;

  constructor(key, build, ...game) {
    this.key = key;
    this.#game = game;
    this.worker = startSolver(new URL("../", import.meta.url), build);
    this.worker.addEventListener("message", ({ data }) => {
      if (Array.isArray(data)) this.#receive(data);
    });
    this.worker.addEventListener("error", ({ message }) => {
      this.#error ??= new Error(message);
      for (const { reject } of this.#calls.values()) reject(this.#error);
      this.#calls.clear();
    });
    /** The expected bytes and states; rejects if the game needs more memory than there is. */
    this.estimate = this.#ask("estimate").then(([least, most, fewest, many]) => {
      const bytes = (least + most) / 2;
      if (least > memoryLimit()) {
        const needs = `it needs ${size(bytes)} of memory, more than a page gets here`;
        throw Object.assign(new Error(needs), { name: TOO_LARGE });
      }
      return { bytes, states: (fewest + many) / 2 };
    });
    this.estimate.catch(() => this.end());
  }

  /**
   * The game of a player, which this user needs. It ends when no such player is left: the signal
   * tells that the player of this host is freed.
   */
  static of(host, player, user, signal) {
    const name = JSON.parse(player.state()).game;
    const discount = Number(host.getAttribute("discount") ?? 1);
    const key = `${name} ${discount}`;
    if (!games.has(key)) games.set(key, new SharedGame(key, player.build, name, discount));
    const game = games.get(key);
    game.users.add(user);
    clearTimeout(game.#timer);
    if (!game.#hosts.has(host)) {
      game.#hosts.add(host);
      signal.addEventListener("abort", () => game.#leave(host), { once: true });
    }
    return game;
  }

  /** Whether the game is solved, or is being solved. */
  get isSolved() { return this.#solved !== undefined; }

  /**
   * Solves the game once. Resolves to whether its values are those of losing, and the value of the
   * start. Until then, `listener` is called with the fraction of the solve that is done, the seconds
   * that are left, and whether the game is solved for the second time.
   */
  async solve(listener) {
    this.#solved ??= this.#start();
    this.#listeners.add(listener);
    try {
      return await this.#solved;
    } catch (error) {
      this.end();
      throw error;
    } finally {
      this.#listeners.delete(listener);
    }
  }

  async #start() {
    const begin = performance.now();
    const { states: expected } = await this.estimate;
    const progress = (pass, states, all) => {
      const share = Math.min(states / (all || expected), 1);
      const done = pass % 2 ? FIRST_PASS + (1 - FIRST_PASS) * share : FIRST_PASS * share;
      const seconds = (performance.now() - begin) / 1000;
      for (const listener of this.#listeners) listener(done, seconds * (1 / done - 1), pass > 1);
    };
    const [losing, startValue] = await this.#ask("solve", [memoryLimit()], progress);
    return { losing, startValue };
  }

  /**
   * Plays the rest of a seeded game from a board on, of which the hexadecimal exponents are given;
   * `tiles` random tiles of the seed are used before. Resolves to seven numbers for each move: the
   * tile sum, the index of the action in left, right, up and down, the value and the four action
   * values (NaN where an action is not allowed). There are none if the board is not reachable.
   */
  play(seed, tiles, board) {
    return this.#ask("play", [board, Number(seed), Number(tiles)]);
  }

  /**
   * Counts the expected moves of the optimal policy from a board on. Resolves to a sentence; to
   * nothing if no game reaches the board, or if another count begins before the end. `onProgress`
   * gets the share that is done.
   */
  async countMoves(board, onProgress) {
    return (await this.#ask("countMoves", [board], onProgress))[0];
  }

  /** Sends a request; resolves to the values of its last answer. */
  #ask(name, values = [], progress = (..._values) => {}) {
    return new Promise((resolve, reject) => {
      if (this.#error) return reject(this.#error);
      const number = this.#next++;
      this.#calls.set(number, { progress, resolve, reject });
      this.worker.postMessage([number, name, ...this.#game, ...values]);
    });
  }

  /** @param {any[]} answer */
  #receive(answer) {
    const [number, kind, ...values] = answer;
    const call = this.#calls.get(number);
    if (kind === "progress") return call?.progress(...values);
    this.#calls.delete(number);
    if (kind === "answer") return call?.resolve(values);
    const [message, errorName = "Error"] = values;
    call?.reject(Object.assign(new Error(message), { name: errorName }));
  }

  /** Ends the use of the game by a player. */
  #leave(host) {
    this.#hosts.delete(host);
    if (this.#hosts.size === 0) this.end();
  }

  /** Ends the use of the game; the worker ends when nobody needs it. */
  release(user, isCancelled) {
    this.users.delete(user);
    clearTimeout(this.#timer);
    if (this.users.size > 0) return;
    if (isCancelled) this.end();
    else this.#timer = setTimeout(() => this.end(), KEPT);
  }

  /** Stops the worker and frees its memory. */
  end() {
    clearTimeout(this.#timer);
    end(this.worker, "it was stopped");
    if (games.get(this.key) === this) games.delete(this.key);
  }
}

/** Returns the text of a number of bytes. */
export const size = (bytes) => {
  const tens = Math.ceil(bytes / 1e7);
  return tens < 95 ? `${10 * tens} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
};

/** Returns the text of a number of seconds. */
export const seconds = (time) => (time < 100 ? `${Math.max(1, Math.round(time))} s`
  : `${Math.round(time / 60)} minutes`);
