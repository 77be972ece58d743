import { beforeEach, expect, test } from "vitest";

import type { Which } from "./exercise";
import { score } from "./score.svelte";

const own = (tree: string): Which => ({ kind: "minimax", level: 1, seed: 0, number: 0, tree });

beforeEach(() => score.clear());

test("the first attempt at an exercise counts", () => {
  const which: Which = { kind: "uct", level: 2, seed: 5, number: 3 };
  score.count(which, "hinted");
  score.count(which, "right");
  expect([score.counts.uct, score.outcomeOf(which)]).toEqual([{ right: 0, hinted: 1, wrong: 0 }, "hinted"]);
});

test("each tree of one's own is an exercise, and none is one of a series", () => {
  score.count(own("(1 2)"), "right");
  expect(
    [own("(1 2)"), own("(3 4)"), { kind: "minimax", level: 1, seed: 0, number: 0 } as const].map(score.has),
  ).toEqual([true, false, false]);
  score.count(own("(3 4)"), "wrong");
  expect(score.counts.minimax).toEqual({ right: 1, hinted: 0, wrong: 1 });
});
