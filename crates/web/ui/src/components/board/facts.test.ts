import { expect, test } from "vitest";

import { NO_WORDS, rows, type Words } from "./facts";

const fact = (text: string) => {
  const [name = "", ...args] = text.replace(/^\((.*)\)$/, "$1").match(/\([^)]*\)|[^\s()]+/g) ?? [];
  return { text, name, args };
};
const players: Words = { ...NO_WORDS, roles: ["alice", "bob"] };
const titles = ["Alice", "Bob"];

test("the fluents of a name are one row, and those of a role are told together by its title", () => {
  const facts = [
    "(control alice)",
    "(hand alice 1)",
    "(hand alice 2)",
    "(hand bob 1)",
    "(prize 2)",
    "(prize 3)",
    "ready",
  ].map(fact);
  expect(rows(facts, players, titles, "en")).toEqual([
    { name: "control", groups: [{ role: "Alice", values: [] }] },
    {
      name: "hand",
      groups: [
        { role: "Alice", values: ["1", "2"] },
        { role: "Bob", values: ["1"] },
      ],
    },
    { name: "prize", groups: [{ values: ["2", "3"] }] },
    { name: "ready", groups: [{ values: [] }] },
  ]);
});

test("where no roles are known, all is told as it is", () => {
  expect(rows([fact("(control alice)")], NO_WORDS, [], "en")).toEqual([
    { name: "control", groups: [{ values: ["alice"] }] },
  ]);
  expect(rows([fact("(at (place a 1) b)")], NO_WORDS, [], "en")).toEqual([
    { name: "at", groups: [{ values: ["(place a 1) b"] }] },
  ]);
});

test("names and arguments are written in the language of the page", () => {
  const words: Words = {
    ...players,
    wording: {
      queen: { en: "queen", ja: "クイーン", de: "Dame" },
      hearts: { en: "♥", ja: "♥", de: "♥" },
      table: { en: "on the table", ja: "場札", de: "auf dem Tisch" },
    },
    facts: { holds: { en: "cards", ja: "カード", de: "Karten" } },
  };
  const facts = ["(holds alice queen hearts)", "(holds table queen hearts)", "(raises 2)"].map(fact);
  expect(rows(facts, words, titles, "de")).toEqual([
    {
      name: "holds",
      title: "Karten",
      groups: [{ role: "Alice", values: ["Dame ♥"] }, { values: ["auf dem Tisch Dame ♥"] }],
    },
    { name: "raises", groups: [{ values: ["2"] }] },
  ]);
});

test("a template of the arguments counts them all, also the role", () => {
  const cell = { en: "{2:letter}{3}", ja: "{2:letter}{3}", de: "{2:letter}{3}" };
  const words: Words = {
    ...players,
    facts: { found: { en: "stones found", ja: "見つけた石", de: "gefundene Steine", value: cell } },
  };
  const facts = ["(found alice 1 1)", "(found alice 3 2)"].map(fact);
  expect(rows(facts, words, titles, "ja")).toEqual([
    { name: "found", title: "見つけた石", groups: [{ role: "Alice", values: ["a1", "c2"] }] },
  ]);
});
