// The nodes of a tree that an exercise is about: their order and their names.

import { decimal } from "../../lib/i18n.svelte";
import type { TreeMaterial, TreeNode } from "./exercise";

/** Whether chance moves at a node. */
export function isChance({ players, nodes }: TreeMaterial, node: number | null | undefined): boolean {
  return node != null && nodes[node]?.mover === players;
}

/** Whether a node has one child, so that nobody chooses there. */
export function hasOnlyChild(nodes: readonly TreeNode[]): boolean {
  const parents = nodes.map(({ parent }) => parent);
  return parents.some((parent) => parent != null && parents.filter((other) => other === parent).length === 1);
}

/** Payoffs as they are typed: `3`, `1/2/3`. */
export function payoffsOf(payoffs: readonly number[]): string {
  return payoffs.map((payoff) => decimal(String(payoff))).join("/");
}

/** The leaves of a tree from left to right, as it is given. */
export function leavesOf(nodes: TreeNode[]): number[] {
  return nodes.flatMap(({ mover }, node) => (mover == null ? [node] : []));
}

/** How far left every node stands if the leaves stand in this order: the place of its first leaf. */
export function ranksOf(nodes: TreeNode[], leaves: readonly number[]): number[] {
  const ranks = nodes.map(() => Infinity);
  leaves.forEach((leaf, place) => {
    for (let at: number | null | undefined = leaf; at != null; at = nodes[at]?.parent)
      ranks[at] = Math.min(ranks[at]!, place);
  });
  return ranks;
}

/**
 * The leaves from left to right after a node has changed places with its neighbour on the left (-1) or on the
 * right (1).
 */
export function exchanged(nodes: TreeNode[], leaves: readonly number[], node: number, by: -1 | 1): number[] {
  const ranks = ranksOf(nodes, leaves);
  const siblings = nodes
    .flatMap(({ parent }, other) => (parent != null && parent === nodes[node]?.parent ? [other] : []))
    .sort((a, b) => ranks[a]! - ranks[b]!);
  const place = siblings.indexOf(node);
  const other = siblings[place + by];
  if (place < 0 || other === undefined) return [...leaves];
  const below = (top: number) =>
    leaves.filter((leaf) => {
      let at: number | null | undefined = leaf;
      while (at != null && at !== top) at = nodes[at]?.parent;
      return at === top;
    });
  const [left, right] = by < 0 ? [other, node] : [node, other];
  const start = ranks[left]!;
  const moved = [...below(right), ...below(left)];
  return [...leaves.slice(0, start), ...moved, ...leaves.slice(start + moved.length)];
}

/**
 * The name of a node: its letter, the place of a leaf with a label, as in `B › 2`, or what stands in
 * another leaf.
 */
export function nameOf(nodes: TreeNode[], node: number): string {
  const shown = nodes[node];
  if (shown?.label && shown.name == null && shown.parent != null) {
    const place = nodes.slice(0, node + 1).filter(({ parent }) => parent === shown.parent).length;
    return `${nameOf(nodes, shown.parent)} › ${place}`;
  }
  return shown?.name ?? (shown ? payoffsOf(shown.payoffs) : "?");
}
