/**
 * Defines the custom element <mdp2048-player>: an optimal player of a small game of 2048. Also puts
 * players into the markup of the published player, `<p class="twenty48-policy-player" ...>`.
 *
 * This module is small. The program that draws the players is loaded when the first of them is
 * about to be visible, or when a script calls a method of one. All players of a page share it.
 * Every file is found relative to this module.
 */

import { Mdp2048Player } from "./element.js";
import { upgradePublished } from "./published.js";

export { load } from "./load.js";
export { Mdp2048Player };

/** Defines the element under this name, unless the page has one already. */
export function define(name = "mdp2048-player") {
  const elements = globalThis.customElements;
  if (!elements || elements.get(name)) return;
  // A class can have one name only.
  const isFirst = !elements.getName?.(Mdp2048Player);
  elements.define(name, isFirst ? Mdp2048Player : class extends Mdp2048Player {});
}

/**
 * Puts a player into an element. `src` is the URL of a policy; if it is null, the player has the
 * policy of its game. The other options have the names of the attributes.
 */
export function create(src, parent, options = {}) {
  define();
  const player = document.createElement("mdp2048-player");
  if (src != null) player.setAttribute("src", String(src));
  for (const [name, value] of Object.entries(options)) {
    if (value === true) player.setAttribute(name, "");
    else if (value !== false && value != null) player.setAttribute(name, String(value));
  }
  parent.append(player);
  return player;
}

define();
upgradePublished();
