// How many players a game has.

import { api, data, type GameRef } from "../../lib/api";
import { CHANCE } from "../../lib/chance";

const known = new Map<string, Promise<number>>();

/**
 * How many roles strategies play. What could not be found out is asked for again by the next who wants it.
 */
export function playersOf(game: GameRef): Promise<number> {
  const name = JSON.stringify(game);
  const asked =
    known.get(name) ??
    data(api.POST("/api/positions", { body: { game, moves: [] } }))
      .then(({ roles }) => roles.filter((role) => role !== CHANCE).length)
      .catch((error: unknown) => {
        known.delete(name);
        throw error;
      });
  known.set(name, asked);
  return asked;
}
