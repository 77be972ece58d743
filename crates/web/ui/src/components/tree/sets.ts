// The information sets of a tree that is drawn: a dashed line from each node of a set to the next one, with
// the name at the first.

/** A node as it is drawn. */
interface Drawn {
  /** The name of its information set, if it is in one. */
  set?: string | null | undefined;
  x: number;
  y: number;
}

export interface SetDrawing {
  name: string;
  /** Where the name stands. */
  x: number;
  y: number;
  /** The lines, as paths of an SVG picture. */
  lines: string[];
}

/** How far a line hangs below its nodes, so that it does not go through what stands between them. */
const SAG = 22;

/** The information sets among these nodes. */
export function setsOf(nodes: readonly Drawn[]): SetDrawing[] {
  const sets = new Map<string, Drawn[]>();
  for (const node of nodes) {
    if (node.set) sets.set(node.set, [...(sets.get(node.set) ?? []), node]);
  }
  return [...sets].map(([name, members]) => {
    members.sort((one, other) => one.x - other.x);
    const lines = members.slice(1).map((to, place) => {
      const from = members[place]!;
      return `M${from.x} ${from.y}Q${(from.x + to.x) / 2} ${(from.y + to.y) / 2 + 2 * SAG} ${to.x} ${to.y}`;
    });
    return { name, x: members[0]!.x, y: members[0]!.y, lines };
  });
}

/** Whether a text can be the name of an information set. */
export function isSetName(text: string): boolean {
  return /^[^\s(),:="{}/]+$/.test(text);
}
