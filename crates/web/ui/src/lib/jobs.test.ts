import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { ApiError, api } from "./api";
import { connection } from "./connection.svelte";
import { follow } from "./jobs";
import type { News } from "./news";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A job that is followed by streams that do what the test says, and what was told of it. */
function followed() {
  const streams: News[] = [];
  const told: unknown[] = [];
  let isOver = false;
  const listen = (_: string, news: News) => {
    streams.push(news);
    return () => void (isOver = true);
  };
  follow(7, { done: (result) => told.push(result), failed: ({ code }) => told.push(code) }, listen);
  return { streams, told, isOver: () => isOver };
}

/** What the server answers to a question about the job: that it is there, or a problem. */
function answers(code?: string): void {
  const get = vi.spyOn(api, "GET");
  if (code === undefined) get.mockResolvedValue({ data: {}, response: new Response() } as never);
  else get.mockRejectedValue(new ApiError({ code, message: "" }));
}

test.each([undefined, "busy"])(
  "a stream that was refused is asked for again, unless the job is not there (%s)",
  async (code) => {
    answers(code);
    const { streams, told } = followed();
    streams[0]?.broke(true);
    await vi.advanceTimersByTimeAsync(2_000);
    expect([streams.length, told]).toEqual([2, []]);
    streams[1]?.opened();
    streams[1]?.told("done", 42);
    expect(told).toEqual([42]);
  },
);

test("a job that the server does not know any more has failed: it is another server", async () => {
  answers("no-such-job");
  const { streams, told } = followed();
  streams[0]?.opened();
  const { returns } = connection;
  streams[0]?.broke(true);
  await vi.advanceTimersByTimeAsync(0);
  expect([told, connection.returns]).toEqual([["unreachable"], returns + 1]);
});

test("a stream that breaks and comes back again and again is the same one", () => {
  const { streams, told } = followed();
  for (let times = 0; times < 100; times += 1) {
    vi.advanceTimersByTime(200);
    streams[0]?.broke(false);
    streams[0]?.opened();
  }
  expect([streams.length, told]).toEqual([1, []]);
});

test("a stream that does not come back is given up after a while", () => {
  const { streams, told, isOver } = followed();
  for (let times = 0; times < 100 && !isOver(); times += 1) {
    vi.advanceTimersByTime(200);
    streams[0]?.broke(false);
  }
  expect(told).toEqual(["unreachable"]);
});
