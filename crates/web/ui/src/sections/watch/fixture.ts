// A recording to test with: alpha-beta in ((3 12) (2 4)), as the server tells of it.

import type { Recording, Step, TraceNode } from "./recording";

const node = (parent: number | null, move: string[], more: Partial<TraceNode> = {}): TraceNode => ({
  parent,
  move,
  window: { alpha: 2, beta: 12 },
  leaf: false,
  cut: 0,
  value: null,
  visits: 1,
  playouts: 0,
  ...more,
});

const steps: Step[] = [
  { do: "enter", node: 0, alpha: 2, beta: 12 },
  { do: "enter", node: 1, alpha: 2, beta: 12 },
  { do: "enter", node: 2, alpha: 2, beta: 12 },
  { do: "leaf", node: 2, value: 3 },
  { do: "leave", node: 2, value: 3 },
  { do: "update", node: 1, value: 3, alpha: 2, beta: 3 },
  { do: "enter", node: 3, alpha: 2, beta: 3 },
  { do: "leaf", node: 3, value: 12 },
  { do: "leave", node: 3, value: 12 },
  { do: "leave", node: 1, value: 3 },
  { do: "update", node: 0, value: 3, alpha: 3, beta: 12 },
  { do: "enter", node: 4, alpha: 3, beta: 12 },
  { do: "enter", node: 5, alpha: 3, beta: 12 },
  { do: "leaf", node: 5, value: 2 },
  { do: "leave", node: 5, value: 2 },
  { do: "update", node: 4, value: 2, alpha: 3, beta: 2 },
  { do: "cut", node: 4, remaining: 1, kind: "alpha", value: 2, bound: 3 },
  { do: "leave", node: 4, value: 2 },
  { do: "leave", node: 0, value: 3 },
];

export function alphaBeta(): Recording {
  return {
    strategy: "alpha-beta",
    role: 0,
    wording: {},
    tree: {
      roles: ["max", "min"],
      range: [2, 12],
      single: true,
      brackets: "((3 12) (2 4))",
      nodes: [
        { parent: null, mover: 0 },
        { parent: 0, move: "1", mover: 1 },
        { parent: 0, move: "2", mover: 1 },
        { parent: 1, move: "1", goals: [3] },
        { parent: 1, move: "2", goals: [12] },
        { parent: 2, move: "1", goals: [2] },
        { parent: 2, move: "2", goals: [4] },
      ],
    },
    trace: {
      version: 2,
      roles: ["max", "min"],
      role: 0,
      unrecorded: 0,
      pv: [
        ["1", "noop"],
        ["noop", "1"],
      ],
      steps,
      nodes: [
        node(null, [], { movers: [0], value: 3 }),
        node(0, ["1", "noop"], { movers: [1], value: 3 }),
        node(1, ["noop", "1"], { leaf: true, value: 3 }),
        node(1, ["noop", "2"], { leaf: true, value: 12 }),
        node(0, ["2", "noop"], { movers: [1], value: 2, cut: 1, left_out: [["noop", "2"]] }),
        node(4, ["noop", "1"], { leaf: true, value: 2 }),
      ],
    },
    decision: {
      strategy: "minimax",
      move: "1",
      moves: [],
      value: 3,
      nodes: 6,
      leaves: 3,
      simulations: 0,
      playouts: 0,
      proven_visits: 0,
      depth: 2,
      proven: true,
      seconds: 0,
      pv: [
        ["1", "noop"],
        ["noop", "1"],
      ],
    },
    minimax: { leaves: 4, complete: true },
  };
}

/**
 * Labels of ((-1 1) (1 1)) with early exit: min wins at once by its first move after 1, and all leaves after
 * 2 are won.
 */
