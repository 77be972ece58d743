import { afterEach, expect, test } from "vitest";

import { language, LANGUAGES, translator, type Language } from "../../lib/i18n.svelte";
import { alphaBeta, determinized, flat, informed, softMaxN, uct } from "./fixture";
import { messages } from "./messages";
import { modelOf } from "./model";
import type { Recording } from "./recording";
import { Replay, Whole } from "./replay";
import { stopsOf, type Stride } from "./stops";
import { sentence, tale } from "./telling";
import { whyCut } from "./why";

const t = translator(messages);
const play = (recording: Recording) => new Replay(modelOf(recording));

afterEach(() => {
  language.value = "en";
});

/** What is told at each stop. */
function tales(recording: Recording, stride: Stride): string[][] {
  const replay = play(recording);
  const stops = stopsOf(replay, stride);
  return stops.slice(1).map((to, at) => tale(replay, stops[at]!, to, stride, t));
}

/** The one sentence about a step, by its number from 1. */
function told(recording: Recording, step: number): string {
  const replay = play(recording);
  replay.seek(step);
  return sentence(replay, t);
}

test("a leaf is told with what follows from it", () => {
  expect(tales(alphaBeta(), "leaf")).toEqual([
    ["B1 is a leaf with value 3.", "Min holds B to at most 3, by B1."],
    ["B2 is a leaf with value 12.", "B returns the value 3.", "Max gets at least 3 at A, by B."],
    [
      "C1 is a leaf with value 2.",
      "Min holds C to at most 2, by C1.",
      "C is cut: its value is at most 2, and Max already has 3 at A.",
    ],
  ]);
});

test("what a role has at a node is its value so far, and no end of the window", () => {
  const recording = alphaBeta();
  const next = 3.0000000000000004;
  recording.trace.steps![11] = { do: "enter", node: 4, alpha: 3, beta: next };
  recording.trace.steps![12] = { do: "enter", node: 5, alpha: 3, beta: next };
  expect([9, 10, 15, 18].map((step) => told(recording, step))).toEqual([
    "B2 returns 12. Min already holds B to 3, so nothing changes there.",
    "B returns the value 3.",
    "C1 returns the value 2.",
    "C returns 2. Max already has 3 at A, so nothing changes there.",
  ]);
  // A search that fails hard says no more than that its window was exceeded.
  recording.trace.steps![15] = { do: "update", node: 4, value: 5, alpha: 3, beta: next };
  recording.trace.steps![17] = { do: "leave", node: 4, value: next };
  expect(told(recording, 18)).toBe("C returns 3+. That is more than the 3 that Max has at A so far.");
});

test("a node that stands for an information set is told with its name", () => {
  expect(tales(informed(), "simulation")[1]).toEqual([
    "Simulation 2 starts at the root.",
    "bet {2} is new. It is added to the tree.",
    "A playout from bet {2} pays 25/75.",
    "The root: move bet now has n = 2, mean 50.",
  ]);
});

test("every playout is told of a search that stays in the root", () => {
  expect(tales(flat(), "simulation")).toEqual([
    [
      "Simulation 1 starts at the root.",
      "A playout from the root pays 20/80.",
      "The root: move a now has n = 1, mean 20.",
    ],
    ["A playout from the root pays 40/60.", "The root: move b now has n = 1, mean 40."],
  ]);
});

test("determinizations are drawn, and simulations start in them", () => {
  const told = tales(determinized(), "simulation");
  expect(told.map(([first]) => first)).toEqual([
    "The search goes to the root, where alice moves.",
    "Determinization 1 is a state that agrees with what alice knows. It is searched as if every role saw all of it.",
    "Simulation 2 starts at determinization 1.",
    "Determinization 2 is a state that agrees with what alice knows. It is searched as if every role saw all of it.",
    "Simulation 2 starts at determinization 2.",
  ]);
  expect(told[1]!.slice(1)).toEqual([
    "Determinization 1 › bet is new. It is added to the tree.",
    "A playout from determinization 1 › bet pays 75/25.",
    "Determinization 1: move bet now has n = 1, mean 75.",
  ]);
  expect(told[2]!.at(-1)).toBe("The root: move bet now has n = 1, mean 75.");
  const replay = play(determinized());
  replay.seek(Infinity);
  expect([replay.whole(Whole.Simulations), replay.whole(Whole.Playouts)]).toEqual([4, 4]);
  // What the root counts is in how many of them a move has a value.
  expect([replay.statistic(0, 0).visits, replay.visits(0), replay.visits(1)]).toEqual([2, 0, 1]);
});

