import { expect, test } from "vitest";

import { withWork } from "./recent.svelte";

const query = (text: string) => new URLSearchParams(text);

test("the latest work stands first, and a work stands there once", () => {
  const one = withWork([], "play", query("game=nim&moves=a"));
  const two = withWork(one, "compare", query("id=3"));
  expect(
    withWork(two, "play", query("game=nim&moves=a; b")).map(({ section, query }) => `${section} ${query}`),
  ).toEqual(["play game=nim&moves=a%3B+b", "compare id=3"]);
});

test("what was only looked at is no work", () => {
  expect(["play", "watch", "compare", ""].map((section) => withWork([], section, query("game=nim")))).toEqual(
    [[], [], [], []],
  );
});

test("what stands first already changes nothing", () => {
  const works = withWork([], "practise", query("kind=minimax&seed=3"));
  expect(withWork(works, "practise", query("kind=minimax&seed=3"))).toBe(works);
});

test("the oldest make room", () => {
  const works = Array.from({ length: 9 }).reduce<ReturnType<typeof withWork>>(
    (list, _, number) => withWork(list, "compare", query(`id=${number}`)),
    [],
  );
  expect(works.map((work) => work.query)).toEqual(["id=8", "id=7", "id=6", "id=5", "id=4", "id=3"]);
});

test("comparisons that are drawn together are one work", () => {
  const addresses = ["id=1", "id=2", "id=3&with=2", "id=4&with=2,3"];
  const works = addresses.reduce<ReturnType<typeof withWork>>(
    (list, text) => withWork(list, "compare", query(text)),
    [],
  );
  expect(works.map(({ query }) => query)).toEqual(["id=4&with=2%2C3", "id=1"]);
});
