import { expect, test } from "vitest";

import { decisive, experiment, questionOf, taking } from "./decisive";

/** Whether one of some lines is complete without these pieces, and how often that was asked. */
function lines(...lines: number[][]) {
  const asked: number[][] = [];
  const wins = (without: number[]) => {
    asked.push(without);
    return Promise.resolve(lines.some((line) => line.every((piece) => !without.includes(piece))));
  };
  return { asked, wins };
}

const sorted = (pieces: Set<number>) => [...pieces].sort((a, b) => a - b);

test("a line is found among other pieces", async () => {
  expect(sorted(await decisive(8, [6], lines([1, 4, 6]).wins))).toEqual([1, 4, 6]);
});

test("all lines are found that the last piece completes", async () => {
  expect(sorted(await decisive(9, [4], lines([0, 4, 8], [2, 4, 6], [3, 4, 5]).wins))).toEqual([0, 2, 3, 4, 5, 6, 8]);
});

test("where many sets are enough, one of them is told", async () => {
  const many = Array.from({ length: 6 }, (_, other) => [6, other]);
  expect((await decisive(7, [6], lines(...many).wins)).size).toBe(2);
});

test("a win that does not need the last piece is not told by pieces, with one question", async () => {
  const { asked, wins } = lines([0, 1, 2], [3, 4, 5]);
  expect(await decisive(6, [5], wins)).toEqual(new Set());
  expect(asked).toEqual([[], [5]]);
  expect(await decisive(6, [], wins)).toEqual(new Set());
});

test("a win that depends on something else than pieces, such as on moves, is not told by them", async () => {
  expect(await decisive(3, [0], lines().wins)).toEqual(new Set());
});

const grid = {
  contents: [{ name: "b", blank: true, owner: null }, { name: "o", blank: false, owner: 1 }, { name: "x", blank: false, owner: 0 }],
  cells: ["x", "o", "b", "x"].map((content, cell) => ({ contents: [content], fluents: [`(cell ${cell} ${content})`] })),
};

const over = (goals: number[]) =>
  ({
    roles: ["white", "black"],
    terminal: true,
    goals,
    picture: { grids: [grid], others: [{ text: "(control black)" }] },
    last: [{ move: "(mark 3)", meaning: { grid: 0, to: 3, zone: [3] } }],
  }) as unknown as Parameters<typeof questionOf>[0];

test("a win raises a question about the pieces of the winner, a draw none", () => {
  const question = questionOf(over([100, 0]));
  expect(question).toEqual({ winner: 0, goal: 100, pieces: ["(cell 0 x)", "(cell 3 x)"], latest: [1], others: ["(control black)", "(cell 1 o)", "(cell 2 b)"] });
  expect(questionOf(over([50, 50]))).toBeUndefined();
  expect(questionOf({ ...over([100, 0]), terminal: false })).toBeUndefined();
});

test("an experiment keeps what the rules say of goals and of the end, and begins where the game ended", () => {
  const rules = `; a comment
    (role white) (role black) (INIT (cell 0 b)) (<= terminal line) (<= (goal white 100) line) (<= line (true (cell 0 x)))
    (<= (legal ?r noop) (role ?r)) (<= (next ?f) (true ?f))`;
  const question = questionOf(over([100, 0]))!;
  const sheet = experiment(rules, ["white", "black"], question);
  const [kept, own] = [sheet.split("\n").slice(0, 5), sheet.split("\n").slice(5).join("\n")];
  expect(kept).toEqual(["(role white)", "(role black)", "(<= spielbaum_over line)", "(<= (goal white 100) line)", "(<= line (true (cell 0 x)))"]);
  expect(own).toContain("(init (cell 1 o)) (base (cell 1 o)) (<= (next (cell 1 o)) (true (cell 1 o)))");
  expect(own).toContain("(<= (next (cell 3 x)) (true (cell 3 x)) (not (does white (spielbaum_without 1))))");
  expect(own).toContain("(<= terminal spielbaum_over (not (true spielbaum_asking)))");
  expect(own).toContain("(legal black noop)");
  expect(taking([1], ["white", "black"], 0)).toEqual([["(spielbaum_without 1)", "noop"], ["spielbaum_count", "noop"]]);
});
