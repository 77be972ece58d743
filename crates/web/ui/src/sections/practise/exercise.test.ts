import { expect, test } from "vitest";

import { parametersOf, whichOf } from "./exercise";

test("an address names an exercise, and nonsense in it is put right", () => {
  const which = (query: string) => whichOf(new URLSearchParams(query));
  expect(which("kind=uct&level=3&seed=42&number=7")).toEqual({ kind: "uct", level: 3, seed: 42, number: 6 });
  expect(which("kind=chess&level=9&seed=0&number=-1")).toEqual({
    kind: "minimax",
    level: 1,
    seed: 0,
    number: 0,
  });
  expect(which("kind=uct")).toBeUndefined();
});

test("an address may hold a tree of one's own", () => {
  const which = whichOf(new URLSearchParams("kind=ordering&tree=(min (3 5) (2 9))"));
  expect(which).toMatchObject({ kind: "ordering", tree: "(min (3 5) (2 9))" });
  expect(parametersOf(which!)).toEqual({ kind: "ordering", tree: "(min (3 5) (2 9))" });
  expect(whichOf(new URLSearchParams("kind=uct&tree=(1 2)"))).toMatchObject({ kind: "minimax" });
});
