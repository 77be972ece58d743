// The picture of the start page: a small tree, searched by alpha-beta.

/**
 * A node of the picture: where it stands, what it says, and at which step it is reached; never, if it is cut.
 */
export interface Drawn {
  x: number;
  y: number;
  text: string;
  parent?: number;
  step: number;
  kind: "max" | "min" | "leaf";
  isCut?: boolean;
  /** Whether the branch above it is part of the principal variation. */
  isPrincipal?: boolean;
}

/** ((3 12 8) (2 4 6) (14 5 2)): the second child of the root is at most 2, and Max already has 3. */
export const TREE: readonly Drawn[] = [
  { x: 250, y: 30, text: "3", step: 13, kind: "max" },
  { x: 90, y: 110, text: "3", parent: 0, step: 4, kind: "min", isPrincipal: true },
  { x: 250, y: 110, text: "≤ 2", parent: 0, step: 7, kind: "min" },
  { x: 410, y: 110, text: "2", parent: 0, step: 12, kind: "min" },
  { x: 40, y: 200, text: "3", parent: 1, step: 1, kind: "leaf", isPrincipal: true },
  { x: 90, y: 200, text: "12", parent: 1, step: 2, kind: "leaf" },
  { x: 140, y: 200, text: "8", parent: 1, step: 3, kind: "leaf" },
  { x: 200, y: 200, text: "2", parent: 2, step: 6, kind: "leaf" },
  { x: 250, y: 200, text: "4", parent: 2, step: 8, kind: "leaf", isCut: true },
  { x: 300, y: 200, text: "6", parent: 2, step: 8, kind: "leaf", isCut: true },
  { x: 360, y: 200, text: "14", parent: 3, step: 9, kind: "leaf" },
  { x: 410, y: 200, text: "5", parent: 3, step: 10, kind: "leaf" },
  { x: 460, y: 200, text: "2", parent: 3, step: 11, kind: "leaf" },
];
