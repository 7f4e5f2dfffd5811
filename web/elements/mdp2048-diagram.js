/**
 * Defines the custom element <mdp2048-diagram>: a live diagram of a small game of 2048.
 *
 * This module is small. The program that draws the diagrams is loaded when the first of them is
 * about to be visible. All diagrams of a page share it. Every file is found relative to this
 * module, or in the folder that a bundle sets.
 */

import { Mdp2048Diagram } from "./diagram-element.js";
import { functionsOf } from "./program-element.js";

export { load, Mdp2048Diagram } from "./diagram-element.js";
export { setFolder } from "./files.js";

export const { define, create } = functionsOf("mdp2048-diagram", Mdp2048Diagram);

define();
