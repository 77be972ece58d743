import { expect, test } from "vitest";
import type { Schemas } from "../../lib/api";
import { plates, worths, worthsByCell } from "./worth";

const estimate = (move: string, value: number | null, proven: boolean, bound?: "lower" | "upper") => ({
  move,
  value,
  proven,
  bound,
  visits: 1,
});

test("bounds are told as bounds", () => {
  const worth = worths([
    estimate("a", 50, false),
    estimate("b", 40, false, "upper"),
    estimate("c", 60, false, "lower"),
    estimate("d", null, false),
  ]);
  expect([...worth]).toEqual([
    ["a", { value: 50, sign: "" }],
    ["b", { value: 40, sign: "≲" }],
    ["c", { value: 60, sign: "≳" }],
  ]);
});

test("beside proven values, estimates are told as estimates", () => {
  const worth = worths([
    estimate("a", 100, true),
    estimate("b", 50, false),
    estimate("c", 50, false, "upper"),
    estimate("d", 0, true, "upper"),
  ]);
  expect([...worth.values()].map(({ sign }) => sign)).toEqual(["", "≈", "≲", "≤"]);
});

test("values are written without decimals, and compared with one another", () => {
  const value = (value: number, sign = "") => ({ value, sign });
  expect([
    ...plates(
      new Map([
        [3, value(20, "≥")],
        [4, value(60.4)],
        [8, value(100)],
      ]),
    ),
  ]).toEqual([
    [3, { text: "≥20", share: 0 }],
    [4, { text: "60", share: 0.505 }],
    [8, { text: "100", share: 1 }],
  ]);
  expect(plates(new Map([[0, value(50)]])).get(0)?.share).toBe(1);
});

test("a piece is worth what its fluents are, and an empty cell nothing", () => {
  const cell = (content: string | null, ...fluents: string[]) => ({
    contents: content === null ? [] : [content],
    fluents,
  });
  const grid = {
    contents: [
      { name: "b", blank: true },
      { name: "x", blank: false },
    ],
    cells: [
      cell("x", "(cell 1 x)", "(king 1)"),
      cell("x", "(cell 2 x)"),
      cell("b", "(cell 3 b)"),
      cell("x", "(cell 4 x)"),
      cell(null),
      cell("x", "(cell 6 x)"),
    ],
  } as unknown as Schemas["Grid"];
  const worth = worthsByCell(
    grid,
    new Map([
      ["(cell 1 x)", 5.2],
      ["(king 1)", 3.4],
      ["(cell 2 x)", -7.6],
      ["(cell 3 b)", 9],
      ["(cell 4 x)", -0.3],
    ]),
  );
  expect([...worth]).toEqual([
    [0, { value: 9, sign: "+" }],
    [1, { value: -8, sign: "" }],
    [3, { value: 0, sign: "" }],
  ]);
});
