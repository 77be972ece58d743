// What people call the values of parameters.

import { language, number } from "../../lib/i18n.svelte";
import { serverText } from "../../translations/serverText.svelte";
import type { Domain } from "./catalogue";
import type { Key } from "./messages";

type Translate = (key: Key, values?: Record<string, string | number>) => string;

/** One of the words that a parameter takes, and what it means; in English the word says it. */
export function optionName(parameter: string, word: string, t: Translate): string {
  const key = `${parameter}=${word}`;
  const name = language.value === "en" ? key : serverText(key);
  return name === key || name === "" ? word : t("option", { name, word });
}

/** The values that a parameter takes, in words. */
export function rangeOf(domain: Domain, t: Translate): string {
  switch (domain.type) {
    case "integer":
      return t("from-to", { least: number(domain.least), greatest: number(domain.greatest) });
    case "decimal":
      return t("from-to", {
        least: number(domain.least, { maximumSignificantDigits: 6 }),
        greatest: number(domain.greatest),
      });
    case "duration":
      return t("time-from-to", {
        least: number(domain.least, { maximumFractionDigits: 3 }),
        greatest: number(domain.greatest),
      });
    case "roles":
      return t("roles-range");
    default:
      return "";
  }
}
