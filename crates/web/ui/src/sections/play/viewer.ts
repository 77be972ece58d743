// Whose knowledge is shown, in a game that hides something, and what of its plies.

import type { Schemas } from "../../lib/api";
import { telling, type Line } from "./line";
import type { Seat, Turn } from "./turn";

/** What a role did and saw in a ply; what it saw is not known of a ply that is yet to come. */
export interface Observed {
  /** Its move; none if it only waited. */
  move: string | undefined;
  seen: string[];
}

/**
 * The person whose knowledge is shown: whose turn it is, else who chose last, else the first; none if nobody
 * plays but strategies, or the game is over.
 */
export function viewerOf(turn: Turn, seats: Seat[], last: number | undefined): number | undefined {
  if (turn.who === "over") return undefined;
  if (turn.who === "person") return turn.role;
  if (last !== undefined && seats[last]?.person) return last;
  const first = seats.findIndex((seat) => seat.person);
  return first < 0 ? undefined : first;
}

/**
 * The moves that led to the position after so many plies; of a role whose knowledge is all that is shown
 * its own.
 */
export function lastMoves(
  line: Line,
  at: number,
  viewer: number | undefined,
): { role: number; move: string }[] {
  return telling(line[at - 1] ?? []).filter(({ role }) => viewer === undefined || role === viewer);
}

/** What a role did and saw in each ply of a line, of which it knows the plies so far. */
export function observed(line: Line, role: number, plies: Schemas["OwnPly"][]): Observed[] {
  return line.map((joint, ply) => {
    const move = plies[ply]?.move ?? joint[role];
    return { move: move === "noop" ? undefined : move, seen: plies[ply]?.seen ?? [] };
  });
}
