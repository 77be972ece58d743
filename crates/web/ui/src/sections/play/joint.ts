// What each pair of moves comes to, where two players choose at the same time.

import type { Schemas } from "../../lib/api";

type Fact = Schemas["Fact"];
type Position = Pick<Schemas["PositionDocument"], "roles" | "legal" | "picture" | "goals" | "terminal">;

/** More pairs than this are too many to be read. */
const MOST_PAIRS = 36;

/**
 * The two roles that choose at the same time, where a table of their moves can be shown: there is no board
 * that shows more.
 */
export function pair(position: Schemas["PositionDocument"]): [number, number] | undefined {
  const [one, other, ...others] = position.movers;
  if (one === undefined || other === undefined || others.length > 0) return undefined;
  if (position.hides || position.picture.grids.length > 0) return undefined;
  const pairs = (position.legal[one]?.length ?? 0) * (position.legal[other]?.length ?? 0);
  return pairs <= MOST_PAIRS ? [one, other] : undefined;
}

/** The joint move in which two roles make these moves, and all others the only one that they have. */
export function joined(position: Position, moves: Map<number, string>): string[] {
  return position.legal.map((legal, role) => moves.get(role) ?? legal[0]?.move ?? "noop");
}

/** What a joint move leads to: the goals if the game is over, else what holds then. */
export type Outcome = { goals: (number | null)[] } | { facts: Fact[] };

export function outcome({ terminal, goals, picture }: Position): Outcome {
  return terminal && goals ? { goals: goals.map((goal) => goal ?? null) } : { facts: picture.others };
}

/** The outcomes without what holds after all of them, and so tells none from another. */
export function differing(outcomes: Outcome[][]): Outcome[][] {
  const told = outcomes
    .flat()
    .flatMap((outcome) => ("facts" in outcome ? [new Set(outcome.facts.map(({ text }) => text))] : []));
  const differs = ({ text }: Fact) => !told.every((texts) => texts.has(text));
  return outcomes.map((row) =>
    row.map((outcome) => ("facts" in outcome ? { facts: outcome.facts.filter(differs) } : outcome)),
  );
}
