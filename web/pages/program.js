/** Opens the pages that programs draw, and offers these programs what they need of the browser. */

import { begin, receive } from "../embed/downloads.js";
import { loader } from "../embed/program.js";
import { explained } from "../embed/reasons.js";
import { memoryLimit, startWorker } from "../embed/solving.js";
import { addStyles } from "../embed/styles.js";

/** The URL of a file of the site. */
const url = (file) => new URL(`../${file}`, import.meta.url).href;

/** What programs may call. */
const host = {
  /**
   * Starts a worker that runs a function of the program of workers. `build` is that of the program
   * that asks it.
   */
  startWorker: (serve, build) => startWorker(url("embed/"), serve, build),
  memoryLimit,
  /**
   * Whether the page may solve small games before the reader presses a button: unless data is to
   * be saved or the device has little memory, where the browser states that.
   */
  mayWorkUnasked: () => !navigator.connection?.saveData && !(navigator.deviceMemory < 2),
  /** Resolves to the bytes of a file of the site. */
  file: (name) => receive(url(name), false, () => {}).catch((error) => {
    throw typeof error === "number" ? new Error(`the server answers ${error}`) : explained(error);
  }),
  /** Opens the Share dialog. */
  share: (beside, ...texts) => import(url("embed/extras/share.js")).then(({ shareText }) => {
    shareText(beside.getRootNode(), ...texts);
  }),
};

/**
 * What stands in the place of positions until their program is there: the board of the address, or
 * that with which the page opens (`explorer/src/url.rs`).
 */
function expected() {
  const asked = new URLSearchParams(location.hash.split("?")[1]);
  const digits = asked.get("state") ?? (asked.size ? "" : "022157168");
  const side = Math.sqrt(digits.length);
  const cell = (digit) => (/[1-9a-e]/.test(digit)
    ? `<i data-face="${2 ** parseInt(digit, 16)}">${2 ** parseInt(digit, 16)}</i>` : "<i></i>");
  const board = [2, 3, 4].includes(side)
    ? `<div class="static-board">${[...digits].map(cell).join("")}</div>` : "";
  return `<div class="expected" data-board="${side}x${side}" role="status">${board}
    <p>Downloading the program of this page …</p></div>`;
}

/** What loads the programs of the pages, by their names. */
const loaders = new Map();

/**
 * Shows the page of a program, such as "app/app", in the shadow root of an element, for as long as
 * the document exists. `early` is a file that the program asks for first. `load` loads the program,
 * if the elements of the page share it.
 */
export async function open(parent, { name, program: files, early }, load) {
  if (early) begin(url(early));
  if (name === "explore") parent.innerHTML = expected();
  if (!loaders.has(files)) loaders.set(files, load ?? loader(() => url(files)));
  const { program } = await loaders.get(files)();
  const styles = program.styles(name);
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: "open" });
  addStyles(root, styles);
  const element = document.createElement("div");
  root.replaceChildren(element);
  program.show(element, host, name);
}
