/** A line of a chart, through its points from left to right. */
export interface Line {
  /** What it is of, where there are several. */
  name?: string;
  points: Point[];
  /** A colour of its own, which is drawn with an outline. */
  colour?: string;
  /** The colours of the areas below and above it. */
  below?: string;
  above?: string;
}

export interface Point {
  x: number;
  y: number;
  told?: string;
  /** The ends of an interval. */
  low?: number;
  high?: number;
  /** The colour of its dot, if that is another one than the line's. */
  colour?: string;
}
