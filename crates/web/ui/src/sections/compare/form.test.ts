import { readFileSync } from "node:fs";
import { resolve } from "node:path";

import { expect, test } from "vitest";

import {
  another,
  FIRST,
  fromRequest,
  type Request,
  repeated,
  seated,
  toRequest,
  withGame,
  withParameters,
  withSweep,
} from "./form";

test("a form comes back from its request", () => {
  const form = {
    ...FIRST,
    schedule: "gauntlet" as const,
    moveSeconds: 0.5,
    forfeitSeconds: 2,
    isTested: true,
    elo1: 50,
  };
  expect(fromRequest(toRequest(form))).toEqual(form);
});

/** All that the description of the API lets somebody ask for. */
const whole: Required<Request> = {
  game: { name: "nim" },
  players: ["a", "b", "c", "d"],
  games: 6,
  seed: 9,
  schedule: "gauntlet",
  champions: 2,
  opening_plies: 3,
  move_seconds: 0.5,
  forfeit_seconds: 2,
  ply_limit: 80,
  sprt: { elo0: -5, elo1: 15, alpha: 0.01, beta: 0.1 },
};

test("what is played again is all that was asked for", () => {
  const { properties } = JSON.parse(
    readFileSync(resolve(import.meta.dirname, "../../../../openapi.json"), "utf8"),
  ).components.schemas.ComparisonRequest;
  expect(Object.keys(whole).sort()).toEqual(Object.keys(properties).sort());
  expect(toRequest(fromRequest(whole))).toEqual(whole);
  const sweep = { ...FIRST, kind: "budget" as const };
  const request = { ...toRequest(sweep), champions: 2 };
  expect(toRequest(fromRequest(request, sweep))).toEqual(request);
  expect(withSweep(FIRST, request, "playouts")).toBe(FIRST);
});

test("champions are those of a gauntlet with challengers", () => {
  const form = fromRequest(whole);
  expect(toRequest({ ...form, players: ["a", "b"] })).not.toHaveProperty("champions");
  expect(toRequest({ ...form, schedule: "ladder" })).not.toHaveProperty("champions");
});

test("what is left open is left out of the request", () => {
  const request = toRequest({ ...FIRST, players: [], games: null });
  expect("players" in request || "games" in request || "sprt" in request).toBe(false);
});

test("another game gets its own line-up unless somebody has named strategies", () => {
  expect(withGame(FIRST, { name: "nim" }, true).players).toEqual([]);
  expect(withGame(FIRST, { name: "nim" }, false).players).toEqual(FIRST.players);
  expect(withGame(withGame(FIRST, { name: "nim" }, true), { name: "tictactoe" }, true)).toEqual(FIRST);
});

test("a strategy that is named twice is noticed, and none is added twice", () => {
  expect(repeated(["a", "b", "a"])).toEqual(["a"]);
  expect(another(["random"], ["random", "uct"])).toBe("uct");
  expect(another(["random"], ["random"])).toBe("uct(playouts=100)");
});

test("an address fills the form in, as far as it says something", () => {
  const of = (text: string) => withParameters(FIRST, new URLSearchParams(text));
  expect(of("players=alpha-beta(depth=3);random&games=4")).toEqual({
    ...FIRST,
    players: ["alpha-beta(depth=3)", "random"],
    games: 4,
  });
  expect([of(""), of("players=&games=-1"), of("games=many")]).toEqual([FIRST, FIRST, FIRST]);
});

test("a single pairing is played in its order alone, and a strategy against itself in a table of its own", () => {
  const single = toRequest({ ...FIRST, kind: "pairing", seats: ["random", "alpha-beta"] });
  expect([single.players, single.schedule]).toEqual([["random", "alpha-beta"], "in-order"]);
  const alone = toRequest({ ...FIRST, kind: "pairing", seats: ["random", "random"], isTested: true });
  expect([alone.players, alone.schedule, "sprt" in alone]).toEqual([["random"], "round-robin", false]);
});

test("a form keeps what its own request does not say, and learns of a single pairing from another's", () => {
  const form = { ...FIRST, kind: "pairing" as const, seats: ["random", "random"], games: 7 };
  expect(fromRequest(toRequest(form), form)).toEqual(form);
  const budget = { ...FIRST, kind: "budget" as const };
  expect(fromRequest(toRequest(budget), budget)).toEqual(budget);
  expect(fromRequest(toRequest(budget))).toMatchObject({
    kind: "table",
    schedule: "gauntlet",
    players: [budget.sweep.opponent, ...budget.sweep.specs],
  });
  const other = fromRequest({ ...toRequest(form), players: ["a", "b"], schedule: "in-order" });
  expect(other).toMatchObject({ kind: "pairing", seats: ["a", "b"], players: ["a", "b"] });
});

test("seats keep who can sit, and get players that have none", () => {
  expect(seated(["b", "x"], ["a", "b", "c"], 3)).toEqual(["b", "a", "c"]);
  expect([
    seated(["a", "a"], ["a", "b"], 2),
    seated([], ["a"], 2),
    seated(["a", "b"], ["a", "b"], 1),
  ]).toEqual([["a", "a"], ["a", "a"], ["a"]]);
});

test("a sweep is read from its request if its parameter is known", () => {
  const budget = { ...FIRST, kind: "budget" as const };
  const request = toRequest(budget);
  expect(withSweep(fromRequest(request), request, "playouts").sweep).toEqual({
    ...budget.sweep,
    spec: "uct(playouts=4)",
  });
  expect(withSweep(FIRST, request, "c")).toBe(FIRST);
  expect(withSweep(FIRST, toRequest(FIRST), "playouts")).toBe(FIRST);
});
