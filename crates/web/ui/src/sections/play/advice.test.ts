import { expect, test } from "vitest";

import { isArbitrary, planned, planOf } from "./advice";

const move = (name: string, value: number | null) => ({
  move: name,
  value,
  bound: null,
  proven: false,
  visits: 1,
});
const thought = (value: number | null, pv: string[][] = [], proven = false) => ({
  move: "a",
  moves: [move("a", value), move("b", null)],
  value,
  proven,
  pv,
});

test("the solution of a puzzle is followed as long as the line does", () => {
  const plan = planOf(thought(100, [["a"], ["b"]]), [["c"]]);
  expect(plan).toEqual({ line: [["c"], ["a"], ["b"]], value: 100, best: true });
  expect(planned(plan, [["c"]], 0)).toBe("a");
  expect(planned(plan, [["c"], ["a"]], 0)).toBe("b");
  expect(planned(plan, [["c"], ["b"]], 0)).toBeUndefined();
  expect(planned(plan, [["c"], ["a"], ["b"]], 0)).toBeUndefined();
  expect(planned(null, [], 0)).toBeUndefined();
  const second = planOf(thought(100, [["noop", "a"]]), []);
  expect(planned(second, [], 1)).toBe("a");
});

test("what pays less than everything may be improved, and what pays nothing is no plan", () => {
  expect(planOf(thought(85, [["a"]]), [])?.best).toBe(false);
  expect(planOf(thought(0, [["a"]]), [])).toBeNull();
  expect(planOf(thought(null), [])).toBeNull();
});

test("the move of a puzzle that was not solved is no advice", () => {
  expect(isArbitrary(thought(null), true)).toBe(true);
  expect(isArbitrary(thought(0, [["a"]]), true)).toBe(true);
  expect(isArbitrary(thought(85, [["a"]]), true)).toBe(false);
  expect(isArbitrary(thought(0, [["a"]], true), true)).toBe(false);
});

test("a move among others of the same value is no advice, unless the value is proven", () => {
  const even = { ...thought(50), moves: [move("a", 50), move("b", 50)] };
  expect(isArbitrary(even, false)).toBe(true);
  expect(isArbitrary({ ...even, proven: true }, false)).toBe(false);
  expect(isArbitrary({ ...even, moves: [move("a", 60), move("b", 50)] }, false)).toBe(false);
  expect(isArbitrary({ ...even, moves: [] }, false)).toBe(false);
  expect(isArbitrary({ ...even, moves: [], value: null }, false)).toBe(true);
});
