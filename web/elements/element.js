/** The class of the custom element <mdp2048-player>. The types beside it describe its methods. */

import { listenFor, run } from "./controls.js";
import { begin } from "./downloads.js";
import { discountOf, loadModule, url } from "./files.js";
import { loadPolicy } from "./loading.js";
import { ProgramElement } from "./program-element.js";
import { loader } from "./program.js";

/** Loads the program that draws the players. All players of a page share it. */
export const load = loader(() => url("player"));

/** The value of `loop` with which each game has another seed. */
const NEW_SEED = "new-seed";

/** Resolves to a module that few readers need. */
const extra = (name) => loadModule(url(`extras/${name}.js`));

export class Mdp2048Player extends ProgramElement {
  static observedAttributes = [
    "board", "target", "objective", "discount", "seed", "speed", "src", "state", "start-at",
  ];

  /** Whether the player is paused because it is not visible. */
  #resumes = false;
  /** The address of the position shown when the element was removed from the page. */
  #left;
  /** What ends the calls that wait for the policy. */
  #waiting = new Set();
  /** Whether the player has begun by itself, with `autoplay`. */
  #hasStarted = false;
  #isVisible = false;
  /** The timer that plays again. */
  #again;
  /** The game whose moves are compared unasked, with `values="moves"`. */
  #compared;
  /** Tells what the modules do for the player that it is freed. */
  #life = new AbortController();

  constructor() {
    super("player", load);
  }

