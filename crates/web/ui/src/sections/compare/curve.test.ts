import { expect, test } from "vitest";

import type { Catalogue } from "../../components/spec/catalogue";
import { curveOf, curveOfSweep, quantity, valuesOf, withValue } from "./curve";
import { empty, type Table } from "./table";

const integer = { type: "integer", least: 0, greatest: 1e6 };
const parameter = (name: string, domain: object, value: unknown = null) => ({
  name,
  help: "",
  domain,
  default: value,
});
const catalogue = {
  strategies: [
    {
      name: "uct",
      help: "",
      reference: "",
      positional: false,
      parameters: [
        parameter("playouts", integer, 100),
        parameter("c", { type: "decimal", least: 0, greatest: 9 }, 0.7),
      ],
    },
    {
      name: "flat-mc",
      help: "",
      reference: "",
      positional: true,
      parameters: [
        parameter("playouts", integer, 100),
        parameter("time", { type: "duration", least: 0, greatest: 60 }),
      ],
    },
    { name: "random", help: "", reference: "", positional: false, parameters: [] },
  ],
  evaluators: [],
} as unknown as Catalogue;

function gauntlet(...players: string[]): Table {
  return { ...empty(players), schedule: { gauntlet: 1 } };
}

test("a value takes the place of the one that there was, also of a default", () => {
  const of = (spec: string, value: string, name = "playouts") => withValue(spec, name, value, catalogue);
  expect([of("uct", "100"), of("uct(c=2)", "4"), of("uct(playouts=9,c=2)", "4")]).toEqual([
    "uct(playouts=100)",
    "uct(c=2,playouts=4)",
    "uct(c=2,playouts=4)",
  ]);
  expect([of("flat-mc(9)", "4"), of("flat-mc(9)", "4ms", "time")]).toEqual([
    "flat-mc(playouts=4)",
    "flat-mc(9,time=4ms)",
  ]);
  expect([of("random", "4"), of("no strategy", "4")]).toEqual([undefined, undefined]);
});

test("values are a list, and times are in seconds", () => {
  expect([valuesOf("4, 16;64 4"), valuesOf(" ")]).toEqual([["4", "16", "64"], []]);
  expect(["20ms", "0.5s", "3"].map(quantity)).toEqual([0.02, 0.5, 3]);
});

test("challengers that differ in one number make a curve, in the order of the number", () => {
  const table = gauntlet("random", "uct", "uct(playouts=4)", "uct(playouts=16)");
  table.ratings[1] = { player: "uct", seats: 10, score: 0.75, ci95: [0.5, 0.9] };
  const curve = curveOf(table, catalogue);
  expect([curve?.parameter, curve?.opponents, curve?.values]).toEqual(["playouts", ["random"], [4, 16, 100]]);
  expect(curve?.points).toEqual([{ value: 100, text: "100", score: 75, low: 50, high: 90, seats: 10 }]);
});

test("there is no curve of other tables", () => {
  expect(curveOf(empty(["uct", "uct(playouts=4)"]), catalogue)).toBeUndefined();
  expect(curveOf(gauntlet("random", "uct"), catalogue)).toBeUndefined();
  expect(curveOf(gauntlet("random", "uct", "flat-mc"), catalogue)).toBeUndefined();
  expect(curveOf(gauntlet("random", "uct(playouts=4,c=2)", "uct"), catalogue)).toBeUndefined();
});

test("values of a sweep are gathered from all tables that they were played in", () => {
  const sweep = { spec: "uct(c=2,playouts=9)", parameter: "playouts", opponent: "random" };
  const played = (table: Table, score: number) => ({
    ...table,
    ratings: table.ratings.map((rating) => ({ ...rating, seats: 2, score })),
  });
  const tables = [
    played(gauntlet("random", "uct(playouts=4,c=2)", "uct(playouts=16,c=2)"), 0.25),
    played(gauntlet("flat-mc", "uct(playouts=64,c=2)"), 0.5),
    played(gauntlet("random", "uct(playouts=64)"), 0.5),
    played(gauntlet("random", "uct(playouts=16,c=2)"), 0.75),
    gauntlet("random", "uct(playouts=32,c=2)"),
  ];
  const { curve, ids } = curveOfSweep(new Map(tables.entries()), sweep, catalogue);
  expect([curve?.points.map(({ text, score }) => [text, score]), ids]).toEqual([
    [
      ["4", 25],
      ["16", 75],
    ],
    [0, 3],
  ]);
  expect(curveOfSweep(new Map(), sweep, catalogue).curve).toMatchObject({
    parameter: "playouts",
    points: [],
    values: [],
  });
  expect(curveOfSweep(new Map(), { ...sweep, parameter: "none" }, catalogue).curve).toBeUndefined();
});
