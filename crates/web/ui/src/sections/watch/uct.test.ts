import { expect, test } from "vitest";

import { uctValue } from "./uct";

test("the lecture's values after three and after four visits", () => {
  const values = (moves: [number, number][], c: number) => {
    const all = moves.reduce((sum, [, visits]) => sum + visits, 0);
    return moves.map(([mean, visits]) => Math.round(uctValue(mean, visits, all, c)));
  };
  const three: [number, number][] = [
    [0, 1],
    [20, 1],
    [25, 1],
  ];
  expect([10, 100, 1000].map((c) => values(three, c))).toEqual([
    [10, 30, 35],
    [105, 125, 130],
    [1048, 1068, 1073],
  ]);
  const four: [number, number][] = [
    [0, 1],
    [20, 1],
    [25, 2],
  ];
  expect([10, 100, 1000].map((c) => values(four, c))).toEqual([
    [12, 32, 33],
    [118, 138, 108],
    [1177, 1197, 858],
  ]);
});

test("a move without a visit comes before all others", () => {
  expect(uctValue(0, 0, 5, 10)).toBe(Infinity);
  expect(uctValue(7, 1, 1, 10)).toBe(7);
});
