// The terms of the page and of the documentation, each once, in every language. `docs/glossary.md` is drawn
// from them.

import type { Language } from "../lib/i18n.svelte";
import { alphaBeta } from "./terms/alphaBeta";
import { circuits } from "./terms/circuits";
import { games } from "./terms/games";
import { monteCarlo } from "./terms/monteCarlo";
import { strategies } from "./terms/strategies";
import { tournaments } from "./terms/tournaments";
import { trees } from "./terms/trees";

/** A term and its definition in every language, and the paper or book that it comes from. */
export type Term = Record<Language, [name: string, definition: string]> & { source: string };

/** The terms by subject. */
export const SUBJECTS = {
  games,
  trees,
  alphaBeta,
  monteCarlo,
  strategies,
  circuits,
  tournaments,
} satisfies Record<string, Term[]>;

export type Subject = keyof typeof SUBJECTS;

/** The terms in which a text occurs, in the language or in English, by subject. */
export function search(text: string, language: Language): [Subject, Term[]][] {
  const wanted = text.trim().toLowerCase();
  const found = (term: Term) =>
    [...term[language], term.en[0]].some((part) => part.toLowerCase().includes(wanted));
  return (Object.entries(SUBJECTS) as [Subject, Term[]][])
    .map(([subject, terms]): [Subject, Term[]] => [subject, terms.filter(found)])
    .filter(([, terms]) => terms.length > 0);
}
