// How players learnt by counterfactual regret minimisation: what is drawn of an iteration.

import type { Writer } from "../../../components/board/notation";
import type { Schemas } from "../../../lib/api";
import type { LearningKey } from "./messages";

export type Learnt = Schemas["EquilibriumDocument"];
/** What gives the separators of lists. */
type Translate = (key: Extract<LearningKey, "comma" | "semicolon">) => string;

export type Iteration = Schemas["TracedIteration"];

/** Which of a player's strategies is drawn: how it played on the average, or how it plays next. */
export type Strategy = "average" | "current";

/**
 * What a player knows in an information set: its name in the tree, or what the player did and saw, ply
 * by ply.
 */
export function knownIn({ learning, plies }: Learnt, set: number, write: Writer, t: Translate): string {
  if (!plies) return learning.sets[set]!.knows;
  // Where all roles' moves are known, those who had no choice did nothing.
  const told = (moves: string[]) =>
    moves
      .filter((move) => moves.length === 1 || move !== "noop")
      .map(write)
      .join(" · ");
  return plies[set]!.map(({ moves, seen }) =>
    [told(moves), ...seen.map(write)].filter(Boolean).join(t("comma")),
  ).join(t("semicolon"));
}

/** The children of each node of the tree. */
export function childrenOf({ tree }: Learnt): number[][] {
  const children: number[][] = (tree?.nodes ?? []).map(() => []);
  tree?.nodes.forEach(({ parent }, node) => children[parent ?? -1]?.push(node));
  return children;
}

/** The probability of the branch to each node of the tree; none of the root, nor where it is not told. */
export function chosenOf(learnt: Learnt, at: Iteration, strategy: Strategy): (number | undefined)[] {
  const children = childrenOf(learnt);
  const nodes = learnt.tree?.nodes ?? [];
  const chosen = nodes.map(({ parent, probability }) =>
    probability ? fraction(probability) : children[parent ?? -1]?.length === 1 ? 1 : undefined,
  );
  at.sets.forEach((moves, set) => {
    for (const node of learnt.nodes?.[set] ?? []) {
      children[node]?.forEach((child, place) => (chosen[child] = moves[strategy][place]));
    }
  });
  return chosen;
}

/** What the first player expects in each node; none where that is not known. */
export function expectedOf(learnt: Learnt, chosen: readonly (number | undefined)[]): (number | undefined)[] {
  const children = childrenOf(learnt);
  const expected: (number | undefined)[] = (learnt.tree?.nodes ?? []).map(({ goals }) => goals?.[0]);
  for (let node = expected.length - 1; node >= 0; node--) {
    const below = children[node] ?? [];
    if (below.length === 0) continue;
    expected[node] = below.reduce<number | undefined>((sum, child) => {
      const [share, value] = [chosen[child], expected[child]];
      // What never happens counts for nothing.
      return sum === undefined || share === undefined || value === undefined
        ? undefined
        : sum + share * value;
    }, 0);
  }
  return expected;
}

/** A probability as it is typed: `0.25` or `1/3`. */
function fraction(text: string): number {
  const [part, whole = "1"] = text.split("/");
  return Number(part) / Number(whole);
}

/** Exploitabilities below that are drawn as it: on a logarithmic scale there is no 0. */
const LEAST = 1e-6;

/**
 * The powers of ten between which the exploitabilities are, the lower one first: 1 or less, and at least a
 * tenth or more.
 */
export function decades(iterations: readonly Iteration[]): [number, number] {
  const exponents = iterations.map(({ exploitability }) => Math.log10(Math.max(LEAST, exploitability)));
  const low = Math.floor(Math.min(0, ...exponents));
  return [10 ** low, 10 ** Math.max(low + 1, Math.ceil(Math.max(-1, ...exponents)))];
}
