import { readFileSync } from "node:fs";
import { resolve } from "node:path";

import { expect, test } from "vitest";

import { withoutFiles, type Catalogue } from "./catalogue";
import { isValue, labels, parse, print } from "./spec";

const integer = { type: "integer", least: 1, greatest: 1000 } as const;
const evaluators = [
  { name: "zero", help: "", reference: "", status: "exact", positional: false, parameters: [] },
  {
    name: "playouts",
    help: "",
    reference: "",
    status: "exact",
    positional: true,
    parameters: [{ name: "playouts", domain: integer, default: 10, help: "" }],
  },
];
const catalogue = {
  strategies: [
    { name: "random", help: "", reference: "", status: "exact", positional: false, parameters: [] },
    {
      name: "uct",
      help: "",
      reference: "",
      status: "measured",
      positional: false,
      parameters: [
        { name: "playouts", domain: integer, default: { unless_bounded: 100 }, help: "" },
        { name: "c", domain: { type: "decimal", least: 0, greatest: 10 }, default: 0.7, help: "" },
        { name: "eval", domain: { type: "evaluator" }, default: "zero", help: "" },
        { name: "time", domain: { type: "duration", least: 0.001, greatest: 10 }, default: null, help: "" },
      ],
    },
  ],
  evaluators,
} as unknown as Catalogue;

const written = (text: string) => print(parse(text, catalogue).spec!, catalogue.strategies, catalogue);

test("defaults are left out and parameters stand in the catalogue's order", () => {
  expect(written("uct( c=0.70, playouts = 5 )")).toBe("uct(playouts=5,c=0.70)");
  expect(written("uct(c=0.7,eval=zero)")).toBe("uct");
  expect(written("uct()")).toBe("uct");
});

test("a bound that holds only without others is kept when it is given", () => {
  expect(written("uct(playouts=100,time=1s)")).toBe("uct(playouts=100,time=1s)");
});

test("evaluators are specs within specs, and may have their first parameter without its name", () => {
  const { spec } = parse("uct(eval=playouts(7))", catalogue);
  expect(spec?.values.eval).toEqual({ name: "playouts", values: { playouts: "7" } });
  expect(written("uct(eval=playouts(playouts=7))")).toBe("uct(eval=playouts(7))");
});

test.each([
  ["", "nothing", ""],
  ["utc", "strategy", "utc"],
  ["uct(playout=1)", "parameter", "playout"],
  ["uct(playouts)", "equals", "playouts"],
  ["uct(playouts=1", "closing", ""],
  ["uct(playouts=1,playouts=2)", "twice", "playouts"],
  ["uct(eval=nil)", "evaluator", "nil"],
  ["random random", "rest", "random"],
])("%s: %s", (text, key, found) => {
  const { fault } = parse(text, catalogue);
  expect([fault?.key, fault?.found]).toEqual([key, found]);
  expect(text.slice(fault?.start, fault?.end)).toBe(found);
});

test("a wrong value leaves a spec to go on with", () => {
  const { spec, fault } = parse("uct(playouts=0,c=1)", catalogue);
  expect([fault?.key, fault?.start, fault?.found, spec?.values.c]).toEqual(["value", 13, "0", "1"]);
});

test("values lie within their domains", () => {
  const time = { type: "duration", least: 0.001, greatest: 10 } as const;
  expect(["0.5s", "200ms", "2", "11s", "0", "s", "1h"].map((text) => isValue(text, time))).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(["1", "1000", "1001", "1.5", "-1", "1e2"].map((text) => isValue(text, integer))).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

test("decimal numbers are those of the server", () => {
  const decimal = { type: "decimal", least: -1e9, greatest: 1e9 } as const;
  const table = readFileSync(
    resolve(import.meta.dirname, "../../../../../search/src/value/decimals.txt"),
    "utf8",
  )
    .trimEnd()
    .split("\n");
  expect(
    table
      .map((line) => line.split(" "))
      .map(([text = ""]) => `${text} ${isValue(text, decimal) ? "is" : "none"}`),
  ).toEqual(table);
});

test("roles are joined by plus signs", () => {
  const roles = { type: "roles" } as const;
  expect(["red", "red+2", "", "red+", "+"].map((text) => isValue(text, roles))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test("strategies of one name are numbered", () => {
  expect(labels(["uct(c=1)", "random", "uct"])).toEqual(["uct(c=1)", "random", "uct"]);
  const long = "uct(playouts=100,c=0.75,visits=4)";
  expect(labels([long, "uct"])).toEqual(["uct 1", "uct"]);
  expect(labels([])).toEqual([]);
});

test("a search that may have a file is offered without it, and a strategy that is nothing without its file is not", () => {
  const file = (name: string, type: string) => ({ name, domain: { type }, default: null, help: "" });
  const depth = { name: "depth", domain: integer, default: 3, help: "" };
  const strategies = [
    { name: "random", parameters: [] },
    { name: "minimax", parameters: [depth, file("tablebase", "tablebase")] },
    { name: "solved", parameters: [file("file", "tablebase")] },
    { name: "policy", parameters: [file("file", "policy")] },
  ];
  const offered = withoutFiles({
    strategies,
    evaluators: [{ name: "learned", parameters: [file("file", "learned")] }],
  } as unknown as Catalogue);
  expect(
    offered.strategies.map(({ name, parameters }) => [name, parameters.map(({ name }) => name)]),
  ).toEqual([
    ["random", []],
    ["minimax", ["depth"]],
  ]);
  expect(offered.evaluators.map(({ parameters }) => parameters)).toEqual([[]]);
});
