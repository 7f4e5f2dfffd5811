/**
 * The page: follows its address. A link to a position of a player loads that player and scrolls to
 * it; the gallery loads the program of the diagrams.
 */
import { load } from "./embed/mdp2048-player.js";
import { load as loadDiagrams } from "./embed/mdp2048-diagram.js";

const players = [...document.querySelectorAll("mdp2048-player")];
const note = document.getElementById("address-note");

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
  const { page } = document.documentElement.dataset;
  if (page === "gallery") openGallery();
  else if (page === "play" && hash.length > 1) text = await openPlayer().catch(() => undefined);
  if (hash !== location.hash) return;
  note.textContent = text ?? "";
  note.hidden = !text;
}

addEventListener("hashchange", visit);
visit();
