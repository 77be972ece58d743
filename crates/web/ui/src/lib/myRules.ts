// Rulesheets of one's own, kept in the browser under names.

import type { GameRef } from "./api";
import { changedRules, readRules } from "./rulesKept.svelte";

const PREFIX = "spielbaum.rules.";

/** The names of the rulesheets that are kept, sorted. */
export function list(storage: Storage | undefined = browser()): string[] {
  readRules();
  if (!storage) return [];
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
  return keys
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => key.slice(PREFIX.length))
    .sort((a, b) => a.localeCompare(b));
}

/** The rules that are kept under a name. */
export function get(name: string, storage: Storage | undefined = browser()): string | undefined {
  readRules();
  return storage?.getItem(PREFIX + name) ?? undefined;
}

/**
 * Keeps rules under a name, in place of others that were. False if the browser has no room for them, or
 * keeps nothing.
 */
export function put(name: string, rules: string, storage: Storage | undefined = browser()): boolean {
  try {
    storage?.setItem(PREFIX + name, rules);
    changedRules();
    return storage !== undefined;
  } catch {
    return false;
  }
}

/** A name that is not taken yet, made of another. */
export function freeName(wish: string, taken: string[]): string {
  let name = wish;
  for (let number = 2; taken.includes(name); number += 1) name = `${wish} ${number}`;
  return name;
}

/** The name that these rules are kept under, if they are. */
export function nameOf(rules: string, storage: Storage | undefined = browser()): string | undefined {
  return list(storage).find((name) => get(name, storage) === rules);
}

/**
 * The name to keep rules under: the one that is wished for, or, if other rules have that, the one that these
 * are kept under already, or one that is free.
 */
export function nameFor(wish: string, rules: string, storage: Storage | undefined = browser()): string {
  const kept = get(wish, storage);
  return kept === undefined || kept === rules
    ? wish
    : (nameOf(rules, storage) ?? freeName(wish, list(storage)));
}

/**
 * Keeps rules from elsewhere, unless they are kept already; the name that they are found by. None if there is
 * no room.
 */
export function keepAs(
  wish: string,
  rules: string,
  storage: Storage | undefined = browser(),
): string | undefined {
  const known = nameOf(rules, storage);
  if (known !== undefined) return known;
  const name = freeName(wish, list(storage));
  return put(name, rules, storage) ? name : undefined;
}

/** Forgets the rules of a name. */
export function remove(name: string, storage: Storage | undefined = browser()): void {
  storage?.removeItem(PREFIX + name);
  changedRules();
}

/**
 * The game that an address is about: a built-in one (`game=tictactoe`) or rules of one's own (`mine=NAME`);
 * none if it says neither, or the browser does not keep such rules.
 */
export function gameAt(
  parameters: URLSearchParams,
  storage: Storage | undefined = browser(),
): GameRef | undefined {
  const mine = parameters.get("mine");
  const rules = mine === null ? undefined : get(mine, storage);
  if (rules !== undefined) return { rules };
  const name = parameters.get("game");
  return name === null ? undefined : { name };
}

/** The name of rules of one's own that an address is about and the browser does not keep. */
export function missingAt(
  parameters: URLSearchParams,
  storage: Storage | undefined = browser(),
): string | undefined {
  const mine = parameters.get("mine");
  return mine === null || get(mine, storage) !== undefined ? undefined : mine;
}

/** The browser's storage; none where it is switched off. */
function browser(): Storage | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}
