/** The Share dialog of a player or a diagram: a link, the HTML of the element, that of a frame. */

import { PLAYER_ATTRIBUTES, attributesOf } from "../attributes.js";
import { openDialog } from "../share-dialog.js";

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
  const height = Math.ceil(host.getBoundingClientRect().height);
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
