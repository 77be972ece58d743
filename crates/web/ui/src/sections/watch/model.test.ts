import { expect, test } from "vitest";

import { language } from "../../lib/i18n.svelte";
import { alphaBeta, atOnce, determinized, dice, informed, uct } from "./fixture";
import { beginsAt, lineTo, modelOf, moveName } from "./model";
import { leavesAtFirst, outlineOf, pathTo, SMALL, type Wishes } from "./outline";
import type { Recording } from "./recording";

const nobody: Wishes = { opened: new Set(), closed: new Set(), more: new Map() };

test("an explicit tree is drawn whole, with what the search left out", () => {
  const { places } = modelOf(alphaBeta());
  expect(places.length).toBe(7);
  const second = places[2]!;
  expect(second.children.map((child) => places[child]!.node)).toEqual([5, undefined]);
  expect([second.leaves, places[0]!.leaves, places[0]!.below]).toEqual([2, 4, 6]);
});

test("of a game there is what was entered, what was left out, and moves without nodes", () => {
  const recording = alphaBeta();
  delete recording.tree;
  const { places } = modelOf(recording);
  expect(places.filter((place) => place.node === undefined).map((place) => place.move())).toEqual(["2"]);
  const sampled = modelOf(uct());
  expect(sampled.places.map(({ move, node, statistic }) => [move(), node, statistic])).toEqual([
    ["", 0, undefined],
    ["a", 1, 0],
    ["b", undefined, 1],
  ]);
});

test("the joint moves to a place are known of what was entered and what was left out", () => {
  const recording = alphaBeta();
  delete recording.tree;
  const model = modelOf(recording);
  const deepest = model.places.find(
    ({ children, depth, node }) => children.length === 0 && depth === 2 && node !== undefined,
  )!;
  expect(lineTo(model, deepest.id)).toEqual(
    pathTo(model, deepest.id)
      .slice(1)
      .map((place) => model.places[place]!.joint),
  );
  expect(lineTo(model, 0)).toEqual([]);
  const out = model.places.find(({ node }) => node === undefined)!;
  expect(lineTo(model, out.id)).toHaveLength(out.depth);
  // Of a move without a node only the mover's part is known.
  expect(lineTo(modelOf(uct()), 2)).toBeUndefined();
  expect(leavesAtFirst(model)).toBe(model.places[0]!.leaves);
});

test("a move that leads to several nodes has its statistic for none of them alone", () => {
  const { places } = modelOf(informed());
  expect(places.map(({ move, node, set, statistic }) => [move(), node, set, statistic])).toEqual([
    ["", 0, undefined, undefined],
    ["bet", 1, "1", undefined],
    ["bet", 2, "2", undefined],
  ]);
});

test("determinizations are children of the root beside its moves, and simulations begin there", () => {
  const model = modelOf(determinized());
  expect(
    model.places
      .slice(0, 4)
      .map(({ move, node, determinization, statistic }) => [move(), node, determinization, statistic]),
  ).toEqual([
    ["", 0, undefined, undefined],
    ["", 1, 1, undefined],
    ["", 3, 2, undefined],
    ["bet", undefined, undefined, 0],
  ]);
  expect([0, 1, 2, 3].map((node) => beginsAt(model, node))).toEqual([false, true, false, true]);
  expect([0, 1].map((node) => beginsAt(modelOf(informed()), node))).toEqual([true, false]);
  // The position after the move is another one in each of them.
  expect(model.places.filter(({ node }) => node === 2).map(({ id }) => lineTo(model, id))).toEqual([
    undefined,
  ]);
});

test("an explicit tree stands below the determinization that it is searched in", () => {
  const recording = alphaBeta();
  const { nodes } = recording.trace;
  const [root, ...below] = nodes;
  recording.trace.nodes = [
    root!,
    { ...root!, parent: 0, determinization: 1 },
    ...below.map((told) => ({ ...told, parent: told.parent! + 1 })),
  ];
  const { places, placeOf } = modelOf(recording);
  expect([...placeOf]).not.toContain(-1);
  expect(
    places[0]!.children.map((child) => [
      places[child]!.node,
      places[child]!.tree,
      places[child]!.determinization,
    ]),
  ).toEqual([[1, 0, 1]]);
  expect(places).toHaveLength(8);
});

test("a joint move is called by those who had a choice", () => {
  expect(moveName(["noop", "heads"], [0, 1])).toBe("noop · heads");
  expect(moveName(["noop", "heads"], [0])).toBe("noop");
  expect(moveName(["noop", "(mark 1 1)"])).toBe("mark 1 1");
  expect(moveName(["noop", "noop"])).toBe("noop");
  expect([moveName([]), moveName([], [0])]).toEqual(["", ""]);
});

test("roles and moves of a game are written as people do, in the language of the page", () => {
  const recording = uct();
  recording.wording = { a: { en: "{1:letter}ce", ja: "エース", de: "Ass" } };
  const { places, write } = modelOf(recording);
  language.value = "de";
  expect([places[1]!.move(), write("(a 1)")]).toEqual(["Ass", "Ass"]);
  language.value = "ja";
  expect([places[1]!.move(), places[2]!.move()]).toEqual(["エース", "b"]);
  language.value = "en";
  expect([write("(a 1)"), write("the_dealer")]).toEqual(["ace", "the dealer"]);
  // In an explicit tree a name is no term.
  expect(modelOf({ ...alphaBeta(), wording: recording.wording }).write("(a b) c")).toBe("(a b) c");
});

test("joint moves of the same words are different ways", () => {
  const model = modelOf(atOnce());
  expect(model.places.map(({ move, node }) => [move(), node])).toEqual([
    ["", 0],
    ["noop · heads", 1],
    ["heads · noop", 2],
  ]);
  expect(model.meansDiffer).toBe(true);
  expect(modelOf(uct()).meansDiffer).toBe(false);
});

test("branches of chance have their probabilities, as the tree has them or as the search of a game tells them", () => {
  const places = (recording: Recording) =>
    modelOf(recording).places.map(({ move, chance, probability }) => [move(), chance, probability]);
  const recording = dice();
  expect(places(recording)).toEqual([
    ["", true, undefined],
    ["1", false, "1/3"],
    ["2", false, "2/3"],
  ]);
  delete recording.tree;
  expect(places(recording)).toEqual([
    ["", true, undefined],
    ["1", false, "0.333"],
    ["2", false, "0.667"],
  ]);
  expect(modelOf(recording).meansDiffer).toBe(false);
});

test("a small tree is shown whole, and what is closed is counted", () => {
  const model = modelOf(alphaBeta());
  const root = outlineOf(model, [], { ...nobody, closed: new Set([1]) })!;
  expect(root.children.map((child) => [child.hidden, child.children.length])).toEqual([
    [2, 0],
    [0, 2],
  ]);
});

test("of a large tree there is the way to the search, and stubs for the rest", () => {
  const recording = alphaBeta();
  const nodes = recording.tree!.nodes;
  for (let child = 0; child <= SMALL; child++)
    nodes.push({ parent: 2, move: String(child + 3), goals: [1, 1] });
  const model = modelOf(recording);
  const closed = outlineOf(model, [], nobody)!;
  expect(closed.children.map((child) => child.children.length)).toEqual([0, 0]);
  const leaf = model.places.findLast((place) => place.parent === 2)!;
  const open = outlineOf(model, pathTo(model, leaf.id), nobody)!.children[1]!;
  expect(open.children.length).toBe(14);
  expect(open.children.at(-1)!.others).toBe(SMALL + 3 - 13);
  expect(open.children.at(-2)!.place).toBe(leaf);
});
