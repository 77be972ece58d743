// What people call parameters, and the values that these take.

import { number } from "../../lib/i18n.svelte";
import type { Domain } from "./catalogue";
import { messages, PARAMETERS, type Key } from "./messages";

type Translate = (key: Key, values?: Record<string, string | number>) => string;

/** A parameter's name in the language of the page; those that have none there keep their name in specs. */
export function parameterName(name: string, t: Translate): string {
  const key = PARAMETERS.find((key) => key === `p-${name}`);
  return key === undefined || !(key in messages.en) ? name : t(key);
}

/** The values that a parameter takes, in words. */
export function rangeOf(domain: Domain, t: Translate): string {
  switch (domain.type) {
    case "integer":
      return t("from-to", { least: number(domain.least), greatest: number(domain.greatest) });
    case "decimal":
      return t("from-to", { least: number(domain.least, { maximumSignificantDigits: 6 }), greatest: number(domain.greatest) });
    case "duration":
      return t("time-from-to", { least: number(domain.least, { maximumFractionDigits: 3 }), greatest: number(domain.greatest) });
    case "roles":
      return t("roles-range");
    default:
      return "";
  }
}
