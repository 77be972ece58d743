import { expect, test } from "vitest";

import { difference } from "./difference";

test("what is new and what is gone stand where they belong", () => {
  expect(difference(["(a 1)", "(c 1)", "(d 1)"], ["(a 1)", "(b 1)", "(d 1)"])).toEqual([
    { text: "(a 1)", kind: "kept" },
    { text: "(b 1)", kind: "added" },
    { text: "(c 1)", kind: "gone" },
    { text: "(d 1)", kind: "kept" },
  ]);
});

test("a state that is empty has lost everything", () => {
  expect(difference(["a", "b"], []).map(({ kind }) => kind)).toEqual(["gone", "gone"]);
  expect(difference([], [])).toEqual([]);
});
