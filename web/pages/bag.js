/** The page of 2048 in a bag: loads its program. */

import { load, sheet } from "./parts/program.js";

/** Shows the page in an element, for as long as the page exists. */
export async function open(parent, url) {
  const program = await load(url("bag/bag"));
  document.adoptedStyleSheets.push(sheet(program));
  program.showBag(parent);
}
