import { expect, test, vi } from "vitest";

import { Walk } from "./walk.svelte";

/** A server for a game in which each joint move makes the count greater by one, up to 2. */
const post = vi.hoisted(() =>
  vi.fn(async (_path: string, { body }: { body: { moves: string[][] } }) => {
    const step = body.moves.length;
    if (step > 2) throw new Error("over");
    const legal = [[{ move: "stay" }, { move: "go" }], [{ move: "noop" }]];
    return { data: { step, legal, fluents: [`(count ${step})`, "on"] } };
  }),
);

vi.mock("../../lib/api", () => ({
  api: { POST: post },
  data: async (answer: Promise<{ data: unknown }>) => (await answer).data,
  asProblem: (error: Error) => ({ code: "unexpected", message: error.message }),
}));

test("steps are made and taken back", async () => {
  const walk = new Walk();
  await walk.begin("(role a)");
  expect(walk.changes.map(({ kind }) => kind)).toEqual(["kept", "kept"]);
  await walk.step(["go", "noop"]);
  expect(walk.changes).toEqual([
    { text: "(count 0)", kind: "gone" },
    { text: "(count 1)", kind: "added" },
    { text: "on", kind: "kept" },
  ]);
  await walk.step(["stay", "noop"]);
  walk.back();
  expect(walk.position?.step).toBe(1);
  await walk.step(["go", "noop"]);
  expect(post.mock.lastCall?.[1].body).toEqual({
    game: { rules: "(role a)" },
    moves: [
      ["go", "noop"],
      ["go", "noop"],
    ],
  });
});

test("a random step is one legal move a role", async () => {
  const walk = new Walk();
  await walk.begin("(role a)");
  await walk.random();
  const [[first, second] = []] = post.mock.lastCall?.[1].body.moves ?? [];
  expect(["stay", "go"]).toContain(first);
  expect(second).toBe("noop");
});

test("a step that fails leaves everything as it was, and says why", async () => {
  const walk = new Walk();
  await walk.begin("(role a)");
  for (let step = 0; step < 3; step += 1) await walk.step(["go", "noop"]);
  expect([walk.position?.step, walk.problem?.message, walk.isBusy]).toEqual([2, "over", false]);
  walk.back();
  expect([walk.position?.step, walk.problem]).toEqual([1, undefined]);
});

test("a double click makes a move once", async () => {
  const walk = new Walk();
  await walk.begin("(role a)");
  await Promise.all([walk.step(["go", "noop"]), walk.step(["go", "noop"])]);
  expect(walk.position?.step).toBe(1);
});

test("a game that begins anew has no moves of the one before", async () => {
  const walk = new Walk();
  await walk.begin("(role a)");
  await Promise.all([walk.step(["go", "noop"]), walk.begin("(role b)")]);
  expect([walk.rules, walk.position?.step, walk.isBusy]).toEqual(["(role b)", 0, false]);
});
