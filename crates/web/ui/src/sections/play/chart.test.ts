import { expect, test } from "vitest";

import { drops, evaluate, evaluations, opposed, runs } from "./chart";

const NAMES = ["red", "yellow"];
const LINE = [
  ["(drop 1)", "noop"],
  ["noop", "(drop 2)"],
  ["(drop 3)", "noop"],
];

test("where one gains what the other loses, the value of one gives that of the other", () => {
  const points = [
    { ply: 0, role: 0, value: 60 },
    { ply: 1, role: 1, value: 45 },
  ];
  expect(opposed(points, NAMES, LINE)).toBe(true);
  expect(evaluations(points, NAMES, 3, true)).toEqual([
    [60, 55, undefined, undefined],
    [40, 45, undefined, undefined],
  ]);
});

test("players who choose at the same time, or may both win, have a line each", () => {
  const points = [{ ply: 0, role: 0, value: 60 }];
  expect(opposed(points, NAMES, [["(choose a)", "(choose b)"]])).toBe(false);
  expect(
    opposed(
      [
        { ply: 3, role: 0, value: 70, exact: true },
        { ply: 3, role: 1, value: 70, exact: true },
      ],
      NAMES,
      LINE,
    ),
  ).toBe(false);
  expect(opposed(points, ["red", "yellow", "blue"], [])).toBe(false);
  expect(evaluations(points, NAMES, 1, false)).toEqual([
    [60, undefined],
    [undefined, undefined],
  ]);
});

test("chance is no player", () => {
  expect(opposed([], ["white", "black", "random"], [["noop", "noop", "(roll 3)"]])).toBe(true);
});

test("the last value of a ply counts, unless another one is certain", () => {
  const points = [
    { ply: 0, role: 0, value: 100, exact: true },
    { ply: 0, role: 0, value: 50 },
    { ply: 1, role: 0, value: 20 },
    { ply: 1, role: 0, value: 30 },
  ];
  expect(evaluations(points, ["one"], 1, false)).toEqual([[100, 30]]);
});

test("values that are far apart are not joined", () => {
  const ply = (run: { ply: number }[]) => run.map(({ ply }) => ply);
  expect(runs([50, undefined, 40, undefined, undefined, 30, 20]).map(ply)).toEqual([
    [0, 2],
    [5, 6],
  ]);
  expect(runs([])).toEqual([]);
});

test("a move after which its mover can expect less is marked", () => {
  const values = [
    [60, 58, 90, 20],
    [40, 42, 10, 80],
  ];
  expect(drops(values, NAMES, LINE)).toEqual([
    undefined,
    { role: 1, by: 32, grave: false },
    { role: 0, by: 70, grave: true },
  ]);
  expect(drops([[60], [40]], NAMES, LINE)).toEqual([undefined, undefined, undefined]);
});

test("who must not see the others' values sees its own", () => {
  const points = [
    { ply: 0, role: 0, value: 60 },
    { ply: 1, role: 1, value: 45 },
  ];
  expect(evaluate(points, NAMES, LINE, { viewer: undefined, together: false })).toMatchObject({
    players: [0, 1],
    opposed: true,
    listed: [60, 55, undefined, undefined],
  });
  expect(evaluate(points, NAMES, LINE, { viewer: 1, together: false })).toMatchObject({
    players: [1],
    opposed: false,
    listed: [undefined, 45, undefined, undefined],
  });
  expect(evaluate(points, NAMES, LINE, { viewer: undefined, together: true })).toMatchObject({
    players: [0, 1],
    opposed: false,
    listed: [],
  });
});
