// What a search advises: whether that is advice at all, and the solution of a puzzle, which is kept and
// played on.

import type { Schemas } from "../../lib/api";
import type { Line } from "./line";

type Thought = Pick<Schemas["Report"], "move" | "moves" | "value" | "proven" | "pv">;

/** Moves of a player who is alone that lead to a payoff. */
export interface Plan {
  /** All of them, from the beginning of the game. */
  line: Line;
  value: number;
  /** Whether there is nothing better. */
  best: boolean;
}

const GREATEST = 100;

/** The plan that a thought of a lone player found after a line; none if it found none that pays. */
export function planOf(thought: Thought, line: Line): Plan | null {
  const { value, pv } = thought;
  if (value == null || value <= 0 || pv.length === 0) return null;
  return {
    line: [...line, ...pv.map((joint) => [...joint])],
    value,
    best: thought.proven || value >= GREATEST,
  };
}

/** The move of a role in a plan after a line; none if the line left the plan, or the plan ends there. */
export function planned(plan: Plan | null, line: Line, role: number): string | undefined {
  const follows = line.every((joint, ply) => joint.join(" ") === plan?.line[ply]?.join(" "));
  return follows ? plan?.line[line.length]?.[role] : undefined;
}

/**
 * Whether a thought says nothing for its move: it has no value, or all moves have the same, which is
 * not proven.
 */
export function isArbitrary(thought: Thought, alone: boolean): boolean {
  if (thought.proven || thought.moves.length === 1) return false;
  // A puzzle that was not solved.
  if (alone) return thought.value == null || thought.value <= 0;
  const values = thought.moves.flatMap(({ value }) => value ?? []);
  if (values.length === 0) return thought.value == null;
  return values.length > 1 && values.every((value) => value === values[0]);
}
