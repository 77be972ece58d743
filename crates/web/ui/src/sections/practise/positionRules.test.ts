import { expect, test } from "vitest";

import type { Position } from "./exercise";
import { rulesFrom } from "./positionRules";

const POSITIONS: Position[] = [
  { game: "counting", said: 5, target: 12, most: 3 },
  { game: "coin-row", rows: [4, 1] },
  { game: "nim", heaps: [2, 3] },
  { game: "two-rows", width: 6, mover: "black", rows: [{ white: 1, black: 6 }, { white: 2, black: 5 }] },
];

test("every rule of a position has as many closing parentheses as opening ones", () => {
  for (const position of POSITIONS) {
    for (const line of rulesFrom(position).split("\n")) expect([line, line.split("(").length]).toEqual([line, line.split(")").length]);
  }
});

test("the game begins with the position", () => {
  const [counting, coins, nim, rows] = POSITIONS.map(rulesFrom);
  expect(counting).toContain("(init (said 5))");
  expect(counting).toContain("(<= terminal (true (said 12)))");
  expect(coins).toContain("(place 1 1) (place 2 1) (place 3 1) (place 4 1)\n(place 1 2)\n");
  expect(nim).toContain("(full 1 2) (full 2 3)");
  expect(rows).toContain("(init (control black))");
  // Two rows of six cells: at most eight advances of who wins, and as many turns of the other player between them.
  expect(rows).toContain("(<= terminal (true (step 17)))");
});
