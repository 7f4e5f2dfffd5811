/** Tests of the modules that need no page: `node --test web/tests/`. */

import assert from "node:assert/strict";
import test from "node:test";

import { readParameters } from "../elements/extras/frame.js";
import { explained, reason } from "../elements/reasons.js";
import { memoryLimit } from "../elements/solving.js";

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
    ["element=table", /'table', but that must be player, diagram or puzzle/, undefined],
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
    [{ name: "GameTooLarge", message: "it is too large" }, "it is too large"],
    ["it failed", "it failed"],
  ]) {
    assert.equal(reason(error), text);
  }
  assert.equal(printed.mock.callCount(), 0);
  for (const [error, text] of [
    [new TypeError("Failed to fetch"), /check the connection/],
    [new TypeError("x is not a function"), /load the page again/],
    [new RangeError("Out of memory"), /has no more memory/],
    [new DOMException("no", "SecurityError"), /does not allow it/],
  ]) {
    assert.match(reason(error), text);
    assert.equal(explained(error).name, error.name);
  }
  assert.equal(printed.mock.callCount(), 8);
});

test("the memory limit is that of the device", (context) => {
  const define = (name, value) => {
    const before = Object.getOwnPropertyDescriptor(globalThis, name);
    Object.defineProperty(globalThis, name, { value, configurable: true });
    context.after(() => before ? Object.defineProperty(globalThis, name, before)
      : Reflect.deleteProperty(globalThis, name));
  };
  // The platform, the touch points, the memory that the browser states, and whether the main
  // pointer is coarse and any pointer is fine.
  for (const [device, platform, maxTouchPoints, deviceMemory, isCoarse, hasFine, gib] of [
    ["an iPad", "MacIntel", 5, undefined, true, false, 1],
    ["an iPad with a mouse", "MacIntel", 5, undefined, true, true, 1],
    ["an iPad with a trackpad", "MacIntel", 5, undefined, false, true, 1],
    ["a Mac", "MacIntel", 0, undefined, false, true, 4],
    ["an iPhone", "iPhone", 5, undefined, true, false, 1],
    ["Firefox on a phone", "Linux armv81", 5, undefined, true, false, 1],
    ["a laptop with a touch screen", "Win32", 10, undefined, false, true, 4],
    ["a phone of 2 GiB", "Linux armv81", 5, 2, true, false, 1],
    ["a phone of 8 GiB", "Linux armv81", 5, 8, true, false, 4],
  ]) {
    define("navigator", { platform, maxTouchPoints, deviceMemory });
    define("matchMedia", (query) => ({ matches: query.includes("any-") ? hasFine : isCoarse }));
    assert.equal(memoryLimit(), gib * 2 ** 30 - 2 ** 26, device);
  }
});
