// The figures of an evaluator that has its own, such as lines or weights, beside the values on the scale of
// the goals.

import { number } from "../../lib/i18n.svelte";
import type { Trace } from "./recording";

type Scale = Trace["scale"];

/**
 * The evaluator's figure of a value; none of a decided game, nor of a value that is no goal, such as a
 * negated one.
 */
export function ownFigure(scale: Scale, value: number | null | undefined): number | undefined {
  if (!scale || value == null || !(scale.least < value && value < scale.greatest)) return undefined;
  const figure = (value - (scale.least + scale.greatest) / 2) / scale.unit;
  // What rounding adds on the way to the goals and back is far less than any weight; no zero is negative.
  return Math.round(figure * 1e6) / 1e6 + 0;
}

/** The figure as text with its sign: `+1`, `-2`, `0`; none where there is none. */
export function ownText(scale: Scale, value: number | null | undefined): string | undefined {
  const figure = ownFigure(scale, value);
  return figure === undefined
    ? undefined
    : number(figure, { maximumFractionDigits: 2, signDisplay: "exceptZero" });
}

/**
 * The figures of both ends of a window, `0 … +1`; an end that has none is as it is shown; none if neither
 * has one.
 */
export function ownWindow(
  scale: Scale,
  alpha: number,
  beta: number,
  shown: (end: number, open: string) => string,
): string | undefined {
  const [low, high] = [ownText(scale, alpha), ownText(scale, beta)];
  if (low === undefined && high === undefined) return undefined;
  return `${low ?? shown(alpha, "-∞")} … ${high ?? shown(beta, "∞")}`;
}
