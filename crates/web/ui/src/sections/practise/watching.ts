// The search that an exercise is about: of its tree, of its position, or of moves with the means that
// it gives.

import { address } from "../../lib/route.svelte";
import { branchesOf, brackets, documentOf } from "../watch/explicit";
import {
  firstPosition,
  type Kind,
  type Sheet,
  type StatisticsMaterial,
  type TreeMaterial,
  type Which,
} from "./exercise";
import { isChance } from "./nodes";

/** What searches the trees of each kind. */
const STRATEGIES: Partial<Record<Kind, string>> = {
  "labels-tree": "labels",
  minimax: "minimax",
  "alpha-beta-cuts": "alpha-beta",
  windows: "alpha-beta",
  ordering: "alpha-beta",
  pvs: "alpha-beta(pvs=true)",
  expectiminimax: "minimax",
  "star1-cuts": "alpha-beta(chance=star1)",
  maxn: "maxn",
  "maxn-cuts": "maxn(prune=shallow)",
};

/** What the labels of leaves are worth. */
const WORTHS = { win: 100, draw: 50, lost: 0, skipped: 0 } as const;

/**
 * The text of an exercise's tree: brackets, or a document where payoffs are possible that no leaf has, as
 * Star1 cuts by the range of payoffs.
 */
export function textOfTree({
  nodes,
  players,
  range,
}: Pick<TreeMaterial, "nodes" | "players" | "range">): string {
  const roles =
    players === 2 ? ["max", "min"] : Array.from({ length: players }, (_, player) => String(player + 1));
  const told = nodes.map(({ parent, name, mover, payoffs, label, probability }) => ({
    parent,
    label: name,
    mover,
    probability,
    goals: label ? [WORTHS[label]] : payoffs,
  }));
  const payoffs = told.flatMap(({ goals }) => goals);
  const found = [Math.min(...payoffs), Math.max(...payoffs)];
  const document = { roles, range: range ?? found, single: players === 2, nodes: told };
  const root = branchesOf(document)[0]!;
  return document.range.every((end, place) => end === found[place])
    ? brackets(root, roles, 0)
    : documentOf(document, root);
}

/**
 * What searches a position to the end: the table spares what was searched before, and a large position ends
 * in time.
 */
const TO_THE_END = "alpha-beta(window=range,table=64,time=10s)";

/**
 * The address of the search that finds out who wins from a position, by the rules of the game that
 * begins there.
 */
export function positionAddress(rules: string): string {
  return address("watch", { rules, strategy: TO_THE_END });
}

/** Where the rules can be read of the built-in game that an exercise is about; none of one about trees. */
export function rulesLink(sheet: Pick<Sheet, "material">): string | undefined {
  const position = firstPosition(sheet);
  return (
    position && address("rules", { game: position.game === "counting" ? "counting-to-21" : position.game })
  );
}

/**
 * The address of a search by UCT of moves that pay the means of an exercise, with as many visits and the
 * same constant.
 */
function statisticsAddress({ moves, visits, c }: StatisticsMaterial): string {
  const tree = { roles: ["max", "min"], range: [0, 100], root: moves.map(({ mean }) => mean) };
  // A strategy's constant is in parts of the range of payoffs.
  return address("watch", {
    text: JSON.stringify(tree),
    strategy: `uct(plain=true,c=${c / 100},playouts=${visits})`,
  });
}

/**
 * Where the search can be watched that an exercise is about, and how the link says so; of several positions
 * each has its own link, and a program has none.
 *
 * A single simulation of UCT has none either: its statistics are random, and some of them no search comes to.
 * If max made its move three times with mean 20, and min the reply once with mean 40, then another reply paid
 * min 100 in its only visit, and UCT prefers that one.
 */
export function watchLink(
  which: Which,
  { material }: Sheet,
): { to: string; says: "openInWatch" | "watchPosition" | "watchUct" } | undefined {
  if (material.material === "situation")
    return { to: positionAddress(material.rules), says: "watchPosition" };
  if (material.material === "statistics") return { to: statisticsAddress(material), says: "watchUct" };
  const strategy = STRATEGIES[which.kind];
  // Where chance moves at the root no strategy chooses a move.
  if (material.material !== "tree" || strategy === undefined || isChance(material, 0)) return undefined;
  return {
    to: address("watch", { text: which.tree ?? textOfTree(material), strategy }),
    says: "openInWatch",
  };
}
