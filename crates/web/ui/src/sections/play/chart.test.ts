import { expect, test } from "vitest";

import { place, series } from "./chart";

test("each role has a line of its own, by plies", () => {
  const points = [{ ply: 2, role: 0, value: 60 }, { ply: 0, role: 0, value: 50 }, { ply: 1, role: 1, value: 45 }, { ply: 2, role: 0, value: 70 }];
  expect(series(points, 2).map((line) => line.map(({ ply, value }) => [ply, value]))).toEqual([[[0, 50], [2, 70]], [[1, 45]]]);
  expect(series([], 1)).toEqual([[]]);
});

test("values go from the bottom to the top and never beyond", () => {
  expect(place({ ply: 5, role: 0, value: 25 }, 10, 200, 100)).toEqual({ x: 100, y: 75 });
  expect(place({ ply: 0, role: 0, value: 130 }, 0, 200, 100)).toEqual({ x: 0, y: 0 });
});
