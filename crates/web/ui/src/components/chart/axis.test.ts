import { expect, test } from "vitest";

import { counting, linear, logarithmic } from "./axis";

test("a linear axis goes from one end to the other, and values beyond are drawn at its ends", () => {
  const { place, marks } = linear(0, 200, [100]);
  expect([-1, 0, 50, 200, 300].map(place)).toEqual([0, 0, 0.25, 1, 1]);
  expect(marks).toEqual([0, 100, 200]);
});

test("an axis of one value has one mark", () => {
  const { place, marks } = linear(0, 0);
  expect([place(0), marks]).toEqual([0, [0]]);
});

test("a tenth is a step lower on a logarithmic axis, whatever the numbers", () => {
  const { place } = logarithmic(1, 100);
  expect([1, 10, 100].map(place)).toEqual([0, 0.5, 1]);
  expect(place(0)).toBe(0);
});

test("powers of ten are marked, and not too many", () => {
  expect(logarithmic(1, 250).marks).toEqual([1, 10, 100]);
  expect(logarithmic(1, 1000).marks).toEqual([1, 10, 100, 1000]);
  expect(logarithmic(1, 1e12).marks).toEqual([1, 1e3, 1e6, 1e9, 1e12]);
  expect(logarithmic(0.01, 10).marks).toEqual([0.01, 0.1, 1, 10]);
  expect(logarithmic(1, 1).marks).toEqual([1]);
});

test("an axis of what is counted begins with 0", () => {
  const { place, marks } = counting(10);
  expect([place(0), place(10)]).toEqual([0, 1]);
  expect(place(1)).toBeGreaterThan(0);
  expect(marks).toEqual([1, 10]);
  expect(counting(0).marks).toEqual([1]);
});
