/** What the custom elements have in common: each shows what a program draws. */

import { reason } from "./reasons.js";
import { addStyles, renewStyles } from "./styles.js";

/** How far outside of the viewport an element is loaded: about one notch of a mouse wheel. */
const MARGIN = "300px";

/** What notifies the elements of each window when they come near its viewport or leave it. */
const observers = new WeakMap();

// A server that renders pages has no HTMLElement; it can import this module all the same.
const Base = /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? class {});

/**
 * An element that shows its children, and in their place what its program draws, from when that is
 * first needed. If it cannot be drawn, the element shows its children and a note.
 */
export class ProgramElement extends Base {
  /** What the program has made: a player, a diagram or a puzzle. */
  handle;
  /** Whether it was needed, also if it could not be made. */
  begun = false;

  #subject;
  #load;
  /** Resolves to what the program has made. */
  #making;
  /** Counts the calls of dispose, so that what was made for an earlier use is freed. */
  #uses = 0;
  #observer;

  /** `subject` is the word for it in messages. `load` resolves to the program. */
  constructor(subject, load) {
    super();
    this.#subject = subject;
    this.#load = load;
  }

  /**
   * Returns what the program makes in an empty element.
   *
   * @returns {any}
   */
  make(_loaded, _container) {}

  /** Resolves when what was made may take the place of the children. */
  async placed() {}

  connectedCallback() {
    if (!this.shadowRoot) this.#root().append(document.createElement("slot"));
    const view = this.ownerDocument.defaultView;
    // A document without a window shows nothing.
    if (!view) return;
    if (!observers.has(view)) {
      observers.set(view, new view.IntersectionObserver((entries) => {
        for (const { target, isIntersecting } of entries) {
          /** @type {any} */ (target).visibilityChanged(isIntersecting);
        }
      }, { rootMargin: MARGIN }));
    }
    this.#observer = observers.get(view);
    this.#observer.observe(this);
  }

  disconnectedCallback() {
    this.#observer?.unobserve(this);
    // An element that is moved is connected again at once, and keeps what it shows.
    queueMicrotask(() => { if (!this.isConnected) this.leave(); });
  }

  adoptedCallback() {
    if (this.shadowRoot) renewStyles(this.shadowRoot);
  }

  attributeChangedCallback(_name, before, after) {
    if (this.begun && before !== after) this.renew();
  }

  /** Called when the element comes near the viewport or leaves it. */
  visibilityChanged(isVisible) {
    if (!isVisible) this.handle?.setVisible?.(false);
    else if (!this.waits) this.show().catch(() => {});
  }

  /** Whether the element waits until a method is called. */
  get waits() {
    return this.getAttribute("loading") === "press" && !this.begun;
  }

  async show() {
    (await this.get()).setVisible?.(true);
  }

  /** Resolves to what the program has made, which it makes for the first call. */
  get() {
    this.begun = true;
    const making = this.#making ??= this.#mount();
    making.catch(() => { if (this.#making === making) this.#making = undefined; });
    return making;
  }

  /** Makes it anew, with the attributes that the element has now. */
  renew() {
    this.dispose();
    if (this.isConnected) this.get().catch(() => {});
  }

  /** Called when the element was removed from the page. */
  leave() {
    this.dispose();
  }

  /** Frees what was made. The element shows its children again until that is needed. */
  dispose() {
    this.#uses += 1;
    this.begun = false;
    this.#making = undefined;
    this.handle?.free();
    this.handle = undefined;
    this.shadowRoot?.replaceChildren(document.createElement("slot"));
  }

  #root() {
    return this.shadowRoot ?? this.attachShadow({ mode: "open" });
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
      this.handle = this.make(loaded, container);
      addStyles(root, loaded.program.styles());
      await this.placed();
      check();
      root.replaceChildren(container);
      return this.handle;
    } catch (error) {
      if (use === this.#uses) this.#explain(error, isLoaded);
      throw error;
    }
  }

  /** Shows why nothing can be shown, and offers to try again where the program was not loaded. */
  #explain(error, isLoaded) {
    const root = this.#root();
    const note = document.createElement("p");
    // The page may have another language and direction.
    Object.assign(note, { part: "note", lang: "en", dir: "ltr", role: "alert" });
    const what = isLoaded ? "cannot be shown"
      : "did not start, because its program could not be loaded or run";
    const message = `This ${this.#subject} ${what}: ${reason(error)}.`;
    note.textContent = message;
    const hadFocus = root.activeElement !== null;
    root.replaceChildren(document.createElement("slot"), note);
    if (!isLoaded) {
      const again = document.createElement("button");
      Object.assign(again, { type: "button", textContent: "Try again" });
      Object.assign(again.style, { font: "inherit", padding: "0.4em 0.8em" });
      again.addEventListener("click", () => this.visibilityChanged(true));
      note.append(" ", again);
      if (hadFocus) again.focus();
    }
    this.emit("error", { message });
  }

  /** Dispatches an event when the program has handled it: listeners may dispose of the element. */
  emit(name, detail) {
    queueMicrotask(() => {
      this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
    });
  }
}

/** Makes an element with these attributes: `true` is an empty one; false and null are left out. */
export function elementWith(name, attributes) {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(attribute, "");
    else if (value !== false && value != null) element.setAttribute(attribute, String(value));
  }
  return element;
}

/** The functions of a module: one defines its element, one puts it into an element of the page. */
export function functionsOf(usual, element) {
  /** Defines the element under a name, unless the page has one of this name. */
  const define = (name = usual) => {
    const elements = globalThis.customElements;
    if (!elements || elements.get(name)) return;
    // A class can have one name only.
    const isFirst = !elements.getName?.(element);
    elements.define(name, isFirst ? element : class extends element {});
  };
  const create = (parent, options = {}) => {
    define();
    return parent.appendChild(elementWith(usual, options));
  };
  return { define, create };
}
