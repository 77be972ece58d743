// The words of the Game Description Language.

/** How many arguments each of GDL's own relations takes. */
export const KEYWORDS = {
  role: 1,
  init: 1,
  true: 1,
  does: 2,
  next: 1,
  legal: 2,
  goal: 2,
  terminal: 0,
  base: 1,
  input: 2,
  sees: 2,
} as const;

export type Keyword = keyof typeof KEYWORDS;

/** What joins conditions; `<=` makes a rule. */
export const CONNECTIVES = ["<=", "not", "or", "distinct"] as const;

export type Connective = (typeof CONNECTIVES)[number];

/** The keyword that a name stands for, whatever its case. */
export function keyword(name: string): Keyword | undefined {
  const lower = name.toLowerCase();
  return Object.hasOwn(KEYWORDS, lower) ? (lower as Keyword) : undefined;
}

/** The connective that a name stands for, whatever its case. */
export function connective(name: string): Connective | undefined {
  return CONNECTIVES.find((word) => word === name.toLowerCase());
}
