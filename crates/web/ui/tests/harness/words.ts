// What the page says, in the language that a test visits it in.

import { fill, type Language, type Messages } from "../../src/lib/i18n.svelte";

/** A room's messages in a language: what the elements of a test are found by. */
export function words<Key extends string>(messages: Messages<Key>, language: Language): (key: Key, values?: Record<string, string | number>) => string {
  return (key, values = {}) => {
    const message = messages[language][key];
    if (typeof message === "function") return message(values);
    return fill(message, values, (value) => value.toLocaleString(language));
  };
}

/** What a message says, whatever fills its places. */
export function pattern(message: string): RegExp {
  const parts = message.split(/ ?\{\w+\} ?/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(parts.join(" ?.+ ?"));
}
