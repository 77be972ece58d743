// Numbers, nodes and reasons as people read them.

import { CHANCE } from "../../lib/chance";
import { decimal } from "../../lib/i18n.svelte";
import type { Model, Place } from "./model";
import type { Dominance, Reason } from "./recording";
import type { WatchKey } from "./messages";
import { labelOf } from "./label";
import { ownText } from "./own";

export type Translate = (key: WatchKey, values?: Record<string, string | number>) => string;

/** A number as the tree shows it: a payoff with the decimals that it was typed with. */
export function figure(value: number | null | undefined, unknown = ""): string {
  if (value === null || value === undefined || Number.isNaN(value)) return unknown;
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "-∞";
  const typed = asTyped(value);
  return decimal(Math.abs(value - typed) < NEXT ? String(typed) : value.toFixed(2));
}

/**
 * An end of a window, which is infinite if it is open. The window of a search that only asks "more than 8?"
 * ends at the next number after 8.
 */
export function windowEnd(value: number | null | undefined, open: string): string {
  return figure(value, open) + (Number.isFinite(value) ? nextTo(value!) : "");
}

/** The sign after a number that is not the payoff it is shown as, but the next number after or before it. */
export function nextTo(value: number): "" | "+" | "−" {
  const next = value - asTyped(value);
  return next === 0 || Math.abs(next) >= NEXT ? "" : next > 0 ? "+" : "−";
}

/** The nearest number that a payoff can be. */
function asTyped(value: number): number {
  return Number(value.toFixed(DECIMALS));
}

/** As many decimals as a payoff can have. */
const DECIMALS = 6;

/** What lies nearer to a payoff than any value or mean does. */
const NEXT = 1e-9;

/** Payoff vectors, one or a set. */
export function vectors(payoffs: readonly (readonly number[])[]): string {
  return payoffs.map((vector) => vector.map((payoff) => figure(payoff)).join("/")).join(" ");
}

/** A role as the text calls it: those of a tree begin with a capital letter, as names do, or are numbers. */
export function roleName({ recording, write }: Model, role: number | undefined, t: Translate): string {
  const name = recording.trace.roles[role ?? -1] ?? "";
  if (/^\d+$/.test(name)) return t("playerNumber", { number: name });
  return recording.tree ? name.charAt(0).toUpperCase() + name.slice(1) : write(name);
}

/** What each role got on the average: `75/40`. */
export function means(goals: readonly number[], count = 1): string {
  return goals.map((goal) => figure(goal / count)).join("/");
}

/** The mean of a node or of a joint move: the searcher's, or that of all players. */
export function meanText(model: Model, goals: readonly number[], all = model.meansDiffer): string {
  return all ? means(ofPlayers(model, goals)) : figure(goals[model.recording.trace.role]);
}

/** What players got, without what chance did. */
export function ofPlayers({ recording }: Model, goals: readonly number[]): number[] {
  return goals.filter((_, role) => recording.trace.roles[role] !== CHANCE);
}

/** A node of the trace by its name, or by the way to it. */
export function nodeName(model: Model, node: number, t: Translate): string {
  return placeName(model, model.placeOf[node]!, t);
}

/** A place by its name, or by the way to it. */
export function placeName({ places }: Model, id: number, t: Translate): string {
  const { name } = places[id]!;
  if (name) return name;
  const ways: string[] = [];
  for (let at = places[id]; at && at.parent >= 0; at = places[at.parent])
    ways.push(at.set === undefined ? wayText(at, t) : `${wayText(at, t)} {${at.set}}`);
  return ways.length === 0 ? t("root") : ways.reverse().join(" › ");
}

/** What is written at the branch to a place. */
export function wayText(
  { move, determinization }: Pick<Place, "move" | "determinization">,
  t: Translate,
): string {
  return determinization === undefined ? move() : t("determinization", { number: determinization });
}

/**
 * A value as people read it: its label if the search labels, else a number, with the evaluator's own figure
 * if it has one.
 */
export function valueText(
  model: Model,
  value: number | null | undefined,
  t: Translate,
  unknown = "",
): string {
  const { labels, scale } = model.recording.trace;
  const label = labelOf(labels, value);
  if (label) return t(label);
  const own = ownText(scale, value);
  return own === undefined ? figure(value, unknown) : `${figure(value)} (${own})`;
}

/** Why something was cut: `beta cut: 50 ≥ 40`. */
export function reason(model: Model, { kind, value, bound }: Reason, t: Translate): string {
  const label = labelOf(model.recording.trace.labels, value);
  if (label) return t("earlyExit", { label: t(label) });
  return t(kind, { value: figure(value), bound: figure(bound) });
}

/** Which sibling dominates a node, and how, as it stands at the branch: `≺ 2` strongly, `≼ 2` weakly. */
export function dominated(model: Model, { by, kind }: Dominance, t: Translate): string {
  return `${kind === "strong" ? "≺" : "≼"} ${nodeName(model, by, t)}`;
}

/** The same at length. */
export function dominance(model: Model, { node, by, kind }: Dominance, t: Translate): string {
  const { nodes } = model.recording.trace;
  const mover = nodes[nodes[node]!.parent ?? 0]!.movers?.[0] ?? 0;
  return t(kind === "strong" ? "dominatedStrongly" : "dominatedWeakly", {
    node: nodeName(model, node, t),
    by: nodeName(model, by, t),
    role: roleName(model, mover, t),
  });
}
