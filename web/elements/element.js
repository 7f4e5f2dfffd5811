/** The class of the custom element <mdp2048-player>. */

import { listenFor, run } from "./controls.js";
import { begin } from "./downloads.js";
import { url } from "./files.js";
import { loadPolicy } from "./loading.js";
import { loadModule } from "./modules.js";
import { Mounting } from "./mounting.js";
import { loader } from "./program.js";
import { observe, unobserve } from "./visibility.js";

/** Loads the program that draws the players. All players of a page share it. */
export const load = loader(() => url("player"));

/** The value of `loop` with which each game has another seed. */
const NEW_SEED = "new-seed";

/** Resolves to a module that few readers need. */
const extra = (name) => loadModule(url(`extras/${name}.js`));

// A server that renders pages has no HTMLElement; it can import this module all the same.
const Base = /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? class {});

export class Mdp2048Player extends Base {
  static observedAttributes = [
    "board", "target", "objective", "discount", "seed", "speed", "src", "state", "start-at",
  ];

  #mounting = new Mounting(this, "player", load, (loaded, container) => {
    return this.#make(loaded, container);
  }, (player) => this.#placed(player));
  /** Whether the player is paused because it is not visible. */
  #resumes = false;
  /** The address of the position shown when the element was removed from the page. */
  #left;
  /** What ends the calls that wait for the policy. */
  #waiting = new Set();
  #begun = false;
  #isVisible = false;
  /** The timer that plays again. */
  #again;
  /** Tells what the modules do for the player that it is freed. */
  #life = new AbortController();

  connectedCallback() {
    this.#mounting.attach();
    observe(this);
  }

  disconnectedCallback() {
    unobserve(this);
    // An element that is moved is connected again at once, and keeps its player.
    queueMicrotask(() => { if (!this.isConnected) this.#leave(); });
  }

  adoptedCallback() {
    this.#mounting.adopted();
  }

  attributeChangedCallback(name, before, after) {
    if (before === after) return;
    if (!this.#mounting.begun) {
      if (name !== "speed") this.#left = undefined;
      return;
    }
    if (["seed", "speed", "state"].includes(name)) {
      this.#change(name, after).catch(report);
    } else {
      this.dispose();
      if (this.isConnected) this.#mounting.get().catch(() => {});
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

  /** Called when the element comes near the viewport or leaves it. */
  visibilityChanged(isVisible) {
    this.#isVisible = isVisible;
    // Such a player waits until it is needed.
    if (this.getAttribute("loading") === "press" && !this.#mounting.begun) return;
    if (!isVisible) {
      if (this.#mounting.handle?.running) {
        this.#mounting.handle.rest();
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
    this.#mounting.get().then((player) => {
      player.load(false);
      const plays = this.#resumes || (this.hasAttribute("autoplay") && !this.#begun);
      this.#begun = true;
      this.#resumes = false;
      if (plays) this.#playWhenVisible();
    }).catch(() => {});
  }

  /**
   * Resolves when the player shows the move of `start-at`, or its policy cannot be loaded: the
   * content may be a picture of that board. The player's address ends with the number of the move
   * to which it goes; a percentage or the end has none and is not waited for.
   */
  #placed(player) {
    if (player.ready || !player.address().endsWith(`=${this.getAttribute("start-at")}`)) return;
    return new Promise((resolve) => {
      this.#waiting.add(resolve);
      this.addEventListener("move", resolve, { once: true });
      player.load(true);
    });
  }

  #playWhenVisible() {
    if (this.#isVisible) this.#mounting.handle?.play();
    else this.#resumes = true;
  }

  /** The URL of the policy. */
  get #policy() {
    if (this.hasAttribute("src")) return new URL(this.getAttribute("src"), this.baseURI).href;
    const discount = this.#discount === 1 ? "" : `_discount_${this.#discount}`;
    return url(`policies/${this.game}${discount}.policy`);
  }

  get #discount() {
    return Number(this.getAttribute("discount") ?? 1);
  }

  #make(loaded, container) {
    const { game } = this;
    const discount = this.#discount;
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
      emit: (name, detail) => this.#emit(name, detail),
    });
    if (this.#left) player.open(this.#left);
    this.#left = undefined;
    listenFor(container, "share", "l", "The Share dialog", () => this.#share());
    listenFor(container, "every-move", "v", "The solver", () => this.#compareMoves());
    listenFor(container, "duel", "y", "Your own game", (...press) => this.#play(...press));
    listenFor(container, "guess", "g", "The questions", (button) => this.#guess(button));
    container.querySelector("details").addEventListener("toggle", ({ target }) => {
      run(container, target, "The list", () => this.#listMoves(target));
    }, { once: true });
    return player;
  }

  /**
   * Calls `use` with a module that few readers need, the player, and a signal that tells that the
   * player is freed; unless it was freed before the module is loaded.
   */
  async #with(name, use) {
    const { signal } = this.#life;
    const module = await extra(name);
    if (!signal.aborted) await use(module, this.#mounting.handle, signal);
  }

  async #share() {
    const { sharePlayer } = await extra("share");
    const player = this.#mounting.handle;
    player.pause();
    sharePlayer(this, player.address());
  }

  /** Finds the values of all moves of the game. */
  async #compareMoves() {
    await this.#with("going-on", ({ compareMoves }, ...player) => compareMoves(this, ...player));
  }

  /** Lets the reader play, at first the move of the row that was pressed, if it was one. */
  async #play(button, { type }) {
    const row = type === "click" ? button.closest("[data-action]") : undefined;
    await this.#openDuel(row?.dataset.action[0] ?? "");
  }

  async #openDuel(actions) {
    await this.#with("duel", ({ openDuel }, player, signal) => {
      return openDuel(this, player, actions, signal);
    });
  }

  /** Pauses at turning points from now on, and asks what the reader would play; or stops that. */
  async #guess(button) {
    await this.#with("guess", ({ guess }, player, signal) => guess(this, player, button, signal));
  }

  /** Lists the moves of the game. */
  async #listMoves(details) {
    await this.#with("every-move", ({ listMoves }, player, signal) => {
      listMoves(this, player, details, this.#policy, signal);
    });
  }

  #emit(name, detail) {
    const loop = this.getAttribute("loop");
    if (name === "move") clearTimeout(this.#again);
    else if (loop != null && (name === "ended" || (name === "offpolicy" && loop === NEW_SEED))) {
      this.#again = setTimeout(() => this.#playAgain(loop), loop === NEW_SEED ? 3000 : 1500);
    } else if (name === "offpolicy") {
      this.#goOn();
    }
    if (name === "ready") this.#endWaiting();
    if (name === "error") this.#endWaiting(detail.message);
    // Listeners may dispose of the player, so they are called when it has handled its own event.
    queueMicrotask(() => {
      this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
    });
  }

  /** Plays the game again, or that of another seed, when the element is visible. */
  #playAgain(loop) {
    const player = this.#mounting.handle;
    if (!player || player.running) return;
    if (loop === NEW_SEED) player.newSeed();
    this.#playWhenVisible();
  }

  /** Offers to go on with a game that has left its policy. */
  async #goOn() {
    // Without the module, there is no offer.
    await this.#with("going-on", ({ goOn }, ...player) => goOn(this, ...player)).catch(() => {});
  }

  /**
   * Resolves to the player when its whole policy is loaded. A policy that could not be loaded is
   * tried again.
   */
  async #ready() {
    const player = await this.#mounting.get();
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

  /** Plays; resolves when the player has started. */
  async play() {
    (await this.#ready()).play();
  }

  /** Stops playing. */
  async pause() {
    this.#resumes = false;
    (await this.#mounting.get()).pause();
  }

  /** Goes by a number of moves, back if it is negative. */
  async step(moves = 1) {
    (await this.#ready()).step(moves);
  }

  /** Goes to a number of moves, to a percentage such as "50%", or to "end". */
  async seek(position) {
    (await this.#ready()).seek(String(position));
  }

  /** Changes to the game of another seed. */
  async setSeed(seed) {
    await this.#change("seed", String(seed));
  }

  /** Chooses a speed: slow, normal, fast, very-fast or fastest. */
  async setSpeed(speed) {
    await this.#change("speed", String(speed));
  }

  /** Plays from a board such as "0 2/2 0", or from the board of the seed if it is null. */
  async setPosition(board) {
    await this.#change("state", board);
  }

  /**
   * Lets the reader play on from the board shown, beside the optimal policy. The actions, a letter
   * of "lrud" for each, are played first.
   */
  async playOwn(actions = "") {
    await this.#ready();
    await this.#openDuel(actions);
  }

  /** Changes what an attribute chooses, back to the usual one if there is no text. */
  async #change(attribute, text) {
    (await this.#mounting.get()).change(attribute, text ?? undefined);
  }

  /** Waits for the policy; resolves to { value, actions } of the board shown, as in `state`. */
  async values() {
    const { value, actions } = (await this.#ready()).state();
    return { value, actions };
  }

  /** Resolves to { game, seed, move, board, value, actions, outcome }. */
  async state() {
    return (await this.#mounting.get()).state();
  }

  /** Frees the player; it returns to its position when the element is put back into a page. */
  #leave() {
    const { handle } = this.#mounting;
    const address = handle?.address() ?? this.#left;
    const resumes = this.#resumes || handle?.running;
    this.dispose();
    [this.#left, this.#resumes] = [address, resumes];
  }

  /** Frees the player. The element shows its children again until a player is needed. */
  dispose() {
    this.#left = undefined;
    this.#endWaiting("the player was removed before its policy was loaded: call this again when "
      + "the element is in a page");
    this.#life.abort();
    this.#life = new AbortController();
    this.#mounting.dispose();
  }
}

/** Reports an error that no caller waits for. */
function report(error) {
  console.warn(`mdp2048-player: ${error?.message ?? error}`);
}
