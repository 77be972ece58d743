import { expect, test } from "vitest";

import { svg } from "./picture";
import { empty } from "./table";

const words = { title: "nim <1>", corner: "first", note: "note" };

test("a picture has a cell for every pairing and no letter that would break it", () => {
  const table = empty(["uct(c=1)", "random", "uct(c=2,playouts=1000,visits=4)"]);
  table.pairings[1] = {
    ...table.pairings[1]!,
    games: 4,
    wins: [2, 1],
    draws: 1,
    ci95: [
      [0.15, 0.85],
      [0.05, 0.7],
    ],
  };
  const drawn = svg(table, words);
  expect(drawn).toContain("nim &#60;1&#62;");
  expect(drawn).toContain("50 / 25 / 25");
  expect(drawn).toContain("[15, 85]");
  expect(drawn).toContain("uct 2 = uct(c=2,playouts=1000,visits=4)");
  expect(drawn).not.toContain("uct(c=1) =");
  expect(drawn.match(/>–</g)).toHaveLength(8);
});

test("a game for one has a row for each player", () => {
  expect(svg(empty(["uct", "random"], 1), words).match(/>–</g)).toHaveLength(2);
});
