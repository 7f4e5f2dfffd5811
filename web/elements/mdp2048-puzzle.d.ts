/** Puzzles on positions of 2048, as custom elements. */

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
  /** The tile that wins on that board, such as 512: the question names it. */
  target?: number | string;
  /** Loads nothing and shows the content until `show()` is called. */
  loading?: "press";
  theme?: "light" | "dark" | "auto";
}

export class Mdp2048Puzzle extends HTMLElement {
  /** Shows the puzzle; needed with `loading="press"` only. */
  show(): Promise<void>;
  /** Frees the puzzle; the element shows its own content until a puzzle is needed again. */
  dispose(): void;
  addEventListener(
    name: "error",
    listener: (event: CustomEvent<{ message: string }>) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    name: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

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
