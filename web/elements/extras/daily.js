/**
 * The puzzle of the day: which position belongs to a date, and on how many days in a row the reader
 * has found the best move at the first try. Nothing leaves the device.
 */

/** Where the browser keeps the streak. */
const KEY = "mdp2048-daily";

const DAY_MS = 86_400_000;

/** What is kept where the browser allows no storage. */
let memory = null;

/** The positions, when they are loaded. */
let loading;

/** The number of a day since 1970, of a date such as `2026-11-26`; NaN if there is no such day. */
export function dayOf(date) {
  const time = Date.parse(`${date}T00:00:00Z`);
  const isDate = Number.isFinite(time) && new Date(time).toISOString().startsWith(date);
  return isDate ? time / DAY_MS : NaN;
}

/** The date of a reader's calendar. */
export function dateOf(now) {
  const two = (number) => String(number).padStart(2, "0");
  const year = String(now.getFullYear()).padStart(4, "0");
  return `${year}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** The position of a day: the list begins again after its end. */
export function positionOf(day, positions) {
  const { length } = positions;
  return positions[((day % length) + length) % length];
}

/** The streak after a day's puzzle; `kept` is what was kept last, of any form. */
export function streakAfter(kept, day, tries) {
  const isKept = Number.isSafeInteger(kept?.day) && Number.isSafeInteger(kept?.streak);
  // A puzzle counts once, also in another tab. A later day is that of a clock that was set back.
  if (isKept && kept.day === day) return kept.streak;
  const before = isKept && kept.day === day - 1 ? kept.streak : 0;
  return tries === 1 ? before + 1 : 0;
}

const read = () => {
  try {
    return JSON.parse(localStorage.getItem(KEY));
  } catch {
    return memory;
  }
};

const write = (kept) => {
  memory = kept;
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // The streak lasts as long as the page.
  }
};

/** Resolves to the positions in the file at a URL, which is loaded once. */
async function load(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`the server answers ${answer.status}`);
  return (await answer.text()).trim().split("\n");
}

/** Resolves to the date, whether it is today, and the position of a date or of `today`. */
export async function puzzle(wanted, url) {
  const today = dateOf(new Date());
  const date = wanted === "today" ? today : wanted;
  const day = dayOf(date);
  if (Number.isNaN(day)) throw new Error(`there is no day ${date}`);
  loading ??= load(url);
  loading.catch(() => { loading = undefined; });
  return [date, date === today, positionOf(day, await loading)];
}

/** Keeps that a date's puzzle was found. Returns the streak; undefined if it is not today's. */
export function found(date, tries) {
  if (date !== dateOf(new Date())) return undefined;
  const day = dayOf(date);
  const streak = streakAfter(read(), day, tries);
  write({ day, streak });
  return streak;
}
