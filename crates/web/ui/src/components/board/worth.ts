import type { Schemas } from "../../lib/api";
import { number } from "../../lib/i18n.svelte";

type Estimate = Schemas["MoveEstimate_String"];

/**
 * The value of a move, and what stands before it: the sign of a bound, proven or not, or that it is not
 * proven though other moves are.
 */
export interface Worth {
  value: number;
  sign: string;
}

/** What is written into a cell, and how it compares: 0 is the least on the board, 1 the greatest. */
export interface Plate {
  text: string;
  share: number;
}

/** Values as cells have room for them. */
export function plates(values: ReadonlyMap<number, Worth>): Map<number, Plate> {
  const all = [...values.values()].map(({ value }) => value);
  const [least, greatest] = [Math.min(...all), Math.max(...all)];
  const plate = ({ value, sign }: Worth): Plate => ({
    text: sign + number(value, { maximumFractionDigits: 0 }),
    share: greatest > least ? (value - least) / (greatest - least) : 1,
  });
  return new Map([...values].map(([cell, worth]) => [cell, plate(worth)]));
}

/**
 * What the pieces in each cell of a board add to the value of the position, by what each fluent adds. Cells
 * without pieces have none.
 */
export function worthsByCell(grid: Schemas["Grid"], worths: ReadonlyMap<string, number>): Map<number, Worth> {
  const blank = new Set(grid.contents.flatMap(({ name, blank }) => (blank ? [name] : [])));
  const known = grid.cells.flatMap(({ contents, fluents }, cell) => {
    const of = fluents.flatMap((fluent) => worths.get(fluent) ?? []);
    if (of.length === 0 || contents.every((content) => blank.has(content))) return [];
    const value = of.reduce((sum, worth) => sum + worth, 0);
    // No sign before a zero.
    return [[cell, { value: Math.round(value) || 0, sign: value >= 0.5 ? "+" : "" }] as const];
  });
  return new Map(known);
}

/** The worth of each move that has a value. */
export function worths(estimates: Estimate[]): Map<string, Worth> {
  const mixed = estimates.some(({ proven }) => proven);
  const known = estimates.flatMap(({ move, value, bound, proven }) =>
    value == null ? [] : [[move, { value, sign: sign(bound ?? "none", proven, mixed) }] as const],
  );
  return new Map(known);
}

function sign(bound: "none" | "lower" | "upper", proven: boolean, mixed: boolean): string {
  if (bound === "none") return mixed && !proven ? "≈" : "";
  return proven ? { lower: "≥", upper: "≤" }[bound] : { lower: "≳", upper: "≲" }[bound];
}
