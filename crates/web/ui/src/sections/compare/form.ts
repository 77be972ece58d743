// What somebody fills in before strategies are compared, and the request that it makes.

import type { GameRef, Schemas } from "../../lib/api";

export type Request = Schemas["ComparisonRequest"];
export type Schedule = NonNullable<Request["schedule"]>;

export const SCHEDULES: readonly Schedule[] = ["round-robin", "gauntlet", "ladder"];

export interface Form {
  game: GameRef;
  /** Specs; none of them for strategies that suit the game. */
  players: string[];
  /** Games of each pairing; null for as many as suit the game. */
  games: number | null;
  seed: number | null;
  schedule: Schedule;
  openingPlies: number | null;
  moveSeconds: number | null;
  forfeitSeconds: number | null;
  plyLimit: number | null;
  isTested: boolean;
  elo0: number | null;
  elo1: number | null;
}

/** The comparison that the page begins with: it takes seconds. */
export const FIRST: Form = {
  game: { name: "tictactoe" },
  players: ["alpha-beta", "random", "flat-mc", "stepwise-mcts"],
  games: 50,
  seed: 1,
  schedule: "round-robin",
  openingPlies: 0,
  moveSeconds: null,
  forfeitSeconds: null,
  plyLimit: null,
  isTested: false,
  elo0: 0,
  elo1: 20,
};

/** Whether it is about the game that the page begins with, which is one for two. */
export function isFirstGame({ game }: Form): boolean {
  return "name" in game && "name" in FIRST.game && game.name === FIRST.game.name;
}

/** The form for another game, in which strategies that somebody has named are kept. */
export function withGame(form: Form, game: GameRef, isUntouched: boolean): Form {
  if (!isUntouched) return { ...form, game };
  const next = { ...form, game };
  return isFirstGame(next) ? { ...next, players: FIRST.players, games: FIRST.games } : { ...next, players: [], games: null };
}

/** The form that an address asks for: strategies with `;` between them, and how many games of each pairing. */
export function withParameters(form: Form, parameters: URLSearchParams): Form {
  const players = (parameters.get("players") ?? "").split(";").filter((player) => player.trim() !== "");
  const games = Number(parameters.get("games"));
  return { ...form, ...(players.length > 0 && { players }), ...(Number.isInteger(games) && games > 0 && { games }) };
}

/** Strategies that are named more than once, which a table could not tell apart. */
export function repeated(players: readonly string[]): string[] {
  return players.filter((player, place) => players.indexOf(player) !== place);
}

/** A strategy to add: one that is not there yet. */
export function another(players: readonly string[], names: readonly string[]): string {
  return names.find((name) => !players.includes(name)) ?? "uct(playouts=100)";
}

export function toRequest(form: Form): Request {
  return {
    game: form.game,
    ...(form.players.length > 0 && { players: form.players }),
    ...(form.games !== null && { games: form.games }),
    seed: form.seed ?? 0,
    schedule: form.schedule,
    opening_plies: form.openingPlies ?? 0,
    ...(form.moveSeconds !== null && { move_seconds: form.moveSeconds }),
    ...(form.forfeitSeconds !== null && { forfeit_seconds: form.forfeitSeconds }),
    ...(form.plyLimit !== null && { ply_limit: form.plyLimit }),
    ...(form.isTested && { sprt: { elo0: form.elo0 ?? 0, elo1: form.elo1 ?? 20, alpha: 0.05, beta: 0.05 } }),
  };
}

export function fromRequest(request: Request): Form {
  return {
    game: request.game,
    players: request.players ?? [],
    games: request.games ?? null,
    seed: request.seed ?? 0,
    schedule: request.schedule ?? "round-robin",
    openingPlies: request.opening_plies ?? 0,
    moveSeconds: request.move_seconds ?? null,
    forfeitSeconds: request.forfeit_seconds ?? null,
    plyLimit: request.ply_limit ?? null,
    isTested: Boolean(request.sprt),
    elo0: request.sprt?.elo0 ?? 0,
    elo1: request.sprt?.elo1 ?? 20,
  };
}
