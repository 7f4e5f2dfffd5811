/** The class of the custom element <mdp2048-diagram>. */

import { DIAGRAM_PARAMETERS } from "./attributes.js";
import { listenFor } from "./controls.js";
import { url } from "./files.js";
import { loadModule } from "./modules.js";
import { Mounting } from "./mounting.js";
import { loader } from "./program.js";
import { observe, unobserve } from "./visibility.js";

/** Loads the program that draws the diagrams. All diagrams of a page share it. */
export const load = loader(() => url("diagram"));

// A server that renders pages has no HTMLElement; it can import this module all the same.
const Base = /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? class {});

export class Mdp2048Diagram extends Base {
  static observedAttributes = [...DIAGRAM_PARAMETERS, "height"];

  #mounting = new Mounting(this, "diagram", load, (loaded, container) => {
    return this.#make(loaded, container);
  });

  connectedCallback() {
    this.#mounting.attach();
    observe(this);
  }

  disconnectedCallback() {
    unobserve(this);
    // An element that is moved is connected again at once, and keeps its diagram.
    queueMicrotask(() => { if (!this.isConnected) this.dispose(); });
  }

  adoptedCallback() {
    this.#mounting.adopted();
  }

  attributeChangedCallback(name, before, after) {
    if (!this.#mounting.begun || before === after) return;
    this.dispose();
    if (this.isConnected) this.#mounting.get().catch(() => {});
  }

  /** Called when the element comes near the viewport or leaves it. */
  visibilityChanged(isVisible) {
    const waits = this.getAttribute("loading") === "press" && !this.#mounting.begun;
    if (!isVisible) this.#mounting.handle?.setVisible(false);
    else if (!waits) this.show().catch(() => {});
  }

  /** Shows the diagram; with `loading="press"`, its first call loads it. */
  async show() {
    (await this.#mounting.get()).setVisible(true);
  }

  #make({ program }, container) {
    const height = this.getAttribute("height");
    if (height) container.style.setProperty("--pane-height", cssLength(height));
    const isSet = (name) => this.hasAttribute(name);
    const parameters = DIAGRAM_PARAMETERS.filter(isSet).map((it) => [it, this.getAttribute(it)]);
    const follows = this.hasAttribute("address");
    const diagram = new program.DiagramHandle(container, Object.fromEntries(parameters), follows);
    listenFor(container, "share", "l", "The Share dialog", () => this.#share());
    return diagram;
  }

  async #share() {
    const { shareDiagram } = await loadModule(url("extras/share.js"));
    shareDiagram(this, this.#mounting.handle.address());
  }

  /** Frees the diagram. The element shows its children again until a diagram is needed. */
  dispose() {
    this.#mounting.dispose();
  }
}

/** The CSS length of the attribute `height`, where a number is in pixels. */
function cssLength(text) {
  const length = /^\s*\d+(\.\d+)?\s*$/.test(text) ? `${text.trim()}px` : text;
  if (CSS.supports("height", length)) return length;
  throw new Error(`it asks for height '${text}', but that must be a length, such as 400 or 24rem`);
}
