/**
 * A game that has left its policy file goes on: it is solved in a worker when the reader asks for
 * that, or, where that cannot be, a search finds its moves at once. A game in its file is solved to
 * compare all moves, when the reader asks for that. The element loads this module when it needs it.
 */

import { addStyles } from "../styles.js";
import { SharedGame, TOO_LARGE, seconds, size } from "./shared-game.js";

/** States that a worker solves in a second, on a slow machine. */
const STATES_A_SECOND = 8e6;

const STYLE = `
  .going-on { flex-basis: 100%; }
  .going-on p { flex: 1 1 16rem; }
`;

const TEMPLATE = `
  <div class="going-on row" hidden>
    <p role="status"></p>
    <progress max="1" aria-label="Solved" hidden></progress>
    <button type="button" data-control="go-on" hidden></button>
    <button type="button" data-control="cancel" title="Stop solving and free the memory"
      hidden>Cancel</button>
  </div>`;

/** What one player shows and does when its game leaves the policy. */
class GoingOn {
  #host;
  #player;
  #signal;
  #shared;
  /** Identifies the game that has left the policy. */
  #game;
  /** The position from which on the game needs other moves. */
  #position;
  /** Whether the reader asked for the values of all moves, of a game that is in the policy. */
  #comparesMoves = false;
  /** Whether the reader asked for what is going on. */
  #isAsked = true;
  /** What the player shows: nothing, "offer", "solving" or "continued". */
  #stage;
  /** Identifies the solve that is waited for: the last one that has begun. */
  #solving;

