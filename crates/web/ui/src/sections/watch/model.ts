// The tree that a search went through, with what it left out: all there is to draw, whatever the step.

import { readable, type Writer } from "../../components/board/notation";
import { CHANCE } from "../../lib/chance";
import { nameAll } from "./names";
import { playersOf, type Recording, type Trace, type TraceNode, writerOf } from "./recording";

/** A place in the tree: a node that the search entered, or one that it did not. */
export interface Place {
  /** Its number among the places. */
  id: number;
  parent: number;
  children: number[];
  depth: number;
  /**
   * The way here from the parent, as it is written at the branch, in the language of the page; empty at a
   * determinization.
   */
  move: () => string;
  /** The number of the determinization, if the search takes it to be the true state from here on. */
  determinization: number | undefined;
  /** The node of the trace, if the search entered it at any time. */
  node: number | undefined;
  /** The node of the explicit tree, if there is one. */
  tree: number | undefined;
  /** The role that decides here, if it is known. */
  mover: number | undefined;
  /** Whether chance does. */
  chance: boolean;
  /**
   * How likely chance comes here from the parent, if it moves there: as a tree has it, or to three decimals.
   */
  probability: string | undefined;
  label: string;
  /** What it is called, in the drawing and in the text; empty: it is told by the moves that lead to it. */
  name: string;
  /** The name of the information set of who moves here, if the tree or the search has one for it. */
  set: string | undefined;
  /** The payoffs of an explicit leaf. */
  goals: number[];
  /** The static value of an inner node of an explicit tree, if it has one. */
  static: number[];
  /** How many leaves lie below, as far as the tree is known; a leaf counts itself. */
  leaves: number;
  /** How many places lie below. */
  below: number;
  /**
   * The place of its move among the statistics of the parent, if there are any, and the move leads
   * nowhere else.
   */
  statistic: number | undefined;
  /** The moves of all roles that lead here from the parent, if they are known. */
  joint: readonly string[] | undefined;
}

export interface Model {
  places: Place[];
  /** The place of every node of the trace. */
  placeOf: Int32Array;
  /**
   * Whether the means of one role do not tell those of the others: there are more than two, or their sum is
   * not always the same.
   */
  meansDiffer: boolean;
  /** Whether the search has windows: some end of one is finite. */
  windows: boolean;
  /** Whether the search is one of determinizations. */
  determinized: boolean;
  /** Writes roles and moves as people do; those of an explicit tree as the tree has them. */
  write: Writer;
  recording: Recording;
}

/**
 * A joint move by the moves of those who had a choice, whose numbers are given; where nobody had one, by all
 * that are no `noop`; empty of none.
 */
export function moveName(
  joint: readonly string[],
  movers: readonly number[] = [],
  write: Writer = readable,
): string {
  const made =
    movers.length > 0 ? movers.flatMap((role) => joint[role] ?? []) : joint.filter((move) => move !== "noop");
  return (made.length > 0 ? made : joint.slice(0, 1)).map(write).join(" · ");
}

/** Whether the values of a node are those of who moves there, as in negamax. */
export function negated({ recording }: Pick<Model, "recording">): boolean {
  return /\bnegamax\b/.test(recording.strategy);
}

/** The role that the values of a search are those of. */
export function maximiser({ recording }: Pick<Model, "recording">): number {
  return recording.tree?.single ? 0 : recording.trace.role;
}

/** Whether simulations begin at a node: at the root, or at each determinization. */
export function beginsAt(
  { determinized, recording: { trace } }: Pick<Model, "determinized" | "recording">,
  node: number,
): boolean {
  return determinized ? trace.nodes[node]!.determinization != null : node === 0;
}

/**
 * The joint moves that lead from the root to a place, if all of them are known; none of a determinization,
 * which is not the position that the root is.
 */
export function lineTo({ places }: Pick<Model, "places">, id: number): string[][] | undefined {
  const line: string[][] = [];
  for (let place = places[id]; place && place.parent >= 0; place = places[place.parent]) {
    if (!place.joint || place.determinization !== undefined) return undefined;
    line.push([...place.joint]);
  }
  return places[id] && line.reverse();
}

