import { expect, test } from "vitest";

import { readable } from "../../../components/board/notation";
import { translator } from "../../../lib/i18n.svelte";
import { messages } from "./messages";
import { chosenOf, decades, expectedOf, knownIn, type Iteration, type Learnt } from "./learning";

const t = translator(messages);

/** A coin, then a choice of the first player that does not see it. */
function learnt(): Learnt {
  const at = (iteration: number, exploitability: number): Iteration => ({
    iteration,
    exploitability,
    values: [1.75, -1.75],
    sets: [{ current: [1, 0], average: [0.75, 0.25], regrets: [2, -1] }],
  });
  return {
    method: "cfr",
    iterations: 10,
    wording: {},
    tree: {
      roles: ["one", "two", "random"],
      range: [-4, 4],
      single: true,
      nodes: [
        { parent: null, mover: 2 },
        { parent: 0, move: "1", mover: 0, set: "h", probability: "1/4" },
        { parent: 0, move: "2", mover: 0, set: "h", probability: "0.75" },
        { parent: 1, move: "1", goals: [4] },
        { parent: 1, move: "2", goals: [-4] },
        { parent: 2, move: "1", goals: [2] },
        { parent: 2, move: "2", goals: [0] },
      ],
    },
    nodes: [[1, 2]],
    learning: {
      roles: ["one", "two"],
      sets: [{ role: 0, knows: "h", moves: ["1", "2"] }],
      further_sets: 0,
      iterations: [at(0, 2), at(1, 0.05), at(10, 0)],
    },
  };
}

test("all nodes of an information set are played alike", () => {
  const [, , last] = learnt().learning.iterations;
  const chosen = chosenOf(learnt(), last!, "average");
  expect(chosen).toEqual([undefined, 0.25, 0.75, 0.75, 0.25, 0.75, 0.25]);
  expect(expectedOf(learnt(), chosen)).toEqual([1.625, 2, 1.5, 4, -4, 2, 0]);
  expect(chosenOf(learnt(), last!, "current").slice(3)).toEqual([1, 0, 1, 0]);
});

test("an information set of a tree is called by its name, and one of a game by what the player did and saw", () => {
  expect(knownIn(learnt(), 0, readable, t)).toBe("h");
  const { tree: _, nodes: __, ...game } = learnt();
  const plies = [
    [
      { moves: [], seen: ["(card 1)"] },
      { moves: ["(bet 2)", "noop"], seen: [] },
      { moves: ["noop"], seen: ["(did bob call)"] },
    ],
  ];
  expect(knownIn({ ...game, plies }, 0, readable, t)).toBe("card 1; bet 2; noop, did bob call");
});

test("what is not told of an information set is not known above it either", () => {
  const { nodes: _, ...untold } = learnt();
  const chosen = chosenOf(untold, untold.learning.iterations[0]!, "average");
  expect(chosen.slice(3)).toEqual([undefined, undefined, undefined, undefined]);
  expect(expectedOf(untold, chosen)[0]).toBeUndefined();
});

test("the curve is drawn between powers of ten, and 0 at its foot", () => {
  const { iterations } = learnt().learning;
  const [low, high] = decades(iterations);
  expect(high).toBe(10);
  expect(low).toBeCloseTo(1e-6, 12);
  expect(decades([iterations[0]!])).toEqual([1, 10]);
  expect(decades([])).toEqual([1, 10]);
});
