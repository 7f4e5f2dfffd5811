/** Optimal players of small games of 2048, as custom elements. */

/** How a game has ended; "off_policy" if it reached a board that the policy file does not hold. */
export type Outcome = "won" | "lost" | "off_policy";

export type Speed = "slow" | "normal" | "fast" | "very-fast" | "fastest";

/** The value of an action, and what it costs compared with the best action. */
export interface ActionValue {
  value: number;
  /** The probability of losing; null unless the objective is to win, without a discount. */
  loss: number | null;
  /** null if it is not known. */
  regret: number | null;
}

export interface PlayerState {
  /** The name of the game, such as "3x3_to_512". */
  game: string;
  seed: number;
  /** The number of moves played. */
  move: number;
  /** The exponents of the tiles, row by row, as hexadecimal digits; 0 is an empty cell. */
  board: string;
  /**
   * The value of the board: the probability of winning (with a discount, the discounted one), or the
   * expected score or number of moves to come; null if the policy file does not hold it.
   */
  value: number | null;
  /**
   * The probability of losing, with all its digits where the file holds them; null unless the
   * objective is to win, without a discount, or if the policy file does not hold it.
   */
  loss: number | null;
  /** null for an action that is not allowed, or whose value the policy file does not hold. */
  actions: Partial<Record<"left" | "right" | "up" | "down", ActionValue | null>>;
  /** Whether the last random tile has changed the probability of winning much. */
  turn: boolean;
  outcome: Outcome | null;
}

/** The attributes of the element; `create` takes them as options. */
export interface PlayerOptions {
  /** Rows and columns, "2x2" to "4x4", or a formation such as "L3"; "3x3" by default. */
  board?: string;
  /** The target tile, or "none"; 512 by default with the objectives "win" and "fewest". */
  target?: number | string;
  /** What the policy maximises; "win" by default. */
  objective?: "win" | "score" | "moves" | "fewest";
  /** The discount for each move, above 0 and at most 1, with the objective "win" only. */
  discount?: number | string;
  /**
   * The position shown first: a number of moves, a percentage such as "50%", or "end". Until a
   * number of moves is reached, the element shows its content.
   */
  "start-at"?: number | string;
  /** 0 to 4294967295; 42 by default. */
  seed?: number | string;
  /**
   * The first board: the faces row by row, such as "0 2/2 0", or the exponents as hexadecimal
   * digits. By default the board of the seed. The random tiles are those of the seed.
   */
  state?: string;
  speed?: Speed;
  /**
   * The URL of a policy file, packed or a text of the published player; by default that of the
   * game, next to this module.
   */
  src?: string;
  /** With "press" the content is shown, and nothing is loaded, until a method is called. */
  loading?: "press";
  /** Plays as soon as the player is visible. */
  autoplay?: boolean;
  /** Plays again at the end; "new-seed": the game of another seed. */
  loop?: boolean | "new-seed";
  /**
   * Solves a game that leaves its policy without asking; without it, the player offers to do so.
   * `create` takes it as "go-on".
   */
  "go-on"?: boolean;
  controls?: "none" | "minimal" | "full";
  /**
   * "moves" also solves a game that is watched, in a worker and from when the browser is idle, to
   * show the values of all its moves; not where the reader saves data.
   */
  values?: "none" | "all" | "moves";
  chart?: "none" | "line";
  theme?: "light" | "dark" | "auto";
  /** Follows the fragment of the page's URL, and writes the position into it. */
  address?: boolean;
}

/** The events of a player and their details. */
export interface PlayerEvents {
  /** The whole policy is loaded. */
  ready: CustomEvent<PlayerState>;
  /** Another position is shown. */
  move: CustomEvent<PlayerState>;
  /** A random tile has appeared after a move: its cell, row by row from 0, and its face. */
  spawn: CustomEvent<{ cell: number; tile: number }>;
  /** Another speed is chosen. */
  speedchange: CustomEvent<{ speed: Speed }>;
  /** The game is won or lost. */
  ended: CustomEvent<PlayerState>;
  /**
   * The game has reached a board that the policy file does not hold. The player offers to go on;
   * then `state()` has the exact values, and null as its outcome.
   */
  offpolicy: CustomEvent<PlayerState>;
  /** The program or the policy cannot be loaded. */
  error: CustomEvent<{ message: string }>;
}

export class Mdp2048Player extends HTMLElement {
  /** The name of the game, such as "3x3_to_512". */
  readonly game: string;
  /** Plays, as soon as the policy is loaded. */
  play(): Promise<void>;
  /** Stops playing. */
  pause(): Promise<void>;
  /** Goes by a number of moves (1 by default), back if it is negative. */
  step(moves?: number): Promise<void>;
  /**
   * Goes to a number of moves, to a percentage of the game such as "50%", or to "end"; at most to
   * the last board. It is rejected if `position` is none of these.
   */
  seek(position: number | string): Promise<void>;
  /** Changes to the game of another seed. */
  setSeed(seed: number | string): Promise<void>;
  /** Changes the speed of playing. */
  setSpeed(speed: Speed): Promise<void>;
  /** Plays from a board such as "0 2/2 0", or from the board of the seed if it is null. */
  setPosition(board: string | null): Promise<void>;
  /**
   * Lets the reader play on from the board shown, beside the optimal policy with the same random
   * numbers. The actions, a letter of "lrud" for each, are played first.
   */
  playOwn(actions?: string): Promise<void>;
  /** Resolves to the game and the board shown, with its values if the policy is loaded. */
  state(): Promise<PlayerState>;
  /** Waits for the policy; resolves to the value of the board shown and of each action. */
  values(): Promise<Pick<PlayerState, "value" | "loss" | "actions">>;
  /**
   * Frees the player and ends its workers; the element shows its own content until a player is
   * needed again.
   */
  dispose(): void;
  addEventListener<K extends keyof PlayerEvents>(
    name: K,
    listener: (event: PlayerEvents[K]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    name: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

/**
 * Puts a player into an element of the page and returns it. `src` is the URL of a policy file; if
 * it is null, the player has the policy of its game.
 */
export function create(
  src: string | URL | null,
  parent: Element,
  options?: Omit<PlayerOptions, "src">,
): Mdp2048Player;

/** Defines the element under a name, by default "mdp2048-player", unless the page has it. */
export function define(name?: string): void;

/**
 * Tells a module that is part of a bundle where the site serves the files of the package: a URL,
 * relative to the page.
 */
export function setFolder(url: string | URL): void;

declare global {
  interface HTMLElementTagNameMap {
    "mdp2048-player": Mdp2048Player;
  }
}
