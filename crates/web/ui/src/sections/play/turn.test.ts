import { expect, test } from "vitest";

import { FITTING, forced, formatSeats, initialSeats, parseSeats, PERSON, stops, turnOf } from "./turn";

test("a person begins, and chance plays for itself", () => {
  expect(initialSeats(["x", "o"])).toEqual([PERSON, FITTING]);
  expect(initialSeats(["random", "player"])).toEqual([{ person: false, spec: "random" }, PERSON]);
});

test("whoever has no choice has decided", () => {
  expect(forced([[{ move: "noop" }], [{ move: "a" }, { move: "b" }]])).toEqual(["noop", undefined]);
});

test("people decide before strategies, and then the game goes on", () => {
  const seats = [FITTING, PERSON, PERSON];
  expect(turnOf(false, seats, [undefined, undefined, undefined])).toEqual({ who: "person", role: 1 });
  expect(turnOf(false, seats, [undefined, "a", undefined])).toEqual({ who: "person", role: 2 });
  expect(turnOf(false, seats, [undefined, "a", "b"])).toEqual({ who: "strategy", role: 0 });
  expect(turnOf(false, seats, ["c", "a", "b"])).toEqual({ who: "nobody" });
  expect(turnOf(true, seats, [])).toEqual({ who: "over" });
});

test("undo stops where a person chose, or a strategy if only strategies play", () => {
  const movers = [[0], [1], [], [0], undefined];
  expect(stops(movers, [PERSON, FITTING])).toEqual([0, 3, 4]);
  expect(stops(movers, [FITTING, FITTING])).toEqual([0, 1, 3, 4]);
});

test("seats are read as they are written", () => {
  const seats = [PERSON, FITTING, { person: false as const, spec: "uct(playouts=10,c=0.5)" }];
  expect(formatSeats(seats)).toBe("person|auto|uct(playouts=10,c=0.5)");
  expect(parseSeats(formatSeats(seats), 3)).toEqual(seats);
  expect(parseSeats(formatSeats(seats), 2)).toBeUndefined();
  const replayed = [{ person: true as const, address: "127.0.0.1:9147" }, PERSON];
  expect([formatSeats(replayed), parseSeats("127.0.0.1:9147|person", 2)]).toEqual([
    "127.0.0.1:9147|person",
    replayed,
  ]);
  expect(parseSeats(null, 1)).toBeUndefined();
});
