// Exercises as the server makes them.

import { api, data, type Schemas } from "../../lib/api";

export type Kind = Schemas["ExerciseKind"];
export type Sheet = Schemas["ExerciseSheet"];
export type Blank = Schemas["ExerciseBlank"];
export type Answer = Schemas["ExerciseAnswer"];
export type Mark = Schemas["ExerciseMark"];
export type Marking = Schemas["ExerciseMarking"];
export type Reason = Schemas["ExerciseReason"];
export type Hint = Schemas["ExerciseHint"];
export type Solution = Schemas["ExerciseSolution"];
export type TreeNode = Schemas["ExerciseTreeNode"];
export type NodeLabel = Schemas["ExerciseNodeLabel"];
export type Position = Schemas["ExercisePosition"];
export type Move = Schemas["ExerciseMove"];
type Material = Schemas["ExerciseMaterial"];
export type TreeMaterial = Extract<Material, { material: "tree" }>;
export type CodeMaterial = Extract<Material, { material: "code" }>;
export type CodeLine = Schemas["ExerciseCodeLine"];
export type Failure = Schemas["ExerciseFailure"];
export type Outcome = Schemas["ExerciseOutcome"];
export type SimulationMaterial = Extract<Material, { material: "simulation" }>;
export type StatisticsMaterial = Extract<Material, { material: "statistics" }>;

export const KINDS: readonly Kind[] = [
  "labels-tree",
  "minimax",
  "alpha-beta-cuts",
  "windows",
  "ordering",
  "pvs",
  "expectiminimax",
  "star1-cuts",
  "maxn",
  "maxn-cuts",
  "uct",
  "uct-backup",
  "labels-counting",
  "labels-coin-row",
  "labels-two-rows",
  "winning-reply",
  "code-gaps",
  "code-order",
  "code-fault",
];
/** The kinds about trees: there are exercises of these about a tree of one's own. */
export const TREE_KINDS = [
  "labels-tree",
  "minimax",
  "alpha-beta-cuts",
  "windows",
  "ordering",
  "pvs",
  "expectiminimax",
  "star1-cuts",
  "maxn",
  "maxn-cuts",
] as const satisfies readonly Kind[];
/** The labels of nodes, the best for max first. */
export const NODE_LABELS = ["win", "draw", "lost", "skipped"] as const satisfies readonly NodeLabel[];
export const LEVELS = [1, 2, 3, 4, 5] as const;

/** Which exercise: the same kind, level, seed and number are the same exercise, everywhere and always. */
export interface Which {
  kind: Kind;
  level: number;
  seed: number;
  /** From 0. */
  number: number;
  /** The text of a tree of one's own, to which level, seed and number do not matter. */
  tree?: string;
}

/** The greatest whole number that JavaScript and the server understand alike. */
const GREATEST_SEED = Number.MAX_SAFE_INTEGER;
const GREATEST_NUMBER = 1_000_000;

/** The exercise of an address; numbers are counted from 1 there. None if it names no seed. */
export function whichOf(parameters: URLSearchParams): Which | undefined {
  const whole = (name: string, least: number, greatest: number, otherwise: number) => {
    const value = Number(parameters.get(name) ?? NaN);
    return Number.isInteger(value) && value >= least && value <= greatest ? value : otherwise;
  };
  const tree = parameters.get("tree");
  if (tree !== null) {
    const kind = TREE_KINDS.find((kind) => kind === parameters.get("kind")) ?? "minimax";
    return { kind, level: 1, seed: 0, number: 0, tree };
  }
  const seed = whole("seed", 0, GREATEST_SEED, -1);
  if (seed < 0) return undefined;
  const kind = KINDS.find((kind) => kind === parameters.get("kind")) ?? "minimax";
  return {
    kind,
    level: whole("level", 1, LEVELS.length, 1),
    seed,
    number: whole("number", 1, GREATEST_NUMBER, 1) - 1,
  };
}

/** The parameters of an exercise's address. */
export function parametersOf(which: Which): Record<string, string | number> {
  const { kind, level, seed, number, tree } = which;
  return tree === undefined ? { kind, level, seed, number: number + 1 } : { kind, tree };
}

/** The name of an exercise, by which what was done of it is kept. */
export function titleOf({ kind, level, seed, number, tree }: Which): string {
  return tree === undefined ? `${kind}/${level}/${seed}/${number}` : `${kind}/${tree}`;
}

/** A seed that is easily said in class. */
export function anySeed(): number {
  return 1 + Math.floor(Math.random() * 9999);
}

/** How a request names an exercise of a kind. */
const seriesOf = ({ level, seed, number, tree }: Which) =>
  tree === undefined ? { level, seed, number } : { tree };

export function sheetOf(which: Which): Promise<Sheet> {
  return data(
    api.GET("/api/exercises/{kind}", { params: { path: { kind: which.kind }, query: seriesOf(which) } }),
  );
}

export function solutionOf(which: Which): Promise<Solution> {
  return data(
    api.GET("/api/exercises/{kind}/solution", {
      params: { path: { kind: which.kind }, query: seriesOf(which) },
    }),
  );
}

export function markingOf(which: Which, answers: Record<string, Answer>): Promise<Marking> {
  return data(
    api.POST("/api/exercises/{kind}/mark", {
      params: { path: { kind: which.kind } },
      body: { exercise: seriesOf(which), answers },
    }),
  );
}

export function hintOf(which: Which, blank: string): Promise<Hint> {
  return data(
    api.POST("/api/exercises/{kind}/hint", {
      params: { path: { kind: which.kind } },
      body: { exercise: seriesOf(which), blank },
    }),
  );
}

/** The numbers of the lines that can be moved. */
export function movableLines(lines: readonly CodeLine[]): number[] {
  return lines.flatMap(({ movable }, number) => (movable ? [number] : []));
}

/** The first position of a game that an exercise is about; none of one about anything else. */
export function firstPosition({ material }: Pick<Sheet, "material">): Position | undefined {
  return material.material === "positions"
    ? material.positions[0]
    : material.material === "situation"
      ? material.position
      : undefined;
}
