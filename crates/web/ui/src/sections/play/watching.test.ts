import { expect, test, vi } from "vitest";

import { PERSON, type Seat } from "./turn";

// Addresses are read from a window, which there is none of.
vi.hoisted(() =>
  Object.assign(globalThis, {
    location: { hash: "" },
    history: { state: null, replaceState() {} },
    addEventListener() {},
  }),
);
const { watchAddress } = await import("./watching");

const query = (...asked: Parameters<typeof watchAddress>) =>
  Object.fromEntries(new URLSearchParams(watchAddress(...asked).split("?")[1]));

test("a decision is searched by the strategy that makes it, to its own bounds", () => {
  const seat = { person: false as const, spec: "uct(playouts=30)" };
  expect(query({ name: "tictactoe" }, [["(mark 2 2)", "noop"]], "oplayer", seat)).toEqual({
    game: "tictactoe",
    moves: "(mark 2 2) noop",
    role: "oplayer",
    strategy: "uct(playouts=30)",
  });
});

test("a search without bounds ends at a depth at which it can be looked at", () => {
  const depth = (spec: string) => query({ name: "nim" }, [], "first", { person: false, spec })["depth"];
  expect(["", "alpha-beta", "alpha-beta(order=history)", "alpha-beta(depth=5)", "random"].map(depth)).toEqual(
    ["3", "3", "3", undefined, undefined],
  );
  const searched = (spec: string) => query({ name: "nim" }, [], "first", { person: false, spec })["strategy"];
  expect(["flat-mc", "uct(c=2)", "flat-mc(9)", "uct(time=1s)"].map(searched)).toEqual([
    "flat-mc(playouts=100)",
    "uct(c=2,playouts=100)",
    "flat-mc(9)",
    "uct(time=1s)",
  ]);
  expect(query({ name: "nim" }, [], "first", PERSON)["strategy"]).toBe("alpha-beta");
  expect(query({ name: "tron" }, [], "red", PERSON, { isTogether: true })["strategy"]).toBe(
    "uct(playouts=100)",
  );
});

test("in a game that hides something a role searches by what it knows, and what a person does not know is covered", () => {
  const deal = [["noop", "noop", "(deal queen king)"]];
  const asked = (seat: Seat, isCovered: boolean) =>
    query({ name: "kuhn-poker" }, deal, "alice", seat, { hides: true, isCovered });
  expect(asked(PERSON, true)).toEqual({
    game: "kuhn-poker",
    moves: "noop noop (deal queen king)",
    covered: "1",
    role: "alice",
    strategy: "ismcts(playouts=200,leaves=1,each=1)",
  });
  expect(asked(PERSON, false)["covered"]).toBeUndefined();
  const strategies = ["ismcts", "hyperplay", "pimc(inner=minimax)"].map(
    (spec) => asked({ person: false, spec }, false)["strategy"],
  );
  expect(strategies).toEqual(["ismcts(playouts=100)", "hyperplay(playouts=100)", "pimc(inner=minimax)"]);
});
