// Exercises as the server makes them, and what is filled in.

import { api, data, type Schemas } from "../../lib/api";
import { decimal } from "../../lib/i18n.svelte";

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
  "labels-tree", "minimax", "alpha-beta-cuts", "windows", "ordering", "pvs", "expectiminimax", "star1-cuts", "maxn", "maxn-cuts", "uct", "uct-backup", "labels-counting", "labels-coin-row", "labels-two-rows", "winning-reply",
  "code-gaps", "code-order", "code-fault",
];
/** The kinds about trees: there are exercises of these about a tree of one's own. */
export const TREE_KINDS = ["labels-tree", "minimax", "alpha-beta-cuts", "windows", "ordering", "pvs", "expectiminimax", "star1-cuts", "maxn", "maxn-cuts"] as const satisfies readonly Kind[];
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

/** What is filled into the blanks so far, text by text: one for a number, two for a window, a chosen number for each branch. */
export type Drafts = Record<string, string[]>;

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
  return { kind, level: whole("level", 1, LEVELS.length, 1), seed, number: whole("number", 1, GREATEST_NUMBER, 1) - 1 };
}

/** The parameters of an exercise's address. */
export function parametersOf(which: Which): Record<string, string | number> {
  const { kind, level, seed, number, tree } = which;
  return tree === undefined ? { kind, level, seed, number: number + 1 } : { kind, tree };
}

/** A seed that is easily said in class. */
export function anySeed(): number {
  return 1 + Math.floor(Math.random() * 9999);
}

/** How a request names an exercise of a kind. */
const seriesOf = ({ level, seed, number, tree }: Which) => (tree === undefined ? { level, seed, number } : { tree });

export function sheetOf(which: Which): Promise<Sheet> {
  return data(api.GET("/api/exercises/{kind}", { params: { path: { kind: which.kind }, query: seriesOf(which) } }));
}

export function solutionOf(which: Which): Promise<Solution> {
  return data(api.GET("/api/exercises/{kind}/solution", { params: { path: { kind: which.kind }, query: seriesOf(which) } }));
}

export function markingOf(which: Which, answers: Record<string, Answer>): Promise<Marking> {
  return data(api.POST("/api/exercises/{kind}/mark", { params: { path: { kind: which.kind } }, body: { exercise: seriesOf(which), answers } }));
}

export function hintOf(which: Which, blank: string): Promise<Hint> {
  return data(api.POST("/api/exercises/{kind}/hint", { params: { path: { kind: which.kind } }, body: { exercise: seriesOf(which), blank } }));
}

/** What somebody wrote, with the letters and signs of a plain keyboard: Japanese input writes １２ and ー５. */
function plainly(text: string | undefined): string {
  return (text ?? "").normalize("NFKC").trim().toLowerCase().replace(/[−–—ー]/g, "-").replace(/^([+-])\s+/, "$1");
}

/** A number that somebody wrote, with a point or a comma; none if it is none. */
function numberOf(text: string | undefined): number | undefined {
  const plain = plainly(text).replace(/[,、。]/, ".");
  return /^[+-]?(\d{1,12}(\.\d{0,6})?|\.\d{1,6})$/.test(plain) ? Number(plain) : undefined;
}

/** A number that somebody wrote as a whole number, with decimals or as a fraction, `17/3`; none if it is none. */
function fractionOf(text: string | undefined): number | undefined {
  const [numerator, denominator = "1", ...rest] = plainly(text).split("/");
  const [above, below] = [numberOf(numerator), numberOf(denominator)];
  return above === undefined || !below || rest.length > 0 ? undefined : above / below;
}

/** The greatest denominator of a value that is shown as a fraction, and how far a calculation may be from what it stands for. */
const GREATEST_DENOMINATOR = 360;
const ROUNDING = 1e-8;

/** A value as it is typed: with at most six decimals, or else as a fraction. */
export function figure(value: number): string {
  const rounded = Math.round(value * 1e6) / 1e6;
  if (Math.abs(rounded - value) <= ROUNDING) return decimal(String(rounded));
  for (let denominator = 1; denominator <= GREATEST_DENOMINATOR; denominator += 1) {
    const numerator = Math.round(value * denominator);
    if (Math.abs(numerator / denominator - value) <= ROUNDING) return `${numerator}/${denominator}`;
  }
  return decimal(value.toFixed(2));
}

