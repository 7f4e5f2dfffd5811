/**
 * The list of the moves of a player: a row for each move, and every digit of the numbers of the
 * board that is shown. The element loads this module when the reader opens the list.
 */

import { addStyles } from "../styles.js";
import { expectedMoves } from "./expected-moves.js";

/** While the player runs, the list follows at this interval, in milliseconds. */
const INTERVAL = 250;

const STYLE = `
  .foot :is(.source, .empty, .numbers) { margin: 0.4rem 0 0.8rem; color: var(--ink); }
  .foot .numbers { padding: 0; list-style: none; }
  .numbers li::first-letter { text-transform: uppercase; }
  .table { max-height: 20rem; overflow: auto; contain: layout paint; }
  .table table { width: 100%; table-layout: fixed; border-collapse: collapse; color: var(--ink); }
  .table th, .table td {
    padding: 0.25rem 0.75rem 0.25rem 0;
    border-bottom: 1px solid var(--rule);
    text-align: left;
  }
  .table tbody tr { scroll-margin-top: 2.5rem; cursor: pointer; }
  .table tbody tr:hover { background: var(--paper); }
  .table tr[aria-current] { background: color-mix(in srgb, var(--accent) 18%, transparent); }
  .table th { position: sticky; top: 0; background: var(--surface); }
  @media (forced-colors: active) {
    .table tr[aria-current] { outline: 2px solid Highlight; outline-offset: -2px; }
  }
`;

const TEMPLATE = `
  <p class="source"><a download></a><span></span></p>
  <ul class="numbers" aria-label="Numbers of the board shown" aria-live="polite"></ul>
  <p class="empty">Moves are listed here as they are played.</p>
  <div class="table" tabindex="0">
    <table aria-label="Moves; choose one to see it">
      <thead><tr>
        <th scope="col">Move</th>
        <th scope="col">Board, row by row</th>
        <th scope="col">Best</th>
        <th scope="col"></th>
      </tr></thead>
      <tbody></tbody>
    </table>
  </div>`;

/**
 * Fills the list whenever it is open, and offers to count the moves, until the signal tells that
 * the player is freed. `policy` is the URL of the policy.
 */
export function listMoves(host, player, details, policy, signal) {
  new MoveList(details, player, policy);
  expectedMoves(host, player, details, signal);
}

class MoveList {
  #details;
  #section;
  #player;
  #timer;
  /** When the list was written. */
  #written = 0;
  /** What decides whether old rows are still right. */
  #game;

  constructor(details, player, policy) {
    this.#details = details;
    this.#player = player;
    this.#section = details.closest(".player");
    details.insertAdjacentHTML("beforeend", TEMPLATE);
    addStyles(details.getRootNode(), STYLE);
    const find = (css) => details.querySelector(css);
    this.source = find(".source span");
    this.link = find(".source a");
    this.numbers = find(".numbers");
    this.empty = find(".empty");
    this.table = find(".table");
    this.body = find("tbody");
    [this.link.href, this.link.textContent] = [policy, new URL(policy).pathname.split("/").at(-1)];
    const name = this.#section.querySelector("[data-value-name]");
    find("th:last-child").textContent = name.textContent;
    this.table.addEventListener("keydown", this.#step);
    const observer = new MutationObserver(this.#changed);
    const observe = () => {
      observer.disconnect();
      if (!details.open) return;
      observer.observe(this.#section, {
        subtree: true,
        attributeFilter: ["data-moves", "data-seed", "data-running", "data-value", "data-load"],
      });
      this.#write();
    };
    details.addEventListener("toggle", observe);
    observe();
  }

  /** The arrow keys up and down go from row to row. */
  #step = (event) => {
    const moves = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!moves || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.#player.step(moves);
  };

  /** Writes the list soon: in the next frame, or a while after the last time in a running game. */
  #changed = () => {
    if (this.#timer) return;
    const wait = this.#section.dataset.running === "true"
      ? this.#written + INTERVAL - performance.now()
      : 0;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#details.isConnected) this.#write();
    }, Math.max(0, wait));
  };

  #write() {
    this.#written = performance.now();
    const { seed, moves, running } = this.#section.dataset;
    const isRunning = running === "true";
    const [source, ...numbers] = this.#player.numbers().split("\n");
    this.link.hidden = !source;
    this.source.textContent = source ? `: ${source}` : "The policy is not loaded yet.";
    // A running game only adds rows, and the digits of the last row depend on the next.
    const { children } = this.body;
    const game = `${seed} ${isRunning}`;
    let position = isRunning && game === this.#game ? Math.max(0, children.length - 1) : 0;
    this.#game = game;
    for (;; position += 1) {
      const text = this.#player.row(position);
      if (text === undefined) break;
      let row = children[position];
      if (!row) {
        row = document.createElement("tr");
        [row.dataset.control, row.dataset.position] = ["row", position];
        row.append(...Array.from({ length: 4 }, () => document.createElement("td")));
        this.body.append(row);
      }
      for (const [index, cell] of text.split("\n").entries()) {
        if (row.children[index].textContent !== cell) row.children[index].textContent = cell;
      }
    }
    while (children.length > position) this.body.lastChild.remove();
    this.empty.hidden = position > 0;
    this.table.hidden = position === 0;
    this.body.dataset.seed = seed;
    this.#mark(children[moves], isRunning);
    this.#showNumbers(isRunning ? [] : numbers.filter((line) => line));
  }

  /** Marks the row of the board that is shown, and scrolls to it without scrolling the page. */
  #mark(row, isRunning) {
    const before = this.body.querySelector("[aria-current]");
    if (before !== row) before?.removeAttribute("aria-current");
    row?.setAttribute("aria-current", "true");
    if (!row || isRunning) return;
    this.table.scrollTop = row.offsetTop - this.table.clientHeight / 2;
  }

  /** Shows the numbers of the board, a line for each. */
  #showNumbers(lines) {
    const text = lines.join("\n");
    if (this.numbers.dataset.text === text) return;
    this.numbers.dataset.text = text;
    this.numbers.hidden = !text;
    this.numbers.replaceChildren(...lines.map((line) => {
      const item = document.createElement("li");
      item.textContent = line;
      return item;
    }));
  }
}
