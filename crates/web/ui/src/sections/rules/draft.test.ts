import { beforeEach, expect, test, vi } from "vitest";

import { freeName } from "../../lib/myRules";
import { Draft } from "./draft.svelte";

const shelf = new Map<string, string>();

beforeEach(() => {
  shelf.clear();
  vi.stubGlobal("localStorage", {
    get length() {
      return shelf.size;
    },
    key: (index: number) => [...shelf.keys()][index] ?? null,
    getItem: (key: string) => shelf.get(key) ?? null,
    setItem: (key: string, value: string) => void shelf.set(key, value),
    removeItem: (key: string) => void shelf.delete(key),
  });
});

test("a name that is taken gets a number", () => {
  expect(freeName("game", [])).toBe("game");
  expect(freeName("game", ["game", "game 2"])).toBe("game 3");
});

test("what is written outlives the page, and is changed until it is saved", () => {
  const draft = new Draft();
  expect(draft.isChanged).toBe(false);
  draft.text = "(role a)";
  const again = new Draft();
  expect([again.text, again.isChanged, again.origin]).toEqual(["(role a)", true, {}]);
  expect(again.save("mine")).toBe(true);
  expect([again.isChanged, again.origin]).toEqual([false, { mine: "mine" }]);
});

test("a file does not take the place of rules that are kept", () => {
  const draft = new Draft();
  draft.save("game");
  draft.take("game", "(role b)");
  expect([draft.name, draft.origin, draft.isChanged]).toEqual(["game 2", {}, true]);
});

test("other sections find a text under its own name, or one that is free", () => {
  const draft = new Draft();
  expect(draft.publish("untitled")).toEqual({ mine: "untitled" });
  draft.begin();
  expect(draft.publish("untitled")).toEqual({ mine: "untitled 2" });
  draft.text = "(role c)";
  expect(draft.publish("untitled")).toEqual({ mine: "untitled 2" });
  expect(shelf.get("spielbaum.rules.untitled 2")).toBe("(role c)");
});

test("something else that is kept under the draft's name is no draft", () => {
  shelf.set("spielbaum.draft", '{"text": 1}');
  expect(new Draft().name).toBe("");
});

test("what is not saved is kept when something else is opened, and can be opened again", () => {
  const draft = new Draft();
  draft.save("first");
  draft.text = "(role changed)";
  draft.begin();
  expect([draft.unsaved, draft.isChanged]).toEqual([["first"], false]);
  draft.reopen(0);
  expect([draft.name, draft.text, draft.isChanged, draft.unsaved]).toEqual(["first", "(role changed)", true, []]);
});

test("of two unsaved texts each takes the other's place", () => {
  const draft = new Draft();
  draft.take("one", "(role one)");
  draft.take("two", "(role two)");
  draft.reopen(0);
  expect([draft.text, draft.unsaved]).toEqual(["(role one)", ["two"]]);
});

test("what is saved is not kept twice", () => {
  const draft = new Draft();
  draft.take("one", "(role one)");
  draft.save("one");
  draft.begin();
  expect(draft.unsaved).toEqual([]);
});
