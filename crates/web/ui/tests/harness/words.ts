// What the page says, in each of its languages.

import type { Page } from "playwright-core";

import { fill, type Language, LANGUAGES, type Messages } from "../../src/lib/i18n.svelte";

export const EVERY_LANGUAGE = Object.keys(LANGUAGES) as Language[];

/** What gives the messages of a room in a language: what the elements of a test are found by. */
export type Words<Key extends string> = (key: Key, values?: Record<string, string | number>) => string;

/** A room's messages in a language. */
export function words<Key extends string>(messages: Messages<Key>, language: Language): Words<Key> {
  return (key, values = {}) => {
    const message = messages[language][key];
    if (typeof message === "function") return message(values);
    return fill(message, values, (value) => value.toLocaleString(language));
  };
}

/**
 * Chooses each language in the header of a page, as a person does, and checks what the page says in it.
 * English is the last: a journey goes on in it.
 */
export async function inEveryLanguage<Key extends string>(
  page: Page,
  messages: Messages<Key>,
  check: (t: Words<Key>, language: Language) => Promise<unknown>,
): Promise<void> {
  for (const language of EVERY_LANGUAGE.toReversed()) {
    await page
      .getByRole("banner")
      .getByRole("combobox")
      .filter({ hasText: LANGUAGES[language] })
      .selectOption(language);
    await check(words(messages, language), language);
  }
}

/** What a message says, whatever fills its places. */
export function pattern(message: string): RegExp {
  const parts = message.split(/ ?\{\w+\} ?/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(parts.join(" ?.+ ?"));
}
