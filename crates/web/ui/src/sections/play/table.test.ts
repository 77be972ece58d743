import { beforeEach, expect, test, vi } from "vitest";

import { FITTING, PERSON, type Seat } from "./turn";

/** A game of four plies in which two roles choose in turn. */
const PLIES = 4;

function position(name: string, moves: string[][], role: string | null) {
  const roles = ["first", name === "dice" ? "random" : "second"];
  const step = moves.length;
  const mover = step % 2;
  const terminal = step === PLIES;
  const choices = (role: number) =>
    (role === mover ? ["a", "b"] : ["noop"]).map((move) => ({ move, meaning: null }));
  return {
    step,
    roles,
    movers: terminal ? [] : [mover],
    legal: terminal ? [[], []] : [choices(0), choices(1)],
    terminal,
    goals: terminal ? [100, 0] : null,
    hides: name === "secret",
    known: name === "secret" && role !== null ? { role: roles.indexOf(role), plies: moves } : null,
  };
}

/** What was asked of the server, the listeners of its jobs, and the jobs that were asked to end. */
const asked: {
  path: string;
  body: { game: { name: string }; moves: string[][]; role: string | null; strategy?: string | null };
}[] = [];
const listeners: { done(thought: object): void; cancelled(thought: object | null): void }[] = [];
const ended: number[] = [];
/** Whether no job can be asked to end. */
let isBusy = false;

vi.mock("../../lib/api", () => ({
  api: {
    POST: (path: string, { body }: (typeof asked)[0]) => {
      asked.push({ path, body });
      if (path === "/api/explanations") {
        if (body.moves.length === 1)
          return Promise.reject(Object.assign(new Error("no sum"), { code: "no-sum" }));
        return Promise.resolve({ data: { nim_sum: body.moves.length } });
      }
      if (body.moves.some((joint) => joint.includes("wrong"))) return Promise.reject(new Error("not legal"));
      return Promise.resolve({
        data:
          path === "/api/thoughts"
            ? { id: listeners.length }
            : position(body.game.name, body.moves, body.role),
      });
    },
  },
  data: async (answer: Promise<{ data: unknown }>) => (await answer).data,
  asProblem: (error: Error & { code?: string }) => ({ code: error.code ?? "x", message: error.message }),
}));

vi.mock("../../lib/jobs", () => ({
  cancel: async (id: number) => void ended.push(id),
  follow: (id: number, listener: (typeof listeners)[0]) => {
    listeners.push(listener);
    return {
      id,
      close: () => {},
      cancel: async () => (isBusy ? Promise.reject(new Error("busy")) : void ended.push(id)),
    };
  },
}));

const { Table } = await import("./table.svelte");

beforeEach(() => [asked, listeners, ended].forEach((list) => list.splice(0)));

async function table(seats: Seat[], options = {}, name = "game") {
  const made = new Table(
    { name },
    {
      seconds: 1,
      pause: 0,
      auto: false,
      values: false,
      perfect: false,
      worths: false,
      uncovered: false,
      ...options,
    },
  );
  await made.show([]);
  made.seats = seats;
  await made.proceed();
  return made;
}

/** The strategy that thinks decides. */
async function decide(move: string): Promise<void> {
  await vi.waitFor(() => expect(listeners.length).toBeGreaterThan(0));
  listeners
    .pop()
    ?.done({ strategy: "uct", move, value: 60, moves: [{ move, value: 60, proven: false, visits: 1 }] });
}

test("a strategy answers a person's move, and waits for the next", async () => {
  const played = await table([PERSON, FITTING]);
  expect(played.turn).toEqual({ who: "person", role: 0 });
  await played.choose(0, "a");
  await decide("b");
  await vi.waitFor(() => expect(played.at).toBe(2));
  expect(played.line).toEqual([
    ["a", "noop"],
    ["noop", "b"],
  ]);
  expect(played.turn).toEqual({ who: "person", role: 0 });
  expect(played.points).toEqual([{ ply: 1, role: 1, value: 60 }]);
});

test("a seat that is left open asks for the strategy that fits each time, as the server remembers it", async () => {
  const played = await table([PERSON, FITTING]);
  await played.choose(0, "a");
  await decide("b");
  await vi.waitFor(() => expect(played.at).toBe(2));
  await played.choose(0, "a");
  await vi.waitFor(() => expect(asked.filter(({ path }) => path === "/api/thoughts")).toHaveLength(2));
  expect(asked.filter(({ path }) => path === "/api/thoughts").map(({ body }) => body.strategy)).toEqual([
    null,
    null,
  ]);
});

test("undo takes back to the person's decision, redo goes forth, and another move forgets what came after", async () => {
  const played = await table([PERSON, PERSON]);
  await played.choose(0, "a");
  await played.choose(1, "a");
  await played.undo();
  expect([played.at, played.live, played.canUndo]).toEqual([1, false, true]);
  await played.undo();
  expect([played.at, played.canUndo]).toEqual([0, false]);
  await played.redo();
  await played.redo();
  expect([played.at, played.live]).toEqual([2, true]);
  await played.goTo(1);
  await played.choose(1, "b");
  expect(played.line).toEqual([
    ["a", "noop"],
    ["noop", "b"],
  ]);
});

test("strategies do not move in positions that are looked back at until they are told to", async () => {
  const played = await table([PERSON, FITTING]);
  await played.choose(0, "a");
  await decide("b");
  await vi.waitFor(() => expect(played.at).toBe(2));
  await played.goTo(1);
  expect(played.thinking).toBeNull();
  await played.resume();
  expect(played.thinking).toMatchObject({ role: 1, purpose: "move" });
});

