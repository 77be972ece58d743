import { expect, test } from "vitest";

import {
  byRole,
  bySeats,
  empty,
  gathered,
  interval,
  isSquare,
  losses,
  percent,
  ranking,
  results,
  rolesOf,
  secondsLeft,
  specOf,
} from "./table";

const table = empty(["a", "b", "c", "a"]);

test("an empty table has a pairing for every way to fill the seats", () => {
  expect(table.pairings.map(({ players }) => players.join(""))).toEqual([
    "aa",
    "ab",
    "ac",
    "ba",
    "bb",
    "bc",
    "ca",
    "cb",
    "cc",
  ]);
  expect([rolesOf(table), isSquare(table)]).toEqual([2, true]);
  expect(empty(["a", "b"], 1).pairings).toHaveLength(2);
});

test("where few met the table is a list", () => {
  expect(isSquare({ ...table, pairings: table.pairings.slice(0, 4) })).toBe(false);
  expect(isSquare(empty(["a"], 1))).toBe(false);
  expect(rolesOf({ ...table, pairings: [] })).toBe(0);
});

test("pairings are found by their seats", () => {
  expect(bySeats(table)("b", "a")).toBe(table.pairings[3]);
  expect(bySeats(table)("b", "d")).toBeUndefined();
});

test("a strategy that plays against itself has the same spec in both seats", () => {
  expect(["random", "uct(playouts=50)#2", "127.0.0.1:9147"].map(specOf)).toEqual([
    "random",
    "uct(playouts=50)",
    "127.0.0.1:9147",
  ]);
});

test("games that ended by the ply limit are nobody's loss", () => {
  const pairing = { ...table.pairings[0]!, games: 10, wins: [4, 2], draws: 3, adjudicated: 1 };
  expect([losses(pairing, 0), losses(pairing, 1)]).toEqual([2, 4]);
});

test("a game that others share is lost", () => {
  const pairing = { ...table.pairings[0]!, games: 2, wins: [0, 1, 0], draws: 1, drawn: [1, 1, 0] };
  expect([0, 1, 2].map((role) => results(pairing, role))).toEqual([
    [0, 1, 1],
    [1, 1, 0],
    [0, 0, 2],
  ]);
});

test("hardly ever is not never", () => {
  expect([
    percent(0, 1000),
    percent(1, 1000),
    percent(500, 1000),
    percent(999, 1000),
    percent(7, 7),
    percent(0, 0),
  ]).toEqual(["0", "<1", "50", ">99", "100", "–"]);
  expect([percent(1, 200), percent(199, 200)]).toEqual(["<1", ">99"]);
  expect([interval([0.0312, 0.876]), interval(undefined)]).toEqual(["[3, 88]", ""]);
});

test("the best comes first and keeps its place", () => {
  const scored = {
    ...table,
    ratings: table.ratings.map((rating, place) => ({ ...rating, score: [0.2, 0.9, null][place] ?? null })),
  };
  expect(ranking(scored).map(({ place }) => place)).toEqual([1, 0, 2]);
});

test("the time left is told by the rate of this run alone", () => {
  expect(secondsLeft({ done: 900, most: 1000, played: 50, seconds: 5 })).toBe(10);
  expect(secondsLeft({ done: 900, most: 1000, played: 0, seconds: 5 })).toBeUndefined();
});

test("a table of three roles is folded to players and roles, without games of a player alone", () => {
  const table = empty(["a", "b"], 3);
  const pairings = table.pairings.map((pairing) => ({ ...pairing, games: 2, wins: [1, 0, 1] }));
  expect(byRole({ ...table, pairings })[0]).toEqual({
    player: "a",
    places: [
      { games: 6, wins: 3 },
      { games: 6, wins: 0 },
      { games: 6, wins: 3 },
    ],
  });
});

test("pairings of several comparisons are gathered in one table", () => {
  const known = {
    players: ["b", "a"],
    games: 4,
    wins: [4, 0],
    draws: 0,
    mean_goals: [],
    mean_plies: null,
    ci95: [],
  };
  const table = gathered(["a", "b"], new Map([["b\na", known]]));
  expect(table.pairings.map(({ games }) => games)).toEqual([0, 0, 4, 0]);
});
