import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

import { TREE_WORDS, treeWords } from "./treeWords";

const trees = readdirSync(resolve(import.meta.dirname, "../../../../../../trees")).map((file) =>
  file.replace(/\..*$/, ""),
);

test("every built-in tree has its words in every language, and nothing else has", () => {
  for (const words of Object.values(TREE_WORDS)) expect(Object.keys(words).sort()).toEqual(trees.toSorted());
});

test("what is not translated is in English, and says so", () => {
  const tree = { name: "mine", title: "Mine", description: "A tree." };
  expect(treeWords(tree, "ja")).toEqual({ title: "Mine", description: "A tree.", language: "en" });
  expect(treeWords({ ...tree, name: "minimax" }, "de")).toMatchObject({
    title: "Minimax: drei Züge mit je drei Antworten",
    language: "de",
  });
  expect(treeWords({ ...tree, name: "minimax" }, "en").title).toBe("Mine");
});
