// What has been played on this page, whatever comparison it is of: single pairings, and values of
// a parameter.

import { SvelteMap } from "svelte/reactivity";

import { api, data, type GameRef, type Schemas } from "../../lib/api";
import type { Request } from "./form";
import { keyOf, type Pairing, type Table } from "./table";

/** A comparison, as far as it is collected. */
interface Played {
  id?: number | undefined;
  request: Request | null | undefined;
  table?: Table | undefined;
}

export class Collected {
  /** Of a game, the pairings by who sits where. */
  private readonly pairings = new SvelteMap<string, ReadonlyMap<string, Pairing>>();
  /** The tables of comparisons by their numbers, with the conditions under which they were played. */
  private readonly tables = new SvelteMap<number, { conditions: string; table: Table }>();
  private readonly found = new WeakMap<Pairing, number>();

  note({ id, request, table }: Played): void {
    if (!table || !request || id === undefined) return;
    const game = JSON.stringify(request.game);
    const fresh = table.pairings
      .filter(({ games }) => games > 0)
      .map((pairing) => [keyOf(pairing.players), pairing] as const);
    for (const [, pairing] of fresh) this.found.set(pairing, id);
    this.pairings.set(game, new Map([...this.of(request.game), ...fresh]));
    this.tables.set(id, { conditions: conditionsOf(request), table });
  }

  /** The pairings that were played of a game. */
  of(game: GameRef): ReadonlyMap<string, Pairing> {
    return this.pairings.get(JSON.stringify(game)) ?? new Map();
  }

  /** The comparison that a pairing is of. */
  idOf(pairing: Pairing): number | undefined {
    return this.found.get(pairing);
  }

  /** The comparisons that were played under the conditions of a request, whoever played, by their numbers. */
  alike(request: Request): Map<number, Table> {
    const conditions = conditionsOf(request);
    return new Map(
      [...this.tables].flatMap(([id, played]) =>
        played.conditions === conditions ? [[id, played.table] as const] : [],
      ),
    );
  }

  /** Collects comparisons of the store. */
  async load(ids: readonly number[]): Promise<void> {
    const missing = ids.filter((id) => !this.tables.has(id));
    const documents = missing.map((id) =>
      data(api.GET("/api/comparisons/{id}", { params: { path: { id } } })),
    );
    for (const { id, request, table } of await Promise.all<Schemas["Comparison"]>(documents))
      this.note({ id, request: request ?? null, table });
  }
}

/** All that is the same in games whose results can be put beside one another. */
function conditionsOf({ game, opening_plies, move_seconds, forfeit_seconds, ply_limit }: Request): string {
  return JSON.stringify([
    game,
    opening_plies ?? 0,
    move_seconds ?? null,
    forfeit_seconds ?? null,
    ply_limit ?? DEFAULT_PLIES,
  ]);
}

/** The bound of a request that names none. */
const DEFAULT_PLIES = 10_000;
