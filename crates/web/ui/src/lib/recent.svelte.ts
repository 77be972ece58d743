// What somebody has worked on last, kept by the browser.

import { remembered } from "./remembered.svelte";

/** A piece of work: the section, and what its address says. */
export interface Work {
  section: string;
  query: string;
}

const MOST = 6;

const kept = remembered<Work[]>("recent", [], (value) => Array.isArray(value) && value.every(isWork));

/** What tells one work of a section from others; the address says more of it. */
const SUBJECTS: Record<string, string[]> = {
  compare: ["id"],
  play: ["game", "mine"],
  watch: ["tree", "text", "game", "mine", "rules"],
  practise: ["set", "kind", "tree"],
  rules: ["game", "mine"],
};

/** An address says that something has been done if it has one of these. */
const SIGNS: Record<string, string[]> = {
  compare: ["id"],
  play: ["moves"],
  watch: ["step", "text", "moves"],
  practise: ["seed", "tree"],
  rules: ["game", "mine"],
};

export const recent = {
  /** The latest first. */
  get works() {
    return kept.value;
  },
};

/** Notes what a section shows, if that is some work. */
export function noteWork(section: string, parameters: URLSearchParams): void {
  const next = withWork(kept.value, section, parameters);
  if (next !== kept.value) kept.value = next;
}

/** The list with what a section shows at its head; the same list, if that is no work, or is there already. */
export function withWork(works: Work[], section: string, parameters: URLSearchParams): Work[] {
  if (!SIGNS[section]?.some((name) => parameters.has(name))) return works;
  const work = { section, query: parameters.toString() };
  const [first] = works;
  if (first?.section === section && first.query === work.query) return works;
  // Comparisons that are drawn together are one work.
  const parts = (parameters.get("with") ?? "")
    .split(",")
    .filter(Boolean)
    .map((id) => subjectOf({ section, query: `id=${id}` }));
  const subjects = new Set([subjectOf(work), ...parts]);
  return [work, ...works.filter((other) => !subjects.has(subjectOf(other)))].slice(0, MOST);
}

function subjectOf({ section, query }: Work): string {
  const parameters = new URLSearchParams(query);
  return JSON.stringify([section, ...(SUBJECTS[section] ?? []).map((name) => parameters.get(name))]);
}

function isWork(value: unknown): value is Work {
  if (typeof value !== "object" || value === null) return false;
  const { section, query } = value as Record<string, unknown>;
  return typeof section === "string" && section in SUBJECTS && typeof query === "string";
}
