import { afterEach, expect, test } from "vitest";

import { language } from "../../lib/i18n.svelte";
import type { Blank, Reason, Sheet, TreeNode } from "./exercise";
import { teller } from "./explain";
import { labelSheet } from "./fixture";
import { type Key, messages } from "./messages";

afterEach(() => {
  language.value = "en";
});

const english = (key: Key, values: Record<string, string | number> = {}) =>
  String(messages.en[key]).replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));

/** A tree of max with two chance nodes: B over the leaves 6 and 8, and C over the leaf 2 and min's node D. */
function chanceSheet(): Sheet {
  const inner = (parent: number | null, name: string, mover: number, probability?: string): TreeNode => ({
    parent,
    mover,
    name,
    payoffs: [],
    probability,
  });
  const leaf = (parent: number, payoff: number, probability?: string): TreeNode => ({
    parent,
    mover: null,
    name: null,
    payoffs: [payoff],
    probability,
  });
  const nodes = [
    inner(null, "A", 0),
    inner(0, "B", 2),
    leaf(1, 6, "1/3"),
    leaf(1, 8, "2/3"),
    inner(0, "C", 2),
    leaf(4, 2, "1/4"),
    inner(4, "D", 1, "3/4"),
    leaf(6, 9),
  ];
  return {
    kind: "star1-cuts",
    material: { material: "tree", players: 2, nodes, range: [0, 10] },
    blanks: [{ id: "cuts", at: null, takes: { answer: "branches" } }],
  };
}

test("reasons at chance nodes give the calculation and where the window comes from", () => {
  const { reason, hint } = teller(english, chanceSheet());
  const told: [Reason, string][] = [
    [
      { code: "expectation", children: [6, -8], probabilities: ["1/3", "2/3"], value: -10 / 3 },
      "The mean of 6, -8 with these probabilities: 1/3 · 6 + 2/3 · (-8) = -10/3.",
    ],
    [
      { code: "chance-cut", at: 4, alpha: true, rest: 10, value: 6.5, bound: { value: 22 / 3, from: 0 } },
      "Alpha cut at C: 6.5 ≤ 22/3. C is worth at most 6.5, which it is if every outcome that is left is worth 10. Alpha is 22/3: max already gets at least 22/3 at A.",
    ],
    [
      { code: "cut", at: 6, value: 3, bound: { value: 5, from: 4 } },
      "Alpha cut at D: 3 ≤ 5. Alpha is 5: an outcome that is worth no more makes C worth no more than its alpha.",
    ],
    [
      { code: "chance-not-cut", at: 4, least: 0.5, greatest: 8, alpha: 22 / 3, beta: null },
      "No cut: by the outcomes before, C may be worth 0.5 to 8, and its window is 22/3 … ∞.",
    ],
  ];
  for (const [why, words] of told) expect(reason(why)).toBe(words);
  expect(hint({ code: "averages", children: [5, 6], first: [6] })).toBe(
    "The value of a chance node is the mean of its children's values, weighted by their probabilities: 2 (1/4), D (3/4). Find the values of D first.",
  );
});

/**
 * A tree of three players who share 10: A with B over (3, 5, 2) and (9, 1, 0), and C over (1, 7, 2) and (5,
 * 1, 4).
 */
function sharedSheet(): Sheet {
  const inner = (parent: number | null, name: string, mover: number): TreeNode => ({
    parent,
    mover,
    name,
    payoffs: [],
  });
  const leaf = (parent: number, ...payoffs: number[]): TreeNode => ({
    parent,
    mover: null,
    name: null,
    payoffs,
  });
  const nodes = [
    inner(null, "A", 0),
    inner(0, "B", 1),
    leaf(1, 3, 5, 2),
    leaf(1, 9, 1, 0),
    inner(0, "C", 1),
    leaf(4, 1, 7, 2),
    leaf(4, 5, 1, 4),
  ];
  return {
    kind: "maxn-cuts",
    material: { material: "tree", players: 3, nodes, range: [0, 9], sum: 10 },
    blanks: [{ id: "cuts", at: null, takes: { answer: "branches" } }],
  };
}

test("the cuts of max^n are told with what is left for the player above", () => {
  const { reason, place } = teller(english, sharedSheet());
  const told: [Reason, string][] = [
    [
      { code: "shallow-cut", at: 4, player: 1, payoff: 7, above: { from: 0, player: 0, payoff: 3, most: 3 } },
      "Shallow cut at C: 3 ≤ 3. C gives player 2 at least 7, so player 1 gets at most 3 there, but already has 3 at A.",
    ],
    [
      { code: "immediate-cut", at: 4, player: 1, payoff: 9 },
      "Immediate cut at C: player 2 has 9, and no player can get more.",
    ],
    [
      { code: "maxn-not-cut", at: 4, player: 1, payoff: null, above: null },
      "No cut: it is the first branch of C.",
    ],
    [
      { code: "maxn-not-cut", at: 1, player: 1, payoff: 5, above: null },
      "No cut: player 2 has 5 at B and could get more, and the parent has no payoff of another player to compare with.",
    ],
    [
      {
        code: "maxn-not-cut",
        at: 4,
        player: 1,
        payoff: 6,
        above: { from: 0, player: 0, payoff: 3, most: 4 },
      },
      "No cut: player 2 has 6 at C, so player 1 may still get 4 there, which is more than the 3 that it has at A.",
    ],
  ];
  for (const [why, words] of told) expect(reason(why)).toBe(words);
  expect(place({ blank: "cuts", at: 6 })).toBe("Branch C – 5/1/4");
});

