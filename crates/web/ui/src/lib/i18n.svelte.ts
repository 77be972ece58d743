// The page in three languages.

import { remembered } from "./remembered.svelte";

export const LANGUAGES = { en: "English", ja: "日本語", de: "Deutsch" } as const;

export type Language = keyof typeof LANGUAGES;

/** What fills the places `{name}` in a message. */
type Values = Record<string, string | number>;

/** A text with places `{name}`, or what makes one of the values. */
export type Message = string | ((values: Values) => string);

/** Messages by key, in every language: a key that one of them lacks is a type error. */
export type Messages<Key extends string> = Record<Language, Record<Key, Message>>;

function preferred(): Language {
  const known = (tag: string): tag is Language => tag in LANGUAGES;
  // Where there is no browser nobody prefers anything.
  return (globalThis.navigator?.languages ?? []).map((tag) => tag.slice(0, 2)).find(known) ?? "en";
}

export const language = remembered<Language>(
  "language",
  preferred(),
  (value) => typeof value === "string" && value in LANGUAGES,
);

/** What gives the messages in the language that is chosen, with values in their places. */
export function translator<Key extends string>(
  messages: Messages<Key>,
): (key: Key, values?: Values) => string {
  return (key, values = {}) => {
    const message = messages[language.value][key];
    if (typeof message === "function") return message(values);
    return fill(message, values, number);
  };
}

/**
 * A message with values in its places. Japanese text sets Latin letters and numbers off by spaces; a value in
 * Japanese needs none.
 */
export function fill(message: string, values: Values, write: (value: number) => string): string {
  return message.replace(
    PLACE,
    (place, before: string | undefined, name: string, after: string | undefined) => {
      const value = values[name];
      if (value === undefined) return place;
      const text = typeof value === "number" ? write(value) : value;
      return (
        (JAPANESE.test(text.charAt(0)) ? "" : (before ?? "")) +
        text +
        (JAPANESE.test(text.slice(-1)) ? "" : (after ?? ""))
      );
    },
  );
}

const JAPANESE = /[\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef]/;

/** A place, with the spaces between it and Japanese text. */
const PLACE = new RegExp(`(?:(?<=${JAPANESE.source})( ))?\\{(\\w+)\\}(?:( )(?=${JAPANESE.source}))?`, "g");

/** What stands before the decimals. */
const MARKS: Record<Language, string> = { en: ".", ja: ".", de: "," };

/** A number that is written with a point, as people write it who count in the language. */
export function decimal(text: string): string {
  return text.replace(".", MARKS[language.value]);
}

/** A number and what there are so many of, in the singular or the plural. */
export function counted(count: string | number | undefined, one: string, more: string): string {
  const written = number(Number(count));
  return `${written} ${written === "1" ? one : more}`;
}

/** A number as people write it. */
export function number(
  value: number,
  options: Intl.NumberFormatOptions = { maximumFractionDigits: 2 },
): string {
  return new Intl.NumberFormat(language.value, options).format(value);
}
