/**
 * The page: follows its address. A link to a position of a player loads that player and scrolls to
 * it; the other pages open their programs.
 */
import { load } from "./embed/mdp2048-player.js";
import { load as loadDiagrams } from "./embed/mdp2048-diagram.js";

/** Where the speed is kept from visit to visit. */
const SPEED = "mdp2048-speed";

const players = [...document.querySelectorAll("mdp2048-player")];
const isStill = matchMedia("(prefers-reduced-motion: reduce)");
const note = document.getElementById("address-note");

/** The reader's choice of the game of one player, which has a board for each of them. */
const choice = document.querySelector(".choice");
const small = players.find((player) => player.querySelector("[data-target]"));
const targets = [...small.querySelectorAll("[data-target]")].map(({ dataset }) => dataset.target);
const toDiagram = document.getElementById("to-diagram");

/** Lets the player of the choice have another target. */
function choose(target) {
  choice.querySelector(`[value="${target}"]`).checked = true;
  if (small.getAttribute("target") === target) return;
  const wasMounted = isMounted(small);
  // Else it would follow the attributes one by one.
  small.dispose();
  for (const first of small.querySelectorAll("[data-target]")) {
    first.hidden = first.dataset.target !== target;
    if (!first.hidden) small.setAttribute("seed", first.dataset.seed);
  }
  small.setAttribute("target", target);
  toDiagram.hash = `#/diagram?game=${small.game}&seed=${small.getAttribute("seed")}`;
  if (wasMounted) small.values().catch(() => {});
}

choice.addEventListener("change", ({ target }) => {
  const isAddressed = parameters().get("game") === small.game;
  choose(target.value);
  if (!isAddressed) return;
  const address = `#/play?game=${small.game}&seed=${small.getAttribute("seed")}`;
  history.replaceState(history.state, "", address);
});

/** The discount of a player. */
const discountOf = (player) => Number(player.getAttribute("discount") ?? 1);

/** The games of the players, as URLs name them, with spaces between them. */
const games = players.flatMap((player) => (player === small
  ? targets.map((target) => player.game.replace(/\d+$/, target))
  : `${player.game}&discount=${discountOf(player)}`)).join(" ");

/** The position that a player shows first. */
const startOf = (player) => player.getAttribute("start-at") ?? "0";

/** Whether an element shows its player. */
const isMounted = (host) => host.shadowRoot?.querySelector(".player") != null;

/**
 * Lets the browser fetch the programs of a page into its cache, when it has nothing else to do.
 *
 * @param {{ program?: string, worker?: string }} row
 */
function fetchAhead({ program, worker }) {
  for (const files of [program, worker].filter(Boolean)) {
    for (const href of [`${files}.js`, `${files}_bg.wasm`]) {
      if (document.querySelector(`link[href="${href}"]`)) continue;
      document.head.append(Object.assign(document.createElement("link"), { rel: "prefetch", href }));
    }
  }
}

// A reader who points at a link is about to follow it, as is one who has moved the focus to it.
for (const type of ["pointerover", "focusin"]) {
  addEventListener(type, (event) => {
    const link = event.composedPath()[0].closest?.("a[href^='#/']");
    if (link && !navigator.connection?.saveData) fetchAhead(router.pageOf(link.hash));
  });
}

/** Resolves when the program of a page has drawn it, by the name of the page. */
const opened = {};

/** Lets the program of a page draw it, which happens once, in its element of class `program`. */
function open(page) {
  const place = document.querySelector(`.page-${page} > .program`);
  if (!place) return;
  // The table of pages in the head.
  const row = pages.find(({ name }) => name === page);
  // Browsers remember that a URL had no module, so another try has another URL.
  const again = place.dataset.failures ? `?again=${place.dataset.failures}` : "";
  // The program of the page asks for its worker when it runs.
  fetchAhead({ worker: row.worker });
  // The gallery is drawn by the program of the diagrams, which those of the article share.
  const load = page === "gallery" ? loadDiagrams : undefined;
  opened[page] ??= import(`./pages/program.js${again}`).then(({ open }) => open(place, row, load))
    .then(() => {
      place.dataset.shown = "";
      router.pageHasGrown();
    });
  opened[page].catch(() => {
    opened[page] = undefined;
    place.dataset.failures = String(Number(place.dataset.failures ?? 0) + 1);
    // A page that has begun to be drawn hides what stands beside its shadow root.
    (place.shadowRoot ?? place).innerHTML = `<div class="note" role="alert"><p>The rest of this page could not be shown:
      its program did not load, or this browser does not run WebAssembly. Check the connection and
      try again, or try a recent Firefox, Chrome, Edge or Safari.</p>
      <button type="button" data-control="retry">Try again</button></div>`;
    (place.shadowRoot ?? place).querySelector("button").addEventListener("click", () => open(page));
  });
}

