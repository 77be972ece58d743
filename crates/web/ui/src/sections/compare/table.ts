// What a tournament's table says, in the words and figures that are shown.

import type { Schemas } from "../../lib/api";

export type Table = Schemas["Table"];
export type Pairing = Schemas["Pairing"];

/**
 * Whether the table is shown with the first player down and the second across: where few met, a square would
 * be nearly empty.
 */
export function isSquare(table: Table): boolean {
  const players = table.ratings.length;
  return rolesOf(table) === 2 && 2 * table.pairings.length >= players * players;
}

/** How many roles the game has. */
export function rolesOf(table: Table): number {
  return table.pairings[0]?.players.length ?? 0;
}

/** Tells a pairing from the others of its game, by who sits where. */
export function keyOf(players: readonly string[]): string {
  // No spec has a line break.
  return players.join("\n");
}

/** The spec of a player: where the same strategy has several seats, all but the first have a number. */
export function specOf(player: string): string {
  return player.replace(/#\d+$/, "");
}

/** The pairings by who sits where. */
export function bySeats(table: Table): (...players: string[]) => Pairing | undefined {
  const known = new Map(table.pairings.map((pairing) => [keyOf(pairing.players), pairing]));
  return (...players) => known.get(keyOf(players));
}

/** The games that a role won together with others. */
function drawn(pairing: Pairing, role: number): number {
  return pairing.drawn?.[role] ?? pairing.draws;
}

/** The games that a role neither won nor drew. */
export function losses(pairing: Pairing, role: number): number {
  return pairing.games - (pairing.adjudicated ?? 0) - drawn(pairing, role) - (pairing.wins[role] ?? 0);
}

/** Games won, drawn and lost by a role. */
export function results(pairing: Pairing, role: number): [win: number, draw: number, loss: number] {
  return [pairing.wins[role] ?? 0, drawn(pairing, role), losses(pairing, role)];
}

/** A share in per cent. What is all or nothing says so; what is only nearly so does not. */
export function percent(count: number, of: number): string {
  if (of === 0) return "–";
  const rate = (count / of) * 100;
  if (count === of) return "100";
  if (count === 0) return "0";
  if (rate >= 99.5) return ">99";
  if (rate <= 0.5) return "<1";
  return rate.toFixed(0);
}

/** An interval of rates in per cent. */
export function interval(ends: readonly number[] | undefined): string {
  if (!ends) return "";
  return `[${ends.map((end) => (end * 100).toFixed(0)).join(", ")}]`;
}

/** What a player came to in a role, over all ways to fill the other seats but with itself alone. */
export interface Place {
  games: number;
  wins: number;
}

/** Every player in every role: what is left of a table of many ways to fill the seats. */
export function byRole(table: Table): { player: string; places: Place[] }[] {
  return table.ratings.map(({ player }) => ({
    player,
    places: Array.from({ length: rolesOf(table) }, (_, role) => {
      const met = table.pairings.filter(
        ({ players }) => players[role] === player && players.some((other) => other !== player),
      );
      const sum = (of: (pairing: Pairing) => number) => met.reduce((all, pairing) => all + of(pairing), 0);
      return { games: sum(({ games }) => games), wins: sum(({ wins }) => wins[role] ?? 0) };
    }),
  }));
}

/** A table of these players, with what is known of their pairings. */
export function gathered(players: readonly string[], known: ReadonlyMap<string, Pairing>): Table {
  const table = empty(players);
  return {
    ...table,
    pairings: table.pairings.map((pairing) => known.get(keyOf(pairing.players)) ?? pairing),
  };
}

/** The ratings, the best first, each with the place of its player in the table. */
export function ranking(table: Table): { place: number; rating: Table["ratings"][number] }[] {
  const all = table.ratings.map((rating, place) => ({ place, rating }));
  return all.sort((a, b) => (b.rating.score ?? 0) - (a.rating.score ?? 0));
}

/** A table of nothing yet, to be filled. */
export function empty(named: readonly string[], roles = 2): Table {
  const players = [...new Set(named)];
  const seatings = Array.from({ length: roles }).reduce<string[][]>(
    (ways) => ways.flatMap((way) => players.map((player) => [...way, player])),
    [[]],
  );
  const pairing = (players: string[]): Pairing => ({
    players,
    games: 0,
    wins: players.map(() => 0),
    draws: 0,
    mean_goals: [],
    mean_plies: null,
    ci95: players.map(() => [0, 1]),
  });
  const rating = (player: string) => ({ player, seats: 0, score: null, ci95: [0, 1] });
  return {
    game: "",
    games_per_pairing: 0,
    seed: 0,
    interrupted: true,
    pairings: seatings.map(pairing),
    ratings: players.map(rating),
  };
}

/** Seconds until all is played, by the rate so far; none before there is one. */
export function secondsLeft(progress: {
  done: number;
  most: number;
  played: number;
  seconds: number;
}): number | undefined {
  const { done, most, played, seconds } = progress;
  return played > 0 && seconds > 0.5 ? ((most - done) * seconds) / played : undefined;
}
