import { expect, test } from "vitest";

import { putItems, takeItems } from "./news";

const count = (length: number) => Array.from({ length }, (_, item) => ({ item }));

test("a document is handed over in parts and put together as it was", () => {
  const whole = { name: "search", trace: { steps: count(12_345), nodes: count(5_001), roles: ["a", "b"] }, nothing: null };
  const handed = structuredClone(whole);
  const taken = [...takeItems(handed)];
  expect(taken.map(({ path, items }) => [path, items.length])).toEqual([["/trace/steps", 5_000], ["/trace/steps", 5_000], ["/trace/steps", 2_345], ["/trace/nodes", 5_000], ["/trace/nodes", 1]]);
  expect(handed).toEqual({ name: "search", trace: { steps: [], nodes: [], roles: ["a", "b"] }, nothing: null });
  for (const { path, items } of taken) putItems(handed, path, items);
  expect(handed).toEqual(whole);
});

test("a small document, or none, is handed over at once", () => {
  for (const document of [null, "text", 3, count(5_000), { list: count(5_000) }, {}]) {
    const handed = structuredClone(document);
    expect([...takeItems(handed)]).toEqual([]);
    expect(handed).toEqual(document);
  }
});
