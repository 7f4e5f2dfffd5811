/** The markup of the published player, which becomes players of this package. */

import { elementWith } from "./program-element.js";

const CLASS = "twenty48-policy-player";

/** Marks the elements that have a player. */
const MARK = "data-mdp2048";

/** Marks the containers to which such markup may be added later. */
const CONTAINER = "data-mdp2048-players";

/**
 * Puts players into the marked-up elements of the page, and from then on into those that are added
 * to a marked container.
 */
export async function upgradePublished() {
  const { document } = globalThis;
  if (!document) return;
  // A module that a script adds may run before the page is parsed.
  if (document.readyState === "loading") {
    await new Promise((parsed) => {
      document.addEventListener("DOMContentLoaded", parsed, { once: true });
    });
  }
  upgrade(document.documentElement);
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) upgrade(node);
  });
  for (const container of document.querySelectorAll(`[${CONTAINER}]`)) {
    observer.observe(container, { childList: true, subtree: true });
  }
}

/** Upgrades a node and those in it. */
function upgrade(node) {
  if (!node.getElementsByClassName) return;
  for (const place of [node, ...node.getElementsByClassName(CLASS)]) {
    if (place.classList.contains(CLASS) && !place.hasAttribute(MARK)) upgradeOne(place);
  }
}

function upgradeOne(place) {
  const { boardSize, maxExponent, packedPolicyPath, initialSeed, arcadeMode } = place.dataset;
  const player = elementWith("mdp2048-player", {
    board: `${boardSize}x${boardSize}`,
    target: 2 ** maxExponent,
    src: packedPolicyPath,
    // Only the path of a text names its discount.
    discount: /discount-(\d*\.?\d+)/.exec(packedPolicyPath)?.[1],
    seed: initialSeed || Math.floor(Math.random() * 10_000),
    ...(arcadeMode === "true" && { autoplay: true, loop: "new-seed" }),
  });
  // What the page shows until there is a player.
  player.append(...place.childNodes);
  place.setAttribute(MARK, "");
  place.append(player);
}