test("strategies among themselves make one ply a step, and all if they go on by themselves", async () => {
  const played = await table([FITTING, FITTING]);
  expect(played.thinking).toBeNull();
  await played.step();
  await decide("a");
  await vi.waitFor(() => expect(played.at).toBe(1));
  expect(played.thinking).toBeNull();
  played.options.auto = true;
  await played.resume();
  for (const ply of [2, 3, 4]) {
    await decide("b");
    await vi.waitFor(() => expect(played.at).toBe(ply));
  }
  expect(played.turn).toEqual({ who: "over" });
  expect(played.points.filter(({ ply }) => ply === 4)).toEqual([
    { ply: 4, role: 0, value: 100, exact: true },
    { ply: 4, role: 1, value: 0, exact: true },
  ]);
});

test("a thought ends when somebody stops it or leaves, and the strategy does not move", async () => {
  const played = await table([FITTING, PERSON]);
  await vi.waitFor(() => expect(listeners).toHaveLength(1));
  await played.endThought(false);
  expect([ended, played.thinking, played.halted]).toEqual([[0], null, true]);
  await played.resume();
  await vi.waitFor(() => expect(listeners).toHaveLength(2));
  played.close();
  expect(ended).toEqual([0, 1]);
  listeners[1]?.done({ strategy: "uct", move: "a", value: null, moves: [] });
  await Promise.resolve();
  expect(played.at).toBe(0);
});

test("a strategy that could not be asked to move at once thinks on, and can be asked again", async () => {
  const played = await table([FITTING, PERSON]);
  await vi.waitFor(() => expect(listeners).toHaveLength(1));
  isBusy = true;
  await played.endThought(true);
  expect([played.problem?.message, played.thinking?.purpose]).toEqual(["busy", "move"]);
  isBusy = false;
  await played.endThought(true);
  expect(ended).toEqual([0]);
});

test("chance draws its moves, and no strategy is asked for them", async () => {
  const played = await table([PERSON, FITTING], {}, "dice");
  await played.choose(0, "a");
  expect([played.at, played.turn]).toEqual([2, { who: "person", role: 0 }]);
  expect(["a", "b"]).toContain(played.line[1]?.[1]);
  expect(listeners).toEqual([]);
});

test("in a game that hides something a person sees what its role knows, until the game is over", async () => {
  const played = await table([PERSON, FITTING], {}, "secret");
  expect([played.viewer, played.known?.role]).toEqual([0, 0]);
  await played.choose(0, "a");
  expect([played.viewer, played.known?.role, played.thinking?.role]).toEqual([0, 0, 1]);
  await decide("b");
  await vi.waitFor(() => expect(played.at).toBe(2));
  const positions = () => asked.filter(({ path }) => path === "/api/positions");
  expect(
    positions().map(({ body }) => body.role),
    "its knowledge is asked for together with the position",
  ).toEqual([null, "first", "first", "first"]);
  await played.choose(0, "a");
  await decide("b");
  await vi.waitFor(() => expect(played.at).toBe(4));
  expect([played.viewer, played.known]).toEqual([undefined, null]);
});

test("people who take turns see each what its own role knows", async () => {
  const played = await table([PERSON, PERSON], {}, "secret");
  expect(played.known?.role).toBe(0);
  await played.choose(0, "a");
  expect([played.viewer, played.known?.role]).toEqual([1, 1]);
  await played.undo();
  expect([played.viewer, played.known?.role]).toEqual([0, 0]);
});

test("everything is shown to who wants it, and what a role knows is found out when it is to be hidden again", async () => {
  const played = await table([PERSON, FITTING], { uncovered: true }, "secret");
  expect([played.viewer, played.known]).toEqual([undefined, null]);
  const hidden = await table([FITTING, FITTING], {}, "secret");
  expect(hidden.viewer, "nobody plays but strategies").toBeUndefined();
  await hidden.seat(1, PERSON);
  expect([hidden.viewer, hidden.known?.role]).toEqual([1, 1]);
});

test("a hint is shown, not made", async () => {
  const played = await table([PERSON, FITTING]);
  await played.advise("hint");
  await decide("b");
  await vi.waitFor(() => expect(played.hint).toBe("b"));
  expect(played.at).toBe(0);
});

test("a position is explained until another one is shown, and not in games without the theory", async () => {
  const played = await table([PERSON, PERSON]);
  await played.why();
  expect([played.explanation, played.explainable]).toEqual([{ nim_sum: 0 }, true]);
  await played.choose(0, "a");
  expect(played.explanation).toBeNull();
  await played.why();
  expect([played.explanation, played.explainable, played.problem]).toEqual([null, false, null]);
});

test("a line that is not legal is a problem, and nothing is shown of it", async () => {
  const played = await table([PERSON, PERSON]);
  expect(await played.show([["wrong", "noop"]])).toBe(false);
  expect([played.problem?.message, played.at]).toEqual(["not legal", 0]);
});

test("each press of a key counts from where the one before it leads, and the ends of the game are where it stops", async () => {
  const played = await table([PERSON, PERSON]);
  await played.show([
    ["a", "noop"],
    ["noop", "a"],
    ["b", "noop"],
  ]);
  await Promise.all([played.press("ArrowLeft"), played.press("ArrowLeft")]);
  expect(played.at).toBe(1);
  await played.press("End");
  await played.press("ArrowRight");
  expect([played.at, played.line.length]).toEqual([3, 3]);
  await played.press("Home");
  expect(played.at).toBe(0);
});
