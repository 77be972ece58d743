import { expect, test } from "vitest";

import { curve, decades } from "./states";

test("a tenth of the states is a step lower, whatever the numbers", () => {
  expect(curve([1, 10, 100], 200, 90)).toEqual([{ x: 0, y: 90 }, { x: 100, y: 45 }, { x: 200, y: 0 }]);
});

test("a game of one state has a curve, too", () => {
  expect(curve([1], 200, 90)).toEqual([{ x: 0, y: 90 }]);
});

test("powers of ten are marked, and not too many", () => {
  expect(decades([1, 250], 90).map(({ states }) => states)).toEqual([1, 10, 100]);
  expect(decades([1, 1000], 90)[3]).toEqual({ states: 1000, y: 0 });
  expect(decades([1, 1e12], 90).length).toBeLessThanOrEqual(6);
});
