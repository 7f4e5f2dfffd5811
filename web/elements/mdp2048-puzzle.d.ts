/** Puzzles on positions of 2048, as custom elements. */

import { Mdp2048Diagram } from "./mdp2048-diagram.js";

/** The attributes of the element; `create` takes them as options. */
export interface PuzzleOptions {
  /** The day whose puzzle is shown, such as "2026-11-26"; today by default. */
  day?: string;
  /** Asks for the best move on this board, such as "2 0/4 2", in the place of a day. */
  state?: string;
  /**
   * The probabilities of winning after left, right, up and down on that board, such as
   * "- 0.9 0.95 -" with a dash for a move that is not allowed.
   */
  values?: string;
  /** Loads nothing and shows the content until `show()` is called. */
  loading?: "press";
  theme?: "light" | "dark" | "auto";
}

/** It has the methods and the event of a diagram. */
export class Mdp2048Puzzle extends Mdp2048Diagram {}

/** Puts a puzzle into an element of the page and returns it. */
export function create(parent: Element, options?: PuzzleOptions): Mdp2048Puzzle;

/** Defines the element under a name, by default "mdp2048-puzzle", unless the page has it. */
export function define(name?: string): void;

export { setFolder } from "./mdp2048-diagram.js";

declare global {
  interface HTMLElementTagNameMap {
    "mdp2048-puzzle": Mdp2048Puzzle;
  }
}
