// The tree of an exercise as text, and the search that the exercise is about.

import { type TypedNode, write } from "../../components/tree/brackets";
import { address } from "../../lib/route.svelte";
import type { Kind, Sheet, TreeMaterial, TreeNode, Which } from "./exercise";

/** What searches the trees of each kind. */
const STRATEGIES: Partial<Record<Kind, string>> = {
  "labels-tree": "labels", minimax: "minimax", "alpha-beta-cuts": "alpha-beta", windows: "alpha-beta", ordering: "alpha-beta",
  expectiminimax: "minimax", "star1-cuts": "alpha-beta", maxn: "maxn",
};

/** What the labels of leaves are worth. */
const WORTHS = { win: "100", draw: "50", lost: "0", skipped: "0" } as const;

/** The tree of an exercise, in brackets. */
export function bracketsOf({ nodes, players }: Pick<TreeMaterial, "nodes" | "players">): string {
  const children = (place: number) => nodes.flatMap((node, child) => (node.parent === place ? [child] : []));
  const typed = (place: number, inTurn: number): TypedNode => {
    const node = nodes[place] as TreeNode;
    const below = children(place);
    const label = node.name == null ? {} : { label: node.name };
    if (below.length === 0) return { ...label, payoffs: node.label ? WORTHS[node.label] : node.payoffs.join("/"), children: [] };
    const mover = node.mover ?? inTurn;
    const isChance = mover === players;
    const said = isChance ? `?${below.map((child) => nodes[child]?.probability ?? "").join("|")}` : mover === inTurn ? undefined : players === 2 ? (["max", "min"][mover] ?? "max") : `@${mover + 1}`;
    return { ...label, ...(said !== undefined && { mover: said }), children: below.map((child) => typed(child, isChance ? inTurn : (mover + 1) % players)) };
  };
  return write(typed(0, 0));
}

/** The address of the search that an exercise on a tree is about; none of other exercises. */
export function watchAddress(which: Which, { material }: Sheet): string | undefined {
  const strategy = STRATEGIES[which.kind];
  if (material.material !== "tree" || strategy === undefined) return undefined;
  return address("watch", { text: which.tree ?? bracketsOf(material), strategy });
}
