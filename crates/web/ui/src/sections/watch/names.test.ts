import { expect, test } from "vitest";

import { alphaBeta, uct } from "./fixture";
import { modelOf } from "./model";
import { lettersOf } from "./names";
import { SMALL } from "./outline";

const names = (recording = alphaBeta()) => modelOf(recording).places.map(({ name }) => name);

test("inner nodes have letters row by row, leaves the name above and their move", () => {
  expect(names()).toEqual(["A", "B", "C", "B1", "B2", "C1", "C2"]);
});

test("labels are names, and no letter is used twice", () => {
  const recording = alphaBeta();
  recording.tree!.nodes[1]!.label = "A";
  recording.tree!.nodes[3]!.label = "x";
  recording.tree!.nodes[4]!.move = "left";
  expect(names(recording)).toEqual(["B", "A", "C", "x", "A left", "C1", "C2"]);
});

test("positions of a game and nodes of a large tree are told by their moves", () => {
  expect(names(uct())).toEqual(["", "", ""]);
  const large = alphaBeta();
  for (let child = 0; child <= SMALL; child++)
    large.tree!.nodes.push({ parent: 2, move: String(child + 3), goals: [1, 1] });
  expect(new Set(names(large))).toEqual(new Set([""]));
});

test("after Z comes AA", () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(lettersOf)).toEqual(["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]);
});
