import { expect, test } from "vitest";

import { readable } from "./notation";

test("a move is read without the parentheses around it", () => {
  expect(readable("(take a 5)")).toBe("take a 5");
  expect(readable("noop")).toBe("noop");
  expect(readable("(turn_up 3)")).toBe("turn up 3");
});

test("terms inside a move keep their parentheses", () => {
  expect(readable("(move (cell 1 2) (cell 2 3))")).toBe("move (cell 1 2) (cell 2 3)");
});