/** Resolves when the player that the address asks for is there, if it asks for one. */
let arrival = Promise.resolve();

/** Lets a player show what the address asks for, unless the reader returns to it. */
function openPlayer(isReturn) {
  const asked = parameters();
  const discount = Number(asked.get("discount") ?? 1);
  const target = targets.find((target) => asked.get("game") === `2x2_to_${target}`);
  if (target && discount === 1) choose(target);
  const player = players.find((player) =>
    player.game === asked.get("game") && discountOf(player) === discount);
  if (!player) return;
  // The player reads the rest of the address itself.
  const focus = () => {
    const board = player.shadowRoot.querySelector(".board");
    if (document.activeElement === document.body) {
      board.focus({ preventScroll: true, focusVisible: false });
    }
  };
  arrival = player.state().then(focus).catch(() => {});
  if (player.getAttribute("loading") === "press") player.values().catch(() => {});
  if (asked.has("own")) player.playOwn(asked.get("own")).catch(() => {});
  // The router restores the place of an entry that has been there.
  if (!isReturn) player.scrollIntoView();
}

async function visit(event) {
  const { hash } = location;
  const { page } = document.documentElement.dataset;
  let text;
  open(page);
  if (page === "play" && hash.length > 1) {
    const isReturn = event ? event.state?.entry !== undefined : router.isReturn;
    if (hash.includes("?")) openPlayer(isReturn);
    text = await load().then(({ program }) => program.addressNote(hash, games)).catch(() => {});
  }
  if (hash !== location.hash) return;
  note.textContent = text ?? "";
  note.hidden = !text;
}

/** The parameters of the address. */
const parameters = () => new URLSearchParams(location.hash.split("?")[1]);

addEventListener("move", ({ target, detail }) => {
  // A player also goes to its first position when its policy is loaded.
  if (String(detail.move) !== startOf(target)) note.hidden = true;
  if (target !== small) return;
  toDiagram.hash = `#/diagram?game=${detail.game}&seed=${detail.seed}&step=${detail.move}`;
});

// The way back: a diagram changes the address without an event.
const toPlayer = document.getElementById("to-player");
for (const type of ["pointerdown", "focus", "click"]) {
  toPlayer.addEventListener(type, () => {
    const asked = parameters();
    const [from, own] = [asked.get("from"), asked.get("moves")];
    toPlayer.hash = `#/play?game=${asked.get("game")}&seed=${asked.get("seed") ?? 42}`
      + (from ? `&state=${from}` : "")
      // The reader's own moves go on beside the optimal policy.
      + (own ? `&own=${own}` : `&move=${asked.get("step") ?? 0}`);
  });
}

/** Chooses the speed of all players. */
function setSpeed(speed) {
  for (const player of players) {
    if (player.getAttribute("speed") !== speed) player.setAttribute("speed", speed);
  }
}

addEventListener("speedchange", ({ detail: { speed } }) => {
  setSpeed(speed);
  try {
    localStorage.setItem(SPEED, speed);
  } catch {
    // The browser keeps nothing for this page.
  }
});

try {
  const speed = localStorage.getItem(SPEED);
  if (["slow", "normal", "fast", "very-fast", "fastest"].includes(speed)) setSpeed(speed);
} catch {
  // As above.
}

// A static board is replaced by its player; its mark starts that one. The script in the head of the
// page has marked those that were pressed before.
for (const mark of document.querySelectorAll("mdp2048-player :is(.first-play, [data-begin])")) {
  const pressed = "begin" in mark.dataset ? "begin" : "start";
  const start = async () => {
    const player = mark.closest("mdp2048-player");
    mark.disabled = true;
    // The player is there before all of its policy is decoded, which its method `play` waits for.
    await player.state().then(() => {
      const control = (name) => player.shadowRoot.querySelector(`[data-control=${name}]`);
      control(pressed).click();
      control("start").focus({ preventScroll: true, focusVisible: false });
    }).catch(() => {});
    mark.disabled = false;
    delete mark.dataset.pressed;
  };
  mark.addEventListener("click", start);
  if ("pressed" in mark.dataset) start();
}

