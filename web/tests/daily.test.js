/** Tests of the calendar and the streak of the puzzle of the day. */

import assert from "node:assert/strict";
import test from "node:test";

import { dateOf, dayOf, found, positionOf, streakAfter } from "../elements/extras/daily.js";

test("a day is one of the calendar", () => {
  assert.equal(dayOf("1970-01-01"), 0);
  assert.equal(dayOf("2026-11-26") + 1, dayOf("2026-11-27"));
  assert.equal(dayOf("2028-02-29") + 1, dayOf("2028-03-01"));
  for (const none of ["2026-02-30", "2026-13-01", "2026-1-1", "today", "", "----------"]) {
    assert.ok(Number.isNaN(dayOf(none)), none);
  }
  // The date of the reader's calendar, not that of Greenwich.
  assert.equal(dateOf(new Date(2026, 10, 6, 0, 5)), "2026-11-06");
  assert.equal(dateOf(new Date(2026, 0, 31, 23, 59)), "2026-01-31");
});

test("the positions begin again after the last", () => {
  const positions = ["a", "b", "c"];
  const of = (day) => positionOf(day, positions);
  assert.deepEqual([-4, -1, 0, 2, 3, 20_783].map(of), ["c", "c", "a", "c", "a", "c"]);
});

test("a streak counts days in a row at the first try", () => {
  const after = (kept, tries = 1) => streakAfter(kept, 100, tries);
  assert.equal(after(null), 1);
  assert.equal(after({ day: 99, streak: 3 }), 4);
  assert.equal(after({ day: 98, streak: 3 }), 1);
  assert.equal(after({ day: 99, streak: 3 }, 2), 0);
  // The same day again, in another tab: what counted first.
  assert.equal(after({ day: 100, streak: 3 }), 3);
  assert.equal(after({ day: 100, streak: 0 }), 0);
  // A clock that was set forward and back holds nothing up.
  assert.equal(after({ day: 200, streak: 7 }), 1);
  // What another program has left there.
  for (const kept of [7, "x", {}, { day: "99", streak: 3 }, { day: 99, streak: null }]) {
    assert.equal(after(kept), 1);
  }
});

test("without storage a streak lasts as long as the page", () => {
  const today = dateOf(new Date());
  assert.equal(found(today, 1), 1);
  assert.equal(found(today, 3), 1);
  assert.equal(found("2001-01-01", 1), undefined);
});
