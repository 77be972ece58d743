// Whose decision is next, and where undo leads to.

import { CHANCE } from "../../lib/chance";

/**
 * Who plays a role: a person, or a strategy by its spec (`""`: one that fits the game). In a game that is
 * replayed a person may have taken the place of a player on the network, which has an address and cannot be
 * asked any more.
 */
export type Seat = { person: true; address?: string } | { person: false; spec: string };

export const PERSON: Seat = { person: true };

/** A strategy that the server chooses for the game. */
export const FITTING: Seat = { person: false, spec: "" };

export type Turn =
  | { who: "person" | "strategy"; role: number }
  /** All have decided or have no choice. */
  | { who: "nobody" }
  | { who: "over" };

/** Who sits where at first: a person for the first role, strategies for the others, chance for itself. */
export function initialSeats(roles: string[]): Seat[] {
  const first = roles.findIndex((role) => role !== CHANCE);
  return roles.map((role, index) =>
    role === CHANCE ? { person: false, spec: "random" } : index === first ? PERSON : FITTING,
  );
}

/** Whose decision is next. People decide before strategies do, which will not know what they decided. */
export function turnOf(terminal: boolean, seats: Seat[], decided: (string | undefined)[]): Turn {
  if (terminal) return { who: "over" };
  const open = (person: boolean) =>
    seats.findIndex((seat, role) => seat.person === person && decided[role] === undefined);
  const person = open(true);
  if (person >= 0) return { who: "person", role: person };
  const strategy = open(false);
  return strategy >= 0 ? { who: "strategy", role: strategy } : { who: "nobody" };
}

/** What is decided in a position before anybody has thought: the moves of those who have no choice. */
export function forced(legal: { move: string }[][]): (string | undefined)[] {
  return legal.map((moves) => (moves.length === 1 ? moves[0]?.move : undefined));
}

/**
 * The plies that undo and redo stop at: where a person had a choice, or anybody if only strategies play.
 * `movers` are the roles with a choice at each ply, as far as they are known.
 */
export function stops(movers: (number[] | undefined)[], seats: Seat[]): number[] {
  const people = seats.some((seat) => seat.person);
  const stopsAt = (roles: number[] | undefined) =>
    !roles || roles.some((role) => !people || seats[role]?.person);
  return movers.flatMap((roles, ply) => (stopsAt(roles) ? [ply] : []));
}

/** The address of a player on the network; no spec ends like that. */
const ADDRESS = /:\d+$/;

/** Seats as text, for the address. */
export function formatSeats(seats: Seat[]): string {
  return seats.map((seat) => (seat.person ? (seat.address ?? "person") : seat.spec || "auto")).join("|");
}

/** Seats from a text; none if it is not for so many roles. */
export function parseSeats(text: string | null, roles: number): Seat[] | undefined {
  const words = text?.split("|") ?? [];
  if (words.length !== roles) return undefined;
  return words.map((word) => {
    if (word === "person") return PERSON;
    return ADDRESS.test(word)
      ? { person: true, address: word }
      : { person: false, spec: word === "auto" ? "" : word };
  });
}
