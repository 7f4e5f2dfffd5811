/** The style sheets of the shadow roots. */

/**
 * The property of a shadow root that holds the texts of its style sheets. Modules that load on
 * demand contain copies of this module, so the texts are not kept here.
 */
const TEXTS = Symbol.for("mdp2048-styles");

/** The style sheets of each document by their texts: a document refuses those of another. */
const sheets = new WeakMap();

/**
 * Adds the styles of a text to a shadow root, once. In these styles, 1rem is the font size that the
 * reader prefers, whatever the page around the element sets for its root.
 */
export function addStyles(root, text) {
  root[TEXTS] ??= new Set();
  root[TEXTS].add(text);
  renewStyles(root);
}

/** Makes the style sheets of a shadow root for its document, also after it has changed. */
export function renewStyles(root) {
  const { ownerDocument } = root;
  // A document without a window shows nothing.
  if (!ownerDocument.defaultView) return;
  if (!sheets.has(ownerDocument)) sheets.set(ownerDocument, new Map());
  const known = sheets.get(ownerDocument);
  root.adoptedStyleSheets = [...root[TEXTS] ?? []].map((text) => {
    if (!known.has(text)) known.set(text, sheetOf(root, text));
    return known.get(text);
  });
}

function sheetOf(root, text) {
  const size = fontSize(root);
  const sheet = new root.ownerDocument.defaultView.CSSStyleSheet();
  sheet.replaceSync(text.replace(/(-?\d*\.?\d+)rem\b/g, (_, number) => `${number * size}px`));
  return sheet;
}

/** The font size that the reader has chosen in the browser, in pixels. */
function fontSize(root) {
  const probe = root.ownerDocument.createElement("span");
  probe.style.font = "medium sans-serif";
  root.append(probe);
  const size = parseFloat(root.ownerDocument.defaultView.getComputedStyle(probe).fontSize);
  probe.remove();
  return size || 16;
}
