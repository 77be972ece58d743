import { expect, test, vi } from "vitest";

import { branchesOf, pay, reversed, textOf } from "./explicit";
import { alphaBeta } from "./fixture";
import { equilibriumRequestOf, resolved, parametersOf, wantedOf } from "./request";

const tree = () => alphaBeta().tree!;

test("a plain tree stays brackets when leaves and order change", () => {
  const branches = branchesOf(tree());
  pay(branches[6]!, 0, 9);
  branches[0]!.children.reverse();
  expect(textOf(tree(), branches[0]!)).toBe("((2 9) (3 12))");
});

test("a tree in reverse order is the same tree twice reversed", () => {
  expect(reversed(tree())).toBe("((4 2) (12 3))");
  const lonely = { ...tree(), nodes: [{ parent: null, goals: [3] }] };
  expect(reversed(lonely)).toBe("3");
});

test("names, movers and payoffs stay in a document", () => {
  const document = { ...tree(), single: false, roles: ["1", "2", "3"], brackets: undefined };
  document.nodes = [
    { parent: null, mover: 0, label: "A" },
    { parent: 0, move: "left", goals: [1, 2, 3] },
    { parent: 0, move: "2", mover: 0 },
    { parent: 2, move: "1", goals: [4, 5, 60] },
  ];
  const [root, leaf] = branchesOf(document);
  pay(leaf!, 1, 20);
  expect(JSON.parse(textOf(document, root!))).toEqual({
    roles: ["1", "2", "3"],
    range: [1, 60],
    root: {
      label: "A",
      moves: ["left", "2"],
      children: [{ goals: [1, 20, 3] }, { mover: "1", children: [{ goals: [4, 5, 60] }] }],
    },
  });
});

test("labels, movers and static values stay in brackets", () => {
  const document = { ...tree(), brackets: "A:(min B:(=4 3 0.5) (max 1 9))" };
  document.nodes = [
    { parent: null, mover: 1, label: "A" },
    { parent: 0, move: "B", mover: 0, label: "B", static: [4] },
    { parent: 0, move: "2", mover: 0 },
    { parent: 1, move: "1", goals: [3] },
    { parent: 1, move: "2", goals: [0.5] },
    { parent: 2, move: "1", mover: 0 },
    { parent: 5, move: "1", goals: [9] },
  ];
  expect(textOf(document, branchesOf(document)[0]!)).toBe("A:(min B:(=4 3 0.5) ((max 9)))");
  expect(JSON.parse(textOf({ ...document, brackets: undefined }, branchesOf(document)[0]!)).root).toEqual({
    label: "A",
    mover: "min",
    children: [{ label: "B", static: 4, children: [3, 0.5] }, [{ mover: "max", children: [9] }]],
  });
});

test("information sets stay in brackets and in a document", () => {
  const document = { ...tree(), brackets: "(({h} 3 12) ({h} 2 4))" };
  document.nodes = document.nodes.map((node) => (node.mover === 1 ? { ...node, set: "h" } : node));
  expect(textOf(document, branchesOf(document)[0]!)).toBe("(({h} 3 12) ({h} 2 4))");
  expect(JSON.parse(textOf({ ...document, brackets: undefined }, branchesOf(document)[0]!)).root).toEqual([
    { set: "h", children: [3, 12] },
    { set: "h", children: [2, 4] },
  ]);
});

test("an address reopens what is shown", () => {
  const wanted = wantedOf(new URLSearchParams("text=(1 2)&strategy=negamax&seed=4"));
  expect(wanted).toMatchObject({ source: "tree", tree: "", text: "(1 2)", strategy: "negamax", seed: "4" });
  expect(parametersOf(wanted)).toMatchObject({ text: "(1 2)", strategy: "negamax", seed: "4" });
  expect(wantedOf(new URLSearchParams())).toMatchObject({
    source: "tree",
    tree: "minimax",
    strategy: "alpha-beta",
  });
  expect(parametersOf(wantedOf(new URLSearchParams("game=nim&depth=3")))).toMatchObject({
    game: "nim",
    depth: "3",
  });
  expect(parametersOf(wantedOf(new URLSearchParams("rules=(role a)")))).toMatchObject({ rules: "(role a)" });
  const learning = wantedOf(new URLSearchParams("tree=bluff&equilibrium=cfr%2B&iterations=50"));
  expect(learning).toMatchObject({ how: "learning", algorithm: "cfr+", iterations: "50" });
  expect(parametersOf(learning)).toEqual({
    tree: "bluff",
    equilibrium: "cfr+",
    iterations: "50",
    seed: undefined,
  });
  expect(equilibriumRequestOf(learning)).toEqual({
    tree: { name: "bluff" },
    method: "cfr+",
    iterations: 50,
    seed: 0,
  });
});

test("an address of rules that this browser does not keep stays, until they are kept", () => {
  const shelf = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    get length() {
      return shelf.size;
    },
    key: (index: number) => [...shelf.keys()][index] ?? null,
    getItem: (key: string) => shelf.get(key) ?? null,
  });
  const wanted = wantedOf(new URLSearchParams("mine=coins&strategy=uct"));
  expect([wanted.missing, resolved(wanted)]).toEqual(["coins", wanted]);
  expect(parametersOf(wanted)).toMatchObject({ mine: "coins", strategy: "uct" });
  shelf.set("spielbaum.rules.coins", "(role a)");
  expect(resolved(wanted)).toMatchObject({ missing: "", game: { rules: "(role a)" } });
  expect(parametersOf(resolved(wanted))).toMatchObject({ mine: "coins", strategy: "uct" });
  vi.unstubAllGlobals();
});