test("of the cuts only the reasons are told, and of what follows nothing", () => {
  expect(tales(alphaBeta(), "cut")).toEqual([
    ["C is cut: its value is at most 2, and Max already has 3 at A."],
  ]);
});

test("a cut by the window that the search began with is told as one", () => {
  const recording = alphaBeta();
  recording.trace.steps = recording.trace.steps!.filter((step) => step.do !== "update" || step.node !== 0);
  expect(told(recording, 16)).toBe(
    "C is cut: its value is at most 2, and the search asks only for values above 3.",
  );
});

test("the reason of a cut stays as it stood when the node was cut", () => {
  const recording = alphaBeta();
  recording.trace.steps!.push({ do: "update", node: 0, value: 7, alpha: 7, beta: 12 });
  const replay = play(recording);
  replay.seek(20);
  expect(whyCut(replay, 4, t)).toContain("Max already has 3 at A");
  expect(replay.at).toBe(20);
  expect(whyCut(replay, 1, t)).toBeUndefined();
});

test("in negamax a cut is told by what either player gets", () => {
  const recording = alphaBeta();
  recording.strategy = "alpha-beta(form=negamax)";
  recording.trace.steps = recording.trace.steps!.map((step) =>
    step.do === "cut" ? { ...step, kind: "beta", value: -2, bound: -3 } : step,
  );
  expect(told(recording, 17)).toBe(
    "C is cut: Min gets at least -2 here, but Max already has 3 at A, which leaves Min at most -3.",
  );
});

test("an open window is told of a search that has windows, and of no other", () => {
  const recording = alphaBeta();
  recording.trace.steps![0] = { do: "enter", node: 0, alpha: null, beta: 12 };
  expect(told(recording, 1)).toContain("-∞");
  recording.trace.steps![0] = { do: "enter", node: 0, alpha: null, beta: null };
  expect(told(recording, 1)).toBe("The search goes to A, where Max moves.");
});

test("a simulation of UCT is told in its phases, with the formula filled in", () => {
  const recording = uct();
  recording.trace.steps!.push(
    { do: "enter", node: 0, alpha: null, beta: null },
    { do: "enter", node: 1, alpha: null, beta: null },
  );
  expect(tales(recording, "phase").slice(0, 4)).toEqual([
    ["Simulation 1 starts at the root."],
    ["The root has a move that was not tried yet. a is added to the tree."],
    ["A playout from a pays 20/80."],
    ["The root: move a now has n = 1, mean 20."],
  ]);
  language.value = "de";
  expect([told(recording, 1), told(recording, 3)]).toEqual([
    "Simulation 1 beginnt in der Wurzel.",
    "Ein Playout von a aus zahlt 20/80.",
  ]);
  language.value = "en";
  expect(told(recording, 13)).toBe(
    "The root selects a, not by its UCT value alone: 20 + 10 · √(ln 2 / 1) = 28.33.",
  );
});

test("one payoff vector is told of as one", () => {
  expect([told(softMaxN(), 3), told(softMaxN(), 6)]).toEqual([
    "1 has the payoff vector 1/0/0.",
    "2 has the payoff vectors 2/0/0 3/0/0.",
  ]);
});

test("every step of every search has a sentence without an empty place, in every language", () => {
  for (const each of Object.keys(LANGUAGES) as Language[]) {
    language.value = each;
    for (const recording of [alphaBeta(), uct(), softMaxN()]) {
      recording.trace.steps!.forEach((_, step) =>
        expect(told(recording, step + 1)).not.toMatch(/\{\w+\}|undefined|NaN|^$/),
      );
    }
  }
});
