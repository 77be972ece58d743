// The server's texts, which are English, in the language of the page.

import { answering, connection } from "../lib/connection.svelte";
import { language, number, type Language } from "../lib/i18n.svelte";
import { Catalogue, type Entries } from "./catalogue";

type Translated = Exclude<Language, "en">;

/** The texts by language, each loaded when one of them is needed first. */
const FILES: Record<Translated, () => Promise<{ default: readonly Entries[] }>> = {
  ja: () => import("./ja"),
  de: () => import("./de"),
};

/** The catalogues that are here; null in place of one that cannot be loaded. */
let catalogues = $state.raw<Partial<Record<Translated, Catalogue | null>>>({});

const loading: Partial<Record<Translated, Promise<void>>> = {};

async function load(wanted: Translated): Promise<void> {
  let catalogue: Catalogue | null = null;
  try {
    await answering();
    catalogue = new Catalogue((await FILES[wanted]()).default, {
      number: (value) => number(value, { maximumFractionDigits: 6 }),
      seconds,
    });
  } catch {
    // Texts are shown as they are.
  }
  catalogues = { ...catalogues, [wanted]: catalogue };
}

function seconds(value: number): string {
  return number(value, { style: "unit", unit: "second", unitDisplay: "long", maximumSignificantDigits: 3 });
}

/** Waits until texts can be shown in the language of the page. */
export async function translationsLoaded(): Promise<void> {
  const wanted = language.value;
  if (wanted !== "en") await (loading[wanted] ??= load(wanted));
}

/** A text as it is shown, and its language if that is not the page's. */
export interface Shown {
  text: string;
  lang?: "en";
}

/**
 * A text of the server in the language of the page. Nothing while the translations are loaded, English if
 * there is none.
 */
export function shown(text: string): Shown {
  const wanted = language.value;
  if (wanted === "en") return { text };
  const catalogue = catalogues[wanted];
  if (catalogue === undefined) void translationsLoaded();
  if (catalogue === undefined && !connection.isLost) return { text: "" };
  const translation = catalogue?.translate(text);
  return translation === undefined ? { text, lang: "en" } : { text: translation };
}

/** The same as a string, for places that have no language of their own. */
export function serverText(text: string): string {
  return shown(text).text;
}
