// A set of exercises that a teacher gives by its link: kinds, so many of each, a level and a seed.

import { anySeed, type Kind, KINDS, LEVELS, type Which } from "./exercise";

export interface ExerciseSet {
  /** In the order in which they are taught. */
  kinds: Kind[];
  /** Exercises of each kind. */
  count: number;
  level: number;
  seed: number;
}

/** Exercises of each kind, at most. */
export const MOST_OF_EACH = 10;
/** A seed that a short code has room for. */
export const GREATEST_SEED = 2 ** 32 - 1;

export const FIRST_SET: ExerciseSet = {
  kinds: ["minimax", "alpha-beta-cuts"],
  count: 2,
  level: 1,
  seed: anySeed(),
};

/** The set of an address; none if it names none. Numbers out of their range are the nearest ones. */
export function setOf(parameters: URLSearchParams): ExerciseSet | undefined {
  const named = parameters.get("set")?.split(",") ?? [];
  const kinds = KINDS.filter((kind) => named.includes(kind));
  if (kinds.length === 0) return undefined;
  const whole = (name: string, least: number, greatest: number) =>
    Math.min(Math.max(Math.trunc(Number(parameters.get(name))) || least, least), greatest);
  return {
    kinds,
    count: whole("count", 1, MOST_OF_EACH),
    level: whole("level", 1, LEVELS.length),
    seed: whole("seed", 0, GREATEST_SEED),
  };
}

/** How many exercises a set has. */
export const sizeOf = ({ kinds, count }: ExerciseSet): number => kinds.length * count;

/** The exercise at a place of a set, from 0. */
export function exerciseAt({ kinds, count, level, seed }: ExerciseSet, place: number): Which {
  return { kind: kinds[Math.floor(place / count)] ?? kinds[0]!, level, seed, number: place % count };
}

/** All exercises of a set, in order. */
export function exercisesOf(set: ExerciseSet): Which[] {
  return Array.from({ length: sizeOf(set) }, (_, place) => exerciseAt(set, place));
}

/** The place that an address shows, from 0. */
export function placeOf(parameters: URLSearchParams, set: ExerciseSet): number {
  return Math.min(Math.max(Math.trunc(Number(parameters.get("place"))) || 1, 1), sizeOf(set)) - 1;
}

/** The parameters of the address of a set. */
export function parametersOfSet(
  { kinds, count, level, seed }: ExerciseSet,
  place = 0,
): Record<string, string | number> {
  return { set: kinds.join(","), count, level, seed, place: place + 1 };
}
