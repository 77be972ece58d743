// Where somebody who goes through a search stops: at every event, or only where a node, a leaf, a cut, a
// phase or a simulation is done.

import { phasesOf, samples, startsSimulation } from "./phases";
import type { Replay } from "./replay";

export const STRIDES = ["event", "node", "leaf", "cut", "phase", "simulation"] as const;

export type Stride = (typeof STRIDES)[number];

/** The strides that make sense of a search. */
export function stridesOf(replay: Replay): Stride[] {
  return samples(replay) ? ["event", "phase", "simulation"] : ["event", "node", "leaf", "cut"];
}

/** How many steps have been made at each stop, from the beginning to the end. */
export function stopsOf(replay: Replay, stride: Stride): number[] {
  const { steps } = replay;
  const end = steps.length;
  if (stride === "event") return Array.from({ length: end + 1 }, (_, step) => step);
  const stops = [0];
  const stop = (at: number) => {
    if (at > stops.at(-1)!) stops.push(at);
  };
  if (stride === "phase" || stride === "simulation") {
    const phases = stride === "phase" ? phasesOf(replay) : undefined;
    steps.forEach((_, at) => {
      if (startsSimulation(replay, at) || phases?.[at] !== phases?.[at - 1]) stop(at);
    });
  } else {
    // What follows from a leaf or a cut belongs to it: the stop is where the search goes on to another node.
    let due = false;
    steps.forEach((step, at) => {
      if (stride === "node") due = step.do === "enter";
      if (due && (step.do === "enter" || step.do === "iteration")) {
        stop(at);
        due = false;
      }
      if (stride === "leaf" && (step.do === "leaf" || step.do === "recall")) due = true;
      if (stride === "cut" && step.do === "cut") due = true;
    });
  }
  stop(end);
  return stops;
}

/** The number of the last stop that is reached after so many steps. */
export function stopAt(stops: readonly number[], step: number): number {
  let low = 0;
  let high = stops.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (stops[middle]! <= step) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * The node that the next stop is about: what "what comes next?" asks for. None if nothing of the kind comes.
 */
export function nextOf(replay: Replay, stride: Stride, from: number, to: number): number | undefined {
  const within = replay.steps.slice(from, to);
  const wanted: Record<Stride, readonly string[]> = {
    event: [
      "enter",
      "leaf",
      "recall",
      "update",
      "cut",
      "leave",
      "playouts",
      "proven_visits",
      "back_up",
      "payoffs",
      "dominated",
    ],
    node: ["enter"],
    leaf: ["leaf", "recall"],
    cut: ["cut"],
    phase: ["enter", "playouts", "proven_visits", "back_up"],
    simulation: ["playouts", "proven_visits"],
  };
  const found = within.find((step) => wanted[stride].includes(step.do));
  return found && "node" in found ? found.node : undefined;
}
