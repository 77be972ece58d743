// How a game was evaluated, ply by ply.

import { CHANCE } from "../../lib/chance";
import { telling, type Line } from "./line";

/** What a role can expect, or gets, in the position before a ply. */
export interface Point {
  ply: number;
  role: number;
  value: number;
  /** Whether that is certain: the position was solved, or the game is over. */
  exact?: boolean;
}

/** The value that each role has at each ply, as far as it is known. */
export type Evaluations = (number | undefined)[][];

/** A part of a line without a gap. */
export type Run = { ply: number; value: number }[];

/**
 * Two players search in turn, so that there is a value at every second ply at least; what is farther apart is
 * not joined.
 */
const WIDEST = 2;

/** Falls of the mover's value, on the scale of goals, from which a move is marked. */
const [MISTAKE, BLUNDER] = [15, 40];

/** Among several values of a role at one ply a certain one counts, else the last one. */
function byRole(points: Point[], roles: number, plies: number): Evaluations {
  const found: (Point | undefined)[][] = Array.from({ length: roles }, () =>
    Array(plies + 1).fill(undefined),
  );
  for (const point of points) {
    const line = found[point.role];
    if (line && point.ply <= plies && (point.exact || !line[point.ply]?.exact)) line[point.ply] = point;
  }
  return found.map((line) => line.map((point) => point?.value));
}

/** The roles that play for something. */
export function players(names: string[]): number[] {
  return names.flatMap((name, role) => (name === CHANCE ? [] : [role]));
}

/**
 * Whether two players have opposed interests, as far as is known: what one gains the other loses, so that one
 * line tells of both. They move in turn, and no two values that are certain say otherwise.
 */
export function opposed(points: Point[], names: string[], line: Line): boolean {
  const [first, second, ...others] = players(names);
  if (first === undefined || second === undefined || others.length > 0) return false;
  if (line.some((joint) => joint[first] !== "noop" && joint[second] !== "noop")) return false;
  const known = byRole(
    points.filter(({ exact }) => exact),
    names.length,
    line.length,
  );
  return line.concat([[]]).every((_, ply) => {
    const [one, other] = [known[first]?.[ply], known[second]?.[ply]];
    return one === undefined || other === undefined || Math.abs(one + other - 100) < 0.01;
  });
}

/** The values of all roles; where interests are opposed, that of one player gives that of the other. */
export function evaluations(
  points: Point[],
  names: string[],
  plies: number,
  isOpposed: boolean,
): Evaluations {
  const known = byRole(points, names.length, plies);
  if (!isOpposed) return known;
  const [first = 0, second = 0] = players(names);
  const mirrored = (role: number, other: number) =>
    (known[role] ?? []).map((value, ply) => {
      const opposite = known[other]?.[ply];
      return value ?? (opposite === undefined ? undefined : 100 - opposite);
    });
  return known.with(first, mirrored(first, second)).with(second, mirrored(second, first));
}

/** The parts of a line that are drawn without a gap. */
export function runs(values: (number | undefined)[]): Run[] {
  const found: Run[] = [];
  for (const [ply, value] of values.entries()) {
    if (value === undefined) continue;
    const run = found.at(-1);
    const last = run?.at(-1);
    if (run && last && ply - last.ply <= WIDEST) run.push({ ply, value });
    else found.push([{ ply, value }]);
  }
  return found;
}

/** A move after which its mover can expect less than before. */
export interface Drop {
  role: number;
  by: number;
  grave: boolean;
}

/** The moves, by ply, that were worse than what their mover could expect. */
export function drops(values: Evaluations, names: string[], line: Line): (Drop | undefined)[] {
  return line.map((joint, ply) => {
    const movers = telling(joint).filter(({ role }) => names[role] !== CHANCE);
    const role = movers[0]?.role;
    if (role === undefined || movers.length > 1) return undefined;
    const [before, after] = [values[role]?.[ply], values[role]?.[ply + 1]];
    if (before === undefined || after === undefined || before - after < MISTAKE) return undefined;
    return { role, by: before - after, grave: before - after >= BLUNDER };
  });
}

/** The evaluation of a game, as it is shown. */
export interface Evaluation {
  values: Evaluations;
  /** The roles whose values are shown. */
  players: number[];
  /** Whether one line tells of two players with opposed interests. */
  opposed: boolean;
  drops: (Drop | undefined)[];
  /** The values that stand beside the moves; none if there are several players whose values differ. */
  listed: (number | undefined)[];
}

/**
 * How a game was evaluated: for all to see, or for the viewer alone; `together` is whether several
 * choose now.
 */
export function evaluate(
  points: Point[],
  names: string[],
  line: Line,
  { viewer, together }: { viewer: number | undefined; together: boolean },
): Evaluation {
  const seen = points.filter(({ role }) => viewer === undefined || role === viewer);
  const playing = players(names).filter((role) => viewer === undefined || role === viewer);
  const one = viewer === undefined && !together && opposed(seen, names, line);
  const values = evaluations(seen, names, line.length, one);
  const listed = one || playing.length === 1 ? (values[playing[0] ?? 0] ?? []) : [];
  return { values, players: playing, opposed: one, drops: drops(values, names, line), listed };
}
