/** Live diagrams of small games of 2048, as custom elements. */

/**
 * The attributes of the element; `create` takes them as options. Those up to `view` are also the
 * parameters of a link to a diagram.
 */
export interface DiagramOptions {
  /** "2x2_to_8" (by default), "2x2_to_16" or "2x2_to_32". */
  game?: string;
  /** Draws this state with its actions and successors, such as "0 2/2 0", not the whole game. */
  state?: string;
  /**
   * "optimal" (by default), or other actions in some states: boards as exponents with the first
   * letter of an action, such as "0110l.0011d".
   */
  policy?: string;
  /** Which actions have edges: "all" (by default), the "optimal" ones, or those of the "policy". */
  actions?: "all" | "optimal" | "policy";
  /** "canonical" (by default) draws rotations and reflections of a board as one state. */
  boards?: "canonical" | "all";
  /** Whether actions with the same result are one: "yes" (by default) or "no". */
  merge?: "yes" | "no";
  /** Draws the boards between an action and the random tile. */
  afterstates?: boolean;
  /** Draws one win and one loss with all their edges (by default), or labels ("marks"). */
  ends?: "marks" | "edges";
  /** Shades states by how many games visit them. */
  shade?: boolean;
  /** Draws how many games of the policy go where. */
  flow?: boolean;
  /** The factor per move: above 0, at most 1, which is the default. */
  discount?: number | string;
  /** The node that is highlighted at first, such as "s0110". */
  node?: string;
  /** The seed of the game to follow, 0 to 4294967295; 42 by default. */
  seed?: number | string;
  /** The first board of that game, if it is not that of the seed. */
  from?: string;
  /** The number of moves of the policy that are played at first. */
  step?: number | string;
  /** Other moves that are played at first, such as "lurd". */
  moves?: string;
  /**
   * Solves the game column by column: how many are solved at first, from the right, and one more
   * if the start is.
   */
  solve?: number | string;
  /** The visible part of the drawing: left edge, top edge and width. */
  view?: string;
  /** The height of the drawing: a CSS length, or a number of pixels. */
  height?: number | string;
  /** The drawing alone; with its title, legend and steps (by default); or everything. */
  controls?: "none" | "minimal" | "full";
  /** Loads nothing and shows the content until `show()` is called. */
  loading?: "press";
  theme?: "light" | "dark" | "auto";
  /** Follows the fragment of the page's URL, and writes what is shown into it. */
  address?: boolean;
}

export class Mdp2048Diagram extends HTMLElement {
  /** Shows the diagram; needed with `loading="press"` only. */
  show(): Promise<void>;
  /** Frees the diagram; the element shows its own content until a diagram is needed again. */
  dispose(): void;
  addEventListener(
    name: "error",
    listener: (event: CustomEvent<{ message: string }>) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    name: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

/** Puts a diagram into an element of the page and returns it. */
export function create(parent: Element, options?: DiagramOptions): Mdp2048Diagram;

/** Defines the element under a name, by default "mdp2048-diagram", unless the page has it. */
export function define(name?: string): void;

/**
 * Tells a module that is part of a bundle where the site serves the files of the package: a URL,
 * relative to the page.
 */
export function setFolder(url: string | URL): void;

declare global {
  interface HTMLElementTagNameMap {
    "mdp2048-diagram": Mdp2048Diagram;
  }
}
