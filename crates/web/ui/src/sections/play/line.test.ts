import { expect, test } from "vitest";

import { format, parse, telling } from "./line";

test("a line of play is read as it is written", () => {
  const line = [
    ["(mark 1 1)", "noop"],
    ["noop", "(mark 2 2)"],
  ];
  expect(format(line)).toBe("(mark 1 1) noop; noop (mark 2 2)");
  expect(parse(format(line))).toEqual(line);
});

test("terms may nest, spaces are of no matter, and nothing is no move", () => {
  expect(parse(" (f (g a) b)  c ;; (d) ")).toEqual([["(f (g a) b)", "c"], ["(d)"]]);
  expect(parse("")).toEqual([]);
  expect(parse("(mark 1 1) noop\n\n noop  (move (a b) c)")).toEqual([
    ["(mark 1 1)", "noop"],
    ["noop", "(move (a b) c)"],
  ]);
  expect(parse("(mark 1")).toEqual([["(mark 1"]]);
});

test("whoever waits is left out", () => {
  expect(telling(["noop", "(drop 3)"])).toEqual([{ role: 1, move: "(drop 3)" }]);
  expect(telling(["noop", "noop"])).toHaveLength(2);
});
