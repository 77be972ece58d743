// Whether the server answers. It is asked again and again, so that everybody sees at once that it has gone,
// and what waits for it goes on when it is back.

import { untrack } from "svelte";

import type { Schemas } from "./api";

/**
 * Milliseconds between two questions, until a doubt is cleared, and until a question counts as unanswered.
 */
const PAUSE = 1_000;
const DOUBT = 200;
const PATIENCE = 10_000;

let isLost = $state(false);
let returns = $state(0);
/** What it said last of its jobs: also of those that other pages have begun. */
let jobs = $state.raw<Schemas["Job"][]>([]);
let told = "[]";
/** Whether it has been asked: until then the page itself has just come from it. */
let isAsked = false;
const losses = new Set<() => void>();
/** When it last spoke of a job. */
let spoke = 0;

export const connection = {
  /** Whether it does not answer. */
  get isLost() {
    return isLost;
  },
  /** How often it has come back. */
  get returns() {
    return returns;
  },
  /** The jobs that the server had when it was asked last, whoever has begun them. */
  get jobs() {
    return jobs;
  },
};

/** Does something each time that the server is back, as long as the component is there. */
export function whenBack(work: () => void): void {
  let seen = untrack(() => returns);
  $effect(() => {
    if (returns === seen) return;
    seen = returns;
    untrack(work);
  });
}

/** Calls when the server goes, until what is returned is called. */
export function onceLost(work: () => void): () => void {
  losses.add(work);
  return () => losses.delete(work);
}

/** Called whenever the server speaks of a job: it is there, even if questions wait for a connection. */
export function hasSpoken(): void {
  spoke = Date.now();
}

/**
 * Called when the server turns out to be another one than before: it has gone and come back between
 * two questions.
 */
export function startedAgain(): void {
  if (!isLost) returns += 1;
}

/**
 * Waits until the server answers. What is loaded while it does not would be taken by the browser for
 * something that can never be loaded.
 */
export async function answering(): Promise<void> {
  if (!isAsked) return;
  while (!(await isAnswered())) await pause(PAUSE);
}

/** Asks the server from now on; ends when what is returned is called. */
export function watchConnection(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const ask = async (): Promise<void> => {
    // A single question may be lost on its way.
    const answers = (await isAnswered()) || (!isLost && (await pause(DOUBT), await isAnswered()));
    isAsked = true;
    if (isOver) return;
    if (answers === isLost) {
      isLost = !answers;
      if (answers) returns += 1;
      else {
        // Of a server that has gone nothing runs.
        [told, jobs] = ["[]", []];
        [...losses].forEach((tell) => tell());
      }
    }
    timer = setTimeout(ask, PAUSE);
  };
  timer = setTimeout(ask, PAUSE);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

const pause = (milliseconds: number) => new Promise<void>((end) => setTimeout(end, milliseconds));

async function isAnswered(): Promise<boolean> {
  const asked = Date.now();
  try {
    const answer = await fetch("/api/jobs", { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    const text = await answer.text();
    if (answer.ok && text !== told) [told, jobs] = [text, JSON.parse(text)];
    return true;
  } catch {
    return spoke > asked;
  }
}
