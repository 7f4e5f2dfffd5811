/** Defines and makes custom elements. */

/** Defines a class of elements under a name, unless the page has an element of this name. */
export function defineElement(name, element) {
  const elements = globalThis.customElements;
  if (!elements || elements.get(name)) return;
  // A class can have one name only.
  const isFirst = !elements.getName?.(element);
  elements.define(name, isFirst ? element : class extends element {});
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
  const define = (name = usual) => defineElement(name, element);
  const create = (parent, options = {}) => {
    define();
    return parent.appendChild(elementWith(usual, options));
  };
  return { define, create };
}
