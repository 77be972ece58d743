import { afterEach, expect, test, vi } from "vitest";
import { connection, hasSpoken, onceLost, watchConnection } from "./connection.svelte";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a server that has gone is missed within two seconds, and one that is back is noticed", async () => {
  vi.useFakeTimers();
  let isThere = true;
  const job = { id: 1, kind: "comparison", subject: 3, phase: "running" };
  vi.stubGlobal("fetch", async () => {
    if (!isThere) throw new TypeError("nobody listens");
    return new Response(JSON.stringify([job]));
  });
  const end = watchConnection();
  await vi.advanceTimersByTimeAsync(5_000);
  expect([connection.isLost, connection.jobs]).toEqual([false, [job]]);
  isThere = false;
  await vi.advanceTimersByTimeAsync(2_000);
  expect([connection.isLost, connection.jobs]).toEqual([true, []]);
  const returns = connection.returns;
  isThere = true;
  await vi.advanceTimersByTimeAsync(2_000);
  expect([connection.isLost, connection.returns]).toEqual([false, returns + 1]);
  end();
});

test("a single question that is lost on its way is no lost server", async () => {
  vi.useFakeTimers();
  let questions = 0;
  vi.stubGlobal("fetch", async () => {
    questions += 1;
    if (questions === 3) throw new TypeError("lost on its way");
    return new Response("[]");
  });
  let isLost = false;
  onceLost(() => (isLost = true));
  const end = watchConnection();
  await vi.advanceTimersByTimeAsync(6_000);
  end();
  expect(questions).toBeGreaterThan(3);
  expect(isLost).toBe(false);
});

test("a server that speaks of a job while a question waits for its turn is not lost", async () => {
  vi.useFakeTimers();
  let isLost = false;
  const forget = onceLost(() => (isLost = true));
  vi.stubGlobal(
    "fetch",
    () =>
      new Promise((_, fail) => setTimeout(() => fail(new DOMException("too late", "TimeoutError")), 10_000)),
  );
  const speaking = setInterval(hasSpoken, 500);
  const end = watchConnection();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([isLost, connection.isLost]).toEqual([false, false]);
  clearInterval(speaking);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([isLost, connection.isLost]).toEqual([true, true]);
  forget();
  end();
});
