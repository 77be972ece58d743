import { expect, test } from "vitest";

import { alphaBeta, uct } from "./fixture";
import { allWork, commonStrides, type Lane, stepAt, stopsOfLanes, work } from "./lanes";
import { modelOf } from "./model";
import type { Recording } from "./recording";
import { Replay } from "./replay";

function lane(recording: Recording): Lane {
  const model = modelOf(recording);
  return { model, replay: new Replay(model) };
}

test("two searches of a kind go by all strides of the kind, others by leaf and simulation", () => {
  expect(commonStrides([lane(alphaBeta()), lane(alphaBeta())])).toEqual(["event", "node", "leaf", "cut"]);
  expect(commonStrides([lane(uct()), lane(uct())])).toEqual(["event", "phase", "simulation"]);
  const mixed = [lane(alphaBeta()), lane(uct())];
  expect(commonStrides(mixed)).toEqual(["event", "leaf"]);
  expect(stopsOfLanes(mixed, "leaf")).toEqual([
    [0, 6, 11, 19],
    [0, 7, 11],
  ]);
});

test("a search that has ended waits at its end", () => {
  expect([0, 1, 2, 3, 9].map((stop) => stepAt([0, 7, 11], stop))).toEqual([0, 7, 11, 11, 11]);
  expect(stepAt([0], 5)).toBe(0);
});

test("the work of a search is leaves or results of simulations", () => {
  const [search, sampling] = [lane(alphaBeta()), lane(uct())];
  expect([search, sampling].map(allWork)).toEqual([3, 2]);
  expect([search, sampling].map(work)).toEqual([0, 0]);
  search.replay.seek(6);
  expect(work(search)).toBe(1);
  expect(allWork(search)).toBe(3);
  expect(search.replay.at).toBe(6);
});
