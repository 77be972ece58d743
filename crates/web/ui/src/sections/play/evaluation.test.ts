import { afterEach, expect, test, vi } from "vitest";

import { data } from "../../lib/api";
import { follow, type Listener } from "../../lib/jobs";
import { Evaluation, worthsByFluent, type Progress, type Report } from "./evaluation.svelte";

vi.mock("../../lib/api", async (original) => ({
  ...(await original<object>()),
  api: { POST: (_: string, { body }: { body: object }) => body },
  data: vi.fn(),
}));
vi.mock("../../lib/jobs", () => ({ follow: vi.fn(), cancel: vi.fn(async () => {}) }));

const game = { name: "tictactoe" };
const question = (role: string) => ({ game, moves: [], role });
const report = (role: string): Report => ({
  role,
  value: 60,
  games: 9,
  worths: [{ fluent: "(cell 1 1 x)", worth: 3 }],
});

/** Those who listen to the jobs that were begun, in order, and what these were asked. */
function jobs() {
  const listeners: Listener<Progress, Report>[] = [];
  const asked: unknown[] = [];
  vi.mocked(data).mockImplementation(async (body) => {
    asked.push(await body);
    return { id: asked.length };
  });
  const cancelled = vi.fn(async () => {});
  vi.mocked(follow).mockImplementation((id, listener) => {
    listeners.push(listener as Listener<Progress, Report>);
    return { id, close: () => {}, cancel: cancelled };
  });
  return { listeners, asked, cancelled };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

afterEach(() => vi.clearAllMocks());

test("the last position that was asked for while one is evaluated comes next, and only what is said of it is shown", async () => {
  const { listeners, asked, cancelled } = jobs();
  const evaluation = new Evaluation();
  for (const role of ["a", "b", "c"]) evaluation.of(question(role));
  await settled();
  listeners[0]?.progress?.({ games: 5, seconds: 1 });
  expect(evaluation.progress?.games).toBe(5);
  listeners[0]?.done(report("a"));
  expect([evaluation.report, evaluation.progress]).toEqual([null, null]);
  await settled();
  listeners[1]?.done(report("c"));
  expect(evaluation.report).toEqual(report("c"));
  expect(asked).toEqual([question("a"), question("c")]);
  expect(cancelled).not.toHaveBeenCalled();
});

test("what is asked when nobody wants to know any more is cancelled, and its answer is not shown", async () => {
  const { listeners, cancelled } = jobs();
  const evaluation = new Evaluation();
  evaluation.of(question("a"));
  await settled();
  evaluation.close();
  expect(cancelled).toHaveBeenCalled();
  listeners[0]?.done(report("a"));
  expect(evaluation.report).toBe(null);
});

test("the position that is shown is not asked for again, and another game does not wait for this one", async () => {
  const { listeners, asked, cancelled } = jobs();
  const evaluation = new Evaluation();
  evaluation.of(question("a"));
  await settled();
  listeners[0]?.done(report("a"));
  evaluation.of(question("a"));
  expect(evaluation.report).toEqual(report("a"));
  evaluation.of(question("b"));
  await settled();
  const other = { ...question("a"), game: { name: "nim" } };
  evaluation.of(other);
  await settled();
  expect(cancelled).toHaveBeenCalledOnce();
  expect(asked).toEqual([question("a"), question("b"), other]);
});

test("a problem is told", async () => {
  const { listeners } = jobs();
  const evaluation = new Evaluation();
  evaluation.of(question("a"));
  await settled();
  listeners[0]?.failed({ code: "not-learned", message: "chance moves" });
  expect(evaluation.problem?.code).toBe("not-learned");
  expect([...worthsByFluent(report("a"))]).toEqual([["(cell 1 1 x)", 3]]);
});
