/**
 * A reader's own game on a player, beside that of the optimal policy: from the board that is shown,
 * with the same random tiles. The element loads this module when the reader plays a move.
 */

import { discountOf, loadModule } from "../files.js";
import { loader } from "../program.js";
import { addStyles } from "../styles.js";
import { SharedGame, TOO_LARGE, requireBuild } from "./shared-game.js";

const url = (file) => new URL(`../${file}`, import.meta.url).href;

/** The elements around the two boards. */
const TEMPLATE = `
  <section class="duel-panel" part="player" lang="en" dir="ltr"
    aria-label="You against the optimum">
    <header class="head row">
      <h3>You against the optimum</h3>
      <button type="button" data-control="close" title="Back to the player (Escape)">Close</button>
    </header>
    <div class="duel-boards"></div>
    <p class="duel-text"></p>
    <p class="duel-solving row" role="status"><span></span> <progress max="1"
      aria-label="Solved"></progress> <button type="button" data-control="solve-again"
      hidden>Try again</button></p>
  </section>`;

/** Resolves to the program that shows the boards. */
const load = loader(() => url("puzzle"));

/** Whether an address is of the page of the players, or of none. */
const isOfPlayers = (hash) => /^(#\/?|#\/play\b.*)?$/.test(hash);

/** The actions, by their first letters. */
const ACTIONS = { l: "left", r: "right", u: "up", d: "down" };

/**
 * Shows the reader's game in the place of the player, until the reader closes it, or until the
 * signal tells that the player is freed. `actions` are played first, a letter for each.
 */
export async function openDuel(host, player, signal, actions) {
  const root = host.shadowRoot;
  const section = root.querySelector(".player");
  const container = section.parentElement;
  if (container.querySelector(".duel-panel")) return;
  player.pause();
  section.querySelector(".status").insertAdjacentHTML("beforeend",
    "<p role=status>Downloading your game …</p>");
  const told = section.querySelector(".status").lastElementChild;
  const { program } = await load().finally(() => told.remove());
  if (signal.aborted || container.querySelector(".duel-panel")) return;

  const { seed, move, outcome } = player.state();
  // Of a game that has ended, the reader plays another from the beginning.
  const moves = outcome === "won" || outcome === "lost" ? 0 : move;
  const [, tiles, board] = player.gameAt(moves).split(" ");
  container.insertAdjacentHTML("beforeend", TEMPLATE);
  const own = container.lastElementChild;
  const find = (css) => own.querySelector(css);
  find(".duel-text").textContent = `${section.querySelector("h3").textContent}, seed ${seed}, `
    + `${moves === 0 ? "from the first board" : `from move ${moves}`}: both sides draw the same `
    + "random numbers. Arrow keys, a swipe or the buttons slide your tiles. Below each board: "
    + `${section.querySelector("[data-value-name]").textContent.toLowerCase()}.`;
  addStyles(root, program.duelStyles());
  section.hidden = true;
  const address = player.address().replace(/&move=\d+/, "") + (moves > 0 ? `&move=${moves}` : "");
  const before = player.address();
  const write = (hash, isNew) => {
    if (host.hasAttribute("address") && isOfPlayers(location.hash)) {
      player.writeAddress(hash, isNew);
    }
  };
  // An entry in which a game is open, after that of the player, has this mark.
  if (!history.state?.duel) {
    // Back leads to this position, or to that of another player.
    const { game } = /[?&]game=(?<game>[^&]*)/.exec(location.hash)?.groups ?? {};
    if (!game || game === host.game) write(before, false);
    write(`${address}&own=${actions}`, true);
    if (location.hash.includes("&own=")) {
      history.replaceState({ ...history.state, duel: true }, "");
    }
  }
  /** The entry of the history that the game belongs to. */
  let { entry } = history.state ?? {};
  const duel = new program.DuelHandle(
    find(".duel-boards"), host.game, discountOf(host), seed, Number(tiles), moves, board,
  );
  duel.listen(async (played, summary, picture) => {
    const own = `${address}&own=${played}`;
    if (summary === undefined) return write(own, false);
    const { shareGame } = await loadModule(url("extras/share.js"));
    shareGame(host, own, summary, picture);
  });
  for (const letter of actions) if (letter in ACTIONS) duel.act(ACTIONS[letter]);

  const user = {};
  let shared;
  let isSolved = false;
  const end = () => {
    signal.removeEventListener("abort", end);
    removeEventListener("popstate", arrive, true);
    shared?.release(user, !isSolved);
    shared = undefined;
    duel.end();
    own.remove();
    root.querySelector("dialog")?.close();
  };
  signal.addEventListener("abort", end);
  const leave = (event) => {
    end();
    section.hidden = false;
    // The reader may have gone elsewhere.
    if (event && location.hash !== before) return;
    const buttons = [...section.querySelectorAll("[data-control=duel]:enabled")];
    const button = buttons.find((it) => it.checkVisibility?.({ visibilityProperty: true }));
    (button ?? section.querySelector("[data-control=start]")).focus();
  };
  /** Ends the game when the reader goes to another entry of the page of the players. */
  const arrive = (event) => {
    if (!isOfPlayers(location.hash)) return;
    // The menu shows the page as the reader left it.
    if (event.state?.asLeft) ({ entry } = event.state);
    if (event.state?.entry !== entry) leave(event);
  };
  // Before the page opens what the address asks for.
  if (host.hasAttribute("address")) addEventListener("popstate", arrive, true);
  const close = () => {
    if (host.hasAttribute("address") && history.state?.duel) return history.back();
    write(before, false);
    leave();
  };
  find("[data-control=close]").addEventListener("click", close);
  own.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
  const focus = () => {
    const target = find(".swiped");
    if (target) {
      own.scrollIntoView({ block: "nearest" });
      target.focus();
    } else if (own.isConnected) {
      requestAnimationFrame(focus);
    }
  };
  focus();

  const solving = find(".duel-solving");
  const [text, progress, again] = solving.children;
  const solve = async () => {
    again.hidden = true;
    progress.hidden = false;
    try {
      requireBuild(program, player);
      shared = SharedGame.of(host, player, user, signal);
      text.textContent = "Solving this game, for its values and for the optimal side …";
      const { losing, startReturn } = await shared.solve((done) => { progress.value = done; });
      isSolved = true;
      if (!shared) return;
      duel.solved(shared.solver, losing, startReturn);
      solving.hidden = true;
    } catch (error) {
      progress.hidden = true;
      text.textContent = `This game cannot be solved here: ${error.message}. You can play it, but `
        + "no values are known, and the optimal side stays.";
      again.hidden = error.name === TOO_LARGE;
    }
  };
  again.addEventListener("click", solve);
  await solve();
}
