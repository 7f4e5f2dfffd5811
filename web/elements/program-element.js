/** What the elements have in common that a program draws and that have no methods of their own. */

import { Mounting } from "./mounting.js";
import { observe, unobserve } from "./visibility.js";

// A server that renders pages has no HTMLElement; it can import this module all the same.
const Base = /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? class {});

/**
 * Returns the class of an element that shows a subject, such as "diagram". `load` resolves to its
 * program, and `make` is called with that, an empty element and this one, and returns what it has
 * made there.
 */
export const programElement = (subject, load, make) => class extends Base {
  mounting = new Mounting(this, subject, load, (loaded, container) => {
    return make(loaded, container, this);
  });

  connectedCallback() {
    this.mounting.attach();
    observe(this);
  }

  disconnectedCallback() {
    unobserve(this);
    // An element that is moved is connected again at once, and keeps what it shows.
    queueMicrotask(() => { if (!this.isConnected) this.dispose(); });
  }

  adoptedCallback() {
    this.mounting.adopted();
  }

  attributeChangedCallback(name, before, after) {
    if (!this.mounting.begun || before === after) return;
    this.dispose();
    if (this.isConnected) this.mounting.get().catch(() => {});
  }

  /** Called when the element comes near the viewport or leaves it. */
  visibilityChanged(isVisible) {
    const waits = this.getAttribute("loading") === "press" && !this.mounting.begun;
    if (!isVisible) this.mounting.handle?.setVisible?.(false);
    else if (!waits) this.show().catch(() => {});
  }

  /** Shows it; with `loading="press"`, its first call loads it. */
  async show() {
    (await this.mounting.get()).setVisible?.(true);
  }

  /** Frees what is shown. The element shows its children again until that is needed. */
  dispose() {
    this.mounting.dispose();
  }
};
