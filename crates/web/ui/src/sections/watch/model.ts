// The tree that a search went through, with what it left out: all there is to draw, whatever the step.

import type { Recording, TraceNode } from "./recording";

/** A place in the tree: a node that the search entered, or one that it did not. */
export interface Place {
  /** Its number among the places. */
  id: number;
  parent: number;
  children: number[];
  depth: number;
  /** The way here from the parent, as it is written at the branch. */
  move: string;
  /** The node of the trace, if the search entered it at any time. */
  node: number | undefined;
  /** The node of the explicit tree, if there is one. */
  tree: number | undefined;
  /** The role that decides here, if it is known. */
  mover: number | undefined;
  label: string;
  /** The payoffs of an explicit leaf. */
  goals: number[];
  /** How many leaves lie below, as far as the tree is known; a leaf counts itself. */
  leaves: number;
  /** How many places lie below. */
  below: number;
  /** The place of its move among the statistics of the parent, if there are any. */
  statistic: number | undefined;
}

export interface Model {
  places: Place[];
  /** The place of every node of the trace. */
  placeOf: Int32Array;
  recording: Recording;
}

/** A joint move by the moves of those who have a choice. */
export function moveName(joint: readonly string[]): string {
  const made = joint.filter((move) => move !== "noop");
  return (made.length > 0 ? made : joint.slice(0, 1)).join(" ");
}

/** The model of a recording. */
export function modelOf(recording: Recording): Model {
  const { trace, tree } = recording;
  const entered = childrenOf(trace.nodes.map((node) => node.parent ?? -1));
  const explicit = tree ? childrenOf(tree.nodes.map((node) => node.parent ?? -1)) : [];
  const places: Place[] = [];
  const placeOf = new Int32Array(trace.nodes.length).fill(-1);

  const add = (parent: number, move: string, node: number | undefined, of: number | undefined): Place => {
    const told = node === undefined ? undefined : trace.nodes[node];
    const drawn = of === undefined ? undefined : tree?.nodes[of];
    const above = places[parent];
    const place: Place = {
      id: places.length, parent, children: [], depth: above ? above.depth + 1 : 0, move, node, tree: of,
      mover: drawn?.mover ?? told?.mover ?? undefined, label: drawn?.label ?? "", goals: drawn?.goals ?? [],
      leaves: 0, below: 0, statistic: statisticOf(trace.nodes, above, move),
    };
    above?.children.push(place.id);
    if (node !== undefined) placeOf[node] = place.id;
    places.push(place);
    return place;
  };

  if (trace.nodes.length > 0 || tree) add(-1, "", trace.nodes.length > 0 ? 0 : undefined, tree ? 0 : undefined);
  // Every place comes after its parent, so the list is its own queue.
  for (let at = 0; at < places.length; at++) {
    const { id, node, tree: of } = places[at]!;
    const told = node === undefined ? undefined : trace.nodes[node];
    const ways = new Map((node === undefined ? [] : (entered[node] ?? [])).map((child) => [moveName(trace.nodes[child]!.move), child]));
    if (of !== undefined && tree) {
      for (const child of explicit[of] ?? []) {
        const move = tree.nodes[child]!.move ?? "";
        add(id, move, ways.get(move), child);
      }
    } else {
      for (const [move, child] of ways) add(id, move, child, undefined);
      for (const joint of told?.left_out ?? []) add(id, moveName(joint), undefined, undefined);
      // Playouts may go through moves whose states are no nodes.
      const joints = [...(node === undefined ? [] : (entered[node] ?? [])).map((child) => trace.nodes[child]!.move), ...(told?.left_out ?? [])];
      const drawn = new Set(joints.flat());
      for (const { move } of told?.moves ?? []) if (!drawn.has(move)) add(id, move, undefined, undefined);
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
  return { places, placeOf, recording };
}

function childrenOf(parents: number[]): number[][] {
  const children: number[][] = parents.map(() => []);
  parents.forEach((parent, number) => children[parent]?.push(number));
  return children;
}

function statisticOf(nodes: TraceNode[], above: Place | undefined, move: string): number | undefined {
  const moves = above?.node === undefined ? undefined : nodes[above.node]?.moves;
  const found = moves?.findIndex((told) => told.move === move) ?? -1;
  return found < 0 ? undefined : found;
}
