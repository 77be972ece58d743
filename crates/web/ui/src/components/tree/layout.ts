// Where the nodes of a tree stand.

import { hierarchy, tree } from "d3-hierarchy";

/** A node of a list in which every node stands after its parent. */
export interface Listed {
  /** The number of the parent; none at the root. */
  parent?: number | null;
}

export interface Place {
  node: number;
  parent: number | undefined;
  x: number;
  y: number;
}

export interface Layout {
  /** By the numbers of the nodes. */
  places: Place[];
  width: number;
  height: number;
}

/** How far apart rows are, and how much room there is around all. */
const ROW = 104;
const MARGIN = 14;
/** Between neighbours. */
const GAP = 12;

/**
 * Places nodes of the given widths, siblings by their ranks, so that none touches another (Reingold and
 * Tilford's tidy tree).
 */
export function layOut(
  nodes: readonly Listed[],
  widthOf: (node: number) => number,
  rankOf: (node: number) => number = (node) => node,
  row = ROW,
): Layout {
  const below = (node: number) =>
    nodes
      .flatMap((child, number) => (child.parent === node ? [number] : []))
      .sort((one, other) => rankOf(one) - rankOf(other));
  const root = tree<number>()
    .nodeSize([1, row])
    .separation((one, other) => (widthOf(one.data) + widthOf(other.data)) / 2 + GAP)(hierarchy(0, below));
  const all = root.descendants();
  const left = Math.min(...all.map((place) => place.x - widthOf(place.data) / 2)) - MARGIN;
  const right = Math.max(...all.map((place) => place.x + widthOf(place.data) / 2)) + MARGIN;
  const bottom = Math.max(...all.map((place) => place.y));
  const places: Place[] = [];
  for (const place of all) {
    places[place.data] = {
      node: place.data,
      parent: place.parent?.data,
      x: place.x - left,
      y: place.y + MARGIN + 26,
    };
  }
  return { places, width: right - left, height: bottom + 2 * MARGIN + 60 };
}

/** The inner nodes with children before parents, as values are found. */
export function bottomUp(nodes: readonly Listed[]): number[] {
  return nodes.map((_, node) => node).sort((one, other) => after(nodes, one) - after(nodes, other));
}

/** The place of a node when children come before their parents: after the last node below it. */
function after(nodes: readonly Listed[], node: number): number {
  let last = node;
  while (true) {
    const child = nodes.findLastIndex((other) => other.parent === last);
    if (child < 0) break;
    last = child;
  }
  // Of nodes that end with the same leaf, the deeper ones come first.
  let depth = 0;
  for (let above = nodes[node]?.parent; above != null; above = nodes[above]?.parent) depth += 1;
  return last - depth / 100;
}
