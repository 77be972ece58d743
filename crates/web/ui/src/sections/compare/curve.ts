// The strength of one strategy by one of its parameters.

import { parse, print, type Spec } from "../../components/spec/spec";
import { preset, type Catalogue, type Parameter } from "../../components/spec/catalogue";
import type { Sweep } from "./form";
import type { Table } from "./table";

type Rating = Table["ratings"][number];

export interface Curve {
  /** The parameter that differs. */
  parameter: string;
  opponents: string[];
  /** By value, ascending; those that have played, in so many seats. Scores in per cent. */
  points: { value: number; text: string; score: number; low: number; high: number; seats: number }[];
  /** All values, also those of players that have not played. */
  values: number[];
}

/** A number with the unit that it may have, in seconds if it is a time. */
export function quantity(text: string): number {
  return text.endsWith("ms") ? Number(text.slice(0, -2)) / 1000 : Number(text.replace(/s$/, ""));
}

/** Whether a parameter is a number, which a curve can be drawn over. */
export function isNumeric({ domain }: Parameter): boolean {
  return domain.type === "integer" || domain.type === "decimal" || domain.type === "duration";
}

/** The values of a list that somebody writes, each once. */
export function valuesOf(text: string): string[] {
  return [...new Set(text.split(/[,;、\s]+/).filter(Boolean))];
}

/** The spec with a value of one of its parameters, also one that it has if nothing is said. */
export function withValue(
  spec: string,
  parameter: string,
  value: string,
  catalogue: Catalogue,
): string | undefined {
  const name = parse(spec, catalogue).spec?.name;
  const entry = catalogue.strategies.find((entry) => entry.name === name);
  const known = entry?.parameters.find(({ name }) => name === parameter);
  if (!known) return undefined;
  const text = without(spec, known, catalogue) ?? "";
  return text.endsWith(")")
    ? `${text.slice(0, -1)},${parameter}=${value})`
    : `${text}(${parameter}=${value})`;
}

/** The curve of a gauntlet whose challengers differ in one number alone; none of other tables. */
export function curveOf(table: Table, catalogue: Catalogue): Curve | undefined {
  const { schedule } = table;
  if (typeof schedule !== "object" || !("gauntlet" in schedule)) return undefined;
  const opponents = table.ratings.slice(0, schedule.gauntlet).map(({ player }) => player);
  const challengers = table.ratings.slice(schedule.gauntlet);
  const specs = challengers.map(({ player }) => parse(player, catalogue).spec);
  const entry = catalogue.strategies.find(({ name }) => name === specs[0]?.name);
  if (!entry || specs.length < 2 || specs.some((spec) => spec?.name !== entry.name)) return undefined;
  const differs = entry.parameters.filter(
    (parameter) => new Set(specs.map((spec) => JSON.stringify(valueIn(spec, parameter)))).size > 1,
  );
  const [parameter, ...others] = differs;
  if (!parameter || others.length > 0 || !isNumeric(parameter)) return undefined;
  return drawn(challengers, parameter, opponents, catalogue);
}

/**
 * The curve of all values of a sweep that were played, in whatever tables, and the tables that it is of. A
 * later table counts more than one before.
 */
export function curveOfSweep(
  tables: ReadonlyMap<number, Table>,
  sweep: Pick<Sweep, "spec" | "parameter" | "opponent">,
  catalogue: Catalogue,
): { curve: Curve | undefined; ids: number[] } {
  const { spec, opponent } = sweep;
  const parameter = catalogue.strategies
    .find(({ name }) => name === parse(spec, catalogue).spec?.name)
    ?.parameters.find(({ name }) => name === sweep.parameter);
  if (!parameter) return { curve: undefined, ids: [] };
  const rest = without(spec, parameter, catalogue);
  const ids: number[] = [];
  const challengers = new Map<string, Rating>();
  for (const [id, { schedule, ratings }] of tables) {
    if (
      typeof schedule !== "object" ||
      !("gauntlet" in schedule) ||
      schedule.gauntlet !== 1 ||
      ratings[0]?.player !== opponent
    )
      continue;
    const own = ratings
      .slice(1)
      .filter(({ player, seats }) => seats > 0 && without(player, parameter, catalogue) === rest);
    for (const rating of own) challengers.set(rating.player, rating);
    if (own.length > 0) ids.push(id);
  }
  return { curve: drawn([...challengers.values()], parameter, [opponent], catalogue), ids };
}

/** The value of a parameter in a spec, also one that it has if nothing is said. */
function valueIn(spec: Spec | undefined, parameter: Parameter): string | Spec | undefined {
  return spec?.values[parameter.name] ?? preset(parameter);
}

/** What a spec is without a parameter. */
function without(text: string, parameter: Parameter, catalogue: Catalogue): string | undefined {
  const { spec } = parse(text, catalogue);
  if (!spec) return undefined;
  const { [parameter.name]: _, ...values } = spec.values;
  return print({ name: spec.name, values }, catalogue.strategies, catalogue);
}

function drawn(
  challengers: readonly Rating[],
  parameter: Parameter,
  opponents: string[],
  catalogue: Catalogue,
): Curve | undefined {
  const all = challengers.map(({ player, score, ci95, seats }) => {
    const text = String(valueIn(parse(player, catalogue).spec, parameter));
    return {
      value: quantity(text),
      text,
      score: score ?? undefined,
      low: 100 * (ci95[0] ?? 0),
      high: 100 * (ci95[1] ?? 1),
      seats,
    };
  });
  if (!all.every(({ value }) => Number.isFinite(value))) return undefined;
  all.sort((a, b) => a.value - b.value);
  const points = all.flatMap((point) =>
    point.score === undefined ? [] : { ...point, score: 100 * point.score },
  );
  return { parameter: parameter.name, opponents, points, values: all.map(({ value }) => value) };
}
