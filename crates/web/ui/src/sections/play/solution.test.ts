import { expect, test } from "vitest";

import { exactWorths, verdict, type Report } from "./solution.svelte";

const NOTHING: Report = {
  method: "retrograde",
  value: { red: null, blue: null },
  at_least: { red: null, blue: null },
  proven: false,
  mixed: null,
  endless: false,
  distance: null,
  moves: [],
  pv: [],
  end: "open",
  states: 3,
  nodes: null,
  cut: null,
  seconds: 0,
};

test("the values of a solved position are told with the distance", () => {
  const report = { ...NOTHING, value: { red: 100, blue: 0 }, proven: true, distance: 7 };
  expect(verdict(report)).toEqual({
    kind: "values",
    goals: [
      ["red", 100],
      ["blue", 0],
    ],
    plies: 7,
  });
});

test("play without an end, mixed moves and what a role can be sure of are told as such", () => {
  expect(verdict({ ...NOTHING, endless: true })).toEqual({ kind: "endless" });
  expect(verdict({ ...NOTHING, mixed: { red: 50, blue: 50 }, at_least: { red: 0, blue: 0 } })).toEqual({
    kind: "mixed",
    goals: [
      ["red", 50],
      ["blue", 50],
    ],
  });
  expect(verdict({ ...NOTHING, at_least: { red: 30, blue: null } })).toEqual({
    kind: "sure",
    goals: [["red", 30]],
  });
  expect(verdict(NOTHING)).toEqual({ kind: "unknown" });
});

test("moves of the role are worth what is known of them", () => {
  const move = (role: string, move: string, value: number | null, bound: string | null) => ({
    role,
    move,
    value,
    bound,
    endless: false,
    distance: null,
    probability: null,
  });
  const report = {
    ...NOTHING,
    moves: [
      move("red", "a", 100, "exact"),
      move("red", "b", 50, "at-most"),
      move("red", "c", null, null),
      move("blue", "d", 0, "exact"),
    ],
  };
  expect([...exactWorths(report, "red")]).toEqual([
    ["a", { value: 100, sign: "" }],
    ["b", { value: 50, sign: "≤" }],
  ]);
});
