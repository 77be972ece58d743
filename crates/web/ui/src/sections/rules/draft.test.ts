import { beforeEach, expect, test, vi } from "vitest";

import { freeName } from "../../lib/myRules";
import { Draft } from "./draft.svelte";

const shelf = new Map<string, string>();
/** Who hears of what other tabs write. */
const listeners: ((event: { key: string }) => void)[] = [];

/** The rules of built-in games, as the server will tell them. */
const asked = vi.hoisted(() => new Map<string, (rules: string) => void>());

vi.mock("../../lib/api", () => ({
  api: {
    GET: (_: string, { params }: { params: { path: { name: string } } }) =>
      new Promise((answer) => asked.set(params.path.name, (rules) => answer({ data: { rules } }))),
  },
  data: async (answer: Promise<{ data: unknown }>) => (await answer).data,
}));

function storage(kept: Map<string, string>) {
  return {
    get length() {
      return kept.size;
    },
    key: (index: number) => [...kept.keys()][index] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

/** From now on it is this tab that does something. */
function inTab(kept: Map<string, string>): void {
  vi.stubGlobal("sessionStorage", storage(kept));
  for (const tell of listeners) for (const key of shelf.keys()) tell({ key });
}

beforeEach(() => {
  shelf.clear();
  listeners.splice(0);
  vi.stubGlobal("localStorage", storage(shelf));
  vi.stubGlobal("sessionStorage", storage(new Map()));
  vi.stubGlobal("addEventListener", (_: string, listener: (typeof listeners)[0]) => listeners.push(listener));
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
  expect(again.save("mine")).toBe("mine");
  expect([again.isChanged, again.origin]).toEqual([false, { mine: "mine" }]);
});

test("a file does not take the place of rules that are kept", () => {
  const draft = new Draft();
  draft.save("game");
  draft.take("game", "(role b)");
  expect([draft.name, draft.origin, draft.isChanged]).toEqual(["game 2", {}, true]);
});

test("what is saved does not take the place of other rules, nor of what was saved since it was opened", () => {
  shelf.set("spielbaum.rules.coins", "(role other)");
  const draft = new Draft();
  draft.text = "(role a)";
  expect([draft.save("coins"), draft.name, shelf.get("spielbaum.rules.coins")]).toEqual([
    "coins 2",
    "coins 2",
    "(role other)",
  ]);
  draft.text = "(role b)";
  expect([draft.save("coins 2"), shelf.get("spielbaum.rules.coins 2")]).toEqual(["coins 2", "(role b)"]);
  shelf.set("spielbaum.rules.coins 2", "(role elsewhere)");
  draft.text = "(role c)";
  expect([draft.save("coins 2"), shelf.get("spielbaum.rules.coins 2")]).toEqual([
    "coins 2 2",
    "(role elsewhere)",
  ]);
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
  expect([draft.name, draft.text, draft.isChanged, draft.unsaved]).toEqual([
    "first",
    "(role changed)",
    true,
    [],
  ]);
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

test("of what is opened the latest counts, whichever answer comes last", async () => {
  const draft = new Draft();
  const first = draft.openBuiltIn("nim");
  const second = draft.openBuiltIn("maze");
  asked.get("maze")?.("(role maze)");
  asked.get("nim")?.("(role nim)");
  expect([await first, await second, draft.name, draft.text]).toEqual([false, true, "maze", "(role maze)"]);
  const late = draft.takeFrom("file", Promise.resolve("(role file)"));
  draft.begin();
  expect([await late, draft.name]).toEqual([false, ""]);
  const left = draft.openBuiltIn("nim");
  draft.stay();
  asked.get("nim")?.("(role nim)");
  expect([await left, draft.name]).toEqual([false, ""]);
});

test("an answer that is not waited for any more may be an error", async () => {
  const draft = new Draft();
  const late = draft.takeFrom("file", Promise.reject(new Error("unreadable")));
  draft.begin();
  expect(await late).toBe(false);
  await expect(draft.takeFrom("file", Promise.reject(new Error("unreadable")))).rejects.toThrow("unreadable");
});

test("each tab has its own draft, and none is lost", () => {
  const [one, other] = [new Map<string, string>(), new Map<string, string>()];
  inTab(one);
  const first = new Draft();
  first.take("one", "(role one)");
  inTab(other);
  const second = new Draft();
  expect(second.text, "a new tab begins where the last one is").toBe("(role one)");
  second.text = "(role two)";
  inTab(one);
  first.text = "(role changed)";
  inTab(other);
  second.text = "(role three)";
  inTab(one);
  expect(first.text).toBe("(role changed)");
  first.leave();
  expect(first.unsaved).toEqual(["one"]);
  const again = new Draft();
  expect([again.text, again.unsaved], "the page is loaded again").toEqual(["(role changed)", []]);
  again.leave();
  inTab(new Map());
  const third = new Draft();
  expect([third.text, third.unsaved]).toEqual(["(role three)", ["one"]]);
});
