/** The class of the custom element <mdp2048-diagram>. */

import { DIAGRAM_PARAMETERS, attributesOf } from "./attributes.js";
import { listenFor } from "./controls.js";
import { loadModule, url } from "./files.js";
import { ProgramElement } from "./program-element.js";
import { loader } from "./program.js";

/** Loads the program that draws the diagrams. All diagrams of a page share it. */
export const load = loader(() => url("diagram"));

export class Mdp2048Diagram extends ProgramElement {
  static observedAttributes = [...DIAGRAM_PARAMETERS, "height"];

  constructor() {
    super("diagram", load);
  }

  attributeChangedCallback(name, before, after) {
    // A diagram that is there goes on with the drawing that it has.
    const isShown = name !== "height" && this.handle?.open(attributesOf(this, DIAGRAM_PARAMETERS));
    if (!isShown) super.attributeChangedCallback(name, before, after);
  }

  make({ program }, container) {
    const height = this.getAttribute("height");
    if (height) container.style.setProperty("--pane-height", cssLength(height));
    const parameters = attributesOf(this, DIAGRAM_PARAMETERS);
    const diagram = new program.DiagramHandle(container, parameters, this.hasAttribute("address"));
    listenFor(container, "share", "l", "The Share dialog", async () => {
      const { shareDiagram } = await loadModule(url("extras/share.js"));
      shareDiagram(this, diagram.address());
    });
    listenFor(container, "png", undefined, "The picture", async () => {
      const { savePicture } = await loadModule(url("extras/picture.js"));
      const [svg, name] = diagram.picture();
      await savePicture(svg, `${name}.png`);
    });
    return diagram;
  }
}

/** The CSS length of the attribute `height`, where a number is in pixels. */
function cssLength(text) {
  const length = /^\s*\d+(\.\d+)?\s*$/.test(text) ? `${text.trim()}px` : text;
  if (CSS.supports("height", length)) return length;
  throw new Error(`it asks for height '${text}', but that must be a length, such as 400 or 24rem`);
}
