// The labels of a search that only tells wins, losses and draws of the searcher apart.

import type { WatchKey } from "./messages";
import type { Trace } from "./recording";

export type Label = Extract<WatchKey, "win" | "draw" | "lost">;

/** The label that a value stands for; none if the search does not label, or there is no value yet. */
export function labelOf(labels: Trace["labels"], value: number | null | undefined): Label | undefined {
  if (!labels || value == null || Number.isNaN(value)) return undefined;
  if (labels.win === labels.lost) return "draw";
  return value === labels.win ? "win" : value === labels.lost ? "lost" : "draw";
}
