import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";

import { LANGUAGES, type Language } from "../lib/i18n.svelte";
import { search, SUBJECTS, type Subject, type Term } from "./glossary";
import { messages } from "./messages";

const PAGE = resolve(import.meta.dirname, "../../../../../docs/glossary.md");

const TERMS: Term[] = Object.values(SUBJECTS).flat();

/** The page of the documentation. */
function drawn(): string {
  const cell = (text: string) => text.replaceAll("|", "\\|");
  const row = ({ en: [name, definition], de, ja, source }: Term) =>
    `| **${name}** | ${cell(definition)} | ${de[0]} | ${ja[0]} | ${cell(source)} |`;
  const part = ([subject, terms]: [string, Term[]]) =>
    [
      `## ${messages.en[subject as Subject] as string}`,
      "",
      "| term | definition | German | Japanese | source |",
      "| --- | --- | --- | --- | --- |",
      ...terms.map(row),
    ].join("\n");
  const head = [
    "# Glossary",
    "",
    "The terms of the program and of its documentation. The page shows them in English, German and Japanese:",
    "*Glossary*, in the header of every section.",
    "",
    "<!-- Drawn from crates/web/ui/src/glossary/terms by `UPDATE_GLOSSARY=1 npm test` in crates/web/ui. -->",
  ].join("\n");
  return `${[head, ...Object.entries(SUBJECTS).map(part)].join("\n\n")}\n`;
}

test("the page of the documentation has all terms", () => {
  if (process.env.UPDATE_GLOSSARY) writeFileSync(PAGE, drawn());
  expect(readFileSync(PAGE, "utf8"), "UPDATE_GLOSSARY=1 npm test writes it").toBe(drawn());
});

describe.each(Object.keys(LANGUAGES) as Language[])("in %s", (language) => {
  test("every term is there once", () => {
    const names = TERMS.map((term) => term[language][0].toLowerCase());
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
  });

  test("every definition is a sentence", () => {
    const unfinished = TERMS.map((term) => term[language][1]).filter(
      (definition) => !/[.。]$/.test(definition),
    );
    expect(unfinished).toEqual([]);
  });
});

test("a term is found by its name in the language, in English, and by its definition", () => {
  const found = (text: string, language: Language) =>
    search(text, language).flatMap(([, terms]) => terms.map((term) => term.en[0]));
  expect(found("置換表", "ja")).toContain("transposition table");
  expect(found(" Transposition TABLE", "de")).toContain("transposition table");
  expect(found("10 to 1", "en")).toEqual(["Elo"]);
  expect(found("no such term", "en")).toEqual([]);
});
