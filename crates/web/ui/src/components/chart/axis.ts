// The axes of a chart: where a value is drawn, and which values are marked.

import { scaleLinear, scaleLog, scaleSymlog } from "d3-scale";

export interface Axis {
  /** The place of a value, from 0 at the beginning of the axis to 1 at its end, and never beyond. */
  place: (value: number) => number;
  /** The values that are written beside the axis. */
  marks: number[];
}

/** An axis with the same step for the same difference, and marks at both ends at least. */
export function linear(low: number, high: number, between: number[] = []): Axis {
  if (low >= high) return { place: () => 0, marks: [low] };
  return { place: scaleLinear([low, high], [0, 1]).clamp(true), marks: [low, ...between, high] };
}

/**
 * An axis with the same step for the same ratio, of values above 0. Powers of ten are marked, at most six
 * of them.
 */
export function logarithmic(low: number, high: number): Axis {
  return { place: scaleLog([low, high], [0, 1]).clamp(true), marks: powers(low, high) };
}

/** An axis from 0 that is logarithmic from 1 on: for what is counted. */
export function counting(high: number): Axis {
  const most = Math.max(1, high);
  return { place: scaleSymlog([0, most], [0, 1]).clamp(true), marks: powers(1, most) };
}

/** The powers of ten in a range, each or each second and so on, so that there are at most six. */
function powers(low: number, high: number): number[] {
  const tolerance = 1e-9;
  const [first, last] = [Math.ceil(Math.log10(low) - tolerance), Math.floor(Math.log10(high) + tolerance)];
  const step = Math.ceil((last - first + 1) / 6);
  return Array.from(
    { length: Math.floor((last - first) / step) + 1 },
    (_, place) => 10 ** (first + place * step),
  );
}
