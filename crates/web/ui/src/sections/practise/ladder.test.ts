import { expect, test } from "vitest";

import type { Marking } from "./exercise";
import { labelSheet } from "./fixture";
import { hintedBlank, rung, shown, tells } from "./ladder";

const reason = { code: "other-kind" as const };
const marking: Marking = {
  marks: [
    { blank: "a", at: 1, verdict: "right", reason },
    { blank: "b", at: 2, verdict: "wrong", reason, slip: "rounded" },
    { blank: "cuts", at: 3, verdict: "missing", reason },
    { blank: "c", at: 4, verdict: "missing" },
  ],
  right: 1,
  wrong: 1,
  missing: 2,
  astray: 0,
};

test("hints tell where to go on, then what decides there, then the answer", () => {
  expect([0, 1, 2, 3].map((before) => rung(before, true))).toEqual(["where", "what", "answer", "answer"]);
  expect([0, 1, 2].map((before) => rung(before, false))).toEqual(["what", "answer", "answer"]);
});

test("a hint is about the blank that was gone to, until that is right or filled in, and then about the next one", () => {
  type Done = Parameters<typeof hintedBlank>[1];
  const none: Done = { drafts: {}, marking: undefined, given: {} };
  const right = (...blanks: string[]): Marking => ({
    marks: blanks.map((blank) => ({ blank, at: Number(blank.slice(1)), verdict: "right" })),
    right: blanks.length,
    wrong: 0,
    missing: 0,
    astray: 0,
  });
  const about = (done: Partial<Done>, current = "") =>
    hintedBlank(labelSheet(), { ...none, ...done }, current)?.id;
  // Branches that are not marked are an answer, too.
  expect([about({}), about({}, "n1")]).toEqual(["n5", "n1"]);
  const drafts = { n5: ["win"] };
  expect([about({ drafts }, "n5"), about({ drafts, marking: right("n5") }, "n5")]).toEqual(["n5", "n4"]);
  expect([about({ drafts, given: { n5: 2 } }, "n5"), about({ drafts, given: { n5: 3 } }, "n5")]).toEqual([
    "n5",
    "n4",
  ]);
  expect(about({ drafts, marking: right("n0", "n1", "n4", "n5"), given: { cuts: 1 } })).toBe("cuts");
  expect(about({ marking: right("n0", "n1", "n4", "n5"), given: { cuts: 2 } }, "cuts")).toBeUndefined();
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
