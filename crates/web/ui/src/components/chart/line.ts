/** A line of a chart, through its points from left to right. */
export interface Line {
  /** What it is of, where there are several. */
  name?: string;
  /** `low` and `high` are the ends of an interval. */
  points: { x: number; y: number; told?: string; low?: number; high?: number }[];
}