  constructor(host, player, signal) {
    this.#host = host;
    this.#player = player;
    this.#signal = signal;
    signal.addEventListener("abort", () => this.#end());
    addStyles(host.shadowRoot, STYLE);
    const status = host.shadowRoot.querySelector(".status");
    status.insertAdjacentHTML("beforeend", TEMPLATE);
    this.area = status.lastElementChild;
    const find = (css) => this.area.querySelector(css);
    this.text = find("p");
    this.progress = find("progress");
    this.start = find("[data-control=go-on]");
    this.cancel = find("[data-control=cancel]");
    this.cancel.addEventListener("click", () => {
      this.#stop();
      if (this.#comparesMoves) this.#hide();
      else this.#offer();
    });
    host.addEventListener("move", this.#moved, { signal });
  }

  /** Called when the player shows the board at which its game leaves the policy. */
  async left() {
    const state = this.#player.state();
    const game = this.#player.gameAt(0);
    if (game === this.#game && !this.#comparesMoves) return this.#moved();
    this.#stop();
    [this.#game, this.#position, this.#comparesMoves] = [game, state.move, false];
    this.#isAsked = true;
    await this.#offer();
  }

  /** Solves the game to show the values of all its moves. Unasked, nothing is said about that. */
  async compareMoves(isAsked) {
    if (this.#stage === "solving") {
      if (isAsked && this.#comparesMoves && !this.#isAsked) this.#ask();
      return;
    }
    if (!isAsked && (this.#stage || !this.#player.mayBeSolved)) return;
    this.#stop();
    [this.#game, this.#position, this.#comparesMoves] = [this.#player.gameAt(0), 0, true];
    this.#isAsked = isAsked;
    if (isAsked) this.#player.pause();
    try {
      await this.#solve();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Shows the solve that is going on, because the reader asks for it now. */
  #ask() {
    const hadFocus = this.#hasFocus();
    this.#isAsked = true;
    this.#player.pause();
    this.#show({ text: "Solving this game …", isSolving: true });
    if (hadFocus) this.cancel.focus();
  }

  /** Offers to solve the game. Where that cannot be, a search goes on unasked. */
  async #offer() {
    const game = this.#game;
    this.#stage = "offer";
    this.#show({ text: "" });
    if (!this.#player.mayBeSolved) return this.#search({ name: TOO_LARGE });
    try {
      const shared = SharedGame.of(this.#host, this.#player, this, this.#signal);
      this.#shared = shared;
      const { bytes, states } = await shared.estimate;
      if (game !== this.#game) return;
      if (shared.isSolved || this.#host.hasAttribute("go-on")) return this.#solve();
      shared.release(this);
      this.#show({
        text: "",
        label: `Go on: solve this game (about ${seconds(states / STATES_A_SECOND)}, `
          + `${size(bytes)})`,
        press: () => this.#solve(),
      });
    } catch (error) {
      if (game === this.#game) this.#search(error);
    }
  }

  /** Says why the values of all moves are not known, and offers to try again if that can help. */
  #fail(error) {
    this.#stop();
    if (!this.#isAsked) {
      [this.#stage, this.#game] = [undefined, undefined];
      return;
    }
    this.#stage = "failed";
    this.#show({
      text: `This game cannot be solved here: ${error.message}.`,
      ...(error.name !== TOO_LARGE
        && { label: "Try again", press: () => this.compareMoves(true) }),
    });
  }

  #hide() {
    const focus = this.#hasFocus();
    [this.#stage, this.#game] = [undefined, undefined];
    this.area.hidden = true;
    if (focus) this.#host.shadowRoot.querySelector("[data-control=start]").focus();
  }

  async #solve() {
    const [game, position] = [this.#game, this.#position];
    const hadFocus = this.#hasFocus();
    const solving = this.#solving = {};
    const isOver = () => solving !== this.#solving || game !== this.#game
      || this.#stage !== "solving";
    this.#stage = "solving";
    const shared = this.#shared = SharedGame.of(this.#host, this.#player, this, this.#signal);
    const listener = (done, left, isSecond) => {
      const again = isSecond ? " once more, for the probability of losing" : "";
      this.progress.value = done;
      this.text.textContent = `Solving this game${again}: ${Math.floor(100 * done)} %`
        + (left > 1 ? `, ${seconds(left)} left …` : " …");
    };
    this.progress.value = 0;
    this.#show({ text: "Solving this game …", isSolving: true });
    if (hadFocus) this.cancel.focus();
    try {
      await shared.solve(listener);
      const moves = await shared.solver.play(this.#player, position);
      if (isOver()) return;
      if (moves.length === 0) {
        throw new Error("no game reaches this board, so the solution has no value for it");
      }
      this.#stage = "continued";
      // A button that is gone leaves the focus to the body of the page.
      const focus = this.#hasFocus() || (hadFocus && document.activeElement === document.body);
      this.#show({
        text: this.#comparesMoves
          ? "This game was solved in your browser: the values of its moves are exact to rounding."
          : `From move ${position} on, this game is solved: its moves are optimal, and the `
            + "values are exact to rounding. Values before are those of the policy file.",
      });
      this.#continue(() => {
        this.#player.continueGame(position, moves);
        return false;
      }, focus);
    } catch (error) {
      if (isOver()) return;
      if (this.#comparesMoves) this.#fail(error);
      else this.#search(error);
    } finally {
      if (solving === this.#solving) shared.release(this);
    }
  }

  /** Goes on with a search, because the game cannot be solved. */
  async #search(error) {
    this.#stop();
    const game = this.#game;
    this.#stage = "continued";
    this.#show({
      text: `From move ${this.#position} on, a search of depth ${this.#player.searchDepth} plays, `
        + "which is not the optimal policy, and no values are known: "
        + (error.name === TOO_LARGE ? "a browser cannot solve this game."
          : `this game cannot be solved here, ${error.message}.`),
    });
    const more = () => this.#player.searchMove();
    this.#continue(more);
    do {
      await new Promise((resolve) => { setTimeout(resolve); });
    } while (game === this.#game && this.area.isConnected && more());
  }

  /** Adds moves to the game, and plays on if the player still shows where it stopped. */
  #continue(add, focus = this.#hasFocus()) {
    const isThere = this.#player.state().move === this.#position;
    add();
    if (isThere && !this.#comparesMoves) this.#player.play();
    if (focus) this.#host.shadowRoot.querySelector("[data-control=start]").focus();
  }

  #hasFocus() {
    const { activeElement } = this.#host.shadowRoot;
    return activeElement?.closest(".going-on, [data-control=every-move]") != null;
  }

  /** @param {{ text: string, label?: string, press?: () => void, isSolving?: boolean }} shown */
  #show({ text, label, press, isSolving = false }) {
    this.text.textContent = text;
    this.text.hidden = !text;
    this.start.textContent = label ?? "";
    this.start.hidden = !label;
    this.start.onclick = press ?? null;
    this.progress.hidden = !isSolving;
    this.cancel.hidden = !isSolving;
    this.area.dataset.stage = this.#stage;
    this.#moved();
  }

  /** Shows the offer at the board that it is about only, and ends with the game. */
  #moved = () => {
    if (!this.#game) return;
    if (this.#player.gameAt(0) !== this.#game) {
      this.#stop();
      [this.#stage, this.#game] = [undefined, undefined];
      this.area.hidden = true;
      return;
    }
    const isOff = this.#player.state().outcome === "off_policy";
    this.area.hidden = !this.#isAsked
      || (this.#stage === "offer" && (!isOff || this.start.hidden));
  };

  /** Ends what is going on. A solve ends if no other player waits for it. */
  #stop() {
    this.#shared?.release(this, this.#stage === "solving" && this.#isAsked);
    this.#shared = undefined;
  }

  /** Ends the use of the player. */
  #end() {
    this.#stop();
    this.#game = undefined;
    this.#stage = undefined;
  }
}

/** The players whose games have left their policies. */
const players = new WeakMap();

function of(host, player, signal) {
  if (!players.has(player)) players.set(player, new GoingOn(host, player, signal));
  return players.get(player);
}

/** Offers to go on with the game of a player, until the signal tells that the player is freed. */
export function goOn(host, player, signal) {
  of(host, player, signal).left();
}

/**
 * Shows the values of all moves of the game of a player, until the signal tells the same. Where the
 * reader has not asked for them, the player plays on meanwhile, and nothing is said.
 */
export function compareMoves(host, player, signal, isAsked) {
  of(host, player, signal).compareMoves(isAsked);
}
