// How much is told, and when: of hints step by step, of wrong answers not at once.

import type { Marking } from "./exercise";

/** The steps of hints: where to go on, what decides there, and the answer. */
export type Rung = "where" | "what" | "answer";

/** The step after so many hints about a blank. What is asked of the exercise as a whole has no place to be told. */
export function rung(before: number, hasPlace: boolean): Rung {
  const rungs: Rung[] = hasPlace ? ["where", "what", "answer"] : ["what", "answer"];
  return rungs[Math.min(before, rungs.length - 1)] ?? "answer";
}

/** The number of checks with mistakes from which their reasons are told. */
const TOLD_FROM = 2;

/** Whether reasons are told after so many checks with mistakes. */
export function tells(marking: Marking, mistaken: number): boolean {
  return mistaken >= TOLD_FROM || (marking.wrong === 0 && marking.missing === 0);
}

/**
 * The marks that are shown. A first mistake reveals nothing but that it is one: no reason of any answer, which would tell of others too, and
 * no branch that should have been marked.
 */
export function shown(marking: Marking, mistaken: number): Marking {
  if (tells(marking, mistaken)) return marking;
  const marks = marking.marks
    .filter(({ verdict, reason }) => verdict !== "missing" || !reason)
    .map(({ reason: _, slip: __, ...mark }) => mark);
  return { ...marking, marks };
}
