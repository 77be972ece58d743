// What holds beside the boards, in rows: the fluents of a name, and those of each role together.

import type { Schemas } from "../../lib/api";

type Fact = Pick<Schemas["Fact"], "name" | "args">;

/** What fluents of one name say. */
export interface Row {
  name: string;
  /** What they say of a role, or of none. */
  groups: { role?: string; values: string[] }[];
}

/** The fluents by name; those whose first argument is a role are told of that role, by its title. `names` are those of the roles in the rules. */
export function rows(facts: Fact[], names: string[], titles: string[]): Row[] {
  const found = new Map<string, Map<string | undefined, string[]>>();
  for (const { name, args } of facts) {
    const groups = found.get(name) ?? new Map<string | undefined, string[]>();
    const place = names.indexOf(args[0] ?? "");
    const role = place < 0 ? undefined : (titles[place] ?? args[0]);
    const value = (place < 0 ? args : args.slice(1)).join(" ");
    groups.set(role, (groups.get(role) ?? []).concat(value || []));
    found.set(name, groups);
  }
  return [...found].map(([name, groups]) => ({ name, groups: [...groups].map(([role, values]) => (role === undefined ? { values } : { role, values })) }));
}
