/**
 * How many moves games take from the board that a player shows, in its details: the game is solved
 * in a worker when the reader asks. The element loads this module when the details are opened.
 */

import { addStyles } from "../styles.js";
import { SharedGame } from "./shared-game.js";

/** How long a board is shown before its moves are counted, in milliseconds. */
const PAUSE = 150;

const STYLE = `
  .expected-moves { margin-bottom: 0.75rem; }
  .expected-moves p { flex: 1 1 16rem; }
`;

const TEMPLATE = `
  <div class="expected-moves row">
    <button type="button" data-control="expected-moves" aria-pressed="false"
      title="Show how many moves games take from here on">Expected moves</button>
    <p role="status"></p>
  </div>`;

/** Adds the button to the details of a player, until the signal tells that the player is freed. */
export function expectedMoves(host, player, details, signal) {
  addStyles(host.shadowRoot, STYLE);
  details.querySelector("summary").insertAdjacentHTML("afterend", TEMPLATE);
  const [button, text] = details.querySelector(".expected-moves").children;

  let shared, timer, latest = 0;
  const count = async () => {
    const current = ++latest;
    const show = (words) => { if (current === latest) text.textContent = words; };
    const percent = (done) => `${Math.floor(100 * done)} % …`;
    try {
      await shared.solve((done) => show(`Solving this game: ${percent(done)}`));
      const { move, outcome } = player.state();
      if (outcome === "won" || outcome === "lost") return show("The game is over.");
      const board = player.gameAt(move).split(" ")[2];
      const counted = await shared.solver.countMoves(board,
        (done) => show(`Counting the moves: ${percent(done)}`));
      show(counted ?? "No game reaches this board, so its moves are not known.");
    } catch (error) {
      show(`The moves cannot be counted here: ${error.message}.`);
    }
  };
  const moved = () => {
    if (!shared) return;
    latest += 1;
    text.textContent = "";
    clearTimeout(timer);
    timer = setTimeout(() => { if (!player.running) count(); }, PAUSE);
  };
  button.addEventListener("click", () => {
    const isOn = button.ariaPressed !== "true";
    button.ariaPressed = String(isOn);
    if (isOn) {
      shared = SharedGame.of(host, player, button, signal);
      return count();
    }
    latest += 1;
    text.textContent = "";
    shared.release(button);
    shared = undefined;
  });
  host.addEventListener("move", moved, { signal });
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    latest += 1;
    shared?.release(button, true);
    shared = undefined;
  });
}
