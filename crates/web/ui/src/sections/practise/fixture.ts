// An exercise for tests.

import type { Blank, Sheet, TreeNode } from "./exercise";

/**
 * A tree to be labelled: A moves to B, with the leaves 2 and 3, and to C, which moves to D with the leaf 6,
 * and to the leaf 7.
 */
export function labelSheet(): Sheet {
  const inner = (parent: number | null, name: string, mover: number): TreeNode => ({
    parent,
    mover,
    name,
    payoffs: [],
  });
  const leaf = (parent: number, label: "win" | "lost", name: string | null = null): TreeNode => ({
    parent,
    mover: null,
    name,
    payoffs: [label === "win" ? 1 : -1],
    label,
  });
  const nodes = [
    inner(null, "A", 0),
    inner(0, "B", 1),
    leaf(1, "win"),
    leaf(1, "win"),
    inner(0, "C", 1),
    inner(4, "D", 0),
    leaf(5, "lost"),
    leaf(4, "win", "x"),
  ];
  const blanks: Blank[] = [0, 1, 4, 5].map((at) => ({
    id: `n${at}`,
    at,
    takes: { answer: "node-label", draws: false },
  }));
  blanks.push({ id: "cuts", at: null, takes: { answer: "branches" } });
  return { kind: "labels-tree", material: { material: "tree", players: 2, nodes }, blanks };
}
