// An explicit tree that somebody changes: leaf values and the order of children.

import { playersOf, type TreeDocument } from "./recording";

/** A node of a tree in which nodes have their children inside. */
export interface Branch {
  children: Branch[];
  goals: number[];
  /** The static value of an inner node, if it has one. */
  static: number[];
  /** The name of the information set of an inner node, if it is in one. */
  set: string | undefined;
  /** What the move that leads here is called, if it has a name of its own. */
  move: string | undefined;
  mover: number | undefined;
  /** How likely chance comes here, if it moves in the node above. */
  probability: string | undefined;
  label: string | undefined;
}

/** The nodes of a document, each with its children inside, in the document's order. */
export function branchesOf(document: Pick<TreeDocument, "nodes">): Branch[] {
  const branches: Branch[] = [];
  for (const { parent, goals, static: value, set, move, mover, label, probability } of document.nodes) {
    const branch: Branch = {
      children: [],
      goals: [...(goals ?? [])],
      static: [...(value ?? [])],
      move: undefined,
      mover: mover ?? undefined,
      label: label ?? undefined,
      probability: probability ?? undefined,
      set: set ?? undefined,
    };
    const siblings = branches[parent ?? -1]?.children;
    siblings?.push(branch);
    if (move && move !== String(siblings?.length) && move !== label) branch.move = move;
    branches.push(branch);
  }
  return branches;
}

/** The text of a changed tree: brackets if they say it all, else a document. */
export function textOf(document: TreeDocument, root: Branch): string {
  return document.brackets ? brackets(root, playersOf(document.roles), 0) : documentOf(document, root);
}

/** The text of a changed tree as a document in JSON. */
export function documentOf(
  { roles: all, range, single }: Pick<TreeDocument, "roles" | "range" | "single">,
  root: Branch,
): string {
  const roles = playersOf(all);
  const payoffs = (numbers: number[]) => (single ? numbers[0] : numbers);
  const written = (branch: Branch, inTurn: number): unknown => {
    const label = branch.label === undefined ? {} : { label: branch.label };
    if (branch.children.length === 0)
      return single && branch.label === undefined ? branch.goals[0] : { goals: branch.goals, ...label };
    const mover = branch.mover ?? inTurn;
    const chance = mover === roles.length;
    const children = branch.children.map((child) =>
      written(child, chance ? inTurn : (mover + 1) % roles.length),
    );
    const named = branch.children.some((child) => child.move !== undefined);
    const moves = named
      ? { moves: branch.children.map((child, place) => child.move ?? child.label ?? String(place + 1)) }
      : {};
    const value = branch.static.length > 0 ? { static: payoffs(branch.static) } : {};
    const set = branch.set === undefined ? {} : { set: branch.set };
    const told = { ...label, ...moves, ...moverOf(branch, mover, inTurn, roles), ...set, ...value };
    return Object.keys(told).length > 0 ? { ...told, children } : children;
  };
  const goals = leaves(root).flatMap((leaf) => leaf.goals);
  return JSON.stringify({
    roles,
    range: [Math.min(range[0]!, ...goals), Math.max(range[1]!, ...goals)],
    root: written(root, 0),
  });
}

/** The probabilities of the children of a chance node. */
function probabilitiesOf({ children }: Branch): string[] {
  return children.map(({ probability }) => probability ?? `1/${children.length}`);
}

/** The text of the tree with the children of every node in reverse order. */
export function reversed(document: TreeDocument): string {
  const branches = branchesOf(document);
  for (const { children } of branches) children.reverse();
  return textOf(document, branches[0]!);
}

/** Who moves in a node, as far as it is to be told. */
function moverOf(branch: Branch, mover: number, inTurn: number, roles: string[]): object {
  if (mover === roles.length) return { chance: probabilitiesOf(branch) };
  return mover === inTurn ? {} : { mover: roles[mover] };
}

/** Changes what a leaf pays a role. */
export function pay(leaf: Branch, role: number, goal: number): void {
  leaf.goals[role] = goal;
}

/** A tree in brackets, where this role moves at the root if the text does not say who does. */
export function brackets(branch: Branch, roles: string[], inTurn: number): string {
  const label =
    branch.label === undefined
      ? ""
      : `${/^[^\s(),:="]+$/.test(branch.label) ? branch.label : `"${branch.label}"`}:`;
  if (branch.children.length === 0) return label + branch.goals.join("/");
  const mover = branch.mover ?? inTurn;
  const chance = mover === roles.length;
  const named = mover === inTurn ? [] : [roles.length === 2 ? roles[mover]! : `@${mover + 1}`];
  const who = chance ? [`?${probabilitiesOf(branch).join("|")}`] : named;
  const set = branch.set === undefined ? [] : [`{${branch.set}}`];
  const value = branch.static.length > 0 ? [`=${branch.static.join("/")}`] : [];
  const children = branch.children.map((child) =>
    brackets(child, roles, chance ? inTurn : (mover + 1) % roles.length),
  );
  return `${label}(${[...who, ...set, ...value, ...children].join(" ")})`;
}

function leaves(branch: Branch): Branch[] {
  return branch.children.length === 0 ? [branch] : branch.children.flatMap(leaves);
}
