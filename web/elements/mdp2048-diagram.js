/**
 * Defines the custom element <mdp2048-diagram>: a live diagram of a small game of 2048.
 *
 * This module is small. The program that draws the diagrams is loaded when the first of them is
 * about to be visible. All diagrams of a page share it. Every file is found relative to this
 * module, or in the folder that a bundle sets.
 */

import { defineElement, elementWith } from "./define.js";
import { Mdp2048Diagram } from "./diagram-element.js";

export { load, Mdp2048Diagram } from "./diagram-element.js";
export { setFolder } from "./files.js";

/** Defines the element under this name, unless the page has one already. */
export function define(name = "mdp2048-diagram") {
  defineElement(name, Mdp2048Diagram);
}

/** Puts a diagram into an element. The options have the names of the attributes. */
export function create(parent, options = {}) {
  define();
  const diagram = elementWith("mdp2048-diagram", options);
  parent.append(diagram);
  return diagram;
}

define();
