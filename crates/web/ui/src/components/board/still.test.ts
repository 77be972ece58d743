import { expect, test } from "vitest";

import type { Schemas } from "../../lib/api";
import { occupied, placesOf } from "./still";

const cell = (column: string, ...contents: string[]): Schemas["Cell"] => ({
  column,
  row: "1",
  used: true,
  unknown: false,
  contents,
  fluents: [],
});
const grid: Schemas["Grid"] = {
  fluent: "cell",
  form: "square",
  ground: "plain",
  letters: true,
  columns: ["1", "2", "3"],
  rows: ["1"],
  contents: [
    { name: "b", blank: true },
    { name: "x", blank: false, owner: 0, look: { shape: "cross", colour: "blue" } },
  ],
  cells: [cell("1", "b"), cell("2", "x"), cell("3")],
};

test("blank cells and cells without contents are empty", () => {
  expect(occupied(grid).map(({ index, contents }) => [index, contents.map(({ name }) => name)])).toEqual([
    [1, ["x"]],
  ]);
  expect(placesOf(grid, "en")).toEqual([{ column: "b", row: "1", content: "x" }]);
});
