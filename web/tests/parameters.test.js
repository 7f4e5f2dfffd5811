/** Tests of the modules that need no page: `node --test web/tests/`. */

import assert from "node:assert/strict";
import test from "node:test";

import { readParameters } from "../elements/extras/frame.js";
import { explained, reason } from "../elements/reasons.js";

/** What the address of a frame with this query asks for. */
const read = (query) => readParameters(new URL(`https://blog.example/embed.html?${query}`));

test("a frame reads the attributes of its element", () => {
  assert.deepEqual(read("board=2x2&target=16&seed=7&start-at=50%25"), {
    subject: "player",
    attributes: { board: "2x2", target: "16", seed: "7", "start-at": "50%" },
    problems: [],
  });
  assert.deepEqual(read("element=diagram&game=2x2_to_8&flow=yes"), {
    subject: "diagram",
    attributes: { game: "2x2_to_8", flow: "yes" },
    problems: [],
  });
});

test("a frame names parameters that it cannot use", () => {
  for (const [query, problem, attributes] of [
    ["element=table", /'table', but that must be player or diagram/, undefined],
    ["element=toString", /'toString'/, undefined],
    ["seed=7&onfocusin=broken&tabindex=0", /'onfocusin', 'tabindex'/, { seed: "7" }],
    ["src=javascript:broken", /'javascript:broken', is not that of a file/, {}],
    ["src=data:,", /is not that of a file/, {}],
  ]) {
    const found = read(query);
    assert.match(found.problems.join(), problem);
    assert.deepEqual(found.attributes, attributes);
  }
  for (const src of ["a.policy", "/a.policy", "https://files.example/a.policy"]) {
    assert.deepEqual(read(`src=${src}`), { subject: "player", attributes: { src }, problems: [] });
  }
});

test("errors of a browser have reasons in sentences", (context) => {
  const printed = context.mock.method(console, "warn", () => {});
  for (const [error, text] of [
    [new Error("the policy is cut short"), "the policy is cut short"],
    [{ name: "DamagedSolution", message: "it is damaged" }, "it is damaged"],
    ["it failed", "it failed"],
  ]) {
    assert.equal(reason(error), text);
  }
  assert.equal(printed.mock.callCount(), 0);
  for (const [error, text] of [
    [new TypeError("Failed to fetch"), /check the connection/],
    [new TypeError("x is not a function"), /load the page again/],
    [new RangeError("Out of memory"), /has no more memory/],
    [new DOMException("no", "QuotaExceededError"), /has no space/],
    [new DOMException("no", "SecurityError"), /does not allow it/],
  ]) {
    assert.match(reason(error), text);
    assert.equal(explained(error).name, error.name);
  }
  assert.equal(printed.mock.callCount(), 10);
});
