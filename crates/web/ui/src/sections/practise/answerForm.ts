// What a sheet is filled in with.

import type { Drafts } from "./drafts";
import type { Mark } from "./exercise";

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
