import { expect, test } from "vitest";

import { plyByKey } from "./keys";

test("arrows go a move back and forth, and no farther than the game", () => {
  expect(["ArrowLeft", "ArrowRight", "Home", "End"].map((key) => plyByKey(key, 1, 3))).toEqual([0, 2, 0, 3]);
  expect([plyByKey("ArrowLeft", 0, 3), plyByKey("ArrowRight", 3, 3), plyByKey("ArrowRight", 0, 0)]).toEqual([
    0, 3, 0,
  ]);
});

test("other keys are none of the game's", () => {
  expect(plyByKey("ArrowUp", 1, 3)).toBeUndefined();
  expect(plyByKey("a", 1, 3)).toBeUndefined();
});
