// What holds beside the boards, in rows: the fluents of a name, and those of each role together.

import type { Schemas } from "../../lib/api";
import type { Language } from "../../lib/i18n.svelte";
import { filled } from "./notation";

/**
 * The names of a game's roles in the rules, and what people write for its terms and its fluents beside
 * the boards.
 */
export type Words = Pick<Schemas["PositionDocument"], "roles" | "wording" | "facts">;

/** The words of a game of which nothing but its rules is known. */
export const NO_WORDS: Words = { roles: [], wording: {}, facts: {} };

/** What fluents of one name say. */
export interface Row {
  /** Their name in the rules. */
  name: string;
  /** What people call them, if it is known. */
  title?: string;
  /** What they say of a role, or of none. */
  groups: { role?: string; values: string[] }[];
}

/** The fluents by name; those whose first argument is a role are told of that role, by its title. */
export function rows(
  facts: Schemas["Fact"][],
  { roles, wording, facts: named }: Words,
  titles: string[],
  language: Language,
): Row[] {
  const found = new Map<string, Map<string | undefined, string[]>>();
  for (const { name, args, text } of facts) {
    const groups = found.get(name) ?? new Map<string | undefined, string[]>();
    const place = roles.indexOf(args[0] ?? "");
    const role = place < 0 ? undefined : (titles[place] ?? args[0]);
    const rest = args.map((_, index) => `{${index + 1}}`).slice(place < 0 ? 0 : 1);
    const value = filled(named[name]?.value?.[language] ?? rest.join(" "), text, wording, language);
    groups.set(role, (groups.get(role) ?? []).concat(value || []));
    found.set(name, groups);
  }
  return [...found].map(([name, groups]) => ({
    name,
    title: named[name]?.[language],
    groups: [...groups].map(([role, values]) => ({ role, values })),
  }));
}
