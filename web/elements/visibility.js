/** Which players are near the viewport. */

/** How far outside of the viewport a player is loaded: about one notch of a mouse wheel. */
const MARGIN = "300px";

/** What notifies the players of each window when they come near its viewport or leave it. */
const observers = new WeakMap();

/** The observer of each player. */
const observing = new WeakMap();

/** Calls `visibilityChanged` of a player when it comes near the viewport or leaves it. */
export function observe(player) {
  const view = player.ownerDocument.defaultView;
  // A document without a window shows nothing.
  if (!view) return;
  if (!observers.has(view)) {
    observers.set(view, new view.IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) target.visibilityChanged(isIntersecting);
    }, { rootMargin: MARGIN }));
  }
  observing.set(player, observers.get(view));
  observers.get(view).observe(player);
}

/** Ends the calls. */
export function unobserve(player) {
  observing.get(player)?.unobserve(player);
  observing.delete(player);
}
