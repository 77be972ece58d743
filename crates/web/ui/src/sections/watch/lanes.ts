// Two searches gone through side by side, in step.

import type { Boards } from "./boards.svelte";
import type { Model } from "./model";
import { samples } from "./phases";
import { Whole, type Replay } from "./replay";
import { stopsOf, type Stride, stridesOf } from "./stops";

export interface Lane {
  model: Model;
  replay: Replay;
  /** The boards of its positions, of a game. */
  boards?: Boards | undefined;
}

/** The strides by which all lanes can go together: a leaf of one search beside a simulation of another. */
export function commonStrides(lanes: readonly Lane[]): Stride[] {
  const kinds = new Set(lanes.map(({ replay }) => samples(replay)));
  return kinds.size > 1 || lanes.length === 0 ? ["event", "leaf"] : stridesOf(lanes[0]!.replay);
}

/** The stops of each lane. */
export function stopsOfLanes(lanes: readonly Lane[], stride: Stride): number[][] {
  return lanes.map(({ replay }) =>
    stopsOf(replay, stride === "leaf" && samples(replay) ? "simulation" : stride),
  );
}

/** How far a lane is at a stop of the longest: at its own end if it has fewer. */
export function stepAt(stops: readonly number[], stop: number): number {
  return stops[Math.min(Math.max(0, stop), stops.length - 1)]!;
}

/** What the work of a search is counted in: leaves, or results of simulations. */
export function work({ replay }: Lane): number {
  return samples(replay)
    ? replay.whole(Whole.Playouts) + replay.whole(Whole.ProvenVisits)
    : replay.whole(Whole.Leaves);
}

/** All the work of a search. The replay comes back to where it was. */
export function allWork(lane: Lane): number {
  const { replay } = lane;
  const at = replay.at;
  replay.seek(Infinity);
  const all = work(lane);
  replay.seek(at);
  return all;
}
