import type { Schemas } from "../../lib/api";

type Estimate = Schemas["MoveEstimate_String"];

/** The value of a move, and what stands before it: the sign of a bound, or that it is not proven though other moves are. */
export interface Worth {
  value: number;
  sign: string;
}

/** The worth of each move that has a value. */
export function worths(estimates: Estimate[]): Map<string, Worth> {
  const mixed = estimates.some(({ proven }) => proven);
  const known = estimates.flatMap(({ move, value, bound, proven }) =>
    value == null ? [] : [[move, { value, sign: sign(bound ?? "none", mixed && !proven) }] as const]);
  return new Map(known);
}

function sign(bound: "none" | "lower" | "upper", approximate: boolean): string {
  return approximate ? { none: "≈", lower: "≳", upper: "≲" }[bound] : { none: "", lower: "≥", upper: "≤" }[bound];
}