/** Whether chance moves at a node. */
export function isChance({ players, nodes }: TreeMaterial, node: number | null | undefined): boolean {
  return node != null && nodes[node]?.mover === players;
}

/** An end of a window: null if it is infinite on its side, none if it is no number. */
function endOf(text: string | undefined, sign: "-" | "+"): number | null | undefined {
  const plain = plainly(text);
  const side = plain.startsWith("-") ? "-" : "+";
  if (/^[+-]?(∞|inf|infinity|oo)$/.test(plain)) return side === sign ? null : undefined;
  return numberOf(text);
}

/** The answer that a draft amounts to; none if it is not complete, or no such answer. */
export function answerOf(blank: Blank, draft: string[] | undefined): Answer | undefined {
  const takes = blank.takes;
  switch (takes.answer) {
    case "number": {
      const number = numberOf(draft?.[0]);
      return number === undefined ? undefined : { number };
    }
    case "fraction": {
      const number = fractionOf(draft?.[0]);
      return number === undefined ? undefined : { number };
    }
    case "vector": {
      const vector = Array.from({ length: takes.length }, (_, place) => numberOf(draft?.[place]));
      return vector.every((value) => value !== undefined) ? { vector } : undefined;
    }
    case "window": {
      const [alpha, beta] = [endOf(draft?.[0], "-"), endOf(draft?.[1], "+")];
      return alpha === undefined || beta === undefined ? undefined : { window: { alpha, beta } };
    }
    case "label":
      return draft?.[0] === "win" || draft?.[0] === "lose" ? { label: draft[0] } : undefined;
    case "node-label": {
      const label = NODE_LABELS.find((label) => label === draft?.[0]);
      return label && { "node-label": label };
    }
    case "branches":
      return { branches: (draft ?? []).map(Number) };
    case "order":
    case "lines":
      return draft && { order: draft.map(Number) };
    case "choice":
      return draft?.[0] ? { choice: Number(draft[0]) } : undefined;
  }
}

/** All answers that are complete. */
export function answersOf(sheet: Sheet, drafts: Drafts): Record<string, Answer> {
  const draftOf = (blank: Blank) => drafts[blank.id] ?? givenOrder(sheet, blank);
  const answers = sheet.blanks.map((blank) => [blank.id, answerOf(blank, draftOf(blank))] as const);
  return Object.fromEntries(answers.filter((pair): pair is [string, Answer] => pair[1] !== undefined));
}

/** The order in which a blank's leaves or lines are given: who moves none of them finds it to be right. */
function givenOrder({ material }: Sheet, { takes }: Blank): string[] | undefined {
  if (takes.answer === "order" && material.material === "tree") return leavesOf(material.nodes).map(String);
  if (takes.answer === "lines" && material.material === "code") return movableLines(material.lines).map(String);
  return undefined;
}

/** The numbers of the lines that can be moved. */
export function movableLines(lines: readonly CodeLine[]): number[] {
  return lines.flatMap(({ movable }, number) => (movable ? [number] : []));
}

/** An order in which what stood at one place stands at another. */
export function moved(order: readonly number[], from: number, to: number): number[] {
  const next = [...order];
  const [taken] = next.splice(from, 1);
  if (taken !== undefined) next.splice(to, 0, taken);
  return next;
}

/** Writes a number with so many decimals. */
type Write = (value: number, decimals: number) => string;

/** What somebody would have written to give these answers. */
export function draftsOf(sheet: Sheet, answers: Record<string, Answer>, write: Write): Drafts {
  const drafts: Drafts = {};
  for (const blank of sheet.blanks) {
    const answer = answers[blank.id];
    if (answer) drafts[blank.id] = draftOf(blank, answer, write);
  }
  return drafts;
}

function draftOf(blank: Blank, answer: Answer, write: Write): string[] {
  const decimals = blank.takes.answer === "number" ? blank.takes.decimals : 0;
  if ("number" in answer) return [blank.takes.answer === "fraction" ? figure(answer.number) : write(answer.number, decimals)];
  if ("vector" in answer) return answer.vector.map(String);
  if ("window" in answer) return [String(answer.window.alpha ?? "−∞"), String(answer.window.beta ?? "∞")];
  if ("label" in answer) return [answer.label];
  if ("node-label" in answer) return [answer["node-label"]];
  if ("branches" in answer) return answer.branches.map(String);
  if ("order" in answer) return answer.order.map(String);
  return [String(answer.choice)];
}

