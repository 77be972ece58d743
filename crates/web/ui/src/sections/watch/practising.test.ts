import { expect, test, vi } from "vitest";

import type { TreeDocument } from "./recording";

// Addresses are read from a window, which there is none of.
vi.hoisted(() => Object.assign(globalThis, { location: { hash: "" }, history: { state: null, replaceState() {} }, addEventListener() {} }));
const { kindFor, practiseAddress } = await import("./practising");

const tree = { roles: ["max", "min"], range: [0, 9], single: true, brackets: true, nodes: [{}, { parent: 0, goals: [3] }, { parent: 0, goals: [5] }] } as unknown as TreeDocument;

test("a tree that is watched becomes an exercise that fits its search", () => {
  expect(practiseAddress(tree, "alpha-beta(window=range)")).toBe("#/practise?kind=alpha-beta-cuts&tree=%283+5%29");
  expect(["minimax", "labels(exit=false)", "uct"].map((strategy) => kindFor(tree, strategy))).toEqual(["minimax", "labels-tree", "minimax"]);
  expect(kindFor({ ...tree, roles: ["a", "b", "c"] }, "alpha-beta")).toBe("maxn");
  const chance = { ...tree, roles: ["max", "min", "random"], nodes: [{ ...tree.nodes[0]!, probability: "1/2" }] };
  expect(["minimax", "alpha-beta"].map((strategy) => kindFor(chance, strategy))).toEqual(["expectiminimax", "star1-cuts"]);
});

test("there is no exercise on a tree in which somebody does not know where it is", () => {
  const hidden = { ...tree, nodes: [{ ...tree.nodes[0]!, set: "h" }, ...tree.nodes.slice(1)] };
  expect(practiseAddress(hidden, "minimax")).toBeUndefined();
  expect(practiseAddress({ ...tree, nodes: [] }, "minimax")).toBeUndefined();
});
