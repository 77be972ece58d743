// What may be written at a place in a rulesheet.

import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  snippet,
} from "@codemirror/autocomplete";

import { type Place, spotAfter, type Vocabulary, vocabulary } from "./forms";
import { CONNECTIVES, type Connective, type Keyword, KEYWORDS } from "./words";

/** A name that may stand at a place. */
export interface Suggestion {
  name: string;
  /** How many arguments it takes; none: as many as one likes. */
  places: number | undefined;
  kind: "keyword" | "relation" | "fluent" | "move" | "role" | "variable";
}

/** GDL's own relations that facts and heads of rules are made with, and those that conditions are. */
const HEADS: Keyword[] = ["role", "init", "next", "legal", "goal", "terminal", "base", "input", "sees"];
const CONDITIONS: Keyword[] = ["true", "does", "role", "legal", "goal", "terminal"];

/** How many arguments the connectives take. */
const ARGUMENTS: Record<Connective, number | undefined> = {
  "<=": undefined,
  not: 1,
  or: undefined,
  distinct: 2,
};

/**
 * The names that may stand at a place, the likeliest kinds first. `variables` are those of the rule so far.
 */
export function suggestions(place: Place, words: Vocabulary, variables: string[]): Suggestion[] {
  const named = (names: Map<string, number>, kind: Suggestion["kind"]) =>
    [...names].map(([name, places]): Suggestion => ({ name, places, kind }));
  const own = (names: Keyword[]) =>
    names.map((name): Suggestion => ({ name, places: KEYWORDS[name], kind: "keyword" }));
  const joined = (names: readonly Connective[]) =>
    names.map((name): Suggestion => ({ name, places: ARGUMENTS[name], kind: "keyword" }));
  const bound = variables.map((name): Suggestion => ({ name, places: 0, kind: "variable" }));
  const relations = named(words.relations, "relation");
  switch (place) {
    case "statement":
      return [...joined(["<="]), ...own(HEADS), ...relations];
    case "head":
      return [...own(HEADS), ...relations];
    case "condition":
      return [...own(CONDITIONS), ...joined(CONNECTIVES.slice(1)), ...relations];
    case "fluent":
      return [...named(words.fluents, "fluent"), ...bound];
    case "move":
      return [...bound, ...named(words.moves, "move")];
    case "role":
      return [...bound, ...[...words.roles].map((name): Suggestion => ({ name, places: 0, kind: "role" }))];
    case "term":
      return bound;
  }
}

/**
 * What the editor is told of a name: how many arguments it takes and what it is for, in the language of
 * the page.
 */
export interface Describing {
  places(count: number): string;
  about(keyword: string): string | undefined;
}

const TYPES: Record<Suggestion["kind"], string> = {
  keyword: "keyword",
  relation: "function",
  fluent: "property",
  move: "method",
  role: "constant",
  variable: "variable",
};

/** A source of completions for the editor. */
export function completions(
  describing: () => Describing,
): (context: CompletionContext) => CompletionResult | null {
  return (context) => {
    const word = context.matchBefore(/[^\s();]*/);
    const from = word?.from ?? context.pos;
    const before = context.state.sliceDoc(0, from);
    const spot = spotAfter(before);
    // Between words nothing is offered unasked, but for what an open parenthesis begins with.
    if (from === context.pos && !context.explicit && !(spot.afterOpen && before.endsWith("("))) return null;
    if (isInComment(before)) return null;
    const told = describing();
    // The name that is being written is none yet.
    const words = vocabulary(before + context.state.sliceDoc(context.pos));
    const fitting = suggestions(spot.place, words, spot.variables).filter(
      ({ places }) => !spot.afterOpen || places !== 0,
    );
    const options = fitting.map((suggestion, rank) => option(suggestion, rank, spot.afterOpen, told));
    return options.length > 0 ? { from, options, validFor: /^[^\s();]*$/ } : null;
  };
}

function option(
  { name, places, kind }: Suggestion,
  rank: number,
  afterOpen: boolean,
  told: Describing,
): Completion {
  const bare = afterOpen || places === 0;
  return {
    label: name,
    type: TYPES[kind],
    detail: places === undefined || kind === "variable" || kind === "role" ? undefined : told.places(places),
    info: kind === "keyword" ? told.about(name) : undefined,
    boost: -Math.min(rank, 99),
    apply: bare ? name : snippet(`(${name} #{})`),
  };
}

function isInComment(before: string): boolean {
  const line = before.slice(before.lastIndexOf("\n") + 1);
  return line.includes(";") || before.lastIndexOf("#|") > before.lastIndexOf("|#");
}
