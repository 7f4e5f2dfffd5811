/**
 * The page: follows its address. A link to a position of a player loads that player and scrolls to
 * it; a link to the diagrams loads their program.
 */
import { load } from "./embed/mdp2048-player.js";

const players = [...document.querySelectorAll("mdp2048-player")];
const note = document.getElementById("address-note");

/** The program of the diagrams, loaded once. */
let diagrams;

function openDiagrams() {
  diagrams ??= import("./diagram.js").then((program) => program.default({
    module_or_path: new URL("./diagram_bg.wasm", import.meta.url),
  }));
  diagrams.catch(() => {
    diagrams = undefined;
    document.documentElement.dataset.diagrams = "refused";
  });
}

async function openPlayer() {
  const game = new URLSearchParams(location.hash.split("?")[1]).get("game");
  const player = players.find((player) => player.game === game);
  if (player) {
    // The player reads the rest of the address itself.
    player.state().catch(() => {});
    player.scrollIntoView();
  }
  const names = players.map((player) => player.game).join(" ");
  const { program } = await load();
  return program.addressNote(location.hash, names);
}

async function visit() {
  const { hash } = location;
  let text;
  if (document.documentElement.dataset.page === "diagram") openDiagrams();
  else if (hash.length > 1) text = await openPlayer().catch(() => undefined);
  if (hash !== location.hash) return;
  note.textContent = text ?? "";
  note.hidden = !text;
}

addEventListener("hashchange", visit);
visit();
