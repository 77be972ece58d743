// What has been filled into exercises: who goes on to another one, and comes back, finds it as it was.

import type { Drafts } from "./drafts";
import type { Hint, Marking, Which } from "./exercise";
import type { Rung } from "./ladder";

/** What has been done of an exercise. */
export interface Work {
  drafts: Drafts;
  marking: Marking | undefined;
  hint: { blank: string; at: number | null | undefined; rung: Rung; hint: Hint | undefined } | undefined;
  unreadable: string[];
  /** Whether somebody has asked for a hint. */
  hinted: boolean;
  /** How many hints were given about each blank. */
  given: Record<string, number>;
  /** How many checks found mistakes. */
  mistaken: number;
}

/** The works of so many exercises are kept. */
const MOST = 100;
const works = new Map<string, Work>();

/** The work on an exercise as it was left. */
export function workOn(which: Which): Work {
  return works.get(JSON.stringify(which)) ?? { drafts: {}, marking: undefined, hint: undefined, unreadable: [], hinted: false, given: {}, mistaken: 0 };
}

/** Keeps the work on an exercise that is left. */
export function keepWork(which: Which, work: Work): void {
  const key = JSON.stringify(which);
  works.delete(key);
  works.set(key, work);
  for (const oldest of works.keys()) {
    if (works.size <= MOST) return;
    works.delete(oldest);
  }
}
