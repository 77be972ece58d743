import { StringStream } from "@codemirror/language";
import { expect, test } from "vitest";

import { stream } from "./language";

/** The words of a text with their kinds, and the column at which a next line would begin. */
function read(text: string): { words: [string, string][]; indent: number | null } {
  const state = stream.startState();
  const words: [string, string][] = [];
  for (const line of text.split("\n")) {
    const letters = new StringStream(line, 4, 4);
    while (!letters.eol()) {
      const kind = stream.token(letters, state);
      if (kind && kind !== "paren") words.push([letters.current(), kind]);
      letters.start = letters.pos;
    }
  }
  return { words, indent: stream.indent(state, "") };
}

test("words have kinds by what they are and where they stand", () => {
  expect(read("(<= (legal ?p (mark 1 b)) (not (TRUE over)))").words).toEqual([
    ["<=", "operatorKeyword"],
    ["legal", "keyword"],
    ["?p", "variable"],
    ["mark", "relation"],
    ["1", "number"],
    ["b", "constant"],
    ["not", "operatorKeyword"],
    ["TRUE", "keyword"],
    ["over", "constant"],
  ]);
  expect(read("(<= terminal (distinct goal ?x))").words).toEqual([
    ["<=", "operatorKeyword"],
    ["terminal", "keyword"],
    ["distinct", "operatorKeyword"],
    ["goal", "constant"],
    ["?x", "variable"],
  ]);
});

test("comments end with their lines, or where they say", () => {
  expect(read("a ; b (c\nd").words).toEqual([
    ["a", "relation"],
    ["; b (c", "comment"],
    ["d", "relation"],
  ]);
  expect(read("a #| b\n(c |# d").words).toEqual([
    ["a", "relation"],
    ["#| b", "comment"],
    ["(c |#", "comment"],
    ["d", "relation"],
  ]);
  expect(read("#||# a").words).toEqual([
    ["#||#", "comment"],
    ["a", "relation"],
  ]);
  expect(read("a#| b |#c#d|#").words).toEqual([
    ["a", "relation"],
    ["#| b |#", "comment"],
    ["c#d|#", "relation"],
  ]);
});

test.each([
  ["(role x)", 0],
  ["(<= (p ?x)", 4],
  ["  (<= (p ?x)", 6],
  ["(<= (p ?x)\n    (q ?x)", 4],
  ["(<= p (or (q)", 10],
  ["(<= p (q ?x", 9],
  ["(<= p\n    (", 5],
  ["(true (cell", 7],
  [")) (a", 4],
])("after `%s` a line begins at column %i", (text, indent) => {
  expect(read(text).indent).toBe(indent);
});
