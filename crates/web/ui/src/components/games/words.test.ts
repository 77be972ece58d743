import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

import { headerOf, TRANSLATIONS, wordsOf } from "./words";

const GAMES = resolve(import.meta.dirname, "../../../../../../games");
const names = readdirSync(GAMES)
  .filter((file) => file.endsWith(".kif"))
  .map((file) => file.replace(/\.kif$/, ""));
const rulesOf = (name: string) => readFileSync(resolve(GAMES, `${name}.kif`), "utf8");

test("the header of every built-in rulesheet says how to play and who plays", () => {
  expect(names.length).toBeGreaterThan(30);
  for (const name of names) {
    const paragraphs = headerOf(rulesOf(name));
    expect(paragraphs[0]?.text, name).toMatch(/^[A-Z].{60,}/);
    expect(paragraphs.at(-1)?.text, name).toMatch(/^Roles?: .+\.$/);
    expect(paragraphs.map(({ text }) => text).join(" "), name).not.toMatch(/Source:|\(control /);
  }
});

test("every built-in game has its rules in every language, and nothing else has", async () => {
  for (const load of Object.values(TRANSLATIONS))
    expect(Object.keys(await load()).sort()).toEqual(names.toSorted());
});

test("paragraphs are joined, drawings are kept, and the title and what is for who writes rules are left out", () => {
  const header =
    ";; Title\n;;\n;; One takes\n;; coins.\n;;\n;;      5  *\n;;        a lamp\n;;\n;;         1\n;;\n;;   roles    left, who begins;\n;;            right\n;;   state    (coins N)\n;;\n;; Source: me\n\n(role left)";
  expect(headerOf(header)).toEqual([
    { text: "One takes coins.", isDrawn: false },
    { text: "5  *\n  a lamp\n\n   1", isDrawn: true },
    { text: "Roles: left, who begins; right.", isDrawn: false },
  ]);
  expect(["", "(role left)", ";; Title"].map(headerOf)).toEqual([[], [], []]);
  expect(headerOf(";; Title\n;; Words.\n(role left)")).toEqual([{ text: "Words.", isDrawn: false }]);
});

test("what is not translated is in English, and says so", async () => {
  expect((await wordsOf("nim", rulesOf("nim"), "de")).language).toBe("de");
  expect(await wordsOf("hex(size=5)", ";; Hex\n;; Join sides.", "ja")).toEqual({
    paragraphs: [{ text: "Join sides.", isDrawn: false }],
    language: "en",
  });
  expect((await wordsOf("nim", rulesOf("nim"), "en")).paragraphs[0]?.text).toContain(
    "Whoever takes the last object of all wins.",
  );
});
