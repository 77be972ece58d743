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

/** The place of a point in a picture of this size, values from 0 at the bottom to 100 at the top. */
export function place({ ply, value }: Point, plies: number, width: number, height: number): { x: number; y: number } {
  const share = Math.min(100, Math.max(0, value)) / 100;
  return { x: (ply / Math.max(1, plies)) * width, y: (1 - share) * height };
}
