/** Buttons and keys of a player or a diagram whose work is in modules that load on demand. */

/** The groups of controls below which a note about one of them stands. */
const GROUPS = ".panel, .turns, .foot";

/**
 * Calls `act`, which returns a promise. If that fails, a note beside `control` says that `subject`
 * could not be loaded, and offers to try again. There is one note for each subject, until it
 * succeeds.
 */
export async function run(container, control, subject, act) {
  const notes = [...container.querySelectorAll(".note[data-subject]")];
  const before = notes.find((it) => it.dataset.subject === subject);
  try {
    await act();
    const hadFocus = before?.contains(before.getRootNode().activeElement);
    before?.remove();
    if (hadFocus) control.focus();
  } catch {
    before?.remove();
    const note = document.createElement("p");
    Object.assign(note, { className: "note", role: "alert" });
    note.dataset.subject = subject;
    note.textContent = `${subject} could not be loaded: ${navigator.onLine
      ? "check your connection" : "this device is offline"}. `;
    const again = document.createElement("button");
    Object.assign(again, { type: "button", textContent: "Try again" });
    again.addEventListener("click", () => run(container, control, subject, act));
    note.append(again);
    const group = control.closest(GROUPS);
    const status = control.closest(".controls") && container.querySelector(".status");
    if (status) status.append(note);
    else if (group) group.after(note);
    else container.append(note);
    if (before) again.focus();
  }
}

/**
 * Runs `act` when the reader presses a button of this name, or its key while one is visible. `act`
 * gets the button and the event.
 */
export function listenFor(container, name, key, subject, act) {
  const press = (button, event) => run(container, button, subject, () => act(button, event));
  const selector = `[data-control=${name}]`;
  container.addEventListener("click", (event) => {
    const button = event.target.closest(selector);
    if (button) press(button, event);
  });
  container.addEventListener("keydown", (event) => {
    const isTaken = event.ctrlKey || event.altKey || event.metaKey
      || event.target.closest("input, select, dialog");
    if (event.key.toLowerCase() !== key || isTaken) return;
    // A narrow player shows rare controls on request, but has their keys.
    const isFolded = (it) => it.matches(".rare") && !it.hidden && !it.parentElement.hidden
      && container.querySelector(".more").offsetParent;
    const button = [...container.querySelectorAll(selector)]
      .find((it) => it.offsetParent || isFolded(it));
    if (!button) return;
    event.preventDefault();
    press(button, event);
  });
}