  attributeChangedCallback(name, before, after) {
    if (before === after) return;
    if (!this.begun) {
      if (name !== "speed") this.#left = undefined;
    } else if (["seed", "speed", "state"].includes(name)) {
      this.#change(name, after).catch((error) => {
        console.warn(`mdp2048-player: ${error?.message ?? error}`);
      });
    } else {
      this.renew();
    }
  }

  /** The name of the game, such as 3x3_to_512 or 3x3_score. */
  get game() {
    const objective = this.getAttribute("objective") ?? "win";
    const needsTarget = objective === "win" || objective === "fewest";
    const target = this.getAttribute("target") ?? (needsTarget ? "512" : "none");
    return (this.getAttribute("board") ?? "3x3")
      + (target === "none" ? "" : `_to_${target}`)
      + (objective === "win" ? "" : `_${objective}`);
  }

  visibilityChanged(isVisible) {
    this.#isVisible = isVisible;
    if (this.waits) return;
    if (!isVisible) {
      if (this.handle?.running) {
        this.handle.rest();
        this.#resumes = true;
      }
      return;
    }
    try {
      // No file is asked for where the board is none: the player says so.
      if (/^[2-4]x[2-4]/.test(this.game)) begin(this.#policy);
    } catch {
      // The player reports a URL that is none.
    }
    this.get().then((player) => {
      player.load(false);
      const plays = this.#resumes || (this.hasAttribute("autoplay") && !this.#hasStarted);
      this.#hasStarted = true;
      this.#resumes = false;
      if (plays) this.#playWhenVisible();
    }).catch(() => {});
  }

  /**
   * Resolves when the player shows the move of `start-at`, or its policy cannot be loaded: the
   * content may be a picture of that board. The player's address ends with the number of the move
   * to which it goes; a percentage or the end has none and is not waited for.
   */
  async placed() {
    const player = this.handle;
    if (player.ready || !player.address().endsWith(`=${this.getAttribute("start-at")}`)) return;
    await new Promise((resolve) => {
      this.#waiting.add(resolve);
      this.addEventListener("move", resolve, { once: true });
      player.load(true);
    });
  }

  #playWhenVisible() {
    if (this.#isVisible) this.handle?.play();
    else this.#resumes = true;
  }

  /** The URL of the policy. */
  get #policy() {
    if (this.hasAttribute("src")) return new URL(this.getAttribute("src"), this.baseURI).href;
    const discount = discountOf(this);
    const rest = discount === 1 ? "" : `_discount_${discount}`;
    return url(`policies/${this.game}${rest}.policy`);
  }

  make(loaded, container) {
    const { game } = this;
    const discount = discountOf(this);
    const readText = async (text) => {
      return (await extra("text-policy")).readText(text, game, discount);
    };
    const player = new loaded.program.PlayerHandle(container, {
      game,
      discount,
      seed: this.getAttribute("seed") ?? undefined,
      speed: this.getAttribute("speed") ?? undefined,
      state: this.getAttribute("state") ?? undefined,
      startAt: this.getAttribute("start-at") ?? undefined,
      policy: this.#policy,
      address: this.hasAttribute("address"),
      load: (...policy) => loadPolicy(loaded, game.startsWith("2x2"), readText, ...policy),
      emit: (name, detail) => this.#emitted(name, detail),
    });
    if (this.#left) player.open(this.#left);
    this.#left = undefined;
    listenFor(container, "share", "l", "The Share dialog", () => this.#share());
    listenFor(container, "every-move", "v", "The solver",
      () => this.#with("going-on", "compareMoves", true));
    listenFor(container, "duel", "y", "Your own game", (button, { type }) => {
      // At first the reader plays the move of the row that was pressed, if it was one.
      const row = type === "click" ? button.closest("[data-action]") : undefined;
      return this.#with("duel", "openDuel", row?.dataset.action[0] ?? "");
    });
    listenFor(container, "guess", "g", "The questions",
      (button) => this.#with("guess", "guess", button));
    container.querySelector("details").addEventListener("toggle", ({ target }) => {
      run(container, target, "The list",
        () => this.#with("every-move", "listMoves", target, this.#policy));
    }, { once: true });
    return player;
  }

  /**
   * Calls a function of a module that few readers need with this element, the player, a signal that
   * tells that the player is freed, and `rest`; unless it was freed before the module is loaded.
   */
  async #with(name, use, ...rest) {
    const { signal } = this.#life;
    const module = await extra(name);
    if (!signal.aborted) await module[use](this, this.handle, signal, ...rest);
  }

  async #share() {
    const { sharePlayer } = await extra("share");
    this.handle.pause();
    sharePlayer(this, this.handle.address());
  }

  /** Does what belongs to an event of the player, and tells listeners of it. */
  #emitted(name, detail) {
    const loop = this.getAttribute("loop");
    if (name === "move") clearTimeout(this.#again);
    else if (loop != null && (name === "ended" || (name === "offpolicy" && loop === NEW_SEED))) {
      this.#again = setTimeout(() => this.#playAgain(loop), loop === NEW_SEED ? 3000 : 1500);
    } else if (name === "offpolicy") {
      // Without the module, there is no offer to go on.
      this.#with("going-on", "goOn").catch(() => {});
    }
    if (name === "move" && this.handle?.running) this.#compareUnasked();
    if (name === "ready") this.#endWaiting();
    if (name === "error") this.#endWaiting(detail.message);
    this.emit(name, detail);
  }

  /** Solves the game that plays, to show the values of all moves, unless data is saved. */
  #compareUnasked() {
    const isWanted = this.getAttribute("values") === "moves" && !navigator.connection?.saveData;
    const game = this.handle.gameAt(0);
    if (!isWanted || this.handle.comparesMoves || this.#compared === game) return;
    this.#compared = game;
    const { signal } = this.#life;
    const whenIdle = globalThis.requestIdleCallback ?? setTimeout;
    whenIdle(() => {
      // If the module does not load, the reader can still ask for the values.
      if (!signal.aborted) this.#with("going-on", "compareMoves", false).catch(() => {});
    });
  }

  /** Plays the game again, or that of another seed, when the element is visible. */
  #playAgain(loop) {
    if (!this.handle || this.handle.running) return;
    if (loop === NEW_SEED) this.handle.newSeed();
    this.#playWhenVisible();
  }

  /**
   * Resolves to the player when its whole policy is loaded. A policy that could not be loaded is
   * tried again.
   */
  async #ready() {
    const player = await this.get();
    if (!player.ready) {
      await new Promise((resolve, reject) => {
        this.#waiting.add((problem) => (problem ? reject(new Error(problem)) : resolve()));
        player.load(true);
      });
    }
    return player;
  }

  /** Ends the calls that wait for the policy; they are rejected if there is a problem. */
  #endWaiting(problem) {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const end of waiting) end(problem);
  }

  async play() {
    (await this.#ready()).play();
  }

  async pause() {
    this.#resumes = false;
    (await this.get()).pause();
  }

  async step(moves = 1) {
    (await this.#ready()).step(moves);
  }

  async seek(position) {
    (await this.#ready()).seek(String(position));
  }

  async setSeed(seed) {
    await this.#change("seed", String(seed));
  }

  async setSpeed(speed) {
    await this.#change("speed", String(speed));
  }

  async setPosition(board) {
    await this.#change("state", board);
  }

  async playOwn(actions = "") {
    await this.#ready();
    await this.#with("duel", "openDuel", actions);
  }

  /** Changes what an attribute chooses, back to the usual one if there is no text. */
  async #change(attribute, text) {
    (await this.get()).change(attribute, text ?? undefined);
  }

  async values() {
    const { value, loss, actions } = (await this.#ready()).state();
    return { value, loss, actions };
  }

  async state() {
    return (await this.get()).state();
  }

  /** Frees the player; it returns to its position when the element is put back into a page. */
  leave() {
    const address = this.handle?.address() ?? this.#left;
    const resumes = this.#resumes || this.handle?.running;
    this.dispose();
    [this.#left, this.#resumes] = [address, resumes];
  }

  dispose() {
    this.#left = undefined;
    this.#endWaiting("the player was removed before its policy was loaded: call this again when "
      + "the element is in a page");
    this.#life.abort();
    this.#life = new AbortController();
    this.#compared = undefined;
    super.dispose();
  }
}
