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
export function listMoves(host, player, signal, details, policy) {
  details.insertAdjacentHTML("beforeend", TEMPLATE);
  addStyles(host.shadowRoot, STYLE);
  expectedMoves(host, player, details, signal);
  const section = details.closest(".player");
  const find = (css) => details.querySelector(css);
  const [link, numbers, table, body] = [".source a", ".numbers", ".table", "tbody"].map(find);
  link.href = policy;
  link.textContent = new URL(policy).pathname.split("/").at(-1);
  find("th:last-child").textContent = section.querySelector("[data-value-name]").textContent;
  // The arrow keys up and down go from row to row.
  table.addEventListener("keydown", (event) => {
    const moves = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!moves || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    player.step(moves);
  });

  /** Writes the rows from a position on, and removes those that are left from another game. */
  const writeRows = (position) => {
    for (;; position += 1) {
      const text = player.row(position);
      if (text === undefined) break;
      let row = body.children[position];
      if (!row) {
        row = body.insertRow();
        [row.dataset.control, row.dataset.position] = ["row", position];
        for (let cell = 0; cell < 4; cell += 1) row.insertCell();
      }
      for (const [index, cell] of text.split("\n").entries()) {
        if (row.children[index].textContent !== cell) row.children[index].textContent = cell;
      }
    }
    while (body.children.length > position) body.lastChild.remove();
    find(".empty").hidden = position > 0;
    table.hidden = position === 0;
  };

  /** Marks the row of the board that is shown, and scrolls to it without scrolling the page. */
  const mark = (row, isRunning) => {
    const before = find("tr[aria-current]");
    if (before !== row) before?.removeAttribute("aria-current");
    row?.setAttribute("aria-current", "true");
    if (row && !isRunning) table.scrollTop = row.offsetTop - table.clientHeight / 2;
  };

  /** Shows the numbers of the board, a line for each. */
  const showNumbers = (lines) => {
    const text = lines.join("\n");
    if (numbers.dataset.text === text) return;
    numbers.dataset.text = text;
    numbers.hidden = !text;
    numbers.replaceChildren(...lines.map((line) => {
      return Object.assign(document.createElement("li"), { textContent: line });
    }));
  };

  /** When the list was written, for which game, and the timer that writes it again. */
  let written = 0, game, timer;
  const write = () => {
    written = performance.now();
    const { seed, moves, running } = section.dataset;
    const isRunning = running === "true";
    const [source, ...lines] = player.numbers().split("\n");
    link.hidden = !source;
    find(".source span").textContent = source ? `: ${source}` : "The policy is not loaded yet.";
    // A running game only adds rows, and the digits of the last row depend on the next.
    const isSame = isRunning && game === `${seed} ${isRunning}`;
    game = `${seed} ${isRunning}`;
    writeRows(isSame ? Math.max(0, body.children.length - 1) : 0);
    body.dataset.seed = seed;
    mark(body.children[moves], isRunning);
    showNumbers(isRunning ? [] : lines.filter((line) => line));
  };

  // Written soon: in the next frame, or a while after the last time in a running game.
  const observer = new MutationObserver(() => {
    const wait = section.dataset.running === "true" ? written + INTERVAL - performance.now() : 0;
    timer ??= setTimeout(() => {
      timer = undefined;
      if (details.isConnected) write();
    }, Math.max(0, wait));
  });
  const observe = () => {
    observer.disconnect();
    if (!details.open) return;
    observer.observe(section, {
      subtree: true,
      attributeFilter: ["data-moves", "data-seed", "data-running", "data-value", "data-load"],
    });
    write();
  };
  details.addEventListener("toggle", observe);
  observe();
}
