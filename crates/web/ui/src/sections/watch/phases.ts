// The four phases of a simulation of UCT, and the formula by which it goes down.

import { beginsAt } from "./model";
import type { Replay } from "./replay";
import { figure } from "./sentence";
import { uctValue } from "./uct";

export const PHASES = ["select", "expand", "simulate", "backUp"] as const;

export type Phase = (typeof PHASES)[number];

/** Whether a search makes simulations: its nodes have means. */
export function samples({ model: { recording } }: Replay): boolean {
  return (
    recording.decision.playouts + recording.decision.proven_visits > 0 &&
    recording.trace.nodes.some((node) => (node.means?.length ?? 0) > 0)
  );
}

/**
 * Whether a simulation, or all of a search, starts with this step: the search enters the node where
 * simulations begin, or goes on in a node after it has backed up there.
 */
export function startsSimulation({ model, steps }: Replay, at: number): boolean {
  const step = steps[at]!;
  if (step.do === "enter" && beginsAt(model, step.node)) return true;
  return steps[at - 1]?.do === "back_up" && step.do !== "back_up" && step.do !== "leave";
}

/** The phase that each step belongs to. */
export function phasesOf(replay: Replay): Phase[] {
  const { model, steps } = replay;
  const known = new Set<number>();
  let paid = false;
  return steps.map((step, at) => {
    if (startsSimulation(replay, at)) paid = false;
    if (step.do === "enter") {
      paid = false;
      // The root is there before the first simulation, as is each determinization.
      if (step.node === 0 || beginsAt(model, step.node) || known.has(step.node)) return "select";
      known.add(step.node);
      return "expand";
    }
    // A terminal state is its own result, which needs no playout.
    if (step.do === "leaf" || step.do === "recall") return "simulate";
    if ((step.do === "playouts" || step.do === "proven_visits") && !paid) {
      paid = true;
      return "simulate";
    }
    return "backUp";
  });
}

/** A move that could be selected, as the formula judges it. */
export interface Candidate {
  move: string;
  visits: number;
  mean: number;
  /** The value of the formula; infinite for a move that was not tried. */
  value: number;
  chosen: boolean;
}

export interface Selection {
  /** The node that selects. */
  node: number;
  /** The node that was selected. */
  child: number;
  /** Visits of all moves. */
  all: number;
  c: number;
  candidates: Candidate[];
  /** Whether no other move has a greater value. */
  greatest: boolean;
}

/**
 * How the node was selected that the simulation is in now, by the figures of this step; none at the root, of
 * a search without the formula, or where several roles choose.
 */
export function selectionOf(replay: Replay): Selection | undefined {
  const {
    recording: { trace },
    write,
  } = replay.model;
  const child = replay.current();
  const node = child === undefined ? undefined : (trace.nodes[child]!.parent ?? undefined);
  const c = trace.exploration ?? undefined;
  if (child === undefined || node === undefined || c === undefined || trace.nodes[node]!.movers?.length !== 1)
    return undefined;
  const all = replay.visits(node);
  const joint = trace.nodes[child]!.move;
  const candidates = (trace.nodes[node]!.moves ?? []).map(({ role, move }, index): Candidate => {
    const { visits, mean } = replay.statistic(node, index);
    return {
      move: write(move),
      visits,
      mean,
      value: uctValue(mean, visits, all, c),
      chosen: joint[role] === move,
    };
  });
  const chosen = candidates.find((candidate) => candidate.chosen);
  if (!chosen) return undefined;
  return {
    node,
    child,
    all,
    c,
    candidates,
    greatest: candidates.every(({ value }) => value <= chosen.value + 1e-9),
  };
}

/** The formula with its figures: `25 + 10 · √(ln 4 / 2)`. */
export function formula({ visits, mean }: Candidate, { all, c }: Selection): string {
  return `${figure(mean)} + ${figure(c)} · √(ln ${all} / ${visits})`;
}
