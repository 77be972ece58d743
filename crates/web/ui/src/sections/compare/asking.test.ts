import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { asking } from "./asking";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server that answers when it is told to. */
function server() {
  const waiting: { answer: (answer: string) => void; fail: (error: Error) => void }[] = [];
  const taken: string[] = [];
  const ask = () => new Promise<string>((answer, fail) => waiting.push({ answer, fail }));
  return {
    waiting,
    taken,
    question: asking(
      ask,
      (answer) => taken.push(answer),
      (error) => taken.push(String(error)),
      1_000,
    ),
  };
}

test("one question is asked at a time, and what changes meanwhile is asked about once", async () => {
  const { waiting, taken, question } = server();
  question.again();
  for (let change = 0; change < 5; change += 1) question.again();
  expect(waiting).toHaveLength(1);
  waiting[0]?.answer("one");
  await vi.advanceTimersByTimeAsync(999);
  expect([waiting.length, taken]).toEqual([1, ["one"]]);
  await vi.advanceTimersByTimeAsync(1);
  expect(waiting).toHaveLength(2);
  waiting[1]?.fail(new Error("lost"));
  await vi.advanceTimersByTimeAsync(5_000);
  expect([waiting.length, taken]).toEqual([2, ["one", "Error: lost"]]);
  question.again();
  expect(waiting).toHaveLength(3);
});

test("nothing is asked after the end, and no answer is taken", async () => {
  const { waiting, taken, question } = server();
  question.again();
  question.again();
  question.end();
  waiting[0]?.answer("late");
  await vi.advanceTimersByTimeAsync(5_000);
  expect([waiting.length, taken]).toEqual([1, []]);
});
