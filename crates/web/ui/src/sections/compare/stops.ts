// The values of a parameter that a slider stops at.

import type { Parameter } from "../../components/spec/catalogue";

/** Where values may be thousands, it has no more than this: each is played many times. */
const MOST = 2 ** 14;
/** Deeper searches take too long for most games. */
const DEEPEST = 10;
/** A range of whole numbers that has a stop for each. */
const FEW = 20;
const TIMES = ["1ms", "2ms", "5ms", "10ms", "20ms", "50ms", "100ms", "200ms", "500ms", "1s"];

/**
 * The values as they are written in specs, ascending. Where they span decades, each is twice the one before,
 * as far as that can be said in round numbers.
 */
export function stopsOf({ name, domain }: Parameter): string[] {
  if (domain.type === "duration") return TIMES;
  if (domain.type === "integer") {
    const greatest = name === "depth" ? Math.min(DEEPEST, domain.greatest) : domain.greatest;
    if (greatest - domain.least <= FEW) return range(domain.least, greatest, 1);
    return [
      ...(domain.least === 0 ? ["0"] : []),
      ...doubled(1, Math.max(domain.least, 1), Math.min(greatest, MOST)),
    ];
  }
  // A value below 0 has no scale that fits all games.
  if (domain.type !== "decimal" || domain.least < 0) return [];
  return domain.greatest <= 1
    ? range(domain.least, domain.greatest, 0.05)
    : doubled(0.05, domain.least, domain.greatest, 8);
}

function range(least: number, greatest: number, step: number): string[] {
  const first = Math.ceil(least / step - 1e-9);
  const count = Math.floor(greatest / step + 1e-9) - first + 1;
  return Array.from({ length: count }, (_, place) => text((first + place) * step));
}

function doubled(first: number, least: number, greatest: number, count = 64): string[] {
  return Array.from({ length: count }, (_, place) => first * 2 ** place)
    .filter((value) => value >= least && value <= greatest)
    .map(text);
}

/** Without the rest that sums of decimals have. */
const text = (value: number) => String(Number(value.toFixed(6)));
