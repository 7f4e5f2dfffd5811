/**
 * Defines the custom element <mdp2048-player>: an optimal player of a small game of 2048. Also puts
 * players into the markup of the published player, `<p class="twenty48-policy-player" ...>`.
 *
 * This module is small. The program that draws the players is loaded when the first of them is
 * about to be visible, or when a script calls a method of one. All players of a page share it.
 * Every file is found relative to this module, or in the folder that a bundle sets.
 */

import { Mdp2048Player, load } from "./element.js";
import { functionsOf } from "./program-element.js";
import { upgradePublished } from "./published.js";

export { setFolder } from "./files.js";
export { Mdp2048Player, load };

const functions = functionsOf("mdp2048-player", Mdp2048Player);

export const { define } = functions;

/**
 * Puts a player into an element. `src` is the URL of a policy; if it is null, the player has the
 * policy of its game. The other options have the names of the attributes.
 */
export const create = (src, parent, options = {}) => functions.create(parent, { src, ...options });

define();
upgradePublished();