/** The leaves of a tree from left to right, as it is given. */
export function leavesOf(nodes: TreeNode[]): number[] {
  return nodes.flatMap(({ mover }, node) => (mover == null ? [node] : []));
}

/** How far left every node stands if the leaves stand in this order: the place of its first leaf. */
export function ranksOf(nodes: TreeNode[], leaves: readonly number[]): number[] {
  const ranks = nodes.map(() => Infinity);
  leaves.forEach((leaf, place) => {
    for (let at: number | null | undefined = leaf; at != null; at = nodes[at]?.parent) ranks[at] = Math.min(ranks[at]!, place);
  });
  return ranks;
}

/** The leaves from left to right after a node has changed places with its neighbour on the left (-1) or on the right (1). */
export function exchanged(nodes: TreeNode[], leaves: readonly number[], node: number, by: -1 | 1): number[] {
  const ranks = ranksOf(nodes, leaves);
  const siblings = nodes.flatMap(({ parent }, other) => (parent != null && parent === nodes[node]?.parent ? [other] : [])).sort((a, b) => ranks[a]! - ranks[b]!);
  const place = siblings.indexOf(node);
  const other = siblings[place + by];
  if (place < 0 || other === undefined) return [...leaves];
  const below = (top: number) => leaves.filter((leaf) => {
    let at: number | null | undefined = leaf;
    while (at != null && at !== top) at = nodes[at]?.parent;
    return at === top;
  });
  const [left, right] = by < 0 ? [other, node] : [node, other];
  const start = ranks[left]!;
  const moved = [...below(right), ...below(left)];
  return [...leaves.slice(0, start), ...moved, ...leaves.slice(start + moved.length)];
}

/** What changes in the drafts when other branches are skipped: nodes below those are skipped, and nodes that no longer are have no label. */
export function relabelled({ material, blanks }: Sheet, drafts: Drafts, before: readonly string[], now: readonly string[]): Drafts {
  const nodes = material.material === "tree" ? material.nodes : [];
  const isBelow = (branches: readonly string[], node: number) => {
    for (let at: number | null | undefined = node; at != null; at = nodes[at]?.parent) if (branches.includes(String(at))) return true;
    return false;
  };
  const next: Drafts = {};
  for (const { id, at, takes } of blanks) {
    if (takes.answer !== "node-label" || at == null) continue;
    const draft = drafts[id]?.[0] ?? "";
    if (isBelow(now, at) && draft !== "skipped") next[id] = ["skipped"];
    else if (isBelow(before, at) && !isBelow(now, at) && draft === "skipped") next[id] = [""];
  }
  return next;
}

/** The name of a node: its letter, the place of a leaf with a label, as in `B › 2`, or what stands in another leaf. */
export function nameOf(nodes: TreeNode[], node: number): string {
  const shown = nodes[node];
  if (shown?.label && shown.name == null && shown.parent != null) {
    const place = nodes.slice(0, node + 1).filter(({ parent }) => parent === shown.parent).length;
    return `${nameOf(nodes, shown.parent)} › ${place}`;
  }
  return shown?.name ?? shown?.payoffs.join("/") ?? "?";
}

/** What a sheet is filled in with: texts, marks, and who hears of it. */
export interface AnswerForm {
  /** A word that no other sheet on the page has, for names and ids. */
  id: string;
  drafts: Drafts;
  marks: Mark[];
  /** Whether nothing can be changed. */
  fixed: boolean;
  /** Somebody wrote into a place of a blank. */
  fill(blank: string, draft: string[]): void;
  /** Somebody came to a blank. */
  enter(blank: string): void;
}

/** The mark of a place, if it has one. */
export function markOf(answerForm: AnswerForm, blank: string, at?: number): Mark | undefined {
  return answerForm.marks.find((mark) => mark.blank === blank && (at === undefined || mark.at === at));
}

/** The id of the element that says why a place has its mark. */
export function whyOf(answerForm: AnswerForm, blank: string, branch?: number | null): string {
  return `${answerForm.id}-${blank}${blank === "cuts" ? (branch ?? "") : ""}-why`;
}

/** A draft with one of its texts exchanged. */
export function changed(draft: string[] | undefined, place: number, text: string): string[] {
  const next = [...(draft ?? [])];
  while (next.length <= place) next.push("");
  next[place] = text;
  return next;
}
