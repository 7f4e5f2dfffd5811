/** Opens the pages that programs draw, and offers these programs what they need of the browser. */

import { receive } from "../embed/downloads.js";
import { loader } from "../embed/program.js";
import { explained } from "../embed/reasons.js";
import { memoryLimit, startSolver } from "../embed/solving.js";
import { startProgram } from "../embed/worker.js";
import { copyPicture, savePicture } from "../embed/extras/picture.js";

/** The URL of a file of the site. */
const url = (file) => new URL(`../${file}`, import.meta.url).href;

/** Resolves to a module that few pages need. */
const extra = (name) => import(url(`embed/extras/${name}.js`));

const explain = (error) => { throw explained(error); };

/** What programs may call. */
const host = {
  /** Starts a worker that runs a function of a program, such as "arena/agents". */
  startProgram: (program, serve) => {
    return startProgram(url(`${program}.js`), url(`${program}_bg.wasm`), serve);
  },
  startSolver: () => startSolver(url("embed/")),
  memoryLimit,
  /**
   * Whether the page may solve small games before the reader presses a button: unless data is to
   * be saved or the device has little memory, where the browser states that.
   */
  mayWorkUnasked: () => !navigator.connection?.saveData && !(navigator.deviceMemory < 2),
  savePicture,
  copyPicture,
  /** Resolves to the bytes of a policy file. */
  policyFile: (name) => {
    return receive(url(`embed/policies/${name}.policy`), false, () => {}).catch((error) => {
      throw typeof error === "number" ? new Error(`the server answers ${error}`) : explained(error);
    });
  },
  daily: (date) => extra("daily").then((it) => it.puzzle(date, url("pages/daily.txt")))
    .catch(explain),
  /** Rejected where there is no clipboard, or the reader refuses it. */
  copyText: async (text) => navigator.clipboard.writeText(text),
  dailyFound: async (date, tries) => (await extra("daily")).found(date, tries),
};

/** What stands in the place of positions until their program is there: the board of the address. */
function expected() {
  const asked = new URLSearchParams(location.hash.split("?")[1]);
  const digits = asked.get("state") ?? (asked.size ? "" : "022157168");
  const side = Math.sqrt(digits.length);
  const cell = (digit) => (/[1-9a-e]/.test(digit)
    ? `<i data-face="${2 ** parseInt(digit, 16)}">${2 ** parseInt(digit, 16)}</i>` : "<i></i>");
  const board = [2, 3, 4].includes(side)
    ? `<div class="first-board">${[...digits].map(cell).join("")}</div>` : "";
  return `<div class="expected" data-board="${side}x${side}" role="status">${board}
    <p>Downloading the program of this page …</p></div>`;
}

/**
 * Shows the page of a program, such as "arena/arena", in an element, for as long as the document
 * exists. Its styles are those of the document, or of the shadow root of the element.
 */
export async function open(parent, { program: name, shadow }) {
  if (name === "embed/explorer") parent.innerHTML = expected();
  const { program, styles } = await loader(() => url(name))();
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  if (!shadow) {
    document.adoptedStyleSheets.push(sheet);
    return program.show(parent, host);
  }
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [sheet];
  const element = document.createElement("div");
  root.replaceChildren(element);
  program.show(element, host);
}
