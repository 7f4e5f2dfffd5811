/** Opens the pages that programs draw, and offers these programs what they need of the browser. */

import { receive } from "../embed/downloads.js";
import { loader } from "../embed/program.js";
import { explained } from "../embed/reasons.js";
import { memoryLimit, startSolver } from "../embed/solving.js";
import { addStyles } from "../embed/styles.js";
import { startProgram } from "../embed/worker.js";

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
  /** Resolves to the bytes of a policy file. */
  policyFile: (name) => {
    return receive(url(`embed/policies/${name}.policy`), false, () => {}).catch((error) => {
      throw typeof error === "number" ? new Error(`the server answers ${error}`) : explained(error);
    });
  },
  daily: (date) => extra("daily").then((it) => it.puzzle(date, url("pages/daily.txt")))
    .catch(explain),
  /** Opens the Share dialog. */
  share: (beside, ...texts) => import(url("embed/extras/share.js")).then(({ shareText }) => {
    shareText(beside.getRootNode(), ...texts);
  }),
  dailyFound: async (date, tries) => (await extra("daily")).found(date, tries),
};

/**
 * Shows the page of a program, such as "arena/arena", in an element, for as long as the document
 * exists. Its styles are those of the document, or of the shadow root of the element.
 */
export async function open(parent, { program: name, shadow }) {
  const { program, styles } = await loader(() => url(name))();
  if (!shadow) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    document.adoptedStyleSheets.push(sheet);
    return program.show(parent, host);
  }
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: "open" });
  addStyles(root, styles);
  const element = document.createElement("div");
  root.replaceChildren(element);
  program.show(element, host);
}
