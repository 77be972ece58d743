import { beforeEach, expect, test, vi } from "vitest";

import { CARRIED, keepCarried, pack, unpack } from "./carried";

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

const RULES = "(role 先手) (role second)\n";

/** What an address becomes that carries rules under a name. */
async function arrived(name: string, rules: string): Promise<string> {
  return (
    await keepCarried(new URLSearchParams({ mine: name, moves: "a", [CARRIED]: (await pack(rules)) ?? "" }))
  ).toString();
}

test("rules come back from their letters, also empty ones", async () => {
  for (const rules of ["", RULES, RULES.repeat(500)])
    expect(await unpack((await pack(rules)) ?? "none")).toBe(rules);
  expect(await pack(RULES)).toMatch(/^[\w-]+$/);
});

test("rules that are too long for an address are not packed", async () => {
  expect(await pack(Array.from({ length: 20_000 }, () => Math.random()).join(" "))).toBeUndefined();
});

test("letters that are damaged are no rules", async () => {
  const letters = (await pack(RULES)) ?? "";
  expect(await Promise.all([letters.slice(0, -4), "%%", "AAAA"].map(unpack))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("rules that an address carries are kept under its name", async () => {
  expect([await arrived("game", RULES), shelf.get("spielbaum.rules.game")]).toEqual([
    "mine=game&moves=a",
    RULES,
  ]);
});

test("other rules of that name stay, and the same ones are not kept twice", async () => {
  shelf.set("spielbaum.rules.game", "(role mine)");
  expect([await arrived("game", RULES), await arrived("game", RULES)]).toEqual([
    "mine=game+2&moves=a",
    "mine=game+2&moves=a",
  ]);
  expect([...shelf.values()]).toEqual(["(role mine)", RULES]);
});

test("an address that carries nothing, or something damaged, keeps nothing", async () => {
  expect((await keepCarried(new URLSearchParams("mine=game&sheet=AAAA"))).toString()).toBe("mine=game");
  expect((await keepCarried(new URLSearchParams("game=nim"))).toString()).toBe("game=nim");
  expect(shelf.size).toBe(0);
});
