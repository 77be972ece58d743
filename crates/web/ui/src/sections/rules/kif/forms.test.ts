import { expect, test } from "vitest";

import { spotAfter, vocabulary } from "./forms";

test("names are told by where they stand", () => {
  const words = vocabulary(`
    (role x) (role y) ; (role z)
    (init (cell 1 1 b)) (init (control x)) #| (init (no)) |#
    (<= (legal ?p (mark ?i ?j)) (true (cell ?i ?j b)) (true (control ?p)) (not over))
    (<= over (line ?p)) (<= (line ?p) (role ?p) (or (row ?p 1) (column ?p 1 2)))
    (<= (next (seen ?m)) (does x ?m)) (LEGAL y noop)`);
  expect([...words.roles]).toEqual(["x", "y"]);
  expect([...words.fluents]).toEqual([
    ["cell", 3],
    ["control", 1],
    ["seen", 1],
  ]);
  expect([...words.moves]).toEqual([
    ["mark", 2],
    ["noop", 0],
  ]);
  expect([...words.relations]).toEqual([
    ["over", 0],
    ["line", 1],
    ["row", 2],
    ["column", 3],
  ]);
});

test("a text that is not whole has its names too", () => {
  expect([...vocabulary("(<= (next (cell ?x)").fluents]).toEqual([["cell", 1]]);
  expect([...vocabulary(") (p a) )").relations]).toEqual([["p", 1]]);
  expect(vocabulary("").relations.size).toBe(0);
  expect(vocabulary("(".repeat(20_000)).relations.size).toBe(0);
});

test.each([
  ["", "statement", false],
  ["(", "statement", true],
  ["(<= ", "head", false],
  ["(<= (", "head", true],
  ["(<= (p ?x) (", "condition", true],
  ["(<= p (not (", "condition", true],
  ["(<= p (or (q) (", "condition", true],
  ["(<= p (true ", "fluent", false],
  ["(<= p (true (", "fluent", true],
  ["(<= p (true (cell ", "term", false],
  ["(<= p (does ", "role", false],
  ["(<= p (does ?r (", "move", true],
  ["(legal x ", "move", false],
  ["(goal x ", "term", false],
  ["(<= p (distinct ", "term", false],
  ["(role x) ", "statement", false],
])("after `%s` a %s is expected", (text, place, afterOpen) => {
  expect(spotAfter(text)).toMatchObject({ place, afterOpen });
});

test("the variables are those of the rule that is being written", () => {
  expect(spotAfter("(<= (p ?old) (q ?old)) (<= (p ?x ?y) (q ?x) (").variables).toEqual(["?x", "?y"]);
});
