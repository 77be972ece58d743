import { expect, test } from "vitest";

import type { Which } from "./exercise";
import { keepWork, workOn } from "./work";

const which = (number: number): Which => ({ kind: "minimax", level: 1, seed: 5, number });
const EMPTY = { drafts: {}, marking: undefined, hint: undefined, unreadable: [], hinted: false, given: {}, mistaken: 0 };

test("an exercise that nobody has worked on is empty", () => {
  expect(workOn(which(0))).toEqual(EMPTY);
});

test("an exercise is as it was left, and no other", () => {
  const work = { ...EMPTY, drafts: { a: ["3"] }, hinted: true };
  keepWork(which(1), work);
  expect([workOn(which(1)), workOn(which(2))]).toEqual([work, EMPTY]);
});

test("of very many exercises those that were left last are kept", () => {
  for (let number = 1; number <= 101; number += 1) keepWork(which(number), { ...EMPTY, drafts: { a: [String(number)] } });
  expect([1, 2, 101].map((number) => workOn(which(number)).drafts)).toEqual([{}, { a: ["2"] }, { a: ["101"] }]);
});
