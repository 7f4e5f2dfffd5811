/** The Share dialog of a player or a diagram: a link, the HTML of the element, that of a frame. */

import { PLAYER_ATTRIBUTES, attributesOf } from "../attributes.js";
import { addStyles } from "../styles.js";
import { png, savePicture } from "./picture.js";

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

/** The URL of a file beside the modules that authors import. */
const file = (name) => new URL(`../${name}`, import.meta.url).href;

/** The other attributes of a frame. */
const FRAME = { frameborder: 0, loading: "lazy" };

/** The attributes of an element that shows a move, and the parameters of a frame with it. */
function playerParts(host, address) {
  const { seed, move, state } = parameters(address);
  const copied = attributesOf(host, PLAYER_ATTRIBUTES);
  // A link leads to one position; nothing plays there before the reader presses Start.
  for (const name of ["autoplay", "loop", "seed", "state", "start-at"]) delete copied[name];
  if (copied.src) copied.src = new URL(copied.src, host.baseURI).href;
  /** @type {Record<string, any>} */
  const attributes = { ...copied, seed };
  if (state) attributes.state = state;
  if (move > 0) attributes["start-at"] = move;
  return { attributes, frame: new URLSearchParams(attributes) };
}

/** Shares the move that a player shows. `address` is the fragment of its URL. */
export function sharePlayer(host, address) {
  const { game, seed, move } = parameters(address);
  const at = move > 0 ? `, move ${move}` : "";
  open(host, "mdp2048-player", {
    heading: "Share this move",
    title: `2048, ${game.replaceAll("_", " ")}, seed ${seed}${at}`,
    link: "Link to this move",
    address,
    ...playerParts(host, address),
  });
}

/**
 * Shares the moves of a reader, beside the optimal policy. `address` is the fragment of the URL
 * that plays them, `summary` a text about them, and `picture` an SVG file.
 */
export function shareGame(host, address, summary, picture) {
  const { frame } = playerParts(host, address);
  shareText(host.shadowRoot, summary, linkTo(host, address, frame), picture);
}

/** Shares a text about a game, the URL of the game, and an SVG file or "", in a shadow root. */
export function shareText(root, summary, url, picture) {
  openDialog(root, { heading: "Share your game", title: "2048, solved", summary, url, picture,
    fields: [
      { name: "link", label: "Link to your game", text: url },
      { name: "summary", label: "What it says", text: summary },
    ] });
}

/** Shares what a diagram shows. `address` is the fragment of its URL. */
export function shareDiagram(host, address) {
  const attributes = { ...attributesOf(host, ["height", "controls", "theme", "lang"]),
    ...parameters(address) };
  open(host, "mdp2048-diagram", {
    heading: "Share this diagram",
    title: `Diagram of 2048, ${attributes.game.replaceAll("_", " ")}`,
    link: "Link to this diagram",
    address,
    attributes,
    frame: new URLSearchParams({ element: "diagram", ...attributes }),
  });
}

/** The URL of what an element shows. */
function linkTo(host, address, frame) {
  // Without the attribute `address`, the page around the element cannot show a position.
  return host.hasAttribute("address")
    ? location.href.replace(/#.*/s, "") + address
    : `${file("embed.html")}?${frame}`;
}

function open(host, name, { heading, title, link, address, attributes, frame }) {
  const embedded = `${file("embed.html")}?${frame}`;
  const url = linkTo(host, address, frame);
  // A frame has a margin of half a rem around the element.
  const height = Math.ceil(host.getBoundingClientRect().height) + 16;
  const fields = [{ name: "link", label: link, text: url }];
  openDialog(host.shadowRoot, { heading, title, url, fields, embed: [
    { name: "element", label: "HTML of the element", text:
      `${tag("script", { type: "module", src: file(`${name}.js`) })}</script>\n`
      + `${tag(name, attributes)}${escape(title)}</${name}>` },
    { name: "frame", label: "HTML of a frame", text:
      `${tag("iframe", { src: embedded, title, width: "100%", height, ...FRAME })}</iframe>` },
  ] });
}

/** The parameters of the fragment of a URL. */
function parameters(address) {
  /** @type {Record<string, any>} */
  const found = Object.fromEntries(new URLSearchParams(address.replace(/^[^?]*\??/, "")));
  return found;
}

/** Writes a tag. An attribute without a value is written as its name. */
function tag(name, attributes) {
  const write = ([key, value]) => (value === "" ? key : `${key}="${escape(String(value))}"`);
  return `<${[name, ...Object.entries(attributes).map(write)].join(" ")}>`;
}

function escape(text) {
  const names = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;" };
  return text.replace(/[&<>"]/g, (character) => names[character]);
}

/**
 * Opens the dialog with a heading and fields, each { name, label, text }; those of `embed` are for
 * authors of pages, and shown on request. The dialog is in the shadow root of an element, and is
 * removed when it is closed. `title`, `url`, `summary` and `picture`, an SVG file, are what the
 * system's own dialog shares, where it has one.
 */
function openDialog(root, options) {
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
