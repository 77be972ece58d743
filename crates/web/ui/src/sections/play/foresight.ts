// What the board looks like after one more move, before it is made.

import type { Schemas } from "../../lib/api";
import type { Line } from "./line";

type Position = Schemas["PositionDocument"];

export class Foresight {
  /** What was asked, by the position before the move. */
  #known = new WeakMap<Position, Map<string, Promise<Position>>>();

  constructor(private readonly ask: (moves: Line) => Promise<Position>) {}

  /**
   * The picture after a move in a position, to which the moves lead. It is asked for once, unless it could
   * not be found out.
   */
  async of(position: Position, move: string, moves: Line): Promise<Schemas["Picture"]> {
    const known = this.#known.get(position) ?? new Map<string, Promise<Position>>();
    this.#known.set(position, known);
    const asked =
      known.get(move) ??
      this.ask(moves).catch((error: unknown) => {
        known.delete(move);
        throw error;
      });
    known.set(move, asked);
    return (await asked).picture;
  }
}
