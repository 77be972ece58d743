// What somebody fills in before strategies are compared, and the request that it makes.

import type { GameRef, Schemas } from "../../lib/api";

export type Request = Schemas["ComparisonRequest"];
/** Who meets whom in a table of every pairing. */
export type Schedule = Exclude<NonNullable<Request["schedule"]>, "in-order">;

export const SCHEDULES: readonly Schedule[] = ["round-robin", "gauntlet", "ladder"];

/** The plies of a game at most, where nobody says anything else. */
export const USUAL_PLIES = 10_000;

/**
 * What is compared: every pairing, one pairing in one order of seats, or one strategy with several values of
 * a parameter.
 */
export const KINDS = ["table", "pairing", "budget"] as const;
export type Kind = (typeof KINDS)[number];

/** One strategy with several values of one parameter, against an opponent. */
export interface Sweep {
  spec: string;
  parameter: string;
  /** The values with commas between them, as somebody writes them. */
  values: string;
  /** The specs that these are. */
  specs: string[];
  opponent: string;
}

export interface Form {
  kind: Kind;
  /** Who sits where in a single pairing. */
  seats: string[];
  sweep: Sweep;
  game: GameRef;
  /** Specs; none of them for strategies that suit the game. */
  players: string[];
  /** Games of each pairing; null for as many as suit the game. */
  games: number | null;
  seed: number | null;
  schedule: Schedule;
  /**
   * In a gauntlet, the first so many players meet each of the others. No field shows it: it is that of the
   * comparison that is shown.
   */
  champions: number;
  openingPlies: number | null;
  moveSeconds: number | null;
  forfeitSeconds: number | null;
  plyLimit: number | null;
  isTested: boolean;
  elo0: number | null;
  elo1: number | null;
  /** How often the test may err, for either hypothesis. No field shows it, either. */
  alpha: number;
  beta: number;
}

/** The comparison that the page begins with: it takes seconds. */
export const FIRST: Form = {
  kind: "table",
  seats: ["alpha-beta", "random"],
  sweep: {
    spec: "uct(playouts=100)",
    parameter: "playouts",
    values: "4, 16, 64, 256",
    specs: ["uct(playouts=4)", "uct(playouts=16)", "uct(playouts=64)", "uct(playouts=256)"],
    opponent: "alpha-beta(depth=3)",
  },
  game: { name: "tictactoe" },
  players: ["alpha-beta", "random", "flat-mc", "stepwise-mcts"],
  games: 50,
  seed: 1,
  schedule: "round-robin",
  champions: 1,
  openingPlies: 0,
  moveSeconds: null,
  forfeitSeconds: null,
  plyLimit: null,
  isTested: false,
  elo0: 0,
  elo1: 20,
  alpha: 0.05,
  beta: 0.05,
};

/** Whether it is about the game that the page begins with, which is one for two. */
export function isFirstGame({ game }: Form): boolean {
  return "name" in game && "name" in FIRST.game && game.name === FIRST.game.name;
}

/** The form for another game, in which strategies that somebody has named are kept. */
export function withGame(form: Form, game: GameRef, isUntouched: boolean): Form {
  if (!isUntouched) return { ...form, game };
  const next = { ...form, game };
  return isFirstGame(next)
    ? { ...next, players: FIRST.players, games: FIRST.games }
    : { ...next, players: [], games: null };
}

/**
 * The form that an address asks for: strategies with `;` between them, and how many games of each pairing.
 */
export function withParameters(form: Form, parameters: URLSearchParams): Form {
  const players = (parameters.get("players") ?? "").split(";").filter((player) => player.trim() !== "");
  const games = Number(parameters.get("games"));
  return {
    ...form,
    ...(players.length > 0 && { players }),
    ...(Number.isInteger(games) && games > 0 && { games }),
  };
}

/** Strategies that are named more than once, which a table could not tell apart. */
export function repeated(players: readonly string[]): string[] {
  return players.filter((player, place) => players.indexOf(player) !== place);
}

/** A strategy to add: one that is not there yet. */
export function another(players: readonly string[], names: readonly string[]): string {
  return names.find((name) => !players.includes(name)) ?? "uct(playouts=100)";
}

