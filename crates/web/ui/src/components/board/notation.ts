// Moves as people read them.

/** A move without the parentheses around it: `(take a 5)` reads `take a 5`. Terms inside keep theirs, which tell what belongs together. */
export function readable(move: string): string {
  const inner = /^\(([^]*)\)$/.exec(move.trim())?.[1];
  return (inner ?? move).trim().replaceAll("_", " ");
}
