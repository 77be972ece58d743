import { expect, test } from "vitest";

import { roleColours } from "./colour";

const piece = (name: string, owner: number, colour?: "red" | "yellow") => ({
  name,
  owner,
  blank: false,
  look: colour ? { shape: "disc" as const, colour } : null,
});
const picture = (...contents: ReturnType<typeof piece>[]) => ({
  grids: [
    {
      cells: [],
      columns: [],
      contents,
      fluent: "cell",
      form: "square" as const,
      ground: "plain" as const,
      letters: false,
      rows: [],
    },
  ],
  others: [],
});

test("a role has the colour of its pieces", () => {
  expect(roleColours(picture(piece("r", 0, "red"), piece("y", 1, "yellow")), ["x", "o"])).toEqual([
    "red",
    "yellow",
  ]);
});

test("a role whose pieces are not known to be its own has the colour that it is named after", () => {
  expect(roleColours({ grids: [], others: [] }, ["yellow", "blue", "random"])).toEqual([
    "yellow",
    "blue",
    "green",
  ]);
});

test("roles without pieces have different colours", () => {
  expect(roleColours({ grids: [], others: [] }, ["x", "o"])).toEqual(["blue", "red"]);
  expect(roleColours(picture(piece("r", 0, "red"), piece("s", 1, "red")), ["x", "o"])).toEqual([
    "blue",
    "red",
  ]);
});
