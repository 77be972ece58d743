import { expect, test } from "vitest";

import { answerOf, answersOf, type Blank, exchanged, leavesOf, moved, parametersOf, ranksOf, type Sheet, type TreeNode, whichOf } from "./exercise";

const blank = (takes: Blank["takes"]): Blank => ({ id: "n1", at: 1, takes });

test("numbers are written in many ways", () => {
  const number = (text: string) => answerOf(blank({ answer: "number", decimals: 1 }), [text]);
  expect(number(" 3 ")).toEqual({ number: 3 });
  expect(number("−3,5")).toEqual({ number: -3.5 });
  expect(number("+3.")).toEqual({ number: 3 });
  expect(number(".5")).toEqual({ number: 0.5 });
  expect(number("− 3")).toEqual({ number: -3 });
  for (const text of ["－３．５", "ー３，５", "　-３。５　"]) expect(number(text)).toEqual({ number: -3.5 });
  for (const text of ["", "-", ".", "1 2", "3x", "1e5", "0x10", "NaN"]) expect(number(text)).toBeUndefined();
});

test("an end of a window may be infinite, on its own side", () => {
  const window = (...draft: string[]) => answerOf(blank({ answer: "window" }), draft);
  expect(window("-∞", "∞")).toEqual({ window: { alpha: null, beta: null } });
  expect(window("−inf", "+7")).toEqual({ window: { alpha: null, beta: 7 } });
  expect(window("inf", "7")).toBeUndefined();
  expect(window("3", "")).toBeUndefined();
});

test("what is not complete is no answer, but no branch at all is one", () => {
  expect(answerOf(blank({ answer: "vector", length: 3 }), ["1", "", "3"])).toBeUndefined();
  expect(answerOf(blank({ answer: "label" }), undefined)).toBeUndefined();
  expect(answerOf(blank({ answer: "choice", count: 2 }), ["0"])).toEqual({ choice: 0 });
  expect(answerOf(blank({ answer: "branches" }), undefined)).toEqual({ branches: [] });
});

test("an address names an exercise, and nonsense in it is put right", () => {
  const which = (query: string) => whichOf(new URLSearchParams(query));
  expect(which("kind=uct&level=3&seed=42&number=7")).toEqual({ kind: "uct", level: 3, seed: 42, number: 6 });
  expect(which("kind=chess&level=9&seed=0&number=-1")).toEqual({ kind: "minimax", level: 1, seed: 0, number: 0 });
  expect(which("kind=uct")).toBeUndefined();
});

test("an address may hold a tree of one's own", () => {
  const which = whichOf(new URLSearchParams("kind=ordering&tree=(min (3 5) (2 9))"));
  expect(which).toMatchObject({ kind: "ordering", tree: "(min (3 5) (2 9))" });
  expect(parametersOf(which!)).toEqual({ kind: "ordering", tree: "(min (3 5) (2 9))" });
  expect(whichOf(new URLSearchParams("kind=uct&tree=(1 2)"))).toMatchObject({ kind: "minimax" });
});

test("neighbours change places with all that is below them", () => {
  const inner = (parent: number | null): TreeNode => ({ parent, mover: 0, name: "A", payoffs: [] });
  const leaf = (parent: number): TreeNode => ({ parent, mover: null, name: null, payoffs: [1] });
  // The root, a node with the leaves 2 and 3, and the leaves 4 and 5.
  const nodes = [inner(null), inner(0), leaf(1), leaf(1), leaf(0), leaf(0)];
  const given = leavesOf(nodes);
  expect(given).toEqual([2, 3, 4, 5]);
  expect(exchanged(nodes, given, 1, 1)).toEqual([4, 2, 3, 5]);
  expect(exchanged(nodes, [4, 2, 3, 5], 1, -1)).toEqual([2, 3, 4, 5]);
  expect(exchanged(nodes, given, 3, -1)).toEqual([3, 2, 4, 5]);
  expect(exchanged(nodes, given, 5, 1)).toEqual(given);
  expect(ranksOf(nodes, [4, 3, 2, 5])).toEqual([0, 1, 2, 1, 0, 3]);
});

test("a line moves to another place, and the lines between make room", () => {
  expect(moved([4, 5, 6, 7], 0, 2)).toEqual([5, 6, 4, 7]);
  expect(moved([4, 5, 6, 7], 3, 0)).toEqual([7, 4, 5, 6]);
  expect(moved([4, 5], 0, 0)).toEqual([4, 5]);
  expect(moved([4, 5], 9, 0)).toEqual([4, 5]);
});

test("who moves no line answers with the given order", () => {
  const line = (movable: boolean) => ({ indent: 0, text: "break", movable });
  const blanks: Blank[] = [{ id: "order", at: null, takes: { answer: "lines", count: 2 } }];
  const sheet: Sheet = { kind: "code-order", material: { material: "code", algorithm: "minimax", lines: [line(false), line(true), line(true)] }, blanks };
  expect(answersOf(sheet, {})).toEqual({ order: { order: [1, 2] } });
  expect(answersOf(sheet, { order: ["2", "1"] })).toEqual({ order: { order: [2, 1] } });
});
