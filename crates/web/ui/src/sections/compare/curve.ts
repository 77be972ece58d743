// The strength of one strategy by one of its parameters.

import { parse, print } from "../../components/spec/spec";
import { preset, type Catalogue, type Parameter } from "../../components/spec/catalogue";
import type { Table } from "./table";

export interface Curve {
  /** The parameter that differs. */
  parameter: string;
  opponents: string[];
  /** By value, ascending; those that have played. Scores in per cent. */
  points: { value: number; text: string; score: number; low: number; high: number }[];
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
export function withValue(spec: string, parameter: string, value: string, catalogue: Catalogue): string | undefined {
  const read = parse(spec, catalogue).spec;
  const entry = catalogue.strategies.find(({ name }) => name === read?.name);
  if (!read || !entry?.parameters.some(({ name }) => name === parameter)) return undefined;
  const { [parameter]: _, ...values } = read.values;
  const text = print({ name: read.name, values }, catalogue.strategies, catalogue);
  return text.endsWith(")") ? `${text.slice(0, -1)},${parameter}=${value})` : `${text}(${parameter}=${value})`;
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
  const value = (place: number, parameter: Parameter) => specs[place]?.values[parameter.name] ?? preset(parameter);
  const differs = entry.parameters.filter((parameter) => new Set(specs.map((_, place) => JSON.stringify(value(place, parameter)))).size > 1);
  const [parameter, ...others] = differs;
  if (!parameter || others.length > 0 || !isNumeric(parameter)) return undefined;
  const all = challengers.map(({ score, ci95 }, place) => {
    const text = String(value(place, parameter));
    return { value: quantity(text), text, score: score ?? undefined, low: 100 * (ci95[0] ?? 0), high: 100 * (ci95[1] ?? 1) };
  });
  if (!all.every(({ value }) => Number.isFinite(value))) return undefined;
  all.sort((a, b) => a.value - b.value);
  const points = all.flatMap((point) => (point.score === undefined ? [] : { ...point, score: 100 * point.score }));
  return { parameter: parameter.name, opponents, points, values: all.map(({ value }) => value) };
}
