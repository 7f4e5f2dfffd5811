/** Solved games that the players of a page share. */

import { discountOf } from "../files.js";
import { memoryLimit, startWorker } from "../solving.js";
import { OTHER_BUILD } from "../workers.js";

/** How long a solution that nobody uses is kept, in milliseconds. */
const KEPT = 120_000;

/** The name of the error that a game needs more memory than there is. */
export const TOO_LARGE = "GameTooLarge";

/** Throws if a program, which is to ask the solver of a player's game, is of another build. */
export function requireBuild(program, player) {
  if (program.build() !== player.build) throw new Error(OTHER_BUILD);
}

/** What the two passes of a solve take of its time. */
const FIRST_PASS = 0.5;

/** The solved games of the page by name and discount; all players of a game share one worker. */
const games = new Map();

/**
 * A game and its `solver`, an object of the program of the players that asks a worker
 * (`web/src/player/solver.rs`).
 */
export class SharedGame {
  users = new Set();
  /** The players of this game that have needed it, and may need it again. */
  #hosts = new Set();
  #listeners = new Set();
  #solved;
  #timer;

  constructor(key, player) {
    this.key = key;
    const folder = new URL("../", import.meta.url);
    this.solver = player.solver(startWorker(folder, "serveSolver", player.build));
    /** The expected bytes and states; rejects if the game needs more memory than there is. */
    this.estimate = this.solver.estimate().then(({ leastBytes, bytes, states }) => {
      if (leastBytes > memoryLimit()) {
        const needs = `it needs ${size(bytes)} of memory, more than a page gets here`;
        throw Object.assign(new Error(needs), { name: TOO_LARGE });
      }
      return { bytes, states };
    });
    this.estimate.catch(() => this.end());
  }

  /**
   * The game of a player, which this user needs. It ends when no such player is left: the signal
   * tells that the player of this host is freed.
   */
  static of(host, player, user, signal) {
    const key = `${host.game} ${discountOf(host)}`;
    if (!games.has(key)) games.set(key, new SharedGame(key, player));
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
   * Solves the game once. Resolves to whether its expected returns are those of losing, `losing`, and
   * that of the start, `startReturn`. Until then, `listener` is called with the fraction of the
   * solve that is done, the seconds that are left, and whether the game is solved for the second
   * time.
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
    return this.solver.solve(memoryLimit(), progress);
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
    this.solver.end();
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
