import { expect, test, vi } from "vitest";

import { read } from "../../components/tree/brackets";
import type { Kind, Position, Sheet, TreeNode, Which } from "./exercise";

// Addresses are read from a window, which there is none of.
vi.hoisted(() =>
  Object.assign(globalThis, {
    location: { hash: "" },
    history: { state: null, replaceState() {} },
    addEventListener() {},
  }),
);
const { textOfTree, positionAddress, rulesLink, watchLink } = await import("./watching");

const inner = (mover: number, parent?: number, name?: string): TreeNode => ({
  mover,
  parent: parent ?? null,
  name: name ?? null,
  payoffs: [],
});
const leaf = (parent: number, ...payoffs: number[]): TreeNode => ({ parent, payoffs });

test("the tree of an exercise is written with its letters, and with who moves where that is not the usual", () => {
  const nodes = [
    inner(0, undefined, "A"),
    inner(1, 0, "B"),
    leaf(1, 3),
    leaf(1, 12),
    inner(0, 0, "C"),
    leaf(4, 2),
    leaf(4, 4),
  ];
  expect(textOfTree({ players: 2, nodes })).toBe("A:(B:(3 12) C:(max 2 4))");
});

test("chance has its probabilities, three players their payoffs, and labels of leaves what they are worth", () => {
  const chance = textOfTree({
    players: 2,
    nodes: [inner(2), { ...leaf(0, 8), probability: "1/4" }, { ...leaf(0, 0), probability: "3/4" }],
  });
  expect(chance).toBe("(?1/4|3/4 8 0)");
  expect(textOfTree({ players: 3, nodes: [inner(0), leaf(0, 1, 2, 3), leaf(0, 4, 5, 6)] })).toBe(
    "(1/2/3 4/5/6)",
  );
  expect(
    textOfTree({
      players: 2,
      nodes: [inner(0), { ...leaf(0), label: "win" }, { ...leaf(0), label: "lost" }],
    }),
  ).toBe("(100 0)");
  expect(read(chance).flaw).toBeUndefined();
});

test("a tree whose payoffs could be less or greater than those of its leaves is written with their range", () => {
  const nodes = [
    inner(0, undefined, "A"),
    inner(2, 0, "B"),
    { ...leaf(1, 8), probability: "1/4" },
    { ...leaf(1, 1), probability: "3/4" },
    leaf(0, 3),
  ];
  expect(JSON.parse(textOfTree({ players: 2, nodes, range: [0, 10] }))).toEqual({
    roles: ["max", "min"],
    range: [0, 10],
    root: { label: "A", children: [{ label: "B", chance: ["1/4", "3/4"], children: [8, 1] }, 3] },
  });
  expect(textOfTree({ players: 2, nodes, range: [1, 8] })).toBe("A:(B:(?1/4|3/4 8 1) 3)");
});

test("an exercise leads to the search that it is about", () => {
  const which: Which = { kind: "alpha-beta-cuts", level: 1, seed: 1, number: 0 };
  const tree = {
    kind: which.kind,
    material: { material: "tree", players: 2, nodes: [inner(0), leaf(0, 1), leaf(0, 2)] },
    blanks: [],
  } as unknown as Sheet;
  expect(watchLink(which, tree)?.to).toBe("#/watch?text=%281+2%29&strategy=alpha-beta");
  expect(watchLink({ ...which, tree: "(3 4)" }, tree)?.to).toBe("#/watch?text=%283+4%29&strategy=alpha-beta");
  const statistics = {
    kind: "uct",
    material: {
      material: "statistics",
      moves: [
        { visits: 2, mean: 20 },
        { visits: 1, mean: 70 },
      ],
      visits: 3,
      c: 40,
      decimals: 1,
    },
    blanks: [],
  } as unknown as Sheet;
  const query = new URLSearchParams(watchLink({ ...which, kind: "uct" }, statistics)?.to.split("?")[1]);
  expect(query.get("strategy")).toBe("uct(plain=true,c=0.4,playouts=3)");
  expect(JSON.parse(query.get("text") ?? "")).toEqual({
    roles: ["max", "min"],
    range: [0, 100],
    root: [20, 70],
  });
  expect(watchLink({ ...which, kind: "maxn-cuts", tree: "(1/2/3 3/2/1)" }, tree)?.to).toBe(
    "#/watch?text=%281%2F2%2F3+3%2F2%2F1%29&strategy=maxn%28prune%3Dshallow%29",
  );
  expect(watchLink({ ...which, kind: "star1-cuts", tree: "((? 3 5) 4)" }, tree)?.to).toContain(
    "strategy=alpha-beta%28chance%3Dstar1%29",
  );
  const rules = "(role first)\n";
  const situation: Sheet = {
    kind: "winning-reply",
    material: { material: "situation", position: { game: "nim", heaps: [2, 3] }, moves: [], rules },
    blanks: [],
  };
  expect(watchLink({ ...which, kind: "winning-reply" }, situation)).toEqual({
    to: positionAddress(rules),
    says: "watchPosition",
  });
  expect(new URLSearchParams(positionAddress(rules).split("?")[1]).get("rules")).toBe(rules);
});

test("a tree has no search to watch where chance moves at its root", () => {
  const rooted = (mover: number) =>
    ({
      kind: "expectiminimax",
      material: { material: "tree", players: 2, nodes: [inner(mover), leaf(0, 1), leaf(0, 2)] },
      blanks: [],
    }) as unknown as Sheet;
  expect(
    [2, 0].map(
      (mover) =>
        watchLink(
          { kind: "expectiminimax", level: 1, seed: 0, number: 0, tree: "(? 1 2)" },
          rooted(mover),
        ) !== undefined,
    ),
  ).toEqual([false, true]);
});

test("a program and a single simulation of UCT have no search to watch", () => {
  const linkOf = (kind: Kind, material: Sheet["material"]) =>
    watchLink({ kind, level: 1, seed: 1, number: 0 }, { kind, material, blanks: [] });
  expect(linkOf("code-gaps", { material: "code", algorithm: "minimax", lines: [] })).toBeUndefined();
  expect(
    linkOf("uct-backup", {
      material: "simulation",
      moves: [{ player: 0, visits: 0, mean: null }],
      payoffs: [70, 30],
      decimals: 0,
    }),
  ).toBeUndefined();
});

test("an exercise about a game leads to its rules, and one about a tree to none", () => {
  const nim: Position = { game: "nim", heaps: [1, 2] };
  const link = (material: unknown) => rulesLink({ material } as Sheet);
  expect(link({ material: "situation", position: nim, moves: [] })).toBe("#/rules?game=nim");
  expect(
    link({ material: "positions", positions: [{ game: "counting", said: 3, target: 21, most: 3 }] }),
  ).toBe("#/rules?game=counting-to-21");
  expect(link({ material: "positions", positions: [] })).toBeUndefined();
  expect(link({ material: "tree", nodes: [], players: 2 })).toBeUndefined();
});
