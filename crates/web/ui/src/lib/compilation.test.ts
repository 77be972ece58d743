import { beforeEach, expect, test, vi } from "vitest";

interface Listener {
  progress(progress: object): void;
  done(result: object): void;
  cancelled(): void;
  failed(problem: object): void;
}

/** The jobs that were begun, who listens to them, and those that were asked to end. */
const { begun, listeners, ended } = vi.hoisted(() => ({
  begun: [] as object[],
  listeners: [] as Listener[],
  ended: [] as number[],
}));

vi.mock("./api", () => ({
  ApiError: class extends Error {
    constructor(readonly problem: { message: string }) {
      super(problem.message);
    }
  },
  api: {
    POST: async (_path: string, { body }: { body: { game: { rules: string } } }) => {
      if (body.game.rules === "refused") throw new Error("refused");
      return { data: { id: begun.push(body) - 1 } };
    },
  },
  data: async (answer: Promise<{ data: unknown }>) => (await answer).data,
}));

vi.mock("./jobs", () => ({
  cancel: async (id: number) => void ended.push(id),
  follow: (id: number, listener: Listener) => {
    listeners.push(listener);
    return { id, close: () => {}, cancel: async () => void ended.push(id) };
  },
}));

const { Compilation } = await import("./compilation.svelte");

beforeEach(() => [begun, listeners, ended].forEach((list) => list.splice(0)));

const RULES = { rules: "(role x)" };

async function heard(count = 1): Promise<Listener> {
  await vi.waitFor(() => expect(listeners).toHaveLength(count));
  return listeners[count - 1]!;
}

test("a built-in game is not waited for", async () => {
  expect(await new Compilation().of({ name: "nim" })).toBe(true);
  expect(begun).toEqual([]);
});

test("rules are waited for, and how far they are is told", async () => {
  const compilation = new Compilation();
  const ready = compilation.of(RULES);
  expect(compilation.isBusy).toBe(true);
  const listener = await heard();
  listener.progress({ ahead: 2, seconds: null, optimising: false, most: 20 });
  expect(compilation.progress).toEqual({ ahead: 2, seconds: null, optimising: false, most: 20 });
  listener.done({ first_circuit: false });
  expect(await ready).toBe(true);
  expect([begun, compilation.isBusy, compilation.progress]).toEqual([
    [{ game: RULES, early: false }],
    false,
    undefined,
  ]);
});

test("a first circuit is enough for who says so, and is told until another game is waited for", async () => {
  const compilation = new Compilation();
  const ready = compilation.of(RULES, true);
  (await heard()).done({ first_circuit: true });
  expect([await ready, begun, compilation.isFirst]).toEqual([true, [{ game: RULES, early: true }], true]);
  await compilation.of({ name: "nim" });
  expect(compilation.isFirst).toBe(false);
});

test("who cancels waits no more, and the server hears of it", async () => {
  const compilation = new Compilation();
  const ready = compilation.of(RULES);
  await heard();
  compilation.cancel();
  expect(await ready).toBe(false);
  expect([ended, compilation.isBusy]).toEqual([[0], false]);
});

test("who cancels before the server has answered leaves no job behind", async () => {
  const compilation = new Compilation();
  const ready = compilation.of(RULES);
  compilation.cancel();
  expect(await ready).toBe(false);
  expect([ended, listeners]).toEqual([[0], []]);
});

test("another game takes the place of the one that is waited for", async () => {
  const compilation = new Compilation();
  const first = compilation.of(RULES);
  await heard();
  const second = compilation.of({ rules: "(role y)" });
  expect([await first, compilation.isBusy]).toEqual([false, true]);
  (await heard(2)).done({ first_circuit: false });
  expect([await second, compilation.isBusy, ended]).toEqual([true, false, [0]]);
});

test("who cancels does not hear of an error that is answered later", async () => {
  const compilation = new Compilation();
  const ready = compilation.of({ rules: "refused" });
  compilation.cancel();
  expect(await ready).toBe(false);
  await expect(compilation.of({ rules: "refused" })).rejects.toThrow("refused");
});

test("rules that are wrong are an error", async () => {
  const compilation = new Compilation();
  const ready = compilation.of(RULES);
  (await heard()).failed({ code: "rules", message: "wrong" });
  await expect(ready).rejects.toThrow("wrong");
  expect(compilation.isBusy).toBe(false);
});
