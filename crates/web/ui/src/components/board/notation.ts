// Moves and percepts as people write them.

import type { Schemas } from "../../lib/api";
import { language, type Language } from "../../lib/i18n.svelte";

/** What people write for the terms of a game, by their names; see `wording` of a position. */
export type Wording = Schemas["PositionDocument"]["wording"];

/** What writes the moves and percepts of a game. */
export type Writer = (term: string) => string;

/** Writes terms as this wording has it; without one as `readable` does. */
export function writer(wording: Wording | undefined): Writer {
  return (term) => readable(term, wording, language.value);
}

/**
 * A term by the wording of its game. What that does not know is written as in the rules, without the
 * parentheses around the whole: `(take a 5)` reads `take a 5`. Terms inside keep theirs, which tell what
 * belongs together.
 */
export function readable(term: string, wording: Wording = {}, language: Language = "en"): string {
  return write(parse(term), true, wording, language);
}

/** A term by this template, whatever the wording has for it. Its arguments are written by the wording. */
export function filled(
  template: string,
  term: string,
  wording: Wording = {},
  language: Language = "en",
): string {
  return fill(template, parse(term).args, wording, language);
}

function write({ name, args }: Term, isWhole: boolean, wording: Wording, language: Language): string {
  const template = Object.hasOwn(wording, name) ? wording[name]?.[language] : undefined;
  if (template !== undefined) return fill(template, args, wording, language);
  const plain = [
    name.replaceAll("_", " "),
    ...args.map((argument) => write(argument, false, wording, language)),
  ].join(" ");
  return isWhole || args.length === 0 ? plain : `(${plain})`;
}

function fill(template: string, args: Term[], wording: Wording, language: Language): string {
  return template.replace(/\{(\d+)(:letter)?\}/g, (_, number: string, asLetter?: string) => {
    const argument = args[Number(number) - 1];
    if (!argument) return "";
    return asLetter ? letter(argument.name) : write(argument, false, wording, language);
  });
}

/** What people call a column of a board. */
export function columnName({ letters }: Pick<Schemas["Grid"], "letters">, column: string): string {
  return letters ? letter(column) : column;
}

/** The letter of this number: `a` for 1. What is no number is its own name. */
function letter(column: string): string {
  const number = Number(column);
  return Number.isInteger(number) && number >= 1 && number <= 26 ? String.fromCharCode(96 + number) : column;
}

interface Term {
  name: string;
  args: Term[];
}

function parse(text: string): Term {
  const whole: Term = { name: "", args: [] };
  const open = [whole];
  for (const [token] of text.matchAll(/[()]|[^\s()]+/g)) {
    const inner = open.at(-1) ?? whole;
    if (token === "(") {
      const term = { name: "", args: [] };
      inner.args.push(term);
      open.push(term);
    } else if (token === ")") {
      open.pop();
    } else if (inner !== whole && inner.name === "") {
      inner.name = token;
    } else {
      inner.args.push({ name: token, args: [] });
    }
  }
  return whole.args[0] ?? whole;
}
