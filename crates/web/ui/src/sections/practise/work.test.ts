import { expect, test, vi } from "vitest";

import type { Which } from "./exercise";

const shelf = new Map<string, string>();
vi.stubGlobal("sessionStorage", {
  getItem: (key: string) => shelf.get(key) ?? null,
  setItem: (key: string, value: string) => void shelf.set(key, value),
});

const { keepWork, workOn } = await import("./work");

const which = (number: number): Which => ({ kind: "minimax", level: 1, seed: 5, number });
const EMPTY = {
  drafts: {},
  marking: undefined,
  hint: undefined,
  unreadable: [],
  hinted: false,
  given: {},
  mistaken: 0,
};

/** The page is loaded again. */
async function reloaded() {
  vi.resetModules();
  return await import("./work");
}

test("an exercise that nobody has worked on is empty", () => {
  expect(workOn(which(0))).toEqual(EMPTY);
});

test("an exercise is as it was left, and no other", () => {
  const work = { ...EMPTY, drafts: { a: ["3"] }, hinted: true };
  keepWork(which(1), work);
  expect([workOn(which(1)), workOn(which(2))]).toEqual([work, EMPTY]);
});

test("of very many exercises those that were left last are kept", () => {
  for (let number = 1; number <= 101; number += 1)
    keepWork(which(number), { ...EMPTY, drafts: { a: [String(number)] } });
  expect([1, 2, 101].map((number) => workOn(which(number)).drafts)).toEqual([
    {},
    { a: ["2"] },
    { a: ["101"] },
  ]);
});

test("answers, hints and mistakes outlive the page, and what was said of them does not", async () => {
  const marking = { right: 0, wrong: 1, missing: 0, astray: 0, marks: [] };
  keepWork(which(1), {
    ...EMPTY,
    drafts: { a: ["7"] },
    hinted: true,
    given: { a: 2 },
    mistaken: 1,
    marking,
    unreadable: ["B"],
  });
  const again = await reloaded();
  expect(again.workOn(which(1))).toEqual({
    ...EMPTY,
    drafts: { a: ["7"] },
    hinted: true,
    given: { a: 2 },
    mistaken: 1,
  });
  expect(again.workOn(which(200))).toEqual(EMPTY);
});

test("what another program has kept under that name is no work", async () => {
  shelf.set("spielbaum.exercises", '{"minimax/1/5/1": {"drafts": 3}}');
  expect((await reloaded()).workOn(which(1))).toEqual(EMPTY);
});
