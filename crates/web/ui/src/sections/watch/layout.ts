// Where everything that is shown stands.

import { hierarchy, tree, type HierarchyPointNode } from "d3-hierarchy";

import type { Shown } from "./outline";

export interface Spot {
  shown: Shown;
  x: number;
  y: number;
  /** Half of the room that it takes. */
  half: number;
  /** How much more room it takes below its middle than a node without a board. */
  tall: number;
  above: Spot | undefined;
}

export interface Layout {
  spots: Spot[];
  left: number;
  right: number;
  bottom: number;
}

export const LEVEL = 132;
export const RADIUS = 17;
const UNIT = 10;
const GAP = 8;

/**
 * The layout of what is shown; `half` says how much room each takes to either side of its middle, `tall` how
 * much more than others below it, `apart` how much farther than others its rows are apart.
 */
export function layoutOf(
  root: Shown | undefined,
  half: (shown: Shown) => number,
  tall: (shown: Shown) => number,
  apart = 0,
): Layout {
  const layout: Layout = { spots: [], left: 0, right: 0, bottom: 0 };
  if (!root) return layout;
  const drawn = hierarchy(root, (shown) => shown.children);
  const halves = new Map(drawn.descendants().map((node) => [node.data.key, half(node.data)]));
  const level = LEVEL + apart + Math.max(0, ...drawn.descendants().map(({ data }) => tall(data)));
  const of = (node: { data: Shown }) => halves.get(node.data.key) ?? RADIUS;
  const place = tree<Shown>()
    .nodeSize([UNIT, level])
    .separation((one, other) => (of(one) + of(other) + (one.parent === other.parent ? GAP : 2 * GAP)) / UNIT);
  const spots = new Map<HierarchyPointNode<Shown>, Spot>();
  place(drawn).each((node) => {
    const spot = {
      shown: node.data,
      x: node.x,
      y: node.y,
      half: of(node),
      tall: tall(node.data),
      above: node.parent ? spots.get(node.parent) : undefined,
    };
    spots.set(node, spot);
    layout.spots.push(spot);
    layout.left = Math.min(layout.left, spot.x - spot.half);
    layout.right = Math.max(layout.right, spot.x + spot.half);
    layout.bottom = Math.max(layout.bottom, spot.y + spot.tall);
  });
  return layout;
}
