import { expect, test } from "vitest";

import type { Parameter } from "../../components/spec/catalogue";
import { stopsOf } from "./stops";

const of = (name: string, type: string, least: number, greatest: number) =>
  stopsOf({ name, help: "", domain: { type, least, greatest }, default: null } as Parameter);

test("what may be thousands is doubled from stop to stop", () => {
  expect(of("playouts", "integer", 1, 1e12)).toEqual(
    Array.from({ length: 15 }, (_, place) => String(2 ** place)),
  );
  expect(of("table", "integer", 0, 10_000).slice(0, 4)).toEqual(["0", "1", "2", "4"]);
  expect(of("c", "decimal", 0, 1000)).toEqual(["0.05", "0.1", "0.2", "0.4", "0.8", "1.6", "3.2", "6.4"]);
});

test("a small range has all its values", () => {
  expect(of("depth", "integer", 1, 1e6)).toEqual(["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]);
  expect(of("epsilon", "decimal", 0, 1).slice(0, 4)).toEqual(["0", "0.05", "0.1", "0.15"]);
  expect(of("gamma", "decimal", 0.001, 1)).toHaveLength(20);
});

test("times are such as people choose, and what may be below 0 has no stops", () => {
  expect(of("time", "duration", 0.001, 86400).at(4)).toBe("20ms");
  expect(of("sum", "decimal", -1e9, 1e9)).toEqual([]);
});
