// The result of a game, to be told in words.

export type Outcome =
  /** One role alone. */
  | { kind: "alone"; goal: number }
  | { kind: "draw"; goal: number }
  | { kind: "win"; role: number; goal: number }
  /** Several share the greatest payoff, but not all. */
  | { kind: "shared"; roles: number[]; goal: number }
  /** The rules do not say what somebody gets. */
  | { kind: "unclear" };

export function outcomeOf(goals: (number | null)[]): Outcome {
  const clear = goals.filter((goal) => goal !== null);
  const [first] = clear;
  if (first === undefined || clear.length < goals.length) return { kind: "unclear" };
  if (clear.length === 1) return { kind: "alone", goal: first };
  const goal = Math.max(...clear);
  const roles = clear.flatMap((got, role) => (got === goal ? [role] : []));
  const [role] = roles;
  if (roles.length === clear.length || role === undefined) return { kind: "draw", goal };
  return roles.length === 1 ? { kind: "win", role, goal } : { kind: "shared", roles, goal };
}
