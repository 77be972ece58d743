import { afterEach, expect, test, vi } from "vitest";

import { ApiError, api } from "../../lib/api";
import { follow } from "../../lib/jobs";
import { Comparison } from "./comparison.svelte";
import { FIRST, toRequest } from "./form";

vi.mock("../../lib/jobs", () => ({ follow: vi.fn() }));

afterEach(() => void vi.restoreAllMocks());

/** A comparison whose job has a number as soon as `answer` is called, and is asked to end by `cancel`. */
function asked() {
  const cancel = vi.fn(async () => {});
  vi.mocked(follow).mockReturnValue({ id: 7, cancel, close: () => {} });
  let answer = () => {};
  vi.spyOn(api, "POST").mockReturnValue(
    new Promise((go) => (answer = () => go({ data: { id: 7 }, response: new Response() } as never))),
  );
  const comparison = new Comparison();
  const started = comparison.start(toRequest(FIRST));
  return { comparison, cancel, answer: () => (answer(), started) };
}

test("a comparison that could not be asked to end goes on, and can be asked again", async () => {
  const { comparison, cancel, answer } = asked();
  await answer();
  cancel.mockRejectedValueOnce(new ApiError({ code: "busy", message: "" }));
  await comparison.end("paused");
  expect([comparison.phase, comparison.problem?.code]).toEqual(["running", "busy"]);
  await comparison.end("paused");
  expect([comparison.phase, comparison.problem, cancel.mock.calls.length]).toEqual(["ending", undefined, 2]);
});

test("a comparison that is to end before the server has begun it is asked to as soon as that has", async () => {
  const { comparison, cancel, answer } = asked();
  await comparison.end("stopped");
  expect([comparison.phase, cancel.mock.calls.length]).toEqual(["ending", 0]);
  await answer();
  expect([comparison.phase, cancel.mock.calls.length]).toEqual(["ending", 1]);
});