/** The model of a recording. */
export function modelOf(recording: Recording): Model {
  const { trace, tree } = recording;
  const entered = childrenOf(trace.nodes.map((node) => node.parent ?? -1));
  const explicit = tree ? childrenOf(tree.nodes.map((node) => node.parent ?? -1)) : [];
  const places: Place[] = [];
  const placeOf = new Int32Array(trace.nodes.length).fill(-1);
  const write = writerOf(recording);

  const add = (
    parent: number,
    move: () => string,
    node: number | undefined,
    of: number | undefined,
    statistic?: number,
    joint = node === undefined ? undefined : trace.nodes[node]!.move,
  ): Place => {
    const told = node === undefined ? undefined : trace.nodes[node];
    const drawn = of === undefined ? undefined : tree?.nodes[of];
    const above = places[parent];
    const mover = drawn?.mover ?? (told?.movers?.length === 1 ? told.movers[0] : undefined);
    const place: Place = {
      id: places.length,
      parent,
      children: [],
      depth: above ? above.depth + 1 : 0,
      move,
      determinization: told?.determinization ?? undefined,
      node,
      tree: of,
      mover,
      chance: trace.roles[mover ?? -1] === CHANCE,
      probability:
        drawn?.probability ??
        (told?.probability == null ? undefined : String(Number(told.probability.toFixed(3)))),
      label: drawn?.label ?? "",
      name: "",
      set: drawn?.set ?? told?.set ?? undefined,
      goals: drawn?.goals ?? [],
      static: drawn?.static ?? [],
      leaves: 0,
      below: 0,
      statistic,
      joint,
    };
    above?.children.push(place.id);
    if (node !== undefined) placeOf[node] = place.id;
    places.push(place);
    return place;
  };

  if (trace.nodes.length > 0 || tree)
    add(-1, () => "", trace.nodes.length > 0 ? 0 : undefined, tree ? 0 : undefined);
  // Every place comes after its parent, so the list is its own queue.
  for (let at = 0; at < places.length; at++) {
    const { id, node, tree: of } = places[at]!;
    const told = node === undefined ? undefined : trace.nodes[node];
    const children = node === undefined ? [] : (entered[node] ?? []);
    const jointOf = (child: number) => trace.nodes[child]!.move;
    const worlds = children.filter((child) => trace.nodes[child]!.determinization != null);
    if (of !== undefined && worlds.length > 0) {
      for (const child of worlds) add(id, () => "", child, of);
    } else if (of !== undefined && tree) {
      const mover = tree.nodes[of]!.mover ?? 0;
      const ways = new Map(children.map((child) => [jointOf(child)[mover], child]));
      for (const child of explicit[of] ?? []) {
        const move = tree.nodes[child]!.move ?? "";
        const statistic =
          told?.moves?.findIndex((known) => known.role === mover && known.move === move) ?? -1;
        add(id, () => move, ways.get(move), child, statistic < 0 ? undefined : statistic);
      }
    } else {
      // A move that leads to several nodes, as they are told apart by what is known there, has one statistic
      // for all of them.
      const alike = new Map<string, number>();
      const nameOf = (child: number) => jointOf(child).join(" ");
      for (const child of children) alike.set(nameOf(child), (alike.get(nameOf(child)) ?? 0) + 1);
      for (const child of children)
        add(
          id,
          () => moveName(jointOf(child), told?.movers, write),
          child,
          undefined,
          alike.get(nameOf(child)) === 1 ? statisticOf(told, jointOf(child)) : undefined,
        );
      for (const joint of told?.left_out ?? [])
        add(
          id,
          () => moveName(joint, told?.movers, write),
          undefined,
          undefined,
          statisticOf(told, joint),
          joint,
        );
      // Playouts may go through moves whose states are no nodes.
      const joints = [...children.map(jointOf), ...(told?.left_out ?? [])];
      told?.moves?.forEach(({ role, move }, statistic) => {
        if (!joints.some((joint) => joint[role] === move))
          add(id, () => write(move), undefined, undefined, statistic);
      });
    }
  }
  for (let at = places.length - 1; at >= 0; at--) {
    const place = places[at]!;
    if (place.children.length === 0) place.leaves = 1;
    const above = places[place.parent];
    if (above) {
      above.leaves += place.leaves;
      above.below += place.below + 1;
    }
  }
  if (tree) nameAll(places);
  const windows = trace.nodes.some(({ window }) => (window.alpha ?? window.beta ?? null) !== null);
  const determinized = trace.nodes.some(({ determinization }) => determinization != null);
  return { places, placeOf, meansDiffer: meansDiffer(trace), windows, determinized, write, recording };
}

function childrenOf(parents: number[]): number[][] {
  const children: number[][] = parents.map(() => []);
  parents.forEach((parent, number) => children[parent]?.push(number));
  return children;
}

/** The place of the statistic of a joint move, if one role made it. */
function statisticOf(told: TraceNode | undefined, joint: readonly string[]): number | undefined {
  if (!told?.moves || (told.movers?.length ?? 0) > 1) return undefined;
  const found = told.moves.findIndex(({ role, move }) => joint[role] === move);
  return found < 0 ? undefined : found;
}

function meansDiffer({ roles, nodes }: Trace): boolean {
  const sums = nodes.flatMap(({ means }) =>
    means && means.length > 0 ? [means.reduce((sum, mean) => sum + mean, 0)] : [],
  );
  return playersOf(roles).length > 2 || sums.some((sum) => Math.abs(sum - sums[0]!) > 1e-6);
}
