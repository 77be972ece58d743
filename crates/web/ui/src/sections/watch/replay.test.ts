import { expect, test } from "vitest";

import { alphaBeta, atOnce, softMaxN, uct } from "./fixture";
import { modelOf } from "./model";
import { Replay, Whole } from "./replay";

const play = (recording = alphaBeta()) => new Replay(modelOf(recording));

/** All that the replay says about every node. */
const told = (replay: Replay, nodes: number) =>
  Array.from({ length: nodes }, (_, node) => ({ ...replay.node(node), cut: replay.cut(node) }));

test("before the first step nothing is known", () => {
  const replay = play();
  expect(replay.current()).toBe(undefined);
  expect(replay.last()).toBe(undefined);
  expect(replay.node(0)).toMatchObject({ phase: 0, value: NaN, visits: 0 });
});

test("a step forward enters, finds, updates, cuts and leaves", () => {
  const replay = play();
  replay.seek(6);
  expect(replay.current()).toBe(1);
  expect(replay.node(1)).toMatchObject({ phase: 1, value: 3, alpha: 2, beta: 3 });
  expect(replay.node(2)).toMatchObject({ phase: 2, value: 3, leaf: 1 });
  replay.seek(17);
  expect(replay.cut(4)).toMatchObject({ kind: "alpha", value: 2, bound: 3 });
  replay.seek(19);
  expect(replay.current()).toBe(undefined);
  expect(replay.node(0)).toMatchObject({ phase: 2, value: 3 });
  expect([Whole.Leaves, Whole.Cut].map((what) => replay.whole(what))).toEqual([3, 1]);
});

test("a way back is the way forward", () => {
  for (const recording of [alphaBeta(), uct(), softMaxN()]) {
    const nodes = recording.trace.nodes.length;
    const replay = play(recording);
    const forward = replay.steps.map((_, step) => {
      replay.seek(step);
      return told(replay, nodes);
    });
    for (let step = replay.steps.length - 1; step >= 0; step--) {
      replay.seek(step);
      expect(told(replay, nodes)).toEqual(forward[step]);
    }
    replay.seek(3);
    replay.seek(5);
    expect(told(replay, nodes)).toEqual(forward[5]);
  }
});

test("a child is dominated from the step on that says so, and until it is entered again", () => {
  const recording = softMaxN();
  recording.trace.steps!.push({ do: "enter", node: 1, alpha: null, beta: null });
  const replay = play(recording);
  const dominated = (step: number) => {
    replay.seek(step);
    return [1, 2, 3].map((node) => replay.dominance(node)?.by);
  };
  expect(dominated(7)).toEqual([undefined, undefined, undefined]);
  expect(dominated(8)).toEqual([2, undefined, undefined]);
  expect(dominated(14)).toEqual([2, 3, undefined]);
  expect(dominated(15)).toEqual([undefined, 3, undefined]);
  expect(dominated(0)).toEqual([undefined, undefined, undefined]);
});

test("payoff vectors are those that the step told, not those of a later iteration", () => {
  const recording = softMaxN();
  recording.trace.steps!.push(
    { do: "iteration", depth: 2 },
    { do: "enter", node: 0, alpha: null, beta: null },
    { do: "payoffs", node: 0, vectors: [[9, 9, 9]] },
  );
  const replay = play(recording);
  const told = [13, 14, 15, 17].map((step) => {
    replay.seek(step);
    return replay.node(0).payoffs;
  });
  expect(told).toEqual([
    [
      [3, 0, 0],
      [4, 0, 0],
    ],
    [
      [3, 0, 0],
      [4, 0, 0],
    ],
    [],
    [[9, 9, 9]],
  ]);
});

test("beyond either end there is nothing", () => {
  const replay = play();
  replay.seek(Infinity);
  expect(replay.at).toBe(19);
  replay.seek(-5);
  expect(replay.at).toBe(0);
});

test("a search of nothing has no steps", () => {
  const recording = alphaBeta();
  recording.trace.nodes = [];
  recording.trace.steps = [];
  const replay = play(recording);
  replay.seek(1);
  expect([replay.at, replay.current()]).toEqual([0, undefined]);
});

test("statistics and playouts grow with the simulations", () => {
  const replay = play(uct());
  replay.seek(7);
  expect(replay.statistic(0, 0)).toEqual({ visits: 1, mean: 20 });
  expect(replay.visits(0)).toBe(1);
  replay.seek(11);
  expect(replay.visits(0)).toBe(2);
  expect([Whole.Playouts, Whole.Simulations].map((what) => replay.whole(what))).toEqual([2, 2]);
});

test("a node has the mean of what came through it, for every role", () => {
  const replay = play(atOnce());
  replay.seek(8);
  expect([replay.node(0).means, replay.node(1).means, replay.node(2).means]).toEqual([
    [75, 40],
    [75, 40],
    [],
  ]);
  replay.seek(Infinity);
  expect([replay.node(1).means, replay.node(1).playouts, replay.node(2).means]).toEqual([
    [50, 30],
    2,
    [0, 100],
  ]);
  expect([replay.visits(0, 0), replay.visits(0, 1)]).toEqual([2, 2]);
});

test("a proven visit is no playout, but counts for the mean", () => {
  const recording = uct();
  recording.trace.steps!.push(
    { do: "enter", node: 0, alpha: null, beta: null },
    { do: "proven_visits", node: 0, count: 2, goals: [0, 200] },
  );
  const replay = play(recording);
  replay.seek(Infinity);
  expect(replay.node(0)).toMatchObject({ playouts: 2, provenVisits: 2, means: [15, 85] });
  expect([Whole.Playouts, Whole.ProvenVisits].map((what) => replay.whole(what))).toEqual([2, 2]);
});

test("a new iteration forgets what the last one knew", () => {
  const recording = alphaBeta();
  recording.trace.steps = [...recording.trace.steps!, { do: "iteration", depth: 2 }];
  const replay = play(recording);
  replay.seek(20);
  expect(replay.node(0)).toMatchObject({ phase: 0, value: NaN });
  expect([Whole.Leaves, Whole.Cut, Whole.Iteration].map((what) => replay.whole(what))).toEqual([0, 0, 2]);
  replay.seek(19);
  expect(replay.node(0)).toMatchObject({ phase: 2, value: 3 });
});

test("a child counts as new only since its parent was entered", () => {
  const replay = play();
  replay.seek(13);
  expect([2, 5].map((node) => replay.isNew(node))).toEqual([true, true]);
  const again = alphaBeta();
  again.trace.steps = [...again.trace.steps!.slice(0, 10), { do: "enter", node: 1, alpha: 2, beta: 3 }];
  const second = play(again);
  second.seek(11);
  expect(second.isNew(2)).toBe(false);
});