export function labels(): Recording {
  const recording = alphaBeta();
  const open = { alpha: null, beta: null };
  const leaf = (number: number, value: number): Step[] => [
    { do: "enter", node: number, ...open },
    { do: "leaf", node: number, value },
    { do: "leave", node: number, value },
  ];
  const bare = (parent: number | null, move: string[], more: Partial<TraceNode>) =>
    node(parent, move, { window: open, ...more });
  return {
    ...recording,
    strategy: "labels",
    tree: undefined,
    trace: {
      version: 2,
      roles: ["max", "min"],
      role: 0,
      unrecorded: 0,
      labels: { win: 1, lost: -1 },
      nodes: [
        bare(null, [], { movers: [0], value: 1 }),
        bare(0, ["1", "noop"], { movers: [1], value: -1, cut: 1, left_out: [["noop", "2"]] }),
        bare(1, ["noop", "1"], { leaf: true, value: -1 }),
        bare(0, ["2", "noop"], { movers: [1], value: 1 }),
        bare(3, ["noop", "1"], { leaf: true, value: 1 }),
        bare(3, ["noop", "2"], { leaf: true, value: 1 }),
      ],
      steps: [
        { do: "enter", node: 0, ...open },
        { do: "enter", node: 1, ...open },
        ...leaf(2, -1),
        { do: "update", node: 1, value: -1, ...open },
        { do: "cut", node: 1, remaining: 1, kind: "alpha", value: -1, bound: -1 },
        { do: "leave", node: 1, value: -1 },
        { do: "update", node: 0, value: -1, ...open },
        { do: "enter", node: 3, ...open },
        ...leaf(4, 1),
        { do: "update", node: 3, value: 1, ...open },
        ...leaf(5, 1),
        { do: "leave", node: 3, value: 1 },
        { do: "update", node: 0, value: 1, ...open },
        { do: "leave", node: 0, value: 1 },
      ],
    },
  };
}

/**
 * Two roles that show heads or tails at the same time, tried three times by UCT; what they get does not add
 * up to the same.
 */
export function atOnce(): Recording {
  const { tree: _, minimax: __, ...rest } = uct();
  const results: [number, number[]][] = [
    [1, [75, 40]],
    [2, [0, 100]],
    [1, [25, 20]],
  ];
  const joints = [
    ["noop", "heads"],
    ["heads", "noop"],
  ];
  return {
    ...rest,
    trace: {
      version: 2,
      roles: ["left", "right"],
      role: 0,
      unrecorded: 0,
      exploration: 10,
      nodes: [
        node(null, [], {
          movers: [0, 1],
          playouts: 3,
          visits: 3,
          value: 100 / 3,
          means: [100 / 3, 160 / 3],
          moves: [
            { role: 0, move: "noop", visits: 2, mean: 50 },
            { role: 1, move: "heads", visits: 2, mean: 30 },
            { role: 0, move: "heads", visits: 1, mean: 0 },
            { role: 1, move: "noop", visits: 1, mean: 100 },
          ],
        }),
        node(0, joints[0]!, { playouts: 2, value: 50, means: [50, 30] }),
        node(0, joints[1]!, { playouts: 1, value: 0, means: [0, 100] }),
      ],
      steps: results.flatMap(([child, goals]): Step[] => [
        { do: "enter", node: 0, alpha: null, beta: null },
        { do: "enter", node: child, alpha: null, beta: null },
        { do: "playouts", node: child, count: 1, goals },
        { do: "leave", node: child, value: goals[0]! },
        { do: "playouts", node: 0, count: 1, goals },
        { do: "back_up", node: 0, move: child === 1 ? 0 : 2, visits: 1, mean: goals[0]! },
        { do: "back_up", node: 0, move: child === 1 ? 1 : 3, visits: 1, mean: goals[1]! },
        { do: "leave", node: 0, value: goals[0]! },
      ]),
    },
  };
}

/** Expectiminimax in (?1/3|2/3 3 6). */
export function dice(): Recording {
  const { minimax: _, ...rest } = alphaBeta();
  return {
    ...rest,
    strategy: "minimax",
    tree: {
      roles: ["max", "min", "random"],
      range: [3, 6],
      single: true,
      brackets: "(?1/3|2/3 3 6)",
      nodes: [
        { parent: null, mover: 2 },
        { parent: 0, move: "1", probability: "1/3", goals: [3] },
        { parent: 0, move: "2", probability: "2/3", goals: [6] },
      ],
    },
    trace: {
      version: 2,
      roles: ["max", "min", "random"],
      role: 0,
      unrecorded: 0,
      steps: [],
      nodes: [
        node(null, [], { movers: [2], value: 5 }),
        node(0, ["noop", "noop", "1"], { leaf: true, value: 3, probability: 1 / 3 }),
        node(0, ["noop", "noop", "2"], { leaf: true, value: 6, probability: 2 / 3 }),
      ],
    },
  };
}

