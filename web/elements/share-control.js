/** The button and the key that open the Share dialog of a player or a diagram. */

/** The key. */
const KEY = "l";

/** Calls `share`, which returns a promise, when the reader presses the button or the key. */
export function listenForShare(container, share) {
  const open = () => share().catch(() => {
    const note = document.createElement("p");
    note.className = "note";
    note.setAttribute("role", "alert");
    note.textContent = "The Share dialog could not be loaded. Load the page again to try again.";
    container.append(note);
  });
  container.addEventListener("click", ({ target }) => {
    if (target.closest("[data-control=share]")) open();
  });
  container.addEventListener("keydown", (event) => {
    const isTaken = event.ctrlKey || event.altKey || event.metaKey
      || event.target.closest("input, select");
    const button = container.querySelector("[data-control=share]");
    if (event.key.toLowerCase() !== KEY || isTaken || !button?.getClientRects().length) return;
    event.preventDefault();
    open();
  });
}
