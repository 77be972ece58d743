// Changes of a tree that is drawn. A node is named by the places of the nodes on the way to it, from 0.

import { rolesOf, type TypedNode } from "./brackets";

export type Path = readonly number[];

/** A tree with one of its nodes. */
export interface Chosen {
  root: TypedNode;
  path: Path;
}

/** A node as it is drawn. */
export interface DrawnNode {
  node: TypedNode;
  path: Path;
  parent: number | null;
  /** The role that moves here, from 0; none at a leaf. */
  mover: number | undefined;
}

/**
 * The nodes from the root on, each before its children, with who moves: in turn, if the text does not say.
 */
export function drawn(root: TypedNode): DrawnNode[] {
  const roles = rolesOf(payoffsOf(root));
  const nodes: DrawnNode[] = [];
  const draw = (node: TypedNode, path: Path, parent: number | null, inTurn: number): void => {
    const number = nodes.length;
    const chance = node.mover?.startsWith("?") ?? false;
    // Chance is the role after the players, and below it moves who would have moved at it.
    const mover = chance ? roles : moverOf(node, inTurn);
    nodes.push({ node, path, parent, mover: node.payoffs === undefined ? mover : undefined });
    node.children.forEach((child, place) =>
      draw(child, [...path, place], number, chance ? inTurn : (mover + 1) % roles),
    );
  };
  draw(root, [], null, 0);
  return nodes;
}

function moverOf({ mover }: TypedNode, inTurn: number): number {
  if (mover === undefined) return inTurn;
  return mover === "max" ? 0 : mover === "min" ? 1 : Number(mover.slice(1)) - 1;
}

/** The payoffs of the first leaf. */
export function payoffsOf(node: TypedNode): string {
  return node.payoffs ?? payoffsOf(node.children[0]!);
}

/** What a leaf of this tree pays that pays nothing. */
function nothing(root: TypedNode): string {
  return payoffsOf(root).split("/").fill("0").join("/");
}

export function nodeAt(root: TypedNode, path: Path): TypedNode | undefined {
  return path.reduce<TypedNode | undefined>((node, place) => node?.children[place], root);
}

/** The tree with another node at a place. */
export function changed(root: TypedNode, path: Path, change: (node: TypedNode) => TypedNode): TypedNode {
  const [place, ...below] = path;
  if (place === undefined) return change(root);
  return {
    ...root,
    children: root.children.map((child, other) => (other === place ? changed(child, below, change) : child)),
  };
}

/**
 * A node whose number of children changes: probabilities that are written for each child fit no longer, so
 * that all are equally likely.
 */
function equallyLikely(node: TypedNode): TypedNode {
  return node.mover?.startsWith("?") ? { ...node, mover: "?" } : node;
}

/**
 * Adds a leaf below a node, which is then its last child. A leaf becomes an inner node, and what it paid is
 * paid by its child.
 */
export function withChild(root: TypedNode, path: Path): Chosen {
  const place = nodeAt(root, path)?.children.length ?? 0;
  const grown = changed(root, path, ({ payoffs = nothing(root), ...node }) => ({
    ...equallyLikely(node),
    children: [...node.children, { payoffs, children: [] }],
  }));
  return { root: grown, path: [...path, place] };
}

/** Takes a node away with all below it. A node that loses its last child becomes a leaf. */
export function without(root: TypedNode, path: Path): Chosen {
  const above = path.slice(0, -1);
  const place = path.at(-1);
  if (place === undefined) return { root, path };
  const cut = changed(root, above, (node) => {
    const children = node.children.filter((_, other) => other !== place);
    if (children.length > 0) return { ...equallyLikely(node), children };
    return {
      ...(node.label === undefined ? {} : { label: node.label }),
      payoffs: nothing(root),
      children: [],
    };
  });
  const left = nodeAt(cut, above)?.children.length ?? 0;
  return { root: cut, path: left > 0 ? [...above, Math.min(place, left - 1)] : above };
}

/** Exchanges a node with its neighbour on the left (-1) or on the right (1). */
export function shifted(root: TypedNode, path: Path, by: -1 | 1): Chosen {
  const above = path.slice(0, -1);
  const place = path.at(-1);
  const siblings = nodeAt(root, above)?.children ?? [];
  if (place === undefined || siblings[place + by] === undefined) return { root, path };
  const order = [...siblings];
  [order[place], order[place + by]] = [order[place + by]!, order[place]!];
  return {
    root: changed(root, above, (node) => ({ ...node, children: order })),
    path: [...above, place + by],
  };
}

/** A tree that is begun: a root that is nothing but a leaf. */
export const FRESH: Chosen = { root: { payoffs: "0", children: [] }, path: [] };
