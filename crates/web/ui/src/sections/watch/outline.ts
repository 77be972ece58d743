// Which part of a tree is shown: all of a small one; of a large one the way to where the search is, and what
// somebody opened.

import type { Model, Place } from "./model";

/** A tree with at most so many places is shown as a whole. */
export const SMALL = 100;

/** So many children of a node are shown at first. */
const CHILDREN = 12;

/** What somebody opened and closed. */
export interface Wishes {
  opened: ReadonlySet<number>;
  closed: ReadonlySet<number>;
  /** How many children of a node are shown, if more than at first. */
  more: ReadonlyMap<number, number>;
}

/** A place that is shown, or a stub that stands for others. */
export interface Shown {
  /** Its name among all that is shown. */
  key: string;
  place: Place;
  /** Of a stub: how many siblings it stands for; else 0. */
  others: number;
  /** How many places below are not shown, if none is. */
  hidden: number;
  children: Shown[];
}

/** The places from the root to this one. */
export function pathTo(model: Model, place: number | undefined): number[] {
  const path: number[] = [];
  for (let at = place ?? -1; at >= 0; at = model.places[at]!.parent) path.push(at);
  return path.reverse();
}

/** What is shown while the search is at the end of `path`. */
export function outlineOf(model: Model, path: readonly number[], wishes: Wishes): Shown | undefined {
  const root = model.places[0];
  if (!root) return undefined;
  const small = model.places.length <= SMALL;
  const onPath = new Set(path);
  const isOpen = ({ id }: Place) =>
    onPath.has(id) || wishes.opened.has(id) || (!wishes.closed.has(id) && (small || id === 0));
  const show = (place: Place): Shown => {
    const open = place.children.length > 0 && isOpen(place);
    const shown: Shown = {
      key: String(place.id),
      place,
      others: 0,
      hidden: open ? 0 : place.below,
      children: [],
    };
    if (!open) return shown;
    const most = wishes.more.get(place.id) ?? (small ? SMALL : CHILDREN);
    const chosen = place.children.filter((child, index) => index < most || onPath.has(child));
    shown.children = chosen.map((child) => show(model.places[child]!));
    const others = place.children.length - chosen.length;
    if (others > 0) shown.children.push({ key: `${place.id}+`, place, others, hidden: 0, children: [] });
    return shown;
  };
  return show(root);
}

/** How many leaves are drawn side by side before anything is opened. */
export function leavesAtFirst({ places }: Model): number {
  const root = places[0];
  return places.length <= SMALL ? (root?.leaves ?? 0) : Math.min(CHILDREN, root?.children.length ?? 0);
}

/** How many children of a node are shown after somebody asked for more. */
export function moreChildren(model: Model, place: number, wishes: Wishes): number {
  const shown = wishes.more.get(place) ?? CHILDREN;
  return Math.min(model.places[place]!.children.length, Math.max(shown * 3, shown + CHILDREN));
}
