// The formula by which UCT goes down, for the figures at the branches; the search itself is the engine's.

/** `Q + C sqrt(ln N / n)`; infinite for a move without a visit. */
export function uctValue(mean: number, visits: number, all: number, c: number): number {
  if (visits === 0) return Infinity;
  return mean + c * Math.sqrt(Math.log(Math.max(all, 1)) / visits);
}
