import { expect, test } from "vitest";

import { ownFigure, ownText, ownWindow } from "./own";
import { figure } from "./sentence";

// Open lines of tic-tac-toe: eight lines to either side of the middle.
const lines = { evaluator: "open-lines", least: 0, greatest: 100, unit: 6.25 };

test("values of open lines are the lecture's figures", () => {
  expect([56.25, 43.75, 37.5, 50].map((value) => ownFigure(lines, value))).toEqual([1, -1, -2, 0]);
  expect([56.25, 37.5, 50].map((value) => ownText(lines, value))).toEqual(["+1", "-2", "0"]);
});

test("a decided game, a negated value, and a search without such an evaluator have no figure", () => {
  expect([0, 100, -43.75, NaN, undefined].map((value) => ownText(lines, value))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(ownText(undefined, 50)).toBeUndefined();
});

test("a window has figures at its ends that are no ends of the goals", () => {
  expect(ownWindow(lines, 43.75, 56.25, figure)).toBe("-1 … +1");
  expect(ownWindow(lines, NaN, 50, figure)).toBe("-∞ … 0");
  expect(ownWindow(lines, 0, 100, figure)).toBeUndefined();
});
