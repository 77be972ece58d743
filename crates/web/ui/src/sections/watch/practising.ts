// The exercise on a tree that is watched.

import { address } from "../../lib/route.svelte";
import { branchesOf, textOf } from "./explicit";
import { playersOf, type TreeDocument } from "./recording";

/** The kind of exercise that fits a tree and the strategy that searches it. */
export function kindFor({ roles, nodes }: Pick<TreeDocument, "roles" | "nodes">, strategy: string): string {
  if (playersOf(roles).length !== 2) return "maxn";
  const isCutting = /^(alpha-beta|negamax|deepening)/.test(strategy);
  if (nodes.some(({ probability }) => probability != null)) return isCutting ? "star1-cuts" : "expectiminimax";
  if (strategy.startsWith("labels")) return "labels-tree";
  return isCutting ? "alpha-beta-cuts" : "minimax";
}

/** The address of the exercise on a tree; none of a tree that exercises cannot have, in which a player does not know where it is. */
export function practiseAddress(tree: TreeDocument, strategy: string): string | undefined {
  const [root] = branchesOf(tree);
  if (!root || tree.nodes.some(({ set }) => set != null) || playersOf(tree.roles).length < 2) return undefined;
  return address("practise", { kind: kindFor(tree, strategy), tree: textOf(tree, root) });
}
