// How much is told, and when: of hints step by step, of wrong answers not at once.

import { answerOf, type Drafts } from "./drafts";
import type { Blank, Marking, Sheet } from "./exercise";

/** The steps of hints: where to go on, what decides there, and the answer. */
export type Rung = "where" | "what" | "answer";

/**
 * The step after so many hints about a blank. What is asked of the exercise as a whole has no place to
 * be told.
 */
export function rung(before: number, hasPlace: boolean): Rung {
  const rungs: Rung[] = hasPlace ? ["where", "what", "answer"] : ["what", "answer"];
  return rungs[Math.min(before, rungs.length - 1)] ?? "answer";
}

/** What has been done of an exercise, as far as hints depend on it. */
interface Done {
  drafts: Drafts;
  marking: Marking | undefined;
  /** How many hints were given about each blank. */
  given: Record<string, number>;
}

/**
 * The blank that a hint is about: the one that was gone to last, or else one without an answer, or else one
 * whose answer is not known to be right; in a tree the last, below which there are none. None if each is
 * right or was filled in.
 */
export function hintedBlank(
  { blanks, material }: Sheet,
  { drafts, marking, given }: Done,
  current: string,
): Blank | undefined {
  const answered = new Set(blanks.filter((blank) => answerOf(blank, drafts[blank.id])));
  const left = blanks.filter((blank) => {
    const { id, at } = blank;
    const isRight = marking?.marks.some(
      (mark) => mark.blank === id && (mark.at ?? null) === (at ?? null) && mark.verdict === "right",
    );
    const hints = given[id] ?? 0;
    const isTold = hints > 0 && rung(hints - 1, at != null) === "answer";
    return !isRight && !(isTold && answered.has(blank));
  });
  const open = left.filter((blank) => !answered.has(blank));
  const chosen = open.length > 0 ? open : left;
  return left.find(({ id }) => id === current) ?? (material.material === "tree" ? chosen.at(-1) : chosen[0]);
}

/** The number of checks with mistakes from which their reasons are told. */
const TOLD_FROM = 2;

/** Whether reasons are told after so many checks with mistakes. */
export function tells(marking: Marking, mistaken: number): boolean {
  return mistaken >= TOLD_FROM || (marking.wrong === 0 && marking.missing === 0);
}

/**
 * The marks that are shown. A first mistake reveals nothing but that it is one: no reason of any answer,
 * which would tell of others too, and no branch that should have been marked.
 */
export function shown(marking: Marking, mistaken: number): Marking {
  if (tells(marking, mistaken)) return marking;
  const marks = marking.marks
    .filter(({ verdict, reason }) => verdict !== "missing" || !reason)
    .map(({ reason: _, slip: __, ...mark }) => mark);
  return { ...marking, marks };
}
