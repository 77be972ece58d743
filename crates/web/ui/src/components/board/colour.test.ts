import { expect, test } from "vitest";

import { roleColours } from "./colour";

const piece = (name: string, owner: number, colour?: "red" | "yellow") =>
  ({ name, owner, blank: false, look: colour ? { shape: "disc" as const, colour } : null });
const picture = (...contents: ReturnType<typeof piece>[]) =>
  ({ grids: [{ cells: [], columns: [], contents, fluent: "cell", form: "square" as const, ground: "plain" as const, letters: false, rows: [] }], others: [] });

test("a role has the colour of its pieces", () => {
  expect(roleColours(picture(piece("r", 0, "red"), piece("y", 1, "yellow")), 2)).toEqual(["red", "yellow"]);
});

test("roles without pieces have different colours", () => {
  expect(roleColours({ grids: [], others: [] }, 2)).toEqual(["blue", "red"]);
  expect(roleColours(picture(piece("r", 0, "red"), piece("s", 1, "red")), 2)).toEqual(["blue", "red"]);
});
