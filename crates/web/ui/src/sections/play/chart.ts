// The lines of the evaluation graph.

/** What a strategy thought that a role would get, before a ply. */
export interface Point {
  ply: number;
  role: number;
  value: number;
}

/** The points of each role in the order of plies; of several at one ply the last one counts. */
export function series(points: Point[], roles: number): Point[][] {
  return Array.from({ length: roles }, (_, role) => {
    const byPly = new Map(points.filter((point) => point.role === role).map((point) => [point.ply, point]));
    return [...byPly.values()].sort((a, b) => a.ply - b.ply);
  });
}
