/**
 * The page: follows its address. A link to a position of a player loads that player and scrolls to
 * it; the gallery loads the program of the diagrams, and the pages of positions, of the bag and of
 * the arena their own programs.
 */
import { load } from "./embed/mdp2048-player.js";
import { load as loadDiagrams } from "./embed/mdp2048-diagram.js";

/** Where the speed is kept from visit to visit. */
const SPEED = "mdp2048-speed";

const players = [...document.querySelectorAll("mdp2048-player")];
const note = document.getElementById("address-note");

/** Whether the reader has loaded the page again, or has come back to it. */
const isReturn = ["reload", "back_forward"]
  .includes(performance.getEntriesByType("navigation")[0]?.type);

/** The discount of a player. */
const discountOf = (player) => Number(player.getAttribute("discount") ?? 1);

/** The game of a player, as URLs name it. */
const gameInUrl = (player) => `${player.game}&discount=${discountOf(player)}`;

/** Whether an element shows its player. */
const isMounted = (host) => host.shadowRoot?.querySelector(".player") != null;

/** Resolves when the gallery is shown, which happens once. */
let gallery;

function openGallery() {
  const failed = document.getElementById("gallery-note");
  gallery ??= loadDiagrams().then(({ program }) => {
    program.showGallery(document.getElementById("gallery"));
    failed.hidden = true;
  });
  gallery.catch(() => {
    gallery = undefined;
    failed.hidden = false;
  });
}

/** Resolves when the page of the bag is shown, which happens once. */
let bag;

function openBag() {
  const failed = document.getElementById("bag-note");
  bag ??= import("./bag/bag.js").then(async (program) => {
    await program.default({ module_or_path: new URL("./bag/bag_bg.wasm", import.meta.url) });
    const styles = new CSSStyleSheet();
    styles.replaceSync(program.styles());
    document.adoptedStyleSheets.push(styles);
    program.showBag(document.getElementById("bag"));
    failed.hidden = true;
  });
  bag.catch(() => {
    bag = undefined;
    failed.hidden = false;
  });
}

/** Resolves when the page of positions is shown, which happens once. */
let explorer;

function openExplorer() {
  const failed = document.getElementById("explore-note");
  explorer ??= import("./pages/explore.js").then(async ({ explore }) => {
    await explore(document.getElementById("explorer"));
    failed.hidden = true;
  });
  explorer.catch(() => {
    explorer = undefined;
    failed.hidden = false;
  });
}

/** Resolves when the arena is shown, which happens once. */
let arena;

function openArena() {
  const failed = document.getElementById("arena-note");
  arena ??= import("./pages/arena.js").then(async (module) => {
    await module.arena(document.getElementById("arena"));
    failed.hidden = true;
  });
  arena.catch(() => {
    arena = undefined;
    failed.hidden = false;
  });
}

async function openPlayer(scrolls) {
  const asked = parameters();
  const discount = Number(asked.get("discount") ?? 1);
  const player = players.find((player) =>
    player.game === asked.get("game") && discountOf(player) === discount);
  if (player) {
    // The player reads the rest of the address itself.
    const focus = () => {
      const board = player.shadowRoot.querySelector(".board");
      if (document.activeElement === document.body) {
        board.focus({ preventScroll: true, focusVisible: false });
      }
    };
    player.state().then(focus).catch(() => {});
    if (scrolls) player.scrollIntoView();
  }
  const names = players.map(gameInUrl).join(" ");
  const { program } = await load();
  return program.addressNote(location.hash, names);
}

async function visit(event) {
  const { hash } = location;
  let text;
  const { page } = document.documentElement.dataset;
  if (page === "gallery") openGallery();
  else if (page === "bag") openBag();
  else if (page === "explore") openExplorer();
  else if (page === "arena") openArena();
  else if (page === "play" && hash.includes("?", 1)) {
    // The browser itself restores the place of a page that is loaded again.
    text = await openPlayer(event || !isReturn).catch(() => undefined);
  } else if (page === "play" && hash.length > 1) {
    const names = players.map(gameInUrl).join(" ");
    text = await load().then(({ program }) => program.addressNote(hash, names)).catch(() => {});
  }
  if (hash !== location.hash) return;
  note.textContent = text ?? "";
  note.hidden = !text;
}

/** The parameters of the address. */
const parameters = () => new URLSearchParams(location.hash.split("?")[1]);

/** The links from players to their diagrams, by the name of the game. */
const diagrams = new Map(
  [...document.querySelectorAll("[data-diagram]")].map((link) => [link.dataset.diagram, link]),
);

addEventListener("move", ({ target, detail }) => {
  note.hidden = true;
  const link = players.includes(target) ? diagrams.get(detail.game) : undefined;
  if (link) link.hash = `#/diagram?game=${detail.game}&seed=${detail.seed}&step=${detail.move}`;
});

// The way back: a diagram changes the address without an event.
const toPlayer = document.getElementById("to-player");
for (const type of ["pointerdown", "focus", "click"]) {
  toPlayer.addEventListener(type, () => {
    const asked = parameters();
    const move = asked.get("step") ?? asked.get("moves")?.length ?? 0;
    toPlayer.hash = `#/play?game=${asked.get("game")}&seed=${asked.get("seed") ?? 42}&move=${move}`;
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
for (const mark of document.querySelectorAll(".first-play")) {
  const start = () => mark.closest("mdp2048-player").play().catch(() => {});
  mark.addEventListener("click", start);
  if ("pressed" in mark.dataset) start();
}

// A player that is running writes its position into the address when it is paused.
addEventListener("pagehide", () => {
  for (const player of players) if (isMounted(player)) player.pause();
});

// A printed board shows its outcome. Printing does not wait for a policy, so a player without one
// shows the first board and its caption, as those do that are not near the viewport.
let [ended, replaced] = [[], []];
addEventListener("beforeprint", () => {
  const atStart = players.filter((player) => isMounted(player)
    && player.shadowRoot.querySelector(".player").dataset.moves === "0");
  const isLoaded = (player) => !player.shadowRoot.querySelector("[data-load]");
  ended = atStart.filter(isLoaded);
  replaced = atStart.filter((player) => !isLoaded(player));
  for (const player of ended) player.seek("end").catch(() => {});
  for (const player of replaced) player.dispose();
});
addEventListener("afterprint", () => {
  for (const player of ended) player.seek(0).catch(() => {});
  for (const player of replaced) player.values().catch(() => {});
  [ended, replaced] = [[], []];
});

addEventListener("hashchange", visit);
visit();
