// What has been filled into exercises: who goes on to another one, and comes back, finds it as it was.

import { remembered } from "../../lib/remembered.svelte";
import type { Drafts } from "./drafts";
import { type Hint, type Marking, titleOf, type Which } from "./exercise";
import type { Rung } from "./ladder";

/** What outlives the page, as long as its tab is open. */
interface Kept {
  drafts: Drafts;
  /** Whether somebody has asked for a hint. */
  hinted: boolean;
  /** How many hints were given about each blank. */
  given: Record<string, number>;
  /** How many checks found mistakes. */
  mistaken: number;
}

/** What has been done of an exercise. */
export interface Work extends Kept {
  marking: Marking | undefined;
  hint: { blank: string; at: number | null | undefined; rung: Rung; hint: Hint | undefined } | undefined;
  unreadable: string[];
}

/** The works of so many exercises are kept. */
const MOST = 100;
let works: Record<string, Work> = {};
const kept = remembered<Record<string, Kept>>(
  "exercises",
  {},
  (value) => typeof value === "object" && value !== null && Object.values(value).every(isKept),
  "sessionStorage",
);

/** The work on an exercise as it was left. */
export function workOn(which: Which): Work {
  const name = titleOf(which);
  return (
    works[name] ?? {
      drafts: {},
      marking: undefined,
      hint: undefined,
      unreadable: [],
      hinted: false,
      given: {},
      mistaken: 0,
      ...kept.value[name],
    }
  );
}

/** Keeps the work on an exercise. */
export function keepWork(which: Which, work: Work): void {
  const { drafts, hinted, given, mistaken } = work;
  const name = titleOf(which);
  works = withLast(works, name, work);
  kept.value = withLast(kept.value, name, { drafts, hinted, given, mistaken });
}

/** The same with one more, which is the last; of too many the first ones are left out. */
function withLast<T>(all: Record<string, T>, name: string, one: T): Record<string, T> {
  const { [name]: _, ...others } = all;
  return Object.fromEntries([...Object.entries(others), [name, one] as const].slice(-MOST));
}

function isKept(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { drafts, hinted, given, mistaken } = value as Record<string, unknown>;
  return (
    [drafts, given].every((part) => typeof part === "object" && part !== null) &&
    typeof hinted === "boolean" &&
    typeof mistaken === "number"
  );
}
