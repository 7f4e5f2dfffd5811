/** Loads the program that draws the players. All players of a page share it. */

import { INLINE } from "./inline.js";
import { loader } from "./program.js";

export const load = loader("player", INLINE);
