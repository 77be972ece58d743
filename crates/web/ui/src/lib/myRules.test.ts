import { beforeEach, expect, test } from "vitest";

import { gameAt, get, list, missingAt, nameFor, put, remove } from "./myRules";

/** A storage that keeps at most so many letters. */
class Shelf implements Storage {
  [name: string]: unknown;
  readonly kept = new Map<string, string>();
  constructor(readonly room = 1_000) {}
  get length() {
    return this.kept.size;
  }
  key = (index: number) => [...this.kept.keys()][index] ?? null;
  getItem = (key: string) => this.kept.get(key) ?? null;
  removeItem = (key: string) => void this.kept.delete(key);
  clear = () => this.kept.clear();
  setItem = (key: string, value: string) => {
    if (value.length > this.room) throw new DOMException("full", "QuotaExceededError");
    this.kept.set(key, value);
  };
}

let shelf: Shelf;

beforeEach(() => (shelf = new Shelf()));

test("rules are kept under their names, sorted, beside what others keep", () => {
  shelf.setItem("spielbaum.theme", '"dark"');
  put("nim of mine", "(role a)", shelf);
  put("a game", "(role b)", shelf);
  put("a game", "(role c)", shelf);
  expect(list(shelf)).toEqual(["a game", "nim of mine"]);
  expect(get("a game", shelf)).toBe("(role c)");
  remove("a game", shelf);
  expect(get("a game", shelf)).toBeUndefined();
  expect(shelf.getItem("spielbaum.theme")).toBe('"dark"');
});

test("without room nothing is kept, and that is told", () => {
  expect(put("long", "x".repeat(10), new Shelf(5))).toBe(false);
  expect(put("short", "x", new Shelf(5))).toBe(true);
});

test("rules do not take the name of others: they have another already, or get one", () => {
  put("game", "(role a)", shelf);
  expect([
    nameFor("game", "(role a)", shelf),
    nameFor("free", "(role a)", shelf),
    nameFor("game", "(role b)", shelf),
  ]).toEqual(["game", "free", "game 2"]);
  put("other", "(role b)", shelf);
  expect(nameFor("game", "(role b)", shelf)).toBe("other");
});

test("an address is about rules of one's own, about a built-in game, or about none", () => {
  put("mine", "(role a)", shelf);
  expect(gameAt(new URLSearchParams("mine=mine&game=nim"), shelf)).toEqual({ rules: "(role a)" });
  expect(gameAt(new URLSearchParams("mine=gone"), shelf)).toBeUndefined();
  expect(gameAt(new URLSearchParams("game=nim"), shelf)).toEqual({ name: "nim" });
  expect(gameAt(new URLSearchParams(""), shelf)).toBeUndefined();
  expect(
    ["mine=mine", "mine=gone", "game=nim"].map((query) => missingAt(new URLSearchParams(query), shelf)),
  ).toEqual([undefined, "gone", undefined]);
});
