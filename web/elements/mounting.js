/** What a custom element shows: its children, and then a player or a diagram. */

import { reason as reasonOf } from "./reasons.js";
import { addStyles, renewStyles } from "./styles.js";

/**
 * Makes a player or a diagram in the shadow root of an element when it is first needed. Before
 * that, and if it cannot be made, the element shows its children.
 */
export class Mounting {
  /** The player or diagram, once it is made. */
  handle;
  /** Whether it was needed, also if it could not be made. */
  begun = false;

  #host;
  #subject;
  #load;
  #make;
  #placed;
  /** Resolves to the player or diagram. */
  #making;
  /** Counts the calls of dispose, so that what was made for an earlier use is freed. */
  #uses = 0;

  /**
   * `subject` is the word for it in messages. `load` resolves to the program, and `make` is called
   * with that and an empty element, and returns the player or diagram. `placed` resolves when that
   * may take the place of the children.
   */
  constructor(host, subject, load, make, placed = (_made) => {}) {
    this.#host = host;
    this.#subject = subject;
    this.#load = load;
    this.#make = make;
    this.#placed = placed;
  }

  /** Shows the children, unless the player or diagram is already made. */
  attach() {
    if (!this.#host.shadowRoot) this.#root().append(document.createElement("slot"));
  }

  /** Resolves to the player or diagram, which is made by the first call. */
  get() {
    this.begun = true;
    const making = this.#making ??= this.#mount();
    making.catch(() => { if (this.#making === making) this.#making = undefined; });
    return making;
  }

  /** Called when the element has come into another document. */
  adopted() {
    if (this.#host.shadowRoot) renewStyles(this.#host.shadowRoot);
  }

  /** Frees the player or diagram. The element shows its children again. */
  dispose() {
    this.#uses += 1;
    this.begun = false;
    this.#making = undefined;
    this.handle?.free();
    this.handle = undefined;
    this.#host.shadowRoot?.replaceChildren(document.createElement("slot"));
  }

  #root() {
    return this.#host.shadowRoot ?? this.#host.attachShadow({ mode: "open" });
  }

  async #mount() {
    const use = this.#uses;
    const root = this.#root();
    let isLoaded = false;
    try {
      const check = () => {
        if (use !== this.#uses) throw new Error(`the ${this.#subject} was removed`);
      };
      const loaded = await this.#load();
      check();
      isLoaded = true;
      const container = document.createElement("div");
      container.className = "content";
      this.handle = this.#make(loaded, container);
      addStyles(root, loaded.program.styles());
      await this.#placed(this.handle);
      check();
      root.replaceChildren(container);
      return this.handle;
    } catch (error) {
      if (use !== this.#uses) throw error;
      const note = document.createElement("p");
      note.part = "note";
      // The page may have another language and direction.
      [note.lang, note.dir] = ["en", "ltr"];
      note.setAttribute("role", "alert");
      const what = isLoaded ? "cannot be shown"
        : "did not start, because its program could not be loaded or run";
      note.textContent = `This ${this.#subject} ${what}: ${reasonOf(error)}.`;
      const hadFocus = root.activeElement !== null;
      root.replaceChildren(document.createElement("slot"), note);
      const detail = { message: note.textContent };
      if (!isLoaded) {
        const again = document.createElement("button");
        [again.type, again.textContent] = ["button", "Try again"];
        Object.assign(again.style, { font: "inherit", padding: "0.4em 0.8em" });
        again.addEventListener("click", () => this.#host.visibilityChanged(true));
        note.append(" ", again);
        if (hadFocus) again.focus();
      }
      queueMicrotask(() => {
        const event = new CustomEvent("error", { detail, bubbles: true, composed: true });
        this.#host.dispatchEvent(event);
      });
      throw error;
    }
  }
}
