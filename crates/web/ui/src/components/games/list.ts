// The built-in games, asked for once.

import { api, data, type Schemas } from "../../lib/api";

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
