import type { Schemas } from "../../lib/api";

type Estimate = Schemas["MoveEstimate_String"];

/** The value of a move, and what stands before it: the sign of a bound, proven or not, or that it is not proven though other moves are. */
export interface Worth {
  value: number;
  sign: string;
}

/** The worth of each move that has a value. */
export function worths(estimates: Estimate[]): Map<string, Worth> {
  const mixed = estimates.some(({ proven }) => proven);
  const known = estimates.flatMap(({ move, value, bound, proven }) =>
    value == null ? [] : [[move, { value, sign: sign(bound ?? "none", proven, mixed) }] as const]);
  return new Map(known);
}

function sign(bound: "none" | "lower" | "upper", proven: boolean, mixed: boolean): string {
  if (bound === "none") return mixed && !proven ? "≈" : "";
  return proven ? { lower: "≥", upper: "≤" }[bound] : { lower: "≳", upper: "≲" }[bound];
}
