// The result of an exercise set as a short code: the set, how it went, and a checksum against mistakes in
// copying. Who reads the program can make a code; it is no signature.

import { KINDS, LEVELS } from "./exercise";
import { type ExerciseSet, GREATEST_SEED, MOST_OF_EACH, sizeOf } from "./sets";

/** How the exercises of a set went. The rest was done with the solution at hand. */
export interface Result {
  set: ExerciseSet;
  right: number;
  hinted: number;
  wrong: number;
}

/** Letters and digits that are not taken for one another. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const BASE = BigInt(LETTERS.length);
/** Letters between two dashes. */
const GROUP = 4;
const CHECKS = 1n << 20n;

/** How many values each part of a code can have, in its order; the seed is what is left. */
const PARTS = [1n << BigInt(KINDS.length), BigInt(MOST_OF_EACH), BigInt(LEVELS.length)];

/** The code of a result, in groups with dashes between them. */
export function codeOf({ set, right, hinted, wrong }: Result): string {
  const most = BigInt(sizeOf(set) + 1);
  const kinds = KINDS.reduce(
    (mask, kind, place) => (set.kinds.includes(kind) ? mask | (1n << BigInt(place)) : mask),
    0n,
  );
  const parts = [...PARTS, most, most, most];
  const values = [
    kinds,
    BigInt(set.count - 1),
    BigInt(set.level - 1),
    BigInt(right),
    BigInt(hinted),
    BigInt(wrong),
  ];
  const packed = values.reduceRight((rest, value, place) => rest * parts[place]! + value, BigInt(set.seed));
  return grouped(written(packed * CHECKS + checksum(packed)));
}

/**
 * What a code says; nothing if it is none, or was copied wrongly. Small letters, spaces and letters that look
 * like digits are understood.
 */
export function resultOf(code: string): Result | undefined {
  const letters = code.toUpperCase().replace(/[\s-]/g, "").replace(/O/g, "0").replace(/[IL]/g, "1");
  if (letters === "" || letters.length > 40) return undefined;
  let whole = 0n;
  for (const letter of letters) {
    const value = LETTERS.indexOf(letter);
    if (value < 0) return undefined;
    whole = whole * BASE + BigInt(value);
  }
  let packed = whole / CHECKS;
  if (whole % CHECKS !== checksum(packed) || grouped(written(whole)).replaceAll("-", "") !== letters)
    return undefined;
  const take = (of: bigint) => {
    const value = packed % of;
    packed /= of;
    return value;
  };
  const [mask, count, level] = PARTS.map(take) as [bigint, bigint, bigint];
  const kinds = KINDS.filter((_, place) => (mask >> BigInt(place)) & 1n);
  if (kinds.length === 0) return undefined;
  const most = BigInt(kinds.length) * (count + 1n) + 1n;
  const [right, hinted, wrong] = [most, most, most].map((of) => Number(take(of))) as [number, number, number];
  if (packed > BigInt(GREATEST_SEED) || right + hinted + wrong >= Number(most)) return undefined;
  return {
    set: { kinds, count: Number(count) + 1, level: Number(level) + 1, seed: Number(packed) },
    right,
    hinted,
    wrong,
  };
}

/** A number in letters. */
function written(value: bigint): string {
  let text = "";
  for (let rest = value; rest > 0n; rest /= BASE) text = LETTERS.charAt(Number(rest % BASE)) + text;
  return text || "0";
}

function grouped(text: string): string {
  const first = text.length % GROUP;
  return [text.slice(0, first), ...(text.slice(first).match(new RegExp(`.{${GROUP}}`, "g")) ?? [])]
    .filter(Boolean)
    .join("-");
}

/**
 * Two different numbers have the same one in a million only (FNV-1a, folded to 20 bits). Where there are
 * other kinds of exercises, a code means something else, and has another one.
 */
function checksum(value: bigint): bigint {
  let hash = 0x811c9dc5;
  for (const letter of `${KINDS.join()} ${value}`)
    hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  return BigInt((hash ^ (hash >>> 20)) & 0xfffff);
}
