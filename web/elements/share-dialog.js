/** A dialog with texts to copy. */

import { png, savePicture } from "./extras/picture.js";
import { addStyles } from "./styles.js";

const STYLES = `
.share {
  width: min(38rem, 100% - 2rem);
  max-height: calc(100% - 2rem);
  padding: 1.1rem 1.25rem 1.25rem;
  border: 1px solid var(--rule);
  border-radius: var(--radius);
  background: var(--surface);
  color: var(--ink);
  font: 0.9375rem/1.45 var(--ui);
  text-align: start;
}
.share::backdrop { background: rgb(0 0 0 / 45%); }
.share header { display: flex; align-items: center; justify-content: space-between; gap: 1rem; }
.share h2 { margin: 0; font-size: 1.1875rem; }
.share label { display: block; margin: 0.9rem 0 0.25rem; color: var(--soft); font-size: 0.875rem; }
.share .field { display: flex; align-items: start; gap: 0.5rem; }
.share :is(input, textarea) {
  flex: 1;
  min-width: 0;
  padding: 0.45rem 0.6rem;
  border: 1px solid var(--edge);
  border-radius: 6px;
  background: var(--paper);
  color: inherit;
  font: 0.8125rem/1.5 ui-monospace, monospace;
  resize: none;
}
.share button { flex: none; font-weight: 550; }
.share [role="status"] { min-height: 1.45em; margin: 0.9rem 0 0; }
.share .embed { margin-top: 0.9rem; }
.share .embed summary { padding: 0.4rem 0; font-weight: 550; cursor: pointer; }
.share > button { margin-top: 0.4rem; }
@media (max-width: 30em) {
  .share :is(input, textarea) { font-size: 16px; }
}
`;

const TEMPLATE = `
<header>
  <h2 id="share-title"></h2>
  <button type="button" data-control="close-share">Close</button>
</header>
<div class="fields"></div>
<details class="embed" hidden>
  <summary data-control="embed">Embed</summary>
  <div class="fields"></div>
</details>
<p role="status"></p>
<button type="button" data-control="share-picture" hidden>Save picture</button>
<button type="button" data-control="send" hidden>Send…</button>
`;

/** The name of the file of a picture. */
const NAME = "mdp2048_game.png";

/**
 * Opens a dialog with a heading and fields, each { name, label, text }; those of `embed` are for
 * authors of pages, and shown on request. The dialog is in the shadow root of an element, and is
 * removed when it is closed. `title`, `url`, `summary` and `picture`, an SVG file, are what the
 * system's own dialog shares, where it has one.
 */
export function openDialog(root, options) {
  const { heading, fields, embed = [], title, url, summary = undefined, picture = "" } = options;
  if (root.querySelector("dialog")) return;
  const dialog = document.createElement("dialog");
  dialog.className = "share";
  dialog.part = "share";
  [dialog.lang, dialog.dir] = ["en", "ltr"];
  dialog.setAttribute("aria-labelledby", "share-title");
  dialog.innerHTML = TEMPLATE;
  const find = (css) => dialog.querySelector(css);
  find("h2").textContent = heading;
  const say = (text) => { find("[role=status]").textContent = text; };
  find(".fields").append(...fields.map((field) => makeField(field, say)));
  find(".embed .fields").append(...embed.map((field) => makeField(field, say)));
  find(".embed").hidden = embed.length === 0;
  find("[data-control=close-share]").onclick = () => dialog.close();
  const send = find("[data-control=send]");
  send.hidden = !navigator.share;
  send.onclick = async () => {
    const data = { title, url, text: summary };
    const drawn = picture && await png(picture).catch(() => "");
    const files = drawn ? [new File([drawn], NAME, { type: drawn.type })] : [];
    const canShare = drawn && navigator.canShare?.({ files });
    navigator.share(canShare ? { ...data, files } : data).catch(() => {});
  };
  const save = find("[data-control=share-picture]");
  save.hidden = !picture;
  save.onclick = () => savePicture(picture, NAME).then(() => say("Picture saved."),
    ({ message }) => say(`The picture could not be saved: ${message}.`));
  // A click beside the dialog has the dialog itself as its target.
  dialog.onclick = ({ target, clientX: x, clientY: y }) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    const isInside = x >= left && x <= right && y >= top && y <= bottom;
    if (target === dialog && !isInside) dialog.close();
  };
  dialog.onclose = () => dialog.remove();
  addStyles(root, STYLES);
  (root.querySelector(".content") ?? root).append(dialog);
  dialog.showModal();
  find(".field button").focus();
}

/** A label, and a text with a button that copies it. */
function makeField({ name, label, text }, say) {
  const made = document.createElement("template");
  const tag = /[<\s]/.test(text) ? "textarea" : "input";
  made.innerHTML = `<label for="share-${name}"></label>
    <div class="field"><${tag} id="share-${name}" spellcheck="false" readonly></${tag}>
      <button type="button" data-control="copy-${name}">Copy</button></div>`;
  const find = (css) => made.content.querySelector(css);
  const [box, button] = [find(tag), find("button")];
  find("label").textContent = label;
  box.value = text;
  if ("rows" in box) box.rows = text.includes("\n") ? 5 : text.includes("<") ? 4 : 3;
  button.ariaLabel = `Copy: ${label}`;
  button.onclick = async () => {
    try {
      await navigator.clipboard.writeText(text);
      say(`Copied: ${label}.`);
    } catch {
      // There is no clipboard on pages without HTTPS, and the reader may refuse it.
      box.focus();
      box.select();
      const keys = /Mac|iP(hone|ad)/.test(navigator.platform) ? "⌘C" : "Ctrl+C";
      say(`The browser did not allow to copy. The text is selected: press ${keys} to copy it.`);
    }
  };
  return made.content;
}
