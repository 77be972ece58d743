import { expect, test } from "vitest";

import { outcomeOf } from "./outcome";

test("who gets most has won", () => {
  expect(outcomeOf([0, 100])).toEqual({ kind: "win", role: 1, goal: 100 });
  expect(outcomeOf([12, 40, 7])).toEqual({ kind: "win", role: 1, goal: 40 });
});

test("who get the same have drawn, or share the win", () => {
  expect(outcomeOf([50, 50])).toEqual({ kind: "draw", goal: 50 });
  expect(outcomeOf([50, 0, 50])).toEqual({ kind: "shared", roles: [0, 2], goal: 50 });
});

test("one role alone wins against nobody", () => {
  expect(outcomeOf([70])).toEqual({ kind: "alone", goal: 70 });
});

test("rules that do not say what somebody gets have no outcome", () => {
  expect(outcomeOf([100, null])).toEqual({ kind: "unclear" });
  expect(outcomeOf([])).toEqual({ kind: "unclear" });
});
