import { expect, test, vi } from "vitest";

import { read } from "../../components/tree/brackets";
import { alphaBeta } from "./fixture";
import { modelOf } from "./model";
import type { TreeDocument } from "./recording";

// Addresses are read from a window, which there is none of.
vi.hoisted(() =>
  Object.assign(globalThis, {
    location: { hash: "" },
    history: { state: null, replaceState() {} },
    addEventListener() {},
  }),
);
const { kindFor, mayPractise, positionExercise, practiseAddress, wholeSearch } = await import("./practising");

const tree = {
  roles: ["max", "min"],
  range: [0, 9],
  single: true,
  brackets: true,
  nodes: [{}, { parent: 0, goals: [3] }, { parent: 0, goals: [5] }],
} as unknown as TreeDocument;

test("a tree that is watched becomes an exercise that fits its search", () => {
  expect(practiseAddress(tree, "alpha-beta(window=range)")).toBe(
    "#/practise?kind=alpha-beta-cuts&tree=%283+5%29",
  );
  expect(
    ["minimax", "labels(exit=false)", "uct", "alpha-beta(pvs=true)"].map((strategy) =>
      kindFor(tree, strategy),
    ),
  ).toEqual(["minimax", "labels-tree", "minimax", "pvs"]);
  expect(kindFor({ ...tree, roles: ["a", "b", "c"] }, "alpha-beta")).toBe("maxn");
  const shared = {
    roles: ["a", "b", "c"],
    nodes: [{ goals: [1, 2, 3] }, { goals: [2, 4, 0] }],
  } as unknown as TreeDocument;
  expect(["maxn", "maxn(prune=shallow)"].map((strategy) => kindFor(shared, strategy))).toEqual([
    "maxn",
    "maxn-cuts",
  ]);
  expect(
    kindFor(
      { ...shared, nodes: [...shared.nodes, { goals: [9, 9, 9] }] } as TreeDocument,
      "maxn(prune=shallow)",
    ),
  ).toBe("maxn");
  const chance = {
    ...tree,
    roles: ["max", "min", "random"],
    nodes: [{ ...tree.nodes[0]!, probability: "1/2" }],
  };
  expect(["minimax", "alpha-beta"].map((strategy) => kindFor(chance, strategy))).toEqual([
    "expectiminimax",
    "star1-cuts",
  ]);
});

test("there is no exercise on a tree in which somebody does not know where it is", () => {
  const hidden = { ...tree, nodes: [{ ...tree.nodes[0]!, set: "h" }, ...tree.nodes.slice(1)] };
  expect(practiseAddress(hidden, "minimax")).toBeUndefined();
  expect(practiseAddress({ ...tree, nodes: [] }, "minimax")).toBeUndefined();
});

test("a position is searched without cuts for an exercise, to the same depth and with the same evaluator", () => {
  expect(
    ["alpha-beta", "alpha-beta(depth=3,eval=playouts(n=2),pvs=true)", "deepening(eval=mobility)"].map(
      wholeSearch,
    ),
  ).toEqual(["minimax", "minimax(depth=3,eval=playouts(n=2))", "minimax(eval=mobility)"]);
});

test("a search of a game becomes an exercise if all of it was kept", () => {
  const recording = alphaBeta();
  delete recording.tree;
  const model = modelOf(recording);
  expect(mayPractise(model)).toBe(true);
  // A branch was cut.
  expect(positionExercise(model, "alpha-beta")).toBeUndefined();
  const whole = modelOf({
    ...recording,
    trace: { ...recording.trace, nodes: recording.trace.nodes.map((node) => ({ ...node, left_out: [] })) },
  });
  const parameters = new URLSearchParams(positionExercise(whole, "alpha-beta")?.split("?")[1]);
  expect(parameters.get("kind")).toBe("alpha-beta-cuts");
  const { root } = read(parameters.get("tree") ?? "");
  expect(
    root?.children.map(({ label, children }) => [label, children.map(({ payoffs }) => payoffs)]),
  ).toEqual([
    ["1", ["3", "12"]],
    ["2", ["2"]],
  ]);
});
