/** A fluent, and what became of it with the last step. */
export interface Change {
  text: string;
  kind: "kept" | "added" | "gone";
}

/**
 * What holds after a step, and what no longer does. Both lists are sorted alike, and so is the result: by
 * its text.
 */
export function difference(before: readonly string[], after: readonly string[]): Change[] {
  const [old, now] = [new Set(before), new Set(after)];
  const kept = after.map((text): Change => ({ text, kind: old.has(text) ? "kept" : "added" }));
  const gone = before.filter((text) => !now.has(text)).map((text): Change => ({ text, kind: "gone" }));
  return [...kept, ...gone].sort((a, b) => (a.text < b.text ? -1 : 1));
}
