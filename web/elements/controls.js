/** Buttons and keys of a player or a diagram whose work is in modules that load on demand. */

/**
 * Calls `act`, which returns a promise, when the reader presses the button of this name or its key.
 * If that fails, a note says that `subject` could not be loaded.
 */
export function listenFor(container, name, key, subject, act) {
  const run = (button) => act(button).catch(() => {
    const note = document.createElement("p");
    note.className = "note";
    note.setAttribute("role", "alert");
    note.textContent = `${subject} could not be loaded. Load the page again to try again.`;
    container.append(note);
  });
  const selector = `[data-control=${name}]`;
  container.addEventListener("click", ({ target }) => {
    const button = target.closest(selector);
    if (button) run(button);
  });
  container.addEventListener("keydown", (event) => {
    const isTaken = event.ctrlKey || event.altKey || event.metaKey
      || event.target.closest("input, select");
    const button = container.querySelector(selector);
    if (event.key.toLowerCase() !== key || isTaken || !button?.getClientRects().length) return;
    event.preventDefault();
    run(button);
  });
}
