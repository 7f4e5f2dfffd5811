/**
 * Zooms the chart of a player to a range of its moves: around the move that is shown, or a range
 * that is dragged with Shift. The chart is made wider and clipped, so that the program of the
 * player need not know. The element loads this module when the reader zooms.
 */

import { addStyles } from "../styles.js";

/** The part of a game that the button shows. */
const PART = 1 / 6;

/** The distances of the numbers below the chart, of which at most this many are shown. */
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200];
const TICKS = 6;

/** The least part of a game that is shown. */
const LEAST = 1 / 100;

/** The least length of a drag, in pixels. */
const DRAG = 8;

const STYLE = `
  .chart[data-zoom] { overflow-x: clip; }
  .chart[data-zoom] .plot {
    --width: calc((100% - 0.5rem) / (var(--to) - var(--from)));
    position: relative;
    left: calc(-1 * var(--width) * var(--from));
    width: var(--width);
    clip-path: inset(-3rem calc(100% * (1 - var(--to)) - 0.5rem) -0.5rem
      calc(100% * var(--from) - 0.5rem));
  }
  .chart[data-zoom] .axis-x:not(.zoomed) { visibility: hidden; }
  .chart .range { position: absolute; width: 1px; overflow: hidden; white-space: nowrap;
    clip-path: inset(50%); }
  .plot .band { position: absolute; inset-block: 0; background: var(--accent); opacity: 0.3; }
`;

class Zoom {
  /** The fractions of the game between which the chart is shown; undefined for the whole game. */
  #range;
  #chart;
  #plot;
  #button;
  /** The numbers of moves below the chart, in place of the player's. */
  #axis;

  constructor(section) {
    this.#chart = section.querySelector(".chart");
    this.#plot = section.querySelector(".plot");
    this.#button = section.querySelector("[data-control=zoom]");
    this.caption = document.createElement("span");
    this.caption.className = "range";
    this.caption.setAttribute("role", "status");
    this.#chart.querySelector("figcaption").append(this.caption);
    this.#axis = document.createElement("div");
    this.#axis.className = "axis-x zoomed";
    this.#axis.setAttribute("aria-hidden", "true");
    this.#chart.querySelector(".axis-x").after(this.#axis);
    addStyles(section.getRootNode(), STYLE);
    let { seed } = section.dataset;
    new MutationObserver(() => {
      if (seed !== section.dataset.seed) this.#show();
      ({ seed } = section.dataset);
      this.#follow();
    }).observe(section, { attributeFilter: ["data-moves", "data-seed"] });
  }

  /** Where the move that is shown is in the chart, as a fraction. */
  get #cursor() {
    return parseFloat(this.#plot.querySelector(".cursor").style.left) / 100 || 0;
  }

  /** Zooms in around the move that is shown, or shows the whole game again. */
  toggle() {
    if (this.#range) this.#show();
    else this.#showAround(PART);
  }

  #showAround(part) {
    const from = Math.min(Math.max(this.#cursor - part / 2, 0), 1 - part);
    this.#show(from, from + part);
  }

  /** The range moves with the move that is shown. */
  #follow() {
    if (!this.#range) return;
    const [from, to] = this.#range;
    if (this.#cursor < from || this.#cursor > to) this.#showAround(to - from);
    else this.#label();
  }

  #show(from, to) {
    this.#range = from === undefined ? undefined : [from, to];
    this.#button.setAttribute("aria-pressed", String(this.#range !== undefined));
    this.#chart.toggleAttribute("data-zoom", this.#range !== undefined);
    if (this.#range) {
      this.#chart.style.setProperty("--from", from);
      this.#chart.style.setProperty("--to", to);
    }
    this.#label();
  }

  /** Writes which moves are shown: numbers below the chart, and a sentence that is read out. */
  #label() {
    this.#axis.textContent = "";
    const [from, to] = this.#range ?? [];
    const tick = this.#chart.querySelector(".axis-x span:last-child");
    const moves = Number(tick?.textContent) / (parseFloat(tick?.style.left) / 100);
    const [first, last] = [Math.ceil(from * moves), Math.floor(to * moves)];
    const text = last >= first ? `; moves ${first} to ${last} are shown` : "";
    if (text !== this.caption.textContent) this.caption.textContent = text;
    if (!text) return;
    const step = STEPS.find((step) => (last - first) / step < TICKS) ?? last - first;
    for (let move = Math.ceil(first / step) * step; move <= last; move += step) {
      const label = document.createElement("span");
      label.textContent = String(move);
      label.style.left = `${100 * (move / moves - from) / (to - from)}%`;
      this.#axis.append(label);
    }
  }

  /**
   * Shows the range that the reader drags from where the pointer was pressed; `release` resolves to
   * the event that ends the drag.
   */
  async select({ clientX: begin }, release) {
    const { left, width } = this.#plot.getBoundingClientRect();
    const at = (x) => Math.min(Math.max((x - left) / width, 0), 1);
    const band = document.createElement("span");
    band.className = "band";
    this.#plot.append(band);
    const ends = (x) => [at(Math.min(begin, x)), at(Math.max(begin, x))];
    const drag = ({ clientX }) => {
      const [from, to] = ends(clientX);
      band.style.left = `${100 * from}%`;
      band.style.width = `${100 * (to - from)}%`;
    };
    addEventListener("pointermove", drag);
    const { type, clientX } = await release;
    removeEventListener("pointermove", drag);
    band.remove();
    if (type !== "pointerup" || Math.abs(clientX - begin) < DRAG) return;
    const [from, to] = ends(clientX);
    this.#show(from, Math.min(Math.max(to, from + LEAST), 1));
  }
}

/** The zooms of the charts that the reader has zoomed. */
const zooms = new WeakMap();

/** Zooms the chart of a player: to a range from a pressed pointer on, or around its move. */
export function zoom(container, press, release) {
  const section = container.querySelector(".player");
  if (!zooms.has(section)) zooms.set(section, new Zoom(section));
  if (press) zooms.get(section).select(press, release);
  else zooms.get(section).toggle();
}
