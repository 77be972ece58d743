import { expect, test } from "vitest";

import { counted, fill } from "./i18n.svelte";

const filled = (message: string, values: Record<string, string | number>) =>
  fill(message, values, (value) => value.toFixed(1));

test("values stand in their places, and a place without a value stays", () => {
  expect(filled("{a} of {b}: {c}", { a: "x", b: 2 })).toBe("x of 2.0: {c}");
});

test("between Japanese text and a value in Japanese is no space, and one before letters and numbers", () => {
  expect(filled("次は {role} の番です", { role: "白" })).toBe("次は白の番です");
  expect(filled("次は {role} の番です", { role: "Max" })).toBe("次は Max の番です");
  expect(filled("{role} {move}：平均 {mean} です", { role: "白", move: "b2", mean: 5 })).toBe(
    "白 b2：平均 5.0 です",
  );
  expect(filled("{role} の手", {})).toBe("{role} の手");
  expect(filled("{role}'s move", { role: "白" })).toBe("白's move");
});

test("what there is one of is in the singular, whether the number is a text or has decimals that are not written", () => {
  expect([0, 1, "1", 1.001, 1.5, 2, 1234].map((count) => counted(count, "ply", "plies"))).toEqual([
    "0 plies",
    "1 ply",
    "1 ply",
    "1 ply",
    "1.5 plies",
    "2 plies",
    "1,234 plies",
  ]);
});
