/** Workers: what a page waits for, and what it does not accept. */

import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { loadPolicy } from "../elements/loading.js";
import { startProgram } from "../elements/workers.js";

/** What ends a worker, in the place of the event of a browser. */
globalThis.ErrorEvent = class extends Event {
  constructor(name, { message }) {
    super(name);
    this.message = message;
  }
};

/** The workers that are started, which run nothing. */
const workers = [];
globalThis.Worker = class extends EventTarget {
  isRunning = true;
  received = [];
  constructor() {
    super();
    this.addEventListener("error", ({ message }) => { this.error = message; });
    workers.push(this);
  }
  terminate() { this.isRunning = false; }
  postMessage(data) { this.received.push(data); }
  /** Sends the page a message. */
  say(data) { this.dispatchEvent(new MessageEvent("message", { data })); }
};

/** What is called when a worker has given its lock up. */
const locks = [];
Object.defineProperty(globalThis, "navigator", {
  value: { locks: { request: async (_name, then) => { locks.push(then); } } },
});

/** What is downloaded; nothing arrives. */
const asked = [];
globalThis.fetch = (...request) => {
  asked.push(request);
  return new Promise((_, reject) => {
    request[1]?.signal?.addEventListener("abort", () => reject(request[1].signal.reason));
  });
};

test("a slow program is waited for as long as parts of it arrive", () => {
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const worker = startProgram("a.js", "a.wasm", "serve");
  worker.postMessage("early");
  worker.say(0);
  for (let part = 0; part < 10; part += 1) {
    mock.timers.tick(15_000);
    worker.say(2);
  }
  assert.ok(worker.isRunning && worker.error === undefined);
  worker.say({ build: "1" });
  assert.deepEqual(worker.received.at(-1), "early");
  mock.timers.tick(100_000);
  assert.ok(worker.isRunning);

  const silent = startProgram("a.js", "a.wasm", "serve");
  silent.say(0);
  mock.timers.tick(15_000);
  silent.say(2);
  mock.timers.tick(19_000);
  assert.ok(silent.isRunning);
  mock.timers.tick(1_000);
  assert.ok(!silent.isRunning);
  assert.match(silent.error, /did not arrive; try again/);
  mock.timers.reset();
});

test("a worker of another build is not asked anything", () => {
  for (const [build, isAccepted] of [["1", true], ["2", false], [undefined, false]]) {
    asked.length = 0;
    const worker = startProgram("a.js", "a.wasm", "serve", { build: "1" });
    worker.postMessage("early");
    worker.say(0);
    worker.say(1);
    worker.say({ build });
    assert.equal(worker.isRunning, isAccepted);
    assert.equal(worker.received.includes("early"), isAccepted);
    worker.terminate();
    if (isAccepted) continue;
    locks.at(-1)();
    assert.match(worker.error, /of another version than this page; load the page again/);
    assert.deepEqual(asked.map(([file, { cache }]) => [file, cache]),
      [["a.js", "reload"], ["a.wasm", "reload"]]);
  }
});

test("a player that is removed ends its download and its worker", async () => {
  asked.length = workers.length = 0;
  let isFreed;
  const freed = new Promise((resolve) => { isFreed = resolve; });
  const loading = { receive() {}, fail() {}, free: isFreed };
  const loaded = { program: {}, script: "player.js", module: {} };
  const end = loadPolicy(loaded, false, () => {}, loading, "http://localhost/3x3.policy", false);
  assert.ok(workers[0].isRunning && asked.length === 1);
  end();
  assert.ok(!workers[0].isRunning && asked[0][1].signal.aborted);
  await freed;
});
