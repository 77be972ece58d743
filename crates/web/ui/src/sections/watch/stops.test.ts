import { expect, test } from "vitest";

import { alphaBeta, flat, uct } from "./fixture";
import { Lecture } from "./lecture.svelte";
import { modelOf } from "./model";
import { PHASES, phasesOf, selectionOf } from "./phases";
import { principalOf } from "./principal";
import type { Recording } from "./recording";
import { Replay } from "./replay";
import { nextOf, stopAt, stopsOf, stridesOf } from "./stops";

const play = (recording: Recording = alphaBeta()) => new Replay(modelOf(recording));

test("the stops of a minimax search are events, nodes, leaves and cuts", () => {
  const replay = play();
  expect(stridesOf(replay)).toEqual(["event", "node", "leaf", "cut"]);
  expect(stopsOf(replay, "event")).toHaveLength(20);
  expect(stopsOf(replay, "node")).toEqual([0, 1, 2, 6, 11, 12, 19]);
  expect(stopsOf(replay, "leaf")).toEqual([0, 6, 11, 19]);
  expect(stopsOf(replay, "cut")).toEqual([0, 19]);
});

test("the stops of UCT are phases and simulations", () => {
  const replay = play(uct());
  expect(stridesOf(replay)).toEqual(["event", "phase", "simulation"]);
  expect(stopsOf(replay, "simulation")).toEqual([0, 7, 11]);
  expect(stopsOf(replay, "phase")).toEqual([0, 1, 2, 3, 7, 8, 9, 11]);
});

test("every simulation is a stop where the search stays in a node from one to the next", () => {
  expect(phasesOf(play(flat()))).toEqual(["select", "simulate", "backUp", "simulate", "backUp", "backUp"]);
  expect(stopsOf(play(flat()), "simulation")).toEqual([0, 3, 6]);
  expect(stopsOf(play(flat()), "phase")).toEqual([0, 1, 2, 3, 4, 6]);
});

test("a search without steps has one stop", () => {
  const recording = alphaBeta();
  recording.trace.steps = [];
  for (const stride of stridesOf(play(recording))) expect(stopsOf(play(recording), stride)).toEqual([0]);
});

test("the stop that is reached is the last one that is not beyond the step", () => {
  expect([0, 5, 6, 7, 18, 19, Infinity].map((step) => stopAt([0, 6, 11, 19], step))).toEqual([
    0, 0, 1, 1, 2, 3, 3,
  ]);
  expect(stopAt([0], 4)).toBe(0);
});

test("what comes next is the leaf, the node or the cut of the next stop", () => {
  const replay = play();
  expect(nextOf(replay, "leaf", 0, 6)).toBe(2);
  expect(nextOf(replay, "node", 6, 11)).toBe(3);
  expect(nextOf(replay, "cut", 0, 19)).toBe(4);
  expect(nextOf(replay, "cut", 18, 19)).toBeUndefined();
  expect(nextOf(play(uct()), "simulation", 0, 7)).toBe(1);
});

test("only the first answer to a question counts", () => {
  const replay = play();
  const lecture = new Lecture();
  const place = (id: number) => replay.model.places[id]!;
  expect(lecture.take(replay, "leaf", 0, 6, place(4))).toBe(false);
  expect(lecture.answer).toMatchObject({ kind: "wrong" });
  expect(lecture.take(replay, "leaf", 0, 6, place(3))).toBe(true);
  expect([lecture.right, lecture.asked]).toEqual([0, 1]);
  expect(lecture.take(replay, "leaf", 6, 11, place(4))).toBe(true);
  expect([lecture.right, lecture.asked]).toEqual([1, 2]);
  replay.seek(19);
  expect(lecture.take(replay, "leaf", 18, 19, place(6))).toBe(false);
  expect(lecture.answer).toMatchObject({ kind: "wrongCut" });
  lecture.reset();
  expect([lecture.right, lecture.asked, lecture.answer]).toEqual([0, 0, undefined]);
});

test("that nothing more comes is an answer too", () => {
  const replay = play();
  const lecture = new Lecture();
  expect(lecture.take(replay, "cut", 0, 19, undefined)).toBe(false);
  expect(lecture.answer).toEqual({ kind: "wrongNothing" });
  expect(lecture.take(replay, "cut", 18, 19, undefined)).toBe(true);
});

test("a simulation selects, expands, simulates and backs up", () => {
  const replay = play(uct());
  expect(phasesOf(replay).slice(0, 7)).toEqual([
    "select",
    "expand",
    "simulate",
    "backUp",
    "backUp",
    "backUp",
    "backUp",
  ]);
  expect(new Set(phasesOf(replay))).toEqual(new Set(PHASES));
});

test("a selection has the figures of all moves", () => {
  const recording = uct();
  recording.trace.steps!.push(
    { do: "enter", node: 0, alpha: null, beta: null },
    { do: "enter", node: 1, alpha: null, beta: null },
  );
  const replay = play(recording);
  replay.seek(2);
  expect(selectionOf(replay)).toMatchObject({ node: 0, child: 1, all: 0, greatest: true });
  replay.seek(13);
  const selection = selectionOf(replay)!;
  expect(selection).toMatchObject({ all: 2, c: 10, greatest: false });
  expect(selection.candidates.map(({ move, visits, chosen }) => [move, visits, chosen])).toEqual([
    ["a", 1, true],
    ["b", 1, false],
  ]);
  replay.seek(12);
  expect(selectionOf(replay)).toBeUndefined();
});

test("the principal variation is a way down the tree", () => {
  expect(principalOf(modelOf(alphaBeta()))).toEqual([1, 3]);
  const without = alphaBeta();
  delete without.trace.pv;
  expect(principalOf(modelOf(without))).toEqual([]);
});
