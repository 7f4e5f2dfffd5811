/**
 * A reader guesses while they watch: the player pauses at each turning point of its game and asks
 * what they would play. The element loads this module when the reader wants to be asked.
 */

import { discountOf } from "../files.js";
import { loader } from "../program.js";
import { addStyles } from "../styles.js";
import { SharedGame } from "./shared-game.js";

/** Resolves to the program that asks. */
const load = loader(() => new URL("../puzzle", import.meta.url).href);

/** What ends the questions, by the players that ask. */
const asking = new WeakMap();

/** Lets a player ask from now on, or stop; the button tells which. It ends with the player. */
export async function guess(host, player, signal, button) {
  if (asking.has(player)) return asking.get(player)();
  const { program } = await load();
  if (signal.aborted || asking.has(player)) return;
  addStyles(host.shadowRoot, program.duelStyles());
  const make = (place, html) => {
    const parent = host.shadowRoot.querySelector(place);
    parent.insertAdjacentHTML("beforeend", html);
    return parent.lastElementChild;
  };
  const told = make(".status", "<p role=status>Solving this game, for your guesses …</p>");
  const area = make(".panel", "<div class=guessing></div>");
  let [total, isSolved] = [undefined, false];
  /** Tells what all guesses have kept; before the first one, when the player asks, or why not. */
  const tell = () => {
    const text = total ?? player.guessText();
    if (told.textContent !== text) told.textContent = text;
  };
  const guessed = (text) => {
    total = text;
    tell();
  };
  const discount = discountOf(host);
  const asks = new program.GuessHandle(area, host.game, discount, () => player.play(), guessed);
  const shared = SharedGame.of(host, player, area, signal);
  const moved = ({ detail: { seed, move, board, turn, outcome } }) => {
    asks.goOn();
    if (isSolved) tell();
    if (!turn || outcome || !player.running) return;
    player.pause();
    // The random tile is told after the move.
    host.addEventListener("spawn", ({ detail }) => {
      asks.ask(seed, move, board, detail.cell);
      requestAnimationFrame(() => area.querySelector("[data-control]")?.focus());
    }, { once: true, signal });
  };
  const end = () => {
    asking.delete(player);
    host.removeEventListener("move", moved);
    signal.removeEventListener("abort", end);
    shared.release(area, signal.aborted);
    asks.end();
    told.remove();
    area.remove();
    button.ariaPressed = "false";
  };
  asking.set(player, end);
  button.ariaPressed = "true";
  signal.addEventListener("abort", end);
  host.addEventListener("move", moved);
  try {
    const { losing, startReturn } = await shared.solve(() => {});
    isSolved = true;
    if (asking.get(player) === end) asks.solved(shared.solver, losing, startReturn);
    tell();
  } catch (error) {
    told.textContent = `This game cannot be solved here: ${error.message}.`;
  }
}
