/**
 * A reader guesses while they watch: the player pauses at each turning point of its game and asks
 * what they would play. The element loads this module when the reader wants to be asked.
 */

import { loader } from "../program.js";
import { addStyles } from "../styles.js";
import { SharedGame } from "./shared-game.js";

/** Resolves to the program that asks. */
const load = loader(() => new URL("../explorer", import.meta.url).href);

/** What ends the questions, by the players that ask. */
const asking = new WeakMap();

/** Lets a player ask from now on, or stop; the button tells which. It ends with the player. */
export async function guess(host, player, button, signal) {
  if (asking.has(player)) return asking.get(player)();
  const { program } = await load();
  if (signal.aborted || asking.has(player)) return;
  const section = host.shadowRoot.querySelector(".player");
  const area = document.createElement("div");
  area.className = "guessing";
  addStyles(host.shadowRoot, program.duelStyles());
  section.querySelector(".status").after(area);
  area.innerHTML = "<p role=status></p><div></div>";
  const [text, place] = area.children;
  const { game } = JSON.parse(player.state());
  const discount = Number(host.getAttribute("discount") ?? 1);
  const handle = new program.GuessHandle(place, game, discount, () => player.play());
  const shared = SharedGame.of(host, player, area, signal);
  /** The cell of the last random tile, and the turning point at which the game is paused. */
  let [cell, asked] = [0, ""];

  const moved = ({ detail: { seed, move, board, turn, outcome } }) => {
    const isAsked = turn && outcome === null && player.running;
    if (isAsked) {
      // The random tile is told after the move.
      host.addEventListener("spawn", ({ detail }) => {
        ({ cell } = detail);
        player.pause();
        handle.ask(seed, move, board, cell);
        asked = `${seed} ${move}`;
        requestAnimationFrame(() => area.querySelector("[data-control]")?.focus());
      }, { once: true, signal });
    } else if (asked && asked !== `${seed} ${move}`) {
      asked = "";
      handle.goOn();
    }
  };
  const end = () => {
    asking.delete(player);
    host.removeEventListener("move", moved);
    signal.removeEventListener("abort", end);
    shared.release(area, signal.aborted);
    handle.end();
    area.remove();
    button.ariaPressed = "false";
  };
  asking.set(player, end);
  button.ariaPressed = "true";
  signal.addEventListener("abort", end);
  host.addEventListener("move", moved, { signal });
  text.textContent = "Solving this game, for your guesses …";
  try {
    const { losing, startValue } = await shared.solve(() => {});
    if (asking.get(player) !== end) return;
    handle.solved(shared.worker, losing, startValue);
    text.textContent = "The game will pause at its turning points and ask you.";
  } catch (error) {
    text.textContent = `This game cannot be solved here: ${error.message}.`;
  }
}
