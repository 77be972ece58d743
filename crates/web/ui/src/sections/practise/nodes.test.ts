import { expect, test } from "vitest";

import type { TreeNode } from "./exercise";
import { labelSheet } from "./fixture";
import { exchanged, hasOnlyChild, leavesOf, nameOf, ranksOf } from "./nodes";

test("neighbours change places with all that is below them", () => {
  const inner = (parent: number | null): TreeNode => ({ parent, mover: 0, name: "A", payoffs: [] });
  const leaf = (parent: number): TreeNode => ({ parent, mover: null, name: null, payoffs: [1] });
  // The root, a node with the leaves 2 and 3, and the leaves 4 and 5.
  const nodes = [inner(null), inner(0), leaf(1), leaf(1), leaf(0), leaf(0)];
  const given = leavesOf(nodes);
  expect(given).toEqual([2, 3, 4, 5]);
  expect(exchanged(nodes, given, 1, 1)).toEqual([4, 2, 3, 5]);
  expect(exchanged(nodes, [4, 2, 3, 5], 1, -1)).toEqual([2, 3, 4, 5]);
  expect(exchanged(nodes, given, 3, -1)).toEqual([3, 2, 4, 5]);
  expect(exchanged(nodes, given, 5, 1)).toEqual(given);
  expect(ranksOf(nodes, [4, 3, 2, 5])).toEqual([0, 1, 2, 1, 0, 3]);
});

test("a leaf with a label is called by its place, unless it has a name", () => {
  const { material } = labelSheet();
  const nodes = material.material === "tree" ? material.nodes : [];
  expect([2, 3, 6, 7].map((node) => nameOf(nodes, node))).toEqual(["B › 1", "B › 2", "D › 1", "x"]);
});

test("nobody chooses at a node with one child", () => {
  const nodes = (...parents: (number | null)[]): TreeNode[] =>
    parents.map((parent) => ({ parent, payoffs: [] }));
  expect(hasOnlyChild(nodes(null, 0, 0))).toBe(false);
  expect(hasOnlyChild(nodes(null, 0, 0, 1))).toBe(true);
});