/** Who plays, and who meets whom. */
function meetings({
  kind,
  players,
  seats,
  sweep,
  schedule,
  champions,
}: Form): Pick<Request, "players" | "schedule" | "champions"> {
  if (kind === "budget")
    return {
      players: [sweep.opponent, ...sweep.specs.filter((spec) => spec !== sweep.opponent)],
      schedule: "gauntlet",
    };
  // Without challengers there are no champions.
  const hasChampions = schedule === "gauntlet" && champions > 1 && champions < players.length;
  if (kind === "table")
    return { ...(players.length > 0 && { players }), schedule, ...(hasChampions && { champions }) };
  // A strategy meets itself in a table of its own.
  return isAlone(seats)
    ? { players: seats.slice(0, 1), schedule: "round-robin" }
    : { players: seats, schedule: "in-order" };
}

/**
 * The strategies among which a single pairing chooses: those that are named, or those that the page
 * begins with.
 */
export function playersIn({ players }: Form): string[] {
  return players.length > 0 ? players : FIRST.players;
}

/** Whether the same strategy has all seats. */
export function isAlone(seats: readonly string[]): boolean {
  return seats.every((seat) => seat === seats[0]);
}

/** Seats for so many roles: those there are, and after them players that have none yet. */
export function seated(seats: readonly string[], players: readonly string[], roles: number): string[] {
  const kept = seats.filter((seat) => players.includes(seat)).slice(0, roles);
  const others = players.filter((player) => !kept.includes(player));
  return Array.from(
    { length: roles },
    (_, role) => kept[role] ?? others[role - kept.length] ?? players[0] ?? "random",
  );
}

/**
 * The form of a request that plays values of a parameter, which the address names; any other form stays as
 * it is.
 */
export function withSweep(form: Form, { players, schedule, champions }: Request, parameter: string): Form {
  const [opponent, ...specs] = players ?? [];
  const values = specs.flatMap(
    (spec) =>
      spec
        .split(/[(,)]/)
        .find((part) => part.startsWith(`${parameter}=`))
        ?.slice(parameter.length + 1) ?? [],
  );
  if (
    schedule !== "gauntlet" ||
    (champions ?? 1) > 1 ||
    opponent === undefined ||
    specs[0] === undefined ||
    values.length < specs.length
  )
    return form;
  return {
    ...form,
    kind: "budget",
    sweep: { spec: specs[0], parameter, values: values.join(", "), specs, opponent },
  };
}

export function toRequest(form: Form): Request {
  return {
    game: form.game,
    ...meetings(form),
    ...(form.games !== null && { games: form.games }),
    seed: form.seed ?? 0,
    opening_plies: form.openingPlies ?? 0,
    ...(form.moveSeconds !== null && { move_seconds: form.moveSeconds }),
    ...(form.forfeitSeconds !== null && { forfeit_seconds: form.forfeitSeconds }),
    ...(form.plyLimit !== null && { ply_limit: form.plyLimit }),
    ...(form.isTested &&
      form.kind === "table" && {
        sprt: { elo0: form.elo0 ?? 0, elo1: form.elo1 ?? 20, alpha: form.alpha, beta: form.beta },
      }),
  };
}

/**
 * The form of a request. What a request does not say of single pairings and budgets is as it is in
 * another form.
 */
export function fromRequest(request: Request, form = FIRST): Form {
  const { seats, sweep } = form;
  const before = meetings(form);
  const told = ({ players, schedule, champions }: Partial<Request>) =>
    JSON.stringify([players, schedule, champions ?? 1]);
  const isSame = told(before) === told(request);
  const schedule = request.schedule ?? "round-robin";
  const single = schedule === "in-order" ? (request.players ?? seats) : undefined;
  const kind = isSame ? form.kind : single ? "pairing" : "table";
  // Who sits where is chosen among the players that there were.
  const players =
    isSame || single?.every((seat) => form.players.includes(seat)) ? form.players : (request.players ?? []);
  return {
    kind,
    seats: single ?? seats,
    sweep,
    game: request.game,
    players,
    games: request.games ?? null,
    seed: request.seed ?? 0,
    schedule: kind === "table" && schedule !== "in-order" ? schedule : form.schedule,
    champions: request.champions ?? 1,
    openingPlies: request.opening_plies ?? 0,
    moveSeconds: request.move_seconds ?? null,
    forfeitSeconds: request.forfeit_seconds ?? null,
    plyLimit: request.ply_limit ?? null,
    isTested: Boolean(request.sprt),
    elo0: request.sprt?.elo0 ?? 0,
    elo1: request.sprt?.elo1 ?? 20,
    alpha: request.sprt?.alpha ?? FIRST.alpha,
    beta: request.sprt?.beta ?? FIRST.beta,
  };
}
