import { beforeEach, expect, test, vi } from "vitest";

import { FITTING, PERSON } from "./turn";

// Addresses are read from a window, which there is none of.
vi.hoisted(() =>
  Object.assign(globalThis, {
    location: { hash: "" },
    history: { state: null, replaceState() {} },
    addEventListener() {},
  }),
);

/** A game without end in which two roles choose in turn. */
function position(moves: string[][]) {
  const mover = moves.length % 2;
  const choices = (role: number) =>
    (role === mover ? ["a", "b"] : ["noop"]).map((move) => ({ move, meaning: null }));
  return {
    roles: ["first", "second"],
    movers: [mover],
    legal: [choices(0), choices(1)],
    terminal: false,
    goals: null,
    hides: false,
    known: null,
  };
}

vi.mock("../../lib/api", () => ({
  api: {
    POST: async (_: string, { body }: { body: { moves: string[][] } }) => ({ data: position(body.moves) }),
  },
  data: async (answer: Promise<{ data: unknown }>) => (await answer).data,
  asProblem: (error: Error) => ({ code: "x", message: error.message }),
}));

// Strategies think on and on.
vi.mock("../../lib/jobs", () => ({
  cancel: async () => {},
  follow: () => ({ id: 1, cancel: async () => {}, close: () => {} }),
}));

const { Tables } = await import("./tables.svelte");

const shelf = new Map<string, string>();
beforeEach(() => {
  shelf.clear();
  vi.stubGlobal("localStorage", { getItem: (key: string) => shelf.get(key) ?? null });
});

const OPTIONS = {
  seconds: 1,
  pause: 0,
  auto: false,
  values: false,
  perfect: false,
  worths: false,
  uncovered: false,
};

/** The tables after a game for two people, of which three moves were made and one was taken back. */
async function played() {
  const tables = new Tables(OPTIONS);
  await tables.open(new URLSearchParams({ game: "nim", seats: "person|person" }));
  const { table } = tables;
  if (!table) throw new Error("no table");
  for (const role of [0, 1, 0]) await table.choose(role, "a");
  await table.undo();
  table.note([{ ply: 1, role: 0, value: 60 }]);
  return { tables, table, told: { ...tables.told } };
}

test("an address that tells the position of a game that is kept leads to it, with its later moves and values", async () => {
  const { tables, table, told } = await played();
  await tables.open(new URLSearchParams({ game: "maze" }));
  expect(tables.table).not.toBe(table);
  await tables.open(new URLSearchParams({ game: "nim", ...told }));
  expect(tables.table).toBe(table);
  expect([table.at, table.line.length, table.points]).toEqual([2, 3, [{ ply: 1, role: 0, value: 60 }]]);
});

test("an address that tells another position, or other players, is another game", async () => {
  const { tables, table, told } = await played();
  await tables.open(new URLSearchParams({ game: "nim", ...told, seats: "person|auto" }));
  expect([tables.table === table, tables.table?.seats]).toEqual([false, [PERSON, FITTING]]);
  const { tables: others, table: before } = await played();
  await others.open(new URLSearchParams({ game: "nim", moves: "b noop" }));
  expect([others.table === before, others.table?.line]).toEqual([false, [["b", "noop"]]]);
});

test("an address is followed where it tells other players, and not where it tells none or the same", async () => {
  const tables = new Tables(OPTIONS);
  const address = { game: "nim", moves: "" };
  await tables.open(new URLSearchParams({ ...address, seats: "person|auto" }));
  const { table } = tables;
  tables.note("", "person|auto", undefined);
  for (const same of [address, { ...address, seats: "person|auto" }])
    tables.follow(new URLSearchParams(same));
  expect(tables.table).toBe(table);
  tables.follow(new URLSearchParams({ ...address, seats: "person|person" }));
  await vi.waitFor(() => expect(tables.told?.seats).toBe("person|person"));
});

test("an address that tells no moves leads to the game as it was left", async () => {
  const { tables, table } = await played();
  await tables.open(new URLSearchParams({ game: "maze" }));
  await tables.open(new URLSearchParams({ game: "nim" }));
  expect(tables.table).toBe(table);
});

test("rules that this browser does not keep are told of, and nothing is played in their place", async () => {
  const tables = new Tables(OPTIONS);
  await tables.open(new URLSearchParams({ mine: "gone", game: "nim" }));
  expect([tables.table, tables.problem]).toEqual([undefined, { code: "not-kept", message: "gone" }]);
});
