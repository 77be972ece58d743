// Which pairings are being played, as far as the numbers of their games tell.

import { keyOf, type Pairing, type Table } from "./table";

/** What is known of a tournament at some time. */
export interface Look {
  /** The pairings that are being played. */
  played: ReadonlySet<string>;
  /** How many games have been seen to be played at the same time. */
  atOnce: number;
  /** How many games each pairing had. */
  games: readonly number[];
}

/** Of nothing yet. */
export const UNSEEN: Look = { played: new Set(), atOnce: 1, games: [] };

/** Looks at a table that has changed. */
export function look(table: Table, before: Look): Look {
  const games = table.pairings.map((pairing) => pairing.games);
  const grown = (place: number) => games[place] !== before.games[place];
  const keys = (isPlayed: (pairing: Pairing, place: number) => boolean) =>
    new Set(table.pairings.filter(isPlayed).map(({ players }) => keyOf(players)));
  // Whom a ladder or a test lets play depends on the results: who has played a moment ago is most likely
  // still at it.
  if (table.schedule === "ladder" || (table.trials ?? []).length > 0) {
    const played = keys((_, place) => grown(place));
    return { ...before, games, played: played.size > 0 ? played : before.played };
  }
  const isOpen = (place: number) => (games[place] ?? 0) < table.games_per_pairing;
  const { started, gaps } = startedBy(games);
  const atOnce = Math.max(before.atOnce, gaps + 1);
  // Each pairing has played since the last look: so fast nobody sees them one by one.
  if (before.games.length > 0 && games.every((_, place) => grown(place) || !isOpen(place)))
    return { atOnce, games, played: keys((_, place) => isOpen(place)) };
  const all = Math.max(started, sum(games) + atOnce);
  return {
    atOnce,
    games,
    played: keys((_, place) => isOpen(place) && begun(all, place, games.length) > (games[place] ?? 0)),
  };
}

/**
 * The games that must have begun: one of each pairing in turn, in the order of the table, up to the last that
 * has ended. And how many of them have not ended.
 */
function startedBy(games: readonly number[]): { started: number; gaps: number } {
  const last = games.map((count, place) => (count === 0 ? 0 : (count - 1) * games.length + place + 1));
  const started = Math.max(0, ...last);
  return { started, gaps: started - sum(games) };
}

/** How many of the first so many games are of a pairing. */
function begun(all: number, place: number, pairings: number): number {
  return Math.max(0, Math.ceil((all - place) / pairings));
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0);
