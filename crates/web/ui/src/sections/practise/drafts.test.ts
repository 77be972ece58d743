import { expect, test } from "vitest";

import { answerOf, answersOf, draftsOf, figure, moved, relabelled } from "./drafts";
import type { Blank, Sheet } from "./exercise";
import { labelSheet } from "./fixture";

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

test("an exact number may be a fraction", () => {
  const exact = (text: string) => answerOf(blank({ answer: "fraction" }), [text]);
  expect(exact("17/3")).toEqual({ number: 17 / 3 });
  expect(exact(" -7 / 2 ")).toEqual({ number: -3.5 });
  expect(exact("１７／３")).toEqual({ number: 17 / 3 });
  expect(exact("5,25")).toEqual({ number: 5.25 });
  for (const text of ["", "/", "1/", "/3", "1/0", "1/2/3", "1/x"]) expect(exact(text)).toBeUndefined();
});

test("a value is shown with its decimals, or as a fraction", () => {
  expect([3, -0.5, 5.0625, 17 / 3, -1 / 36, 1 / 128, 0.333333].map(figure)).toEqual([
    "3",
    "-0.5",
    "5.0625",
    "17/3",
    "-1/36",
    "1/128",
    "0.333333",
  ]);
  expect(figure(Math.PI)).toBe("3.14");
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
  expect(answerOf(blank({ answer: "node-label", draws: true }), [""])).toBeUndefined();
  expect(answerOf(blank({ answer: "node-label", draws: true }), ["draw"])).toEqual({ "node-label": "draw" });
  expect(answerOf(blank({ answer: "choice", count: 2 }), ["0"])).toEqual({ choice: 0 });
  expect(answerOf(blank({ answer: "branches" }), undefined)).toEqual({ branches: [] });
});

test("only what is complete is among the answers of a sheet", () => {
  const blanks: Blank[] = ["v0", "m0", "m1", "v1"].map((id) => ({
    id,
    takes: { answer: "number", decimals: 1 },
  }));
  const sheet: Sheet = {
    kind: "uct-backup",
    material: { material: "simulation", moves: [], payoffs: [70, 30], decimals: 1 },
    blanks,
  };
  expect(answersOf(sheet, { v0: ["4"], m0: ["62,5"], m1: ["-"] })).toEqual({
    v0: { number: 4 },
    m0: { number: 62.5 },
  });
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
  const sheet: Sheet = {
    kind: "code-order",
    material: { material: "code", algorithm: "minimax", lines: [line(false), line(true), line(true)] },
    blanks,
  };
  expect(answersOf(sheet, {})).toEqual({ order: { order: [1, 2] } });
  expect(answersOf(sheet, { order: ["2", "1"] })).toEqual({ order: { order: [2, 1] } });
});

test("nodes below a skipped branch are skipped, and open again when it is not", () => {
  const sheet = labelSheet();
  expect(relabelled(sheet, { n4: ["lost"], n1: ["win"] }, [], ["4"])).toEqual({
    n4: ["skipped"],
    n5: ["skipped"],
  });
  expect(relabelled(sheet, { n4: ["skipped"], n5: ["skipped"] }, ["4"], ["5"])).toEqual({ n4: [""] });
  expect(relabelled(sheet, { n4: ["skipped"], n5: ["win"] }, ["4"], [])).toEqual({ n4: [""] });
  expect(relabelled(sheet, { n1: ["skipped"] }, [], ["7"])).toEqual({});
});

test("labels and skipped branches are written and read alike", () => {
  const sheet = labelSheet();
  const answers = {
    n0: { "node-label": "win" as const },
    n5: { "node-label": "skipped" as const },
    cuts: { branches: [4] },
  };
  const drafts = draftsOf(sheet, answers, String);
  expect(drafts).toEqual({ n0: ["win"], n5: ["skipped"], cuts: ["4"] });
  expect(answersOf(sheet, drafts)).toEqual(answers);
});
