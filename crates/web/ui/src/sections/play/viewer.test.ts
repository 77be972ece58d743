import { expect, test } from "vitest";

import { FITTING, PERSON } from "./turn";
import { lastMoves, observed, viewerOf } from "./viewer";

test("the person whose turn it is sees what it knows, and sees it on while strategies choose", () => {
  const both = [PERSON, PERSON, FITTING];
  expect(viewerOf({ who: "person", role: 1 }, both, 0)).toBe(1);
  expect(viewerOf({ who: "strategy", role: 2 }, both, 1)).toBe(1);
  expect(viewerOf({ who: "nobody" }, [FITTING, PERSON], undefined)).toBe(1);
  expect(viewerOf({ who: "strategy", role: 0 }, [FITTING, PERSON], 0), "who chose last has left").toBe(1);
});

test("everything is seen at the end, and where nobody plays but strategies", () => {
  expect(viewerOf({ who: "over" }, [PERSON, FITTING], 0)).toBeUndefined();
  expect(viewerOf({ who: "strategy", role: 0 }, [FITTING, FITTING], undefined)).toBeUndefined();
});

test("the last move is that of who did not wait, and in a game that hides something the viewer's own", () => {
  const line = [
    ["a", "noop"],
    ["noop", "b"],
  ];
  expect([0, 1, 2].map((at) => lastMoves(line, at, undefined))).toEqual([
    [],
    [{ role: 0, move: "a" }],
    [{ role: 1, move: "b" }],
  ]);
  expect([1, 2].map((at) => lastMoves(line, at, 0))).toEqual([[{ role: 0, move: "a" }], []]);
});

test("a role is told its own moves and percepts, and of plies to come its moves alone", () => {
  const line = [
    ["noop", "noop", "(deal king jack)"],
    ["bet", "noop", "noop"],
  ];
  const plies = [{ move: "noop", seen: ["(card king)"] }];
  expect(observed(line, 0, plies)).toEqual([
    { move: undefined, seen: ["(card king)"] },
    { move: "bet", seen: [] },
  ]);
});
