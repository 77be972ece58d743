// An explicit tree that somebody changes: leaf values and the order of children.

import type { TreeDocument } from "./recording";

/** A node of a tree in which nodes have their children inside. */
export interface Branch {
  children: Branch[];
  goals: number[];
  /** What the move that leads here is called, if it has a name of its own. */
  move: string | undefined;
  mover: number | undefined;
  label: string | undefined;
}

/** The nodes of a document, each with its children inside, in the document's order. */
export function branchesOf(document: TreeDocument): Branch[] {
  const branches: Branch[] = [];
  for (const { parent, goals, move, mover, label } of document.nodes) {
    const branch: Branch = { children: [], goals: [...(goals ?? [])], move: undefined, mover: mover ?? undefined, label: label ?? undefined };
    const siblings = branches[parent ?? -1]?.children;
    siblings?.push(branch);
    if (move && move !== String(siblings?.length)) branch.move = move;
    branches.push(branch);
  }
  return branches;
}

/** The text of a changed tree: brackets if they say it all, else a document. */
export function textOf(document: TreeDocument, root: Branch): string {
  const { roles, range } = document;
  const single = isConstantSum(document);
  if (document.brackets && single) return brackets(root);
  const numbers = single && leaves(root).every((leaf) => leaf.label === undefined);
  const written = (branch: Branch, depth: number): unknown => {
    const label = branch.label === undefined ? {} : { label: branch.label };
    if (branch.children.length === 0) return numbers ? branch.goals[0] : { goals: branch.goals, ...label };
    const children = branch.children.map((child) => written(child, depth + 1));
    const named = branch.children.some((child) => child.move !== undefined);
    const moves = named ? { moves: branch.children.map((child, place) => child.move ?? String(place + 1)) } : {};
    const usual = branch.mover === undefined || branch.mover === depth % roles.length;
    const told = { ...label, ...moves, ...(usual ? {} : { mover: roles[branch.mover!] }) };
    return Object.keys(told).length > 0 ? { ...told, children } : children;
  };
  const goals = leaves(root).flatMap((leaf) => leaf.goals);
  return JSON.stringify({ roles, range: [Math.min(range[0]!, ...goals), Math.max(range[1]!, ...goals)], root: written(root, 0) });
}

/** Changes what a leaf pays a role; with two roles of constant sum the other gets the rest. */
export function pay(document: TreeDocument, leaf: Branch, role: number, goal: number): void {
  const [least, greatest] = document.range;
  leaf.goals = isConstantSum(document)
    ? leaf.goals.map((_, other) => (other === role ? goal : least! + greatest! - goal))
    : leaf.goals.map((old, other) => (other === role ? goal : old));
}

/** Whether there are two roles, and what one gets the other loses. */
export function isConstantSum({ roles, range, nodes }: TreeDocument): boolean {
  const sum = range[0]! + range[1]!;
  return roles.length === 2 && nodes.every(({ goals }) => !goals?.length || goals[0]! + goals[1]! === sum);
}

function brackets(branch: Branch): string {
  return branch.children.length === 0 ? String(branch.goals[0]) : `(${branch.children.map(brackets).join(" ")})`;
}

function leaves(branch: Branch): Branch[] {
  return branch.children.length === 0 ? [branch] : branch.children.flatMap(leaves);
}
