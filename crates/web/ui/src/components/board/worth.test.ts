import { expect, test } from "vitest";
import { worths } from "./worth";

const estimate = (move: string, value: number | null, proven: boolean, bound?: "lower" | "upper") => ({ move, value, proven, bound, visits: 1 });

test("bounds are told as bounds", () => {
  const worth = worths([estimate("a", 50, false), estimate("b", 40, false, "upper"), estimate("c", 60, false, "lower"), estimate("d", null, false)]);
  expect([...worth]).toEqual([["a", { value: 50, sign: "" }], ["b", { value: 40, sign: "≲" }], ["c", { value: 60, sign: "≳" }]]);
});

test("beside proven values, estimates are told as estimates", () => {
  const worth = worths([estimate("a", 100, true), estimate("b", 50, false), estimate("c", 50, false, "upper"), estimate("d", 0, true, "upper")]);
  expect([...worth.values()].map(({ sign }) => sign)).toEqual(["", "≈", "≲", "≤"]);
});
