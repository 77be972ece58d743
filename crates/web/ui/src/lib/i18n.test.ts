import { expect, test } from "vitest";

import { fill } from "./i18n.svelte";

const filled = (message: string, values: Record<string, string | number>) => fill(message, values, (value) => value.toFixed(1));

test("values stand in their places, and a place without a value stays", () => {
  expect(filled("{a} of {b}: {c}", { a: "x", b: 2 })).toBe("x of 2.0: {c}");
});

test("between Japanese text and a value in Japanese is no space, and one before letters and numbers", () => {
  expect(filled("次は {role} の番です", { role: "白" })).toBe("次は白の番です");
  expect(filled("次は {role} の番です", { role: "Max" })).toBe("次は Max の番です");
  expect(filled("{role} {move}：平均 {mean} です", { role: "白", move: "b2", mean: 5 })).toBe("白 b2：平均 5.0 です");
  expect(filled("{role} の手", {})).toBe("{role} の手");
  expect(filled("{role}'s move", { role: "白" })).toBe("白's move");
});
