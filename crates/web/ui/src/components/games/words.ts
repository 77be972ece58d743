// The rules of a game in words: the header of its rulesheet, and what that says in other languages.

import type { Language } from "../../lib/i18n.svelte";

/** A paragraph, or the lines of a drawing or a table. */
export interface Paragraph {
  text: string;
  isDrawn: boolean;
}

/** A header has its words in English; those of built-in games are translated. */
export interface Words {
  paragraphs: Paragraph[];
  language: Language;
}

/** Who plays, in the table of a header. */
const ROLES = /^\s{2,}(roles?)\s+(?=\S)/;
/** Where another entry of that table begins. */
const ENTRY = /^\s{2,}(state|moves|percepts|payoffs)\s/;
/** A line of a drawing or a table. */
const DRAWN = /^\s{2,}\S/;

/**
 * How to play, by the comment that a rulesheet begins with: its paragraphs without the title, and who plays.
 * None if it begins with none.
 */
export function headerOf(rules: string): Paragraph[] {
  const lines = rules.split("\n");
  const end = lines.findIndex((line) => !line.startsWith(";"));
  const header = (end < 0 ? lines : lines.slice(0, end))
    .map((line) => line.replace(/^;+ ?/, "").trimEnd())
    .slice(1);
  const table = header.findIndex((line) => ROLES.test(line));
  const told = paragraphsOf(table < 0 ? header : header.slice(0, table));
  if (table < 0) return told;
  const entry = header.slice(table);
  const next = entry.findIndex((line, place) => place > 0 && (line === "" || ENTRY.test(line)));
  const [, word = ""] = ROLES.exec(entry[0] ?? "") ?? [];
  const roles = joined(next < 0 ? entry : entry.slice(0, next))
    .replace(word, "")
    .trim();
  return [...told, { text: `${word === "role" ? "Role" : "Roles"}: ${roles}.`, isDrawn: false }];
}

function paragraphsOf(lines: string[]): Paragraph[] {
  const paragraphs: { lines: string[]; isDrawn: boolean }[] = [];
  let isOpen = false;
  for (const line of lines) {
    const isDrawn = DRAWN.test(line);
    const last = paragraphs.at(-1);
    if (line === "") isOpen = false;
    else if (isOpen && last?.isDrawn === isDrawn) last.lines.push(line);
    // The numbers of the columns stand apart from a board.
    else if (last?.isDrawn && isDrawn) last.lines.push("", line);
    else {
      paragraphs.push({ lines: [line], isDrawn });
      isOpen = true;
    }
  }
  return paragraphs.map(({ lines, isDrawn }) => ({
    text: isDrawn ? outdented(lines) : joined(lines),
    isDrawn,
  }));
}

const joined = (lines: string[]) => lines.join(" ").replace(/\s+/g, " ").trim();

function outdented(lines: string[]): string {
  const margin = Math.min(...lines.filter((line) => line !== "").map((line) => line.search(/\S/)));
  return lines.map((line) => line.slice(margin)).join("\n");
}

/**
 * The rules of a game in words: of a built-in one in the language that is wanted, else as its header
 * has them.
 */
export async function wordsOf(name: string | undefined, rules: string, wanted: Language): Promise<Words> {
  const translated = name === undefined || wanted === "en" ? undefined : (await TRANSLATIONS[wanted]())[name];
  return translated === undefined
    ? { paragraphs: headerOf(rules), language: "en" }
    : { paragraphs: [{ text: translated, isDrawn: false }], language: wanted };
}

/** Loaded when somebody reads them. */
export const TRANSLATIONS: Record<Exclude<Language, "en">, () => Promise<Record<string, string>>> = {
  ja: async () => (await import("./words.ja")).ja,
  de: async () => (await import("./words.de")).de,
};
