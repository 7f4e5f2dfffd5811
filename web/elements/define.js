/** Defines custom elements. */

/** Defines a class of elements under a name, unless the page has an element of this name. */
export function defineElement(name, element) {
  const elements = globalThis.customElements;
  if (!elements || elements.get(name)) return;
  // A class can have one name only.
  const isFirst = !elements.getName?.(element);
  elements.define(name, isFirst ? element : class extends element {});
}
