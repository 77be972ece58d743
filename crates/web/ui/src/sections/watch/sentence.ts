// What a step does, in words.

import { CHANCE } from "../../lib/chance";
import { moveName, type Model } from "./model";
import type { Dominance, Reason, Step } from "./recording";
import type { WatchKey } from "./messages";
import { labelOf } from "./label";
import { ownText } from "./own";

type Translate = (key: WatchKey, values?: Record<string, string | number>) => string;

/** A number as the tree shows it, a payoff as it is typed. */
export function figure(value: number | null | undefined, unknown = ""): string {
  if (value === null || value === undefined || Number.isNaN(value)) return unknown;
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "-∞";
  const typed = asTyped(value);
  return Math.abs(value - typed) < NEXT ? String(typed) : value.toFixed(2);
}

/** An end of a window, which is infinite if it is open. The window of a search that only asks "more than 8?" ends at the next number after 8. */
export function windowEnd(value: number | null | undefined, open: string): string {
  const next = Number.isFinite(value) ? value! - asTyped(value!) : 0;
  return figure(value, open) + (next === 0 || Math.abs(next) >= NEXT ? "" : next > 0 ? "+" : "−");
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

/** What each role got on the average: `75/40`. */
export function means(goals: readonly number[], count = 1): string {
  return goals.map((goal) => figure(goal / count)).join("/");
}

/** The mean of a node or of a joint move: the searcher's, or that of all players. */
export function meanText(model: Model, goals: readonly number[], all = model.meansDiffer): string {
  return all ? means(ofPlayers(model, goals)) : figure(goals[model.recording.trace.role]);
}

/** What players got, without what chance did. */
function ofPlayers({ recording }: Model, goals: readonly number[]): number[] {
  return goals.filter((_, role) => recording.trace.roles[role] !== CHANCE);
}

/** A node by the way to it. */
export function nodeName(model: Model, node: number, t: Translate): string {
  const { nodes } = model.recording.trace;
  const moves: string[] = [];
  for (let at: number | undefined = node; at; at = nodes[at]?.parent ?? undefined) moves.push(moveName(nodes[at]!.move, nodes[nodes[at]!.parent ?? 0]!.movers));
  return moves.length === 0 ? t("root") : moves.reverse().join(" › ");
}

/** A value as people read it: its label if the search labels, else a number, with the evaluator's own figure if it has one. */
export function valueText(model: Model, value: number | null | undefined, t: Translate, unknown = ""): string {
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

/** The same at length. */
export function explanation(model: Model, { kind, value, bound }: Reason, t: Translate): string {
  if (model.recording.trace.labels) return t("whyEarlyExit");
  const key = { beta: "whyBeta", alpha: "whyAlpha", immediate: "whyImmediate", shallow: "whyShallow", deep: "whyDeep" } as const;
  return t(key[kind], { value: figure(value), bound: figure(bound) });
}

/** Which sibling dominates a node, and how, as it stands at the branch: `≺ 2` strongly, `≼ 2` weakly. */
export function dominated(model: Model, { node, by, kind }: Dominance): string {
  const { nodes } = model.recording.trace;
  return `${kind === "strong" ? "≺" : "≼"} ${moveName(nodes[by]!.move, nodes[nodes[node]!.parent ?? 0]!.movers)}`;
}

/** The same at length. */
export function dominance(model: Model, { node, by, kind }: Dominance, t: Translate): string {
  const { nodes, roles } = model.recording.trace;
  const mover = nodes[nodes[node]!.parent ?? 0]!.movers?.[0] ?? 0;
  return t(kind === "strong" ? "dominatedStrongly" : "dominatedWeakly", { node: nodeName(model, node, t), by: nodeName(model, by, t), role: roles[mover] ?? "" });
}

/** The step in words. */
export function sentence(model: Model, step: Step, t: Translate): string {
  if (step.do === "iteration") return t("iterates", { depth: step.depth });
  const told = model.recording.trace.nodes[step.node]!;
  const node = nodeName(model, step.node, t);
  const window = (ends: { alpha?: number | null; beta?: number | null }) => ({ alpha: windowEnd(ends.alpha, "-∞"), beta: windowEnd(ends.beta, "∞") });
  const valued = (value: number | null | undefined) => valueText(model, value, t);
  switch (step.do) {
    case "enter":
      return !model.windows ? t("entersOpen", { node }) : t("enters", { node, ...window(step) });
    case "leaf":
      return t("leaf", { node, value: valued(step.value) });
    case "recall":
      return t("recall", { node, value: valued(step.value) });
    case "update":
      return !model.windows ? t("updateOpen", { node, value: valued(step.value) }) : t("update", { node, value: valued(step.value), ...window(step) });
    case "cut":
      return t("cut", { node, reason: reason(model, step, t), count: step.remaining });
    case "dominated":
      return dominance(model, step, t);
    case "payoffs":
      return t("payoffs", { node, payoffs: vectors(step.vectors) });
    case "playouts":
      return t("playoutsOf", { node, count: step.count, mean: means(ofPlayers(model, step.goals), step.count) });
    case "proven_visits":
      return t("provenOf", { node, count: step.count, mean: means(ofPlayers(model, step.goals), step.count) });
    case "back_up": {
      const { role, move } = told.moves![step.move]!;
      const several = (told.movers?.length ?? 0) > 1;
      return t("backUp", { node, move: several ? `${model.recording.trace.roles[role]}: ${move}` : move, visits: step.visits, mean: figure(step.mean) });
    }
    case "leave":
      return (step.value ?? null) === null ? t("returns", { node }) : t("leaves_", { node, value: valued(step.value) });
  }
}
