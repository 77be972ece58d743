import { expect, test } from "vitest";

import { differing, joined, outcome } from "./joint";

const fact = (text: string) => ({ text, name: text, args: [] as string[] });
const position = (texts: string[], goals: number[] | null = null) => ({
  roles: ["left", "right", "random"],
  legal: [[{ move: "a" }, { move: "b" }], [{ move: "a" }, { move: "b" }], [{ move: "noop" }]],
  picture: { grids: [], others: texts.map(fact) },
  goals,
  terminal: goals !== null,
});

test("roles without a choice make their only move", () => {
  expect(
    joined(
      position([]),
      new Map([
        [0, "b"],
        [1, "a"],
      ]),
    ),
  ).toEqual(["b", "a", "noop"]);
});

test("a pair of moves comes to goals at the end of the game, else to what holds then", () => {
  expect(outcome(position(["x"]))).toEqual({ facts: [fact("x")] });
  expect(outcome(position([], [100, 0, 0]))).toEqual({ goals: [100, 0, 0] });
});

test("what holds after all pairs of moves tells none from another", () => {
  const facts = (...texts: string[]) => ({ facts: texts.map(fact) });
  expect(
    differing([
      [facts("played 1", "score 6"), facts("played 1", "score 0")],
      [facts("played 1", "score 10"), { goals: [50, 50] }],
    ]),
  ).toEqual([
    [facts("score 6"), facts("score 0")],
    [facts("score 10"), { goals: [50, 50] }],
  ]);
});
