/** Tests that the attributes of the elements are the same in all places that list them. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import {
  DIAGRAM_ATTRIBUTES, PLAYER_ATTRIBUTES, PUZZLE_ATTRIBUTES,
} from "../elements/attributes.js";
import { Mdp2048Diagram } from "../elements/diagram-element.js";
import { Mdp2048Player } from "../elements/element.js";
import { Mdp2048Puzzle } from "../elements/mdp2048-puzzle.js";

const read = (file) => readFileSync(new URL(file, import.meta.url), "utf8");

/** The first columns of the table below a heading of the documentation. */
function documented(heading) {
  const [, section] = read("../../docs/embedding.md").split(`\n## ${heading}\n`);
  const rows = section.split("\n## ")[0].matchAll(/^\| (`.*?) \|/gm);
  return [...rows].flatMap(([, names]) => names.match(/[a-z-]+/g)).sort();
}

/** The fields of an interface of a `.d.ts` file. */
function typed(file, name) {
  const [, fields] = read(`../elements/${file}`).split(`interface ${name} {\n`);
  const found = fields.split("\n}")[0].matchAll(/^ {2}"?([a-z-]+)"?\?:/gm);
  return [...found].map(([, field]) => field).sort();
}

for (const [heading, file, type, copied] of [
  ["Attributes", "mdp2048-player.d.ts", "PlayerOptions", PLAYER_ATTRIBUTES],
  ["Diagrams", "mdp2048-diagram.d.ts", "DiagramOptions", DIAGRAM_ATTRIBUTES],
  ["Puzzles", "mdp2048-puzzle.d.ts", "PuzzleOptions", PUZZLE_ATTRIBUTES],
]) {
  test(`the attributes of ${type} are documented, and those of a link are attributes`, () => {
    const all = documented(heading);
    assert.deepEqual(typed(file, type), all);
    // Every element has `lang`. An element in a frame has no address, and is loaded with it.
    const inFrame = all.filter((it) => it !== "address" && it !== "loading");
    assert.deepEqual([...copied].sort(), [...inFrame, "lang"].sort());
  });
}

test("the attributes that a player follows are documented", () => {
  const all = new Set(documented("Attributes"));
  assert.deepEqual(Mdp2048Player.observedAttributes.filter((it) => !all.has(it)), []);
});

test("no property that cannot be set has the name of an attribute, which frameworks would set", () => {
  for (const [{ prototype }, names] of [
    [Mdp2048Player, PLAYER_ATTRIBUTES],
    [Mdp2048Diagram, DIAGRAM_ATTRIBUTES],
    [Mdp2048Puzzle, PUZZLE_ATTRIBUTES],
  ]) {
    // The methods `state` and `values` are older than this rule.
    const taken = names.filter((it) => it in prototype && it !== "state" && it !== "values");
    assert.deepEqual(taken, []);
  }
});
