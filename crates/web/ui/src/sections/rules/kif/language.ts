// KIF for the editor: colours and indentation.

import {
  HighlightStyle,
  LanguageSupport,
  type StringStream,
  StreamLanguage,
  syntaxHighlighting,
} from "@codemirror/language";
import { tags } from "@lezer/highlight";

import { connective, keyword } from "./words";

/** A parenthesis that is open. */
export interface Open {
  /** The column where the text within begins on a new line. */
  inside: number;
  /** The column of the parenthesis itself. */
  at: number;
  /** Whether the name has come that it begins with, and the first thing after it. */
  named: boolean;
  filled: boolean;
  /** Whether it is a rule, whose conditions stand below its head. */
  isRule: boolean;
  outer: Open | null;
}

/**
 * What of the text before must be known to read on. Open parentheses are shared between copies, and
 * never changed.
 */
export interface State {
  inComment: boolean;
  open: Open | null;
}

/** How far a rule's conditions stand to the right of it. */
const INDENT = 4;

export const stream = {
  name: "kif",
  startState: (): State => ({ inComment: false, open: null }),
  copyState: (state: State): State => ({ ...state }),
  token: (text: StringStream, state: State): string | null => {
    if (state.inComment || text.match("#|")) {
      state.inComment = !text.match(/^.*?\|#/);
      if (state.inComment) text.skipToEnd();
      return "comment";
    }
    if (text.eatSpace()) return null;
    const column = text.column();
    const letter = text.next();
    if (letter === ";") {
      text.skipToEnd();
      return "comment";
    }
    if (letter === "(") {
      note(state, column);
      state.open = {
        inside: column + 1,
        at: column,
        named: false,
        filled: false,
        isRule: false,
        outer: state.open,
      };
      return "paren";
    }
    if (letter === ")") {
      state.open = state.open?.outer ?? null;
      return "paren";
    }
    text.match(/^(?:(?!#\|)[^\s();])*/);
    const word = text.current();
    const isFirst = state.open !== null && !state.open.named;
    if (isFirst && state.open) {
      const isRule = word === "<=";
      state.open = {
        ...state.open,
        named: true,
        isRule,
        inside: isRule ? state.open.at + INDENT : state.open.inside,
      };
    } else {
      note(state, column);
    }
    return kindOf(word, isFirst || state.open === null);
  },
  indent: (state: State, textAfter: string): number | null => {
    if (state.inComment) return null;
    if (!state.open) return 0;
    return textAfter.startsWith(")") ? state.open.at : state.open.inside;
  },
  languageData: {
    commentTokens: { line: ";", block: { open: "#|", close: "|#" } },
    closeBrackets: { brackets: ["("] },
    indentOnInput: /^\s*\)$/,
    wordChars: "?-_+<=",
  },
  tokenTable: {
    relation: tags.function(tags.variableName),
    constant: tags.name,
    variable: tags.variableName,
  },
};

/**
 * Something stands at a column: what comes after the name lines up with the first of it, but for the
 * conditions of a rule.
 */
function note(state: State, column: number): void {
  const { open } = state;
  if (!open || !open.named || open.filled) return;
  state.open = { ...open, filled: true, inside: open.isRule ? open.inside : column };
}

function kindOf(word: string, isFirst: boolean): string {
  if (word.startsWith("?")) return "variable";
  if (connective(word)) return "operatorKeyword";
  if (keyword(word) && (isFirst || word.toLowerCase() === "terminal")) return "keyword";
  if (/^\d+$/.test(word)) return "number";
  return isFirst ? "relation" : "constant";
}

/** Colours that are the page's own in both themes. */
const colours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--kif-comment)", fontStyle: "italic" },
  { tag: [tags.keyword, tags.operatorKeyword], color: "var(--kif-keyword)", fontWeight: "600" },
  { tag: tags.variableName, color: "var(--kif-variable)" },
  { tag: tags.function(tags.variableName), color: "var(--kif-relation)" },
  { tag: tags.number, color: "var(--kif-number)" },
  { tag: tags.paren, color: "var(--quiet)" },
]);

const language = StreamLanguage.define(stream);

/** KIF with colours, indentation, and what the editor must know of comments and parentheses. */
export function kif(): LanguageSupport {
  return new LanguageSupport(language, [syntaxHighlighting(colours)]);
}
