// Uses the types of the built package; `cargo xtask dist` compiles it.

import { create, type PlayerState } from "../../../../dist/embed/mdp2048-player.js";

const player = create(null, document.body, {
  board: "3x3",
  objective: "score",
  seed: 20,
  "start-at": "50%",
  loop: "new-seed",
});

player.addEventListener("move", ({ detail }) => {
  const state: PlayerState = detail;
  console.log(state.move, state.actions.left?.regret ?? state.value);
});
player.addEventListener("click", () => player.dispose());

const value: number | null = (await player.state()).value;
await document.querySelector("mdp2048-player")?.seek("end");
console.log(value);