/** One leaf tried twice by UCT, with its statistics. */
export function uct(): Recording {
  const { tree: _, minimax: __, ...rest } = alphaBeta();
  return {
    ...rest,
    strategy: "uct",
    decision: { ...rest.decision, simulations: 2, playouts: 2 },
    trace: {
      version: 2,
      roles: ["max", "min"],
      role: 0,
      unrecorded: 0,
      exploration: 10,
      nodes: [
        node(null, [], {
          movers: [0],
          playouts: 2,
          visits: 2,
          value: 30,
          means: [30, 70],
          moves: [
            { role: 0, move: "a", visits: 1, mean: 20 },
            { role: 0, move: "b", visits: 1, mean: 40 },
          ],
        }),
        node(0, ["a", "noop"], { playouts: 1, value: 20, means: [20, 80] }),
      ],
      steps: [
        { do: "enter", node: 0, alpha: null, beta: null },
        { do: "enter", node: 1, alpha: null, beta: null },
        { do: "playouts", node: 1, count: 1, goals: [20, 80] },
        { do: "leave", node: 1, value: 20 },
        { do: "playouts", node: 0, count: 1, goals: [20, 80] },
        { do: "back_up", node: 0, move: 0, visits: 1, mean: 20 },
        { do: "leave", node: 0, value: 20 },
        { do: "enter", node: 0, alpha: null, beta: null },
        { do: "playouts", node: 0, count: 1, goals: [40, 60] },
        { do: "back_up", node: 0, move: 1, visits: 1, mean: 40 },
        { do: "leave", node: 0, value: 30 },
      ],
    },
  };
}

/** Each move of the root tried once by playouts without a tree, in one visit of the root. */
export function flat(): Recording {
  const { tree: _, minimax: __, ...rest } = alphaBeta();
  const open = { alpha: null, beta: null };
  const results = [
    [20, 80],
    [40, 60],
  ];
  return {
    ...rest,
    strategy: "flat-mc",
    decision: { ...rest.decision, simulations: 2, playouts: 2 },
    trace: {
      version: 2,
      roles: ["max", "min"],
      role: 0,
      unrecorded: 0,
      nodes: [
        node(null, [], {
          movers: [0],
          window: open,
          playouts: 2,
          value: 30,
          means: [30, 70],
          moves: [
            { role: 0, move: "a", visits: 1, mean: 20 },
            { role: 0, move: "b", visits: 1, mean: 40 },
          ],
        }),
      ],
      steps: [
        { do: "enter", node: 0, ...open },
        ...results.flatMap((goals, move): Step[] => [
          { do: "playouts", node: 0, count: 1, goals },
          { do: "back_up", node: 0, move, visits: 1, mean: goals[0]! },
        ]),
        { do: "leave", node: 0, value: 30 },
      ],
    },
  };
}

/** A bet tried twice by ISMCTS, which leads to two nodes: the other player holds one of two cards. */
export function informed(): Recording {
  const { tree: _, minimax: __, ...rest } = alphaBeta();
  const open = { alpha: null, beta: null };
  const results = [
    [75, 25],
    [25, 75],
  ];
  return {
    ...rest,
    strategy: "ismcts",
    decision: { ...rest.decision, move: "bet", simulations: 2, playouts: 2 },
    trace: {
      version: 2,
      roles: ["alice", "bob"],
      role: 0,
      unrecorded: 0,
      nodes: [
        node(null, [], {
          movers: [0],
          window: open,
          visits: 2,
          playouts: 2,
          value: 50,
          means: [50, 50],
          moves: [{ role: 0, move: "bet", visits: 2, mean: 50 }],
        }),
        ...results.map((means, other) =>
          node(0, ["bet", "noop"], {
            movers: [1],
            window: open,
            set: String(other + 1),
            playouts: 1,
            value: means[0]!,
            means,
          }),
        ),
      ],
      steps: results.flatMap((goals, other): Step[] => [
        { do: "enter", node: 0, ...open },
        { do: "enter", node: other + 1, ...open },
        { do: "playouts", node: other + 1, count: 1, goals },
        { do: "leave", node: other + 1, value: goals[0]! },
        { do: "playouts", node: 0, count: 1, goals },
        { do: "back_up", node: 0, move: 0, visits: other + 1, mean: other === 0 ? 75 : 50 },
        { do: "leave", node: 0, value: other === 0 ? 75 : 50 },
      ]),
    },
  };
}

