// The search that an exercise is about: of its tree, of its position, or of moves with the means that it gives.

import { type TypedNode, write } from "../../components/tree/brackets";
import { address } from "../../lib/route.svelte";
import { firstPosition, type Kind, type Position, type Sheet, type StatisticsMaterial, type TreeMaterial, type TreeNode, type Which } from "./exercise";
import { rulesFrom } from "./positionRules";

/** What searches the trees of each kind. */
const STRATEGIES: Partial<Record<Kind, string>> = {
  "labels-tree": "labels", minimax: "minimax", "alpha-beta-cuts": "alpha-beta", windows: "alpha-beta", ordering: "alpha-beta", pvs: "alpha-beta(pvs=true)",
  expectiminimax: "minimax", "star1-cuts": "alpha-beta", maxn: "maxn", "maxn-cuts": "maxn(prune=shallow)",
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

/** What searches a position to the end: the table spares what was searched before, and a large position ends in time. */
const TO_THE_END = "alpha-beta(window=range,table=64,time=10s)";

/** The address of the search that finds out who wins from a position. */
export function positionAddress(position: Position): string {
  return address("watch", { rules: rulesFrom(position), strategy: TO_THE_END });
}

/** Where the rules can be read of the built-in game that an exercise is about; none of one about trees. */
export function rulesLink(sheet: Pick<Sheet, "material">): string | undefined {
  const position = firstPosition(sheet);
  return position && address("rules", { game: position.game === "counting" ? "counting-to-21" : position.game });
}

/** The address of a search by UCT of moves that pay the means of an exercise, with as many visits and the same constant. */
function statisticsAddress({ moves, visits, c }: StatisticsMaterial): string {
  const tree = { roles: ["max", "min"], range: [0, 100], root: moves.map(({ mean }) => mean) };
  // A strategy's constant is in parts of the range of payoffs.
  return address("watch", { text: JSON.stringify(tree), strategy: `uct(plain=true,c=${c / 100},playouts=${visits})` });
}

/**
 * Where the search can be watched that an exercise is about, and how the link says so; of several positions each has its own link, and a program has none.
 *
 * A single simulation of UCT has none either: its statistics are random, and some of them no search comes to. If max made its move three times with mean 20, and min the reply once with mean 40,
 * then another reply paid min 100 in its only visit, and UCT prefers that one.
 */
export function watchLink(which: Which, { material }: Sheet): { to: string; says: "openInWatch" | "watchPosition" | "watchUct" } | undefined {
  if (material.material === "situation") return { to: positionAddress(material.position), says: "watchPosition" };
  if (material.material === "statistics") return { to: statisticsAddress(material), says: "watchUct" };
  const strategy = STRATEGIES[which.kind];
  if (material.material !== "tree" || strategy === undefined) return undefined;
  return { to: address("watch", { text: which.tree ?? bracketsOf(material), strategy }), says: "openInWatch" };
}
