// What a game that is over was won by, as the server answers by the rules.

import { api, data, rulesOf, type GameRef, type Schemas } from "../../lib/api";
import { decisive, experiment, questionOf, taking } from "./decisive";

type Position = Schemas["PositionDocument"];

export class Win {
  /** The fluents of the pieces that decided. */
  fluents = $state.raw<ReadonlySet<string>>(new Set());

  /** The number of the position; what was asked of earlier ones is of no interest any more. */
  #position = 0;

  /** Finds out what a position was won by. */
  async of(game: GameRef, position: Position | undefined): Promise<void> {
    const number = (this.#position += 1);
    this.fluents = new Set();
    const question = position && questionOf(position);
    if (!position || !question) return;
    const { roles } = position;
    try {
      const rules = experiment(await rulesOf(game), roles, question);
      const wins = async (without: number[]): Promise<boolean> => {
        if (number !== this.#position) throw new Error("left");
        const moves = taking(without, roles, question.winner);
        const { goals } = await data(api.POST("/api/positions", { body: { game: { rules }, moves, role: null } }));
        return (goals?.[question.winner] ?? 0) >= question.goal;
      };
      const found = await decisive(question.pieces.length, question.latest, wins);
      if (number === this.#position) this.fluents = new Set(question.pieces.filter((_, piece) => found.has(piece)));
    } catch {
      // Rules that cannot be asked so leave the board as it is.
    }
  }

  /** Asks no more. */
  close(): void {
    this.#position += 1;
  }
}
