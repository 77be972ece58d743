import { expect, test } from "vitest";

import { columnName, filled, readable, type Wording } from "./notation";

const alike = (text: string) => ({ en: text, ja: text, de: text });

test("without a wording a move is its term without the parentheses around it", () => {
  expect(readable("(take a 5)")).toBe("take a 5");
  expect(readable("noop")).toBe("noop");
  expect(readable("(turn_up 3)")).toBe("turn up 3");
});

test("terms inside keep their parentheses", () => {
  expect(readable("(move (cell 1 2) (cell 2 3))")).toBe("move (cell 1 2) (cell 2 3)");
});

test("a wording says in which order arguments stand, and which are letters", () => {
  const wording: Wording = {
    move: alike("{1:letter}{2}–{3:letter}{4}"),
    slide: alike("{2:letter}{1}–{3:letter}{1}"),
  };
  expect(readable("(move 2 2 3 3)", wording)).toBe("b2–c3");
  expect(readable("(slide 1 2 4)", wording)).toBe("b1–d1");
});

test("arguments are written by the wording too, in the language of the page", () => {
  const wording: Wording = {
    did: alike("{1}: {2}"),
    alice: { en: "Alice", ja: "アリス", de: "Alice" },
    bid: alike("{1} × {2}"),
    pass: { en: "pass", ja: "パス", de: "passen" },
  };
  expect(readable("(did alice (bid 2 6))", wording, "ja")).toBe("アリス: 2 × 6");
  expect(readable("(did bob pass)", wording, "de")).toBe("bob: passen");
});

test("a template of its own takes the place of the one in the wording", () => {
  const wording: Wording = {
    bet: { en: "bet {1}", ja: "{1} を賭ける", de: "{1} setzen" },
    one: { en: "one", ja: "一", de: "eins" },
  };
  expect(filled("{2:letter}: {1}", "(bet one 3)", wording, "de")).toBe("c: eins");
});

test("a wording whose names are those of an object's own properties is no wording", () => {
  expect(readable("(constructor 1)", {})).toBe("constructor 1");
});

test("columns beyond the letters, and names of columns, stay as they are", () => {
  const called = (letters: boolean) =>
    ["1", "26", "27", "x"].map((column) => columnName({ letters }, column));
  expect(called(true)).toEqual(["a", "z", "27", "x"]);
  expect(called(false)).toEqual(["1", "26", "27", "x"]);
});

test("broken terms are written as far as they go", () => {
  expect(readable("")).toBe("");
  expect(readable("(take a")).toBe("take a");
  expect(readable("(mark 1)", { mark: alike("{1:letter}{2}") })).toBe("a");
});
