/** The attributes of the elements that a frame may set and Share copies. */

/** The attributes of a player. */
export const PLAYER_ATTRIBUTES = ["board", "target", "objective", "discount", "seed", "state",
  "start-at", "src", "speed", "autoplay", "loop", "go-on", "controls", "values", "chart", "theme",
  "lang"];

/** The attributes of a diagram that have the names and the values of the parameters of a link. */
export const DIAGRAM_PARAMETERS = ["game", "state", "policy", "actions", "boards", "merge",
  "afterstates", "ends", "shade", "flow", "discount", "node", "seed", "from", "step", "moves",
  "solve", "view"];

/** The attributes of a diagram. */
export const DIAGRAM_ATTRIBUTES = [...DIAGRAM_PARAMETERS, "height", "controls", "theme", "lang"];

/** The attributes of a puzzle that say what it asks. */
export const PUZZLE_PARAMETERS = ["day", "state", "values", "target"];

/** The attributes of a puzzle. */
export const PUZZLE_ATTRIBUTES = [...PUZZLE_PARAMETERS, "theme", "lang"];

/** The attributes with these names that an element has. */
export function attributesOf(element, names) {
  const set = names.filter((name) => element.hasAttribute(name));
  return Object.fromEntries(set.map((name) => [name, element.getAttribute(name)]));
}
