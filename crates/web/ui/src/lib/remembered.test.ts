import { beforeEach, expect, test, vi } from "vitest";

import { remembered } from "./remembered.svelte";

const shelf = new Map<string, string>();
const listeners: ((event: { key: string | null }) => void)[] = [];

beforeEach(() => {
  shelf.clear();
  listeners.splice(0);
  const storage = {
    getItem: (key: string) => shelf.get(key) ?? null,
    setItem: (key: string, value: string) => void shelf.set(key, value),
  };
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal("sessionStorage", storage);
  vi.stubGlobal("addEventListener", (_: string, listener: (typeof listeners)[0]) => listeners.push(listener));
});

/** Another tab writes a value. */
function write(name: string, value: string): void {
  shelf.set(`spielbaum.${name}`, value);
  for (const tell of listeners) tell({ key: `spielbaum.${name}` });
}

const isNumber = (value: unknown) => typeof value === "number";

test("a value outlives the page, and what is none is the initial one", () => {
  remembered("count", 0).value = 3;
  expect([remembered("count", 0, isNumber).value, shelf.get("spielbaum.count")]).toEqual([3, "3"]);
  shelf.set("spielbaum.count", '"three"');
  expect(remembered("count", 0, isNumber).value).toBe(0);
});

test("what another tab writes is not overwritten with something older", () => {
  const list = remembered<string[]>("list", []);
  write("list", '["theirs"]');
  list.value = [...list.value, "ours"];
  expect(shelf.get("spielbaum.list")).toBe('["theirs","ours"]');
  write("list", "no list");
  expect(list.value).toEqual([]);
  shelf.clear();
  write("another", "1");
  expect(list.value).toEqual([]);
});

test("everything may be deleted by another tab", () => {
  const count = remembered("count", 0);
  count.value = 3;
  shelf.clear();
  for (const tell of listeners) tell({ key: null });
  expect(count.value).toBe(0);
});

test("what is a tab's own is read once", () => {
  const own = remembered("own", 1, isNumber, "sessionStorage");
  write("own", "2");
  expect(own.value).toBe(1);
});
