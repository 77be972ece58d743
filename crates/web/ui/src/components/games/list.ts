// The built-in games, asked for once.

import { api, data, type Schemas } from "../../lib/api";
import { language } from "../../lib/i18n.svelte";

export type GameEntry = Schemas["GameEntry"];

let known: Promise<GameEntry[]> | undefined;

/** The built-in games; a list that could not be had is asked for again by the next who wants it. */
export function games(): Promise<GameEntry[]> {
  known ??= data(api.GET("/api/games")).catch((error: unknown) => {
    known = undefined;
    throw error;
  });
  return known;
}

/**
 * What a built-in game is called in a list. Its name, which commands and addresses have, is English; in other
 * languages what people call it stands before.
 */
export function listedName({ name, title }: GameEntry): string {
  if (language.value === "en" || !title) return name;
  const called = title[language.value];
  return language.value === "ja" ? `${called}（${name}）` : `${called} (${name})`;
}
