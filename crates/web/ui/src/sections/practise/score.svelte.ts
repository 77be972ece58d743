// How somebody has done so far, kept by the browser.

import { remembered } from "../../lib/remembered.svelte";
import { type Kind, titleOf, type Which } from "./exercise";

/** How an exercise ended: at the first attempt, after a hint, or with a mistake. */
export type Outcome = "right" | "hinted" | "wrong";

type Counts = Record<Outcome, number>;

interface Kept {
  counts: Partial<Record<Kind, Counts>>;
  /** The exercises that have been counted lately: the first attempt counts. */
  counted: string[];
  /** How those of them ended whose solution was not looked at before. */
  outcomes?: Record<string, Outcome>;
}

const MOST_COUNTED = 500;
const EMPTY: Kept = { counts: {}, counted: [] };

const kept = remembered<Kept>(
  "practise",
  EMPTY,
  (value) => typeof value === "object" && value !== null && "counts" in value && "counted" in value,
);

export const score = {
  get counts() {
    return kept.value.counts;
  },
  /** Whether an exercise has been counted. */
  has(which: Which): boolean {
    return kept.value.counted.includes(titleOf(which));
  },
  /**
   * How the first attempt at an exercise ended; nothing if there was none, or the solution was looked
   * at first.
   */
  outcomeOf(which: Which): Outcome | undefined {
    return score.has(which) ? kept.value.outcomes?.[titleOf(which)] : undefined;
  },
  /** Counts an exercise, unless it has been. */
  count(which: Which, outcome: Outcome): void {
    if (score.has(which)) return;
    const { counts, counted } = kept.value;
    const before = counts[which.kind] ?? { right: 0, hinted: 0, wrong: 0 };
    const all = [...counted, titleOf(which)].slice(-MOST_COUNTED);
    const outcomes = { ...kept.value.outcomes, [titleOf(which)]: outcome };
    kept.value = {
      outcomes: Object.fromEntries(Object.entries(outcomes).filter(([name]) => all.includes(name))),
      counts: { ...counts, [which.kind]: { ...before, [outcome]: before[outcome] + 1 } },
      counted: all,
    };
  },
  /** Counts an exercise whose solution was looked at as done, without any outcome. */
  forgo(which: Which): void {
    if (score.has(which)) return;
    kept.value = { ...kept.value, counted: [...kept.value.counted, titleOf(which)].slice(-MOST_COUNTED) };
  },
  clear(): void {
    kept.value = EMPTY;
  },
};