/** PIMC with two determinizations, in each of which UCT makes two simulations by a bet. */
export function determinized(): Recording {
  const { tree: _, minimax: __, ...rest } = alphaBeta();
  const open = { alpha: null, beta: null };
  const results = [
    [75, 25],
    [25, 75],
  ];
  const simulation = (world: number, goals: number[]): Step[] => [
    { do: "enter", node: world, ...open },
    { do: "enter", node: world + 1, ...open },
    { do: "playouts", node: world + 1, count: 1, goals },
    { do: "leave", node: world + 1, value: goals[0]! },
    { do: "playouts", node: world, count: 1, goals },
    { do: "back_up", node: world, move: 0, visits: 1, mean: goals[0]! },
    { do: "leave", node: world, value: goals[0]! },
    { do: "playouts", node: 0, count: 1, goals },
  ];
  const bet = (visits: number, mean: number) => [{ role: 0, move: "bet", visits, mean }];
  return {
    ...rest,
    strategy: "pimc(inner=uct(playouts=2))",
    decision: { ...rest.decision, move: "bet", simulations: 4, playouts: 4 },
    trace: {
      version: 2,
      roles: ["alice", "bob"],
      role: 0,
      unrecorded: 0,
      nodes: [
        node(null, [], {
          movers: [0],
          window: open,
          playouts: 4,
          value: 50,
          means: [50, 50],
          moves: bet(2, 50),
        }),
        ...results.flatMap((means, other) => [
          node(0, [], {
            determinization: other + 1,
            movers: [0],
            window: open,
            visits: 2,
            playouts: 2,
            value: means[0]!,
            means,
            moves: bet(2, means[0]!),
          }),
          node(2 * other + 1, ["bet", "noop"], {
            movers: [1],
            window: open,
            visits: 2,
            playouts: 2,
            value: means[0]!,
            means,
          }),
        ]),
      ],
      steps: [
        { do: "enter", node: 0, ...open },
        ...results.flatMap((goals, other): Step[] => [
          ...simulation(2 * other + 1, goals),
          ...simulation(2 * other + 1, goals),
          { do: "back_up", node: 0, move: 0, visits: other + 1, mean: other === 0 ? 75 : 50 },
        ]),
        { do: "leave", node: 0, value: 50 },
      ],
    },
  };
}

/**
 * Soft-max^n where player 1 chooses among three moves: the second strongly dominates the first, the third
 * weakly the second.
 */
export function softMaxN(): Recording {
  const { tree: _, minimax: __, ...rest } = alphaBeta();
  const open = { alpha: null, beta: null };
  const sets = [
    [[1, 0, 0]],
    [
      [2, 0, 0],
      [3, 0, 0],
    ],
    [
      [3, 0, 0],
      [4, 0, 0],
    ],
  ];
  const visit = (child: number): Step[] => [
    { do: "enter", node: child, ...open },
    { do: "payoffs", node: child, vectors: sets[child - 1]! },
    { do: "leave", node: child, value: sets[child - 1]![0]![0]! },
  ];
  return {
    ...rest,
    strategy: "soft-maxn(dominance=weak)",
    trace: {
      version: 2,
      roles: ["one", "two", "three"],
      role: 0,
      unrecorded: 0,
      nodes: [
        node(null, [], { movers: [0], payoffs: sets[2]! }),
        ...sets.map((payoffs, child) =>
          node(0, [String(child + 1), "noop", "noop"], { payoffs, movers: [1] }),
        ),
      ],
      steps: [
        { do: "enter", node: 0, ...open },
        ...visit(1),
        ...visit(2),
        { do: "dominated", node: 1, by: 2, kind: "strong" },
        ...visit(3),
        { do: "dominated", node: 2, by: 3, kind: "weak" },
        { do: "payoffs", node: 0, vectors: sets[2]! },
        { do: "leave", node: 0, value: 3 },
      ],
    },
  };
}
