import { expect, test } from "vitest";

import { look, UNSEEN } from "./inPlay";
import { empty, type Table } from "./table";

const table = (games: number[], changes: Partial<Table> = {}): Table => {
  const blank = empty(["a", "b"]);
  return {
    ...blank,
    games_per_pairing: 3,
    pairings: blank.pairings.map((pairing, place) => ({ ...pairing, games: games[place] ?? 0 })),
    ...changes,
  };
};
const names = (played: ReadonlySet<string>) => [...played].map((key) => key.replace("\n", ""));

test("games are played one of each pairing in turn", () => {
  expect(names(look(table([1, 0, 0, 0]), UNSEEN).played)).toEqual(["ab"]);
  expect(names(look(table([2, 2, 1, 1]), UNSEEN).played)).toEqual(["ba"]);
  expect(names(look(table([1, 1, 1, 1]), UNSEEN).played)).toEqual(["aa"]);
});

test("a game that has not ended when a later one has is still being played", () => {
  const seen = look(table([1, 0, 1, 0]), UNSEEN);
  expect([names(seen.played), seen.atOnce]).toEqual([["ab", "bb"], 2]);
  // So many are played at once from then on.
  expect(names(look(table([1, 1, 1, 0]), seen).played)).toEqual(["aa", "bb"]);
});

test("who has played all games plays no more, and in the end nobody does", () => {
  const seen = { ...UNSEEN, atOnce: 2 };
  expect(names(look(table([3, 3, 3, 2]), seen).played)).toEqual(["bb"]);
  expect(names(look(table([3, 3, 3, 3]), seen).played)).toEqual([]);
});

test("where each pairing has played since the last look, all are being played", () => {
  const seen = look(table([1, 1, 1, 0]), UNSEEN);
  expect(names(look(table([2, 2, 2, 1]), seen).played)).toEqual(["aa", "ab", "ba", "bb"]);
  expect(names(look(table([3, 3, 2, 2]), look(table([2, 2, 2, 1]), seen)).played)).toEqual(["ba"]);
});

test("in a ladder those are being played whose games have increased", () => {
  const ladder = { schedule: "ladder" as const };
  const seen = look(table([0, 4, 4, 0], ladder), { ...UNSEEN, games: [0, 4, 3, 0] });
  expect(names(seen.played)).toEqual(["ba"]);
  expect(names(look(table([0, 4, 4, 0], ladder), seen).played)).toEqual(["ba"]);
});
