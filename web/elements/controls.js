/** Buttons and keys of a player or a diagram whose work is in modules that load on demand. */

/**
 * Calls `act`, which returns a promise. If that fails, a note in the container says that `subject`
 * could not be loaded.
 */
export function run(container, subject, act) {
  act().catch(() => {
    const note = document.createElement("p");
    note.className = "note";
    note.setAttribute("role", "alert");
    note.textContent = `${subject} could not be loaded. Reload the page.`;
    container.append(note);
  });
}

/**
 * Runs `act` when the reader presses a button of this name, or its key while one is visible. `act`
 * gets the button and the event.
 */
export function listenFor(container, name, key, subject, act) {
  const press = (button, event) => run(container, subject, () => act(button, event));
  const selector = `[data-control=${name}]`;
  container.addEventListener("click", (event) => {
    const button = event.target.closest(selector);
    if (button) press(button, event);
  });
  container.addEventListener("keydown", (event) => {
    const isTaken = event.ctrlKey || event.altKey || event.metaKey
      || event.target.closest("input, select");
    if (event.key.toLowerCase() !== key || isTaken) return;
    const button = [...container.querySelectorAll(selector)].find((it) => it.offsetParent);
    if (!button) return;
    event.preventDefault();
    press(button, event);
  });
}
