import { expect, test } from "vitest";

import { corners, edges, middle, neighbour, size } from "./geometry";

const square = { form: "square" as const, columns: ["1", "2", "3"], rows: ["2", "1"] };
const hex = { ...square, form: "hex" as const };

test("square cells lie row by row from the top", () => {
  expect(size(square)).toEqual({ width: 3, height: 2 });
  expect(middle(square, 0)).toEqual({ x: 0.5, y: 0.5 });
  expect(middle(square, 5)).toEqual({ x: 2.5, y: 1.5 });
});

test("a long row is folded", () => {
  const track = {
    form: "square" as const,
    columns: Array.from({ length: 22 }, (_, column) => String(column)),
    rows: ["1"],
  };
  expect(size(track)).toEqual({ width: 8, height: 3 });
  expect(middle(track, 8)).toEqual({ x: 0.5, y: 1.5 });
});

test("a hexagon touches the one above it and the one above to the left", () => {
  const [lower, above, aboveLeft] = [middle(hex, 4), middle(hex, 1), middle(hex, 0)];
  const far = (a: { x: number; y: number }, b: { x: number; y: number }) => Math.hypot(a.x - b.x, a.y - b.y);
  expect(far(lower, above)).toBeCloseTo(1);
  expect(far(lower, aboveLeft)).toBeCloseTo(1);
  expect(far(middle(hex, 3), middle(hex, 1))).toBeGreaterThan(1.5);
});

test("all hexagons lie in the picture", () => {
  const { width, height } = size(hex);
  for (const cell of [0, 1, 2, 3, 4, 5]) {
    for (const { x, y } of corners(middle(hex, cell))) {
      expect(Math.min(x, y)).toBeGreaterThan(-1e-9);
      expect(x).toBeLessThan(width + 1e-9);
      expect(y).toBeLessThan(height + 1e-9);
    }
  }
});

test("arrow keys go from cell to cell and stop at the edge", () => {
  const way = (cell: number, keys: string[]) => keys.reduce((at, key) => neighbour(square, at, key), cell);
  expect(way(0, ["ArrowRight", "ArrowDown"])).toBe(4);
  expect(way(0, ["ArrowLeft", "ArrowUp"])).toBe(0);
  expect(way(5, ["ArrowRight", "ArrowDown"])).toBe(5);
  expect(way(4, ["Home"])).toBe(3);
  expect(way(4, ["End"])).toBe(5);
  expect(way(4, ["x"])).toBe(4);
});

test("arrow keys pass over cells that are not used", () => {
  const dark = (cell: number) => cell % 2 === 0;
  expect(neighbour(square, 0, "ArrowRight", dark)).toBe(2);
  expect(neighbour(square, 2, "ArrowDown", dark)).toBe(2);
});

test("a board of hexagons has two pairs of sides to connect, which meet at its corners", () => {
  const board = { ...hex, sides: { ends: "red" as const, flanks: "blue" as const } };
  const [top, bottom, right, left] = edges(board);
  expect([top, bottom, right, left].map((side) => side?.colour)).toEqual(["red", "red", "blue", "blue"]);
  const rounded = (point: { x: number; y: number } | undefined) => [point?.x.toFixed(3), point?.y.toFixed(3)];
  expect(rounded(top?.points.at(0))).toEqual(rounded(left?.points.at(0)));
  expect(rounded(top?.points.at(-1))).toEqual(rounded(right?.points.at(0)));
  expect(rounded(bottom?.points.at(-1))).toEqual(rounded(left?.points.at(-1)));
  expect(edges(hex)).toEqual([]);
  expect(edges({ ...square, sides: board.sides })).toEqual([]);
});
