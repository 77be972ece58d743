import { expect, test } from "vitest";

import { another, FIRST, fromRequest, repeated, toRequest, withGame, withParameters } from "./form";

test("a form comes back from its request", () => {
  const form = { ...FIRST, schedule: "gauntlet" as const, moveSeconds: 0.5, forfeitSeconds: 2, isTested: true, elo1: 50 };
  expect(fromRequest(toRequest(form))).toEqual(form);
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
  expect(of("players=alpha-beta(depth=3);random&games=4")).toEqual({ ...FIRST, players: ["alpha-beta(depth=3)", "random"], games: 4 });
  expect([of(""), of("players=&games=-1"), of("games=many")]).toEqual([FIRST, FIRST, FIRST]);
});
