import { expect, test } from "vitest";

import { joined, outcome } from "./joint";

const fact = (text: string) => ({ text, name: text, args: [] });
const position = (texts: string[], goals: number[] | null = null) => ({
  roles: ["left", "right", "random"],
  legal: [[{ move: "a" }, { move: "b" }], [{ move: "a" }, { move: "b" }], [{ move: "noop" }]],
  picture: { grids: [], others: texts.map(fact) },
  goals,
  terminal: goals !== null,
});

test("roles without a choice make their only move", () => {
  expect(joined(position([]), new Map([[0, "b"], [1, "a"]]))).toEqual(["b", "a", "noop"]);
});

test("a pair of moves comes to goals at the end of the game, else to what holds then and did not before", () => {
  expect(outcome(position(["x"]), position(["x", "y"]))).toEqual({ facts: ["y"] });
  expect(outcome(position(["x"]), position([], [100, 0, 0]))).toEqual({ goals: [100, 0, 0] });
});
