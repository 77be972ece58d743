// The exercise on what is watched: on a tree, or on the tree of all moves from a position of a game.

import { type TypedNode, write } from "../../components/tree/brackets";
import { CHANCE } from "../../lib/chance";
import { address } from "../../lib/route.svelte";
import { branchesOf, textOf } from "./explicit";
import type { Model } from "./model";
import { playersOf, type TreeDocument } from "./recording";

/** Whether the payoffs of every leaf have the same sum, up to rounding of decimals. */
function haveOneSum(nodes: TreeDocument["nodes"]): boolean {
  const sums = nodes.flatMap(({ goals }) => (goals ? [goals.reduce((sum, goal) => sum + goal, 0)] : []));
  return sums.every((sum) => Math.abs(sum - sums[0]!) < 1e-9);
}

/** The kind of exercise that fits a tree and the strategy that searches it. */
export function kindFor({ roles, nodes }: Pick<TreeDocument, "roles" | "nodes">, strategy: string): string {
  if (playersOf(roles).length !== 2)
    return strategy.includes("prune=shallow") && haveOneSum(nodes) ? "maxn-cuts" : "maxn";
  const isCutting = /^(alpha-beta|negamax|deepening)/.test(strategy);
  if (nodes.some(({ probability }) => probability != null))
    return isCutting ? "star1-cuts" : "expectiminimax";
  if (strategy.startsWith("labels")) return "labels-tree";
  if (isCutting && strategy.includes("pvs=true")) return "pvs";
  return isCutting ? "alpha-beta-cuts" : "minimax";
}

/**
 * The address of the exercise on a tree; none of a tree that exercises cannot have, in which a player does
 * not know where it is.
 */
export function practiseAddress(tree: TreeDocument, strategy: string): string | undefined {
  const [root] = branchesOf(tree);
  if (!root || tree.nodes.some(({ set }) => set != null) || playersOf(tree.roles).length < 2)
    return undefined;
  return address("practise", { kind: kindFor(tree, strategy), tree: textOf(tree, root) });
}

/** Nodes of a tree that an exercise can be about, at most. */
export const MOST_NODES = 200;

/**
 * Whether a search of a game may become an exercise: two players who move by turns and see everything, and a
 * tree that people can fill in.
 */
export function mayPractise({ places, recording: { strategy, trace } }: Model): boolean {
  const isTree =
    /^(minimax|negamax|alpha-beta|deepening|labels)\b/.test(strategy) &&
    trace.roles.length === 2 &&
    !trace.roles.includes(CHANCE);
  return (
    isTree &&
    places.length > 1 &&
    places.length <= MOST_NODES &&
    trace.nodes.every(({ movers = [], set }) => movers.length < 2 && set == null)
  );
}

/**
 * The search that looks at all that another one might have looked at: to the same depth, and judged alike.
 */
export function wholeSearch(strategy: string): string {
  const kept = ["depth", "eval"].flatMap(
    (name) => new RegExp(`\\b${name}=[^,()]+(\\([^()]*\\))?`).exec(strategy)?.[0] ?? [],
  );
  return kept.length > 0 ? `minimax(${kept.join(",")})` : "minimax";
}

/**
 * The address of the exercise on the tree that such a search went through, in which max is the role that
 * searches; none if it did not keep all of it.
 */
export function positionExercise(
  { places, recording: { trace } }: Model,
  strategy: string,
): string | undefined {
  if (
    trace.unrecorded > 0 ||
    places.length > MOST_NODES ||
    places.some(
      ({ node, children }) =>
        node === undefined || (children.length === 0 && trace.nodes[node]?.value == null),
    )
  )
    return undefined;
  const typed = (id: number, inTurn: number): TypedNode => {
    const { node, children, move, mover } = places[id]!;
    const label = id === 0 ? {} : { label: move().replaceAll('"', "") };
    // Decimals of an evaluator beyond two make nothing clearer.
    if (children.length === 0)
      return { ...label, payoffs: String(Math.round(trace.nodes[node!]!.value! * 100) / 100), children: [] };
    const moves = mover === undefined ? inTurn : mover === trace.role ? 0 : 1;
    return {
      ...label,
      ...(moves !== inTurn && { mover: ["max", "min"][moves]! }),
      children: children.map((child) => typed(child, 1 - moves)),
    };
  };
  return address("practise", {
    kind: kindFor({ roles: ["max", "min"], nodes: [] }, strategy),
    tree: write(typed(0, 0)),
  });
}
