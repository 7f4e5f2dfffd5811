/** Which players are near the viewport. */

/** How far outside of the viewport a player is loaded: about one notch of a mouse wheel. */
const MARGIN = "300px";

/** Notifies the players when they come near the viewport or leave it. */
let observer;

/** Calls `visibilityChanged` of a player when it comes near the viewport or leaves it. */
export function observe(player) {
  observer ??= new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) target.visibilityChanged(isIntersecting);
  }, { rootMargin: MARGIN });
  observer.observe(player);
}

/** Ends the calls. */
export function unobserve(player) {
  observer?.unobserve(player);
}
