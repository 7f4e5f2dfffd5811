/** What the address of a page for iframes asks for. */

import { DIAGRAM_ATTRIBUTES, PLAYER_ATTRIBUTES, PUZZLE_ATTRIBUTES } from "../attributes.js";

const ELEMENTS = {
  player: PLAYER_ATTRIBUTES, diagram: DIAGRAM_ATTRIBUTES, puzzle: PUZZLE_ATTRIBUTES,
};

/**
 * Returns the subject, player, diagram or puzzle, the attributes of its element, and sentences about the
 * parameters that are not used.
 */
export function readParameters({ search, href }) {
  const parameters = [...new URLSearchParams(search)].filter(([name]) => name !== "element");
  const subject = new URLSearchParams(search).get("element") ?? "player";
  const known = Object.hasOwn(ELEMENTS, subject) ? ELEMENTS[subject] : undefined;
  if (!known) {
    const problem = `This link asks for '${subject}', but that must be player, diagram or puzzle.`;
    return { problems: [problem] };
  }
  // A link must not set other attributes, such as event handlers.
  /** @param {[string, string]} parameter */
  const isKnown = ([name]) => known.includes(name);
  const attributes = Object.fromEntries(parameters.filter(isKnown));
  const unknown = parameters.filter((it) => !isKnown(it)).map(([name]) => `'${name}'`);
  const problems = unknown.length > 0
    ? [`This link has an unknown parameter: ${unknown.join(", ")}.`]
    : [];
  const { src } = attributes;
  if (src && !isFile(src, href)) {
    delete attributes.src;
    problems.push(`The address of the policy, '${src}', is not that of a file.`);
  }
  return { subject, attributes, problems };
}

/** Whether a URL leads to a file of a web server. */
function isFile(url, base) {
  return URL.canParse(url, base) && /^https?:/.test(new URL(url, base).href);
}