const figure = document.querySelector(".chapter mdp2048-diagram");

// The figure of the chapter begins near the window, and after the player of the address: on a slow
// line that player is there sooner.
let isNear = false;
new IntersectionObserver((entries) => {
  isNear = entries.at(-1).isIntersecting;
  arrival.then(() => isNear && figure.show()).catch(() => {});
}, { rootMargin: "300px" }).observe(figure);

// The figure shows the column and the board of the step in the middle of the window.
const progress = document.querySelector(".chapter progress");
let filling;
function light(solve, node) {
  if (node) figure.setAttribute("node", node);
  else figure.removeAttribute("node");
  figure.setAttribute("solve", solve);
  progress.value = solve;
}
const reading = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    target.toggleAttribute("data-lit", isIntersecting);
    if (!isIntersecting) continue;
    clearInterval(filling);
    light(target.dataset.solve, target.dataset.node);
  }
}, { rootMargin: "-50% 0px" });
for (const step of document.querySelectorAll(".chapter [data-solve]")) {
  reading.observe(step);
  // The focus moves there with the keyboard, or a press.
  step.addEventListener("focusin", ({ target }) => {
    if (target.matches(":focus-visible")) step.scrollIntoView();
  });
  step.querySelector(".show").addEventListener("click", () => step.scrollIntoView());
}
document.querySelector(".chapter .first-play").addEventListener("click", () => {
  const next = () => {
    light((progress.value + 1) % (progress.max + 1));
    if (progress.value === progress.max) clearInterval(filling);
  };
  clearInterval(filling);
  next();
  // Else a press solves one column.
  if (!isStill.matches) filling = setInterval(next, 700);
});

// Where nothing has the focus, Space starts the first player, unless that is above what is seen.
addEventListener("keydown", (event) => {
  const isFree = event.target === document.body && !event.ctrlKey && !event.altKey && !event.metaKey;
  if (event.key !== " " || event.shiftKey || !isFree
    || players[0].getBoundingClientRect().bottom <= 0) return;
  event.preventDefault();
  if (!event.repeat) players[0].querySelector(".first-play").click();
});

// On a phone the chart of a game that starts comes into sight.
addEventListener("click", (event) => {
  const [pressed] = event.composedPath();
  const starts = "[data-control=start], [data-control=begin], [data-control=another]";
  if (!players.includes(event.target) || !pressed.closest(starts)) return;
  const behavior = isStill.matches ? "auto" : "smooth";
  event.target.shadowRoot.querySelector(".plot").scrollIntoView({ block: "nearest", behavior });
});

// A link to a game of the reader's own opens it where the player stands.
document.querySelector("[data-duel]").addEventListener("click", (event) => {
  event.preventDefault();
  players[0].scrollIntoView();
  players[0].playOwn().catch(() => {});
});

// A player that is running writes its position into the address when it is paused.
addEventListener("pagehide", () => {
  for (const player of players) if (isMounted(player)) player.pause();
});

// A printed board shows its outcome. Printing does not wait for a policy, so a player without one
// shows the board before it and its caption, as those do that are not near the viewport.
let [ended, replaced] = [[], []];
addEventListener("beforeprint", () => {
  const atStart = players.filter((player) => isMounted(player)
    && player.shadowRoot.querySelector(".player").dataset.moves === startOf(player));
  const isLoaded = (player) => !player.shadowRoot.querySelector("[data-load]");
  ended = atStart.filter(isLoaded);
  replaced = atStart.filter((player) => !isLoaded(player));
  for (const player of ended) player.seek("end").catch(() => {});
  for (const player of replaced) player.dispose();
  clearInterval(filling);
  light(progress.max);
});
addEventListener("afterprint", () => {
  for (const player of ended) player.seek(startOf(player)).catch(() => {});
  for (const player of replaced) player.values().catch(() => {});
  [ended, replaced] = [[], []];
  // The chapter's figure shows the step that is read again.
  const step = document.querySelector(".chapter [data-lit]");
  light(step?.dataset.solve ?? 0, step?.dataset.node);
});

addEventListener("popstate", visit);
visit();
