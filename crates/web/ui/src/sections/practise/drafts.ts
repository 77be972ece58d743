// What is filled into blanks: read as answers, and written for them.

import { decimal } from "../../lib/i18n.svelte";
import { type Answer, type Blank, movableLines, NODE_LABELS, type Sheet } from "./exercise";
import { leavesOf } from "./nodes";

/**
 * What is filled into the blanks so far, text by text: one for a number, two for a window, a chosen number
 * for each branch.
 */
export type Drafts = Record<string, string[]>;

/** What somebody wrote, with the letters and signs of a plain keyboard: Japanese input writes １２ and ー５. */
function plainly(text: string | undefined): string {
  return (text ?? "")
    .normalize("NFKC")
    .trim()
    .toLowerCase()
    .replace(/[−–—ー]/g, "-")
    .replace(/^([+-])\s+/, "$1");
}

/** A number that somebody wrote, with a point or a comma; none if it is none. */
function numberOf(text: string | undefined): number | undefined {
  const plain = plainly(text).replace(/[,、。]/, ".");
  return /^[+-]?(\d{1,12}(\.\d{0,6})?|\.\d{1,6})$/.test(plain) ? Number(plain) : undefined;
}

/**
 * A number that somebody wrote as a whole number, with decimals or as a fraction, `17/3`; none if it is none.
 */
function fractionOf(text: string | undefined): number | undefined {
  const [numerator, denominator = "1", ...rest] = plainly(text).split("/");
  const [above, below] = [numberOf(numerator), numberOf(denominator)];
  return above === undefined || !below || rest.length > 0 ? undefined : above / below;
}

/**
 * The greatest denominator of a value that is shown as a fraction, and how far a calculation may be from what
 * it stands for.
 */
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
  if (takes.answer === "lines" && material.material === "code")
    return movableLines(material.lines).map(String);
  return undefined;
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
  if ("number" in answer)
    return [blank.takes.answer === "fraction" ? figure(answer.number) : write(answer.number, decimals)];
  if ("vector" in answer) return answer.vector.map(String);
  if ("window" in answer) return [String(answer.window.alpha ?? "−∞"), String(answer.window.beta ?? "∞")];
  if ("label" in answer) return [answer.label];
  if ("node-label" in answer) return [answer["node-label"]];
  if ("branches" in answer) return answer.branches.map(String);
  if ("order" in answer) return answer.order.map(String);
  return [String(answer.choice)];
}

/**
 * What changes in the drafts when other branches are skipped: nodes below those are skipped, and nodes that
 * no longer are have no label.
 */
export function relabelled(
  { material, blanks }: Sheet,
  drafts: Drafts,
  before: readonly string[],
  now: readonly string[],
): Drafts {
  const nodes = material.material === "tree" ? material.nodes : [];
  const isBelow = (branches: readonly string[], node: number) => {
    for (let at: number | null | undefined = node; at != null; at = nodes[at]?.parent)
      if (branches.includes(String(at))) return true;
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