test("numbers with decimal commas stand between semicolons", () => {
  const children = [
    [2.25, 3.5, 1],
    [0, 4, 2],
  ];
  const both = () => {
    const { reason } = teller(english, sharedSheet());
    return [
      reason({ code: "max-of", children: [2.25, 3.5], value: 3.5 }),
      reason({ code: "own-best", player: 1, children, taken: 1 }),
    ];
  };
  expect(both()).toEqual([
    "Max chooses the maximum of 2.25, 3.5: 3.5.",
    "For player 2 the children have the payoffs 3.5, 4; it chooses 0/4/2.",
  ]);
  language.value = "de";
  expect(both()).toEqual([
    "Max chooses the maximum of 2,25; 3,5: 3,5.",
    "For player 2 the children have the payoffs 3,5; 4; it chooses 0/4/2.",
  ]);
});

test("principal variation search is told with its null windows", () => {
  const { reason, hint } = teller(english, { ...chanceSheet(), kind: "pvs" });
  const told: [Reason, string][] = [
    [
      { code: "searched-again", at: 0, asked: 6, value: 7 },
      "Searched again: alpha is 6 at A, and the null window showed that this child is worth at least 7.",
    ],
    [
      { code: "searched-again", at: 6, asked: 6, value: 5 },
      "Searched again: beta is 6 at D, and the null window showed that this child is worth at most 5.",
    ],
    [
      { code: "searched-once", at: 0, why: "no-better", asked: 6, value: 2 },
      "Not searched again: the null window showed that 2 is no better than 6 for the player to move at A.",
    ],
    [
      { code: "searched-once", at: 0, why: "first", asked: null, value: null },
      "Searched once: it is the first branch of A and has the window of A.",
    ],
  ];
  for (const [why, words] of told) expect(reason(why)).toBe(words);
  expect([2, 0].map((count) => hint({ code: "cuts", count, first_below: count > 0 ? 0 : null }))).toEqual([
    "Number of branches that are searched again: 2. The first is below A.",
    "No branch is to be marked.",
  ]);
});

test("a back-up is told with the calculation of the mean", () => {
  const moves = [
    { player: 0, visits: 3, mean: 60 },
    { player: 1, visits: 0, mean: null },
  ];
  const blanks: Blank[] = moves.flatMap((_, at) => [
    { id: `v${at}`, at, takes: { answer: "number", decimals: 0 } },
    { id: `m${at}`, at, takes: { answer: "number", decimals: 1 } },
  ]);
  const sheet: Sheet = {
    kind: "uct-backup",
    material: { material: "simulation", moves, payoffs: [70, 30], decimals: 1 },
    blanks,
  };
  const { reason, hint, place } = teller(english, sheet);
  expect(reason({ code: "visited", visits: 3 })).toBe("One visit more: 3 + 1 = 4.");
  expect(reason({ code: "backed-up", player: 0, visits: 3, mean: 60, payoff: 70, value: 62.5 })).toBe(
    "The playout pays max 70: (3 · 60 + 70) / 4 = 62.5.",
  );
  expect(reason({ code: "backed-up", player: 1, visits: 0, mean: null, payoff: 30, value: 30 })).toBe(
    "The first visit: the mean is what min gets, 30.",
  );
  expect(hint({ code: "back-up", player: 0, visits: 3, mean: 60, payoff: 70 })).toBe(
    "(3 · 60 + 70) / 4; the playout pays max 70.",
  );
  expect([place({ blank: "v1", at: 1 }), place({ blank: "m1", at: 1 })]).toEqual([
    "Visits of move 2 after the back-up",
    "Mean of move 2 after the back-up",
  ]);
});

test("the reason of a label is told in the words of a lecture", () => {
  const { reason, place } = teller(english, labelSheet());
  const told: [Reason, string][] = [
    [
      { code: "best-label", at: 0, label: "win", child: 1 },
      "A is WIN: its child B is WIN, and max moves at A.",
    ],
    [
      { code: "best-label", at: 0, label: "draw", child: 1 },
      "A is DRAW: max moves at A, no child is WIN, and B is DRAW.",
    ],
    [
      { code: "best-label", at: 1, label: "win", child: 2 },
      "B is WIN: min moves at B, and every child is WIN.",
    ],
    [
      { code: "best-label", at: 4, label: "lost", child: 5 },
      "C is LOST: its child D is LOST, and min moves at C.",
    ],
    [
      { code: "early-exit", at: 0, label: "win", child: 1 },
      "Early exit at A: its child B is WIN, and max moves at A. The children after B are skipped.",
    ],
    [
      { code: "no-early-exit", at: 1, child: 3 },
      "No early exit at B before B › 2: min moves at B, and no child before B › 2 is LOST.",
    ],
  ];
  for (const [why, words] of told) expect(reason(why)).toBe(words);
  expect(place({ blank: "cuts", at: 3 })).toBe("Branch to B › 2");
});

test("moves and positions are quoted in the reasons of games", () => {
  const counting = (said: number) => ({ game: "counting" as const, said, target: 20, most: 3 });
  const by = (count: number, said: number) => ({
    move: { move: "say" as const, count },
    to: counting(said),
    theory: { parts: [0], xor: 0 },
  });
  const sheet: Sheet = {
    kind: "labels-counting",
    material: { material: "positions", positions: [counting(10)], rules: [""] },
    blanks: [],
  };
  const { reason } = teller(english, sheet);
  const theory = "The count of numbers left before the losing number is 0 modulo 4.";
  expect(reason({ code: "reachable-loss", by: by(1, 11) })).toBe(
    `Won: “count on by 1” leads to the position “last number 11”, which is lost for the opponent. ${theory}`,
  );
  expect(reason({ code: "leaves-win", by: by(2, 12), answer: by(3, 15) })).toBe(
    `The move loses: to “count on by 2” (last number 12) the opponent replies “count on by 3”, which leads to the position “last number 15”. ${theory}`,
  );
});
