import { expect, test } from "vitest";

import {
  changed,
  drag,
  pointed,
  press,
  sources,
  spots,
  targets,
  valuesByCell,
  type Pointed,
} from "./pointing";

const place = (move: string, to: number, zone = [to]): Pointed => ({ move, from: null, to, zone });
const go = (move: string, from: number, to: number): Pointed => ({ move, from, to, zone: [to] });

test("only moves that are about the board can be pointed at", () => {
  const meaning = { grid: 0, from: null, to: 3, zone: [3] };
  const moves = [
    { move: "(mark 1 1)", meaning },
    { move: "pass", meaning: null },
  ];
  expect(pointed(moves, 0)).toEqual([{ move: "(mark 1 1)", from: null, to: 3, zone: [3] }]);
  expect(pointed(moves, 1)).toEqual([]);
});

test("a press on an empty cell places a piece there", () => {
  const moves = [place("a", 0), place("b", 1)];
  expect(press(moves, null, 1)).toEqual({ moves: ["b"] });
  expect(press(moves, null, 5)).toBe("nothing");
});

test("a disc is dropped by a press anywhere in its column", () => {
  const moves = [place("(drop 1)", 4, [0, 2, 4]), place("(drop 2)", 5, [1, 3, 5])];
  expect(press(moves, null, 1)).toEqual({ moves: ["(drop 2)"] });
  expect(targets(moves, null)).toEqual(new Set([0, 1, 2, 3, 4, 5]));
  expect(spots(moves, null)).toEqual(new Set([4, 5]));
});

test("a piece is taken up first, and then goes", () => {
  const moves = [go("a", 0, 2), go("b", 0, 3), go("c", 1, 3)];
  expect(press(moves, null, 0)).toEqual({ taken: 0 });
  expect(press(moves, 0, 3)).toEqual({ moves: ["b"] });
  expect(press(moves, 0, 1)).toEqual({ taken: 1 });
  expect(press(moves, 0, 0)).toBe("nothing");
  expect(targets(moves, null)).toEqual(new Set([0, 1]));
  expect(targets(moves, 0)).toEqual(new Set([2, 3]));
});

test("the only piece that can go need not be taken up", () => {
  const moves = [go("north", 4, 1), go("east", 4, 5)];
  expect(press(moves, null, 5)).toEqual({ moves: ["east"] });
  expect(targets(moves, null)).toEqual(new Set([1, 5]));
});

test("a piece that can go to one gap only goes there at once", () => {
  const moves = [go("(slide 1)", 1, 4), go("(slide 2)", 3, 4)];
  expect(press(moves, null, 3)).toEqual({ moves: ["(slide 2)"] });
});

test("a thing that can be taken alone or with its neighbour is taken alone by a second press", () => {
  const moves = [place("one", 0), go("pair", 0, 1), place("other", 1)];
  expect(press(moves, null, 0)).toEqual({ taken: 0 });
  expect(press(moves, 0, 0)).toEqual({ moves: ["one"] });
  expect(press(moves, 0, 1)).toEqual({ moves: ["pair"] });
  expect(press(moves, null, 1)).toEqual({ moves: ["other"] });
});

test("moves that look the same are all found, for somebody to choose", () => {
  expect(press([place("knight", 2), place("queen", 2)], null, 2)).toEqual({ moves: ["knight", "queen"] });
});

test("a piece can be dragged to where it may go", () => {
  const moves = [go("a", 0, 2), go("c", 1, 3), place("d", 5)];
  expect(drag(moves, 0, 2)).toEqual(["a"]);
  expect(drag(moves, 0, 3)).toEqual([]);
  expect(sources(moves)).toEqual(new Set([0, 1]));
});

test("a piece shows the value of its best move until it is taken up", () => {
  const moves = [go("a", 0, 2), go("b", 0, 3), go("c", 1, 3)];
  const worth = (value: number) => ({ value, sign: "" });
  const values = new Map([
    ["a", worth(10)],
    ["b", worth(90)],
    ["c", worth(40)],
  ]);
  expect(valuesByCell(moves, null, values)).toEqual(
    new Map([
      [0, worth(90)],
      [1, worth(40)],
    ]),
  );
  expect(valuesByCell(moves, 0, values)).toEqual(
    new Map([
      [2, worth(10)],
      [3, worth(90)],
    ]),
  );
});

test("what a move does is where something else is after it", () => {
  const grid = (...contents: string[][]) => ({
    cells: contents.map((names, column) => ({
      column: String(column),
      row: "1",
      contents: names,
      fluents: [],
      used: true,
      unknown: false,
    })),
    columns: [],
    contents: [],
    fluent: "heap",
    form: "square" as const,
    ground: "plain" as const,
    letters: false,
    rows: ["1"],
  });
  expect([...changed(grid(["coin"], ["coin"], []), grid(["coin"], [], []))]).toEqual([[1, []]]);
  expect(changed(grid(["coin"]), grid(["coin"])).size).toBe(0);
  expect(changed(grid(["coin"]), undefined).size).toBe(0);
});
