/**
 * Defines the custom element <mdp2048-puzzle>: the puzzle of a day, or of any position. The program
 * is loaded when the first of them is about to be visible, as that of mdp2048-diagram.js.
 */

import { PUZZLE_PARAMETERS, attributesOf } from "./attributes.js";
import { receive } from "./downloads.js";
import { url } from "./files.js";
import { ProgramElement, functionsOf } from "./program-element.js";
import { loader } from "./program.js";

export { setFolder } from "./files.js";

const load = loader(() => url("puzzle"));

/** Resolves to the list of puzzles. */
const file = () => receive(url("daily.txt"), false, () => {});

export class Mdp2048Puzzle extends ProgramElement {
  static observedAttributes = PUZZLE_PARAMETERS;

  constructor() {
    super("puzzle", load);
  }

  make({ program }, container) {
    return new program.PuzzleHandle(container, { file }, attributesOf(this, PUZZLE_PARAMETERS));
  }
}

export const { define, create } = functionsOf("mdp2048-puzzle", Mdp2048Puzzle);

define();
