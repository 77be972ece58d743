import { expect, test } from "vitest";

import { codeOf, resultOf, type Result } from "./code";
import { KINDS } from "./exercise";
import {
  type ExerciseSet,
  exercisesOf,
  GREATEST_SEED,
  parametersOfSet,
  placeOf,
  setOf,
  sizeOf,
} from "./sets";

const SET: ExerciseSet = { kinds: ["minimax", "maxn"], count: 3, level: 2, seed: 4711 };
const RESULT: Result = { set: SET, right: 4, hinted: 1, wrong: 1 };
const address = (parameters: Record<string, string | number>) =>
  new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]));

test("a set comes back from its address, with its place", () => {
  const parameters = address(parametersOfSet(SET, 4));
  expect(setOf(parameters)).toEqual(SET);
  expect(placeOf(parameters, SET)).toBe(4);
});

test("an address is read as far as it makes sense", () => {
  const wild = new URLSearchParams("set=maxn,nothing,minimax&count=99&level=-3&seed=x&place=77");
  expect(setOf(wild)).toEqual({ kinds: ["minimax", "maxn"], count: 10, level: 1, seed: 0 });
  expect(placeOf(wild, setOf(wild)!)).toBe(19);
  expect([setOf(new URLSearchParams("set=nothing")), setOf(new URLSearchParams(""))]).toEqual([
    undefined,
    undefined,
  ]);
});

test("the exercises of a set are those of its kinds, one kind after another", () => {
  expect(exercisesOf(SET).map(({ kind, number }) => `${kind} ${number}`)).toEqual([
    "minimax 0",
    "minimax 1",
    "minimax 2",
    "maxn 0",
    "maxn 1",
    "maxn 2",
  ]);
  expect(new Set(exercisesOf(SET).map(({ level, seed }) => `${level} ${seed}`))).toEqual(new Set(["2 4711"]));
});

test("a code is short, and says what it was made of", () => {
  expect(codeOf(RESULT).length).toBeLessThan(20);
  expect(resultOf(codeOf(RESULT))).toEqual(RESULT);
  for (const kind of KINDS) {
    const least = { set: { kinds: [kind], count: 1, level: 1, seed: 0 }, right: 0, hinted: 0, wrong: 0 };
    expect(resultOf(codeOf(least))).toEqual(least);
  }
  const all = { kinds: [...KINDS], count: 10, level: 5, seed: GREATEST_SEED };
  const most = { set: all, right: sizeOf(all), hinted: 0, wrong: 0 };
  expect(resultOf(codeOf(most))).toEqual(most);
});

test("a code is understood in small letters, with spaces, and with letters in place of digits", () => {
  const code = codeOf(RESULT);
  expect(resultOf(` ${code.toLowerCase().replaceAll("-", " ")} `)).toEqual(RESULT);
  expect(resultOf(code.replaceAll("0", "o").replaceAll("1", "l"))).toEqual(RESULT);
});

test("no code with one wrong letter, or with two letters swapped, is understood", () => {
  const letters = [...codeOf(RESULT).replaceAll("-", "")];
  const understood: string[] = [];
  letters.forEach((letter, place) => {
    for (const other of "0123456789ABCDEFGHJKMNPQRSTVWXYZ") {
      const changed = letters.with(place, other).join("");
      if (other !== letter && resultOf(changed)) understood.push(changed);
    }
    const next = letters[place + 1];
    const swapped =
      next &&
      letters
        .with(place, next)
        .with(place + 1, letter)
        .join("");
    if (swapped && next !== letter && resultOf(swapped)) understood.push(swapped);
  });
  expect(understood).toEqual([]);
  expect(["", "?", "0", "HELLO", "0".repeat(200)].map(resultOf)).toEqual(Array(5).fill(undefined));
});
