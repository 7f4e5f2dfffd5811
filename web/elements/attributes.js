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
