import { expect, test } from "vitest";

import { figure } from "./sentence";

test("whole numbers stand as they are, others with two places", () => {
  expect([3, -20, 0, 33.333].map((value) => figure(value))).toEqual(["3", "-20", "0", "33.33"]);
});

test("open ends and missing values are told apart", () => {
  expect([Infinity, -Infinity].map((value) => figure(value))).toEqual(["∞", "-∞"]);
  expect([null, undefined, NaN].map((value) => figure(value, "–"))).toEqual(["–", "–", "–"]);
});

test("the end of a null window is just beyond the number that is asked about", () => {
  expect([8.000000000000002, 7.999999999999998].map((value) => figure(value))).toEqual(["8+", "8−"]);
});
