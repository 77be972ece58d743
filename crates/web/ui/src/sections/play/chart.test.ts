import { expect, test } from "vitest";

import { series } from "./chart";

test("each role has a line of its own, by plies", () => {
  const points = [{ ply: 2, role: 0, value: 60 }, { ply: 0, role: 0, value: 50 }, { ply: 1, role: 1, value: 45 }, { ply: 2, role: 0, value: 70 }];
  expect(series(points, 2).map((line) => line.map(({ ply, value }) => [ply, value]))).toEqual([[[0, 50], [2, 70]], [[1, 45]]]);
  expect(series([], 1)).toEqual([[]]);
});
