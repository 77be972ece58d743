import { expect, test } from "vitest";

import type { Marking } from "./exercise";
import { rung, shown, tells } from "./ladder";

const reason = { code: "other-kind" as const };
const marking: Marking = {
  marks: [
    { blank: "a", at: 1, verdict: "right", reason },
    { blank: "b", at: 2, verdict: "wrong", reason, slip: "rounded" },
    { blank: "cuts", at: 3, verdict: "missing", reason },
    { blank: "c", at: 4, verdict: "missing" },
  ],
  right: 1, wrong: 1, missing: 2, astray: 0,
};

test("hints tell where to go on, then what decides there, then the answer", () => {
  expect([0, 1, 2, 3].map((before) => rung(before, true))).toEqual(["where", "what", "answer", "answer"]);
  expect([0, 1, 2].map((before) => rung(before, false))).toEqual(["what", "answer", "answer"]);
});

test("a first mistake reveals no reason and no branch that was not marked", () => {
  expect(shown(marking, 1).marks).toEqual([
    { blank: "a", at: 1, verdict: "right" },
    { blank: "b", at: 2, verdict: "wrong" },
    { blank: "c", at: 4, verdict: "missing" },
  ]);
  expect(shown(marking, 2)).toEqual(marking);
});

test("what is all right is explained at once", () => {
  const right = { ...marking, marks: marking.marks.slice(0, 1), wrong: 0, missing: 0 };
  expect(tells(right, 0)).toBe(true);
  expect(shown(right, 0)).toEqual(right);
});
