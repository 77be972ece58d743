// A game of the rules that are being written, step by step.

import { api, asProblem, data, type Problem, type Schemas } from "../../lib/api";
import { type Change, difference } from "./difference";

export type Position = Schemas["PositionDocument"];

export class Walk {
  /** The rules that are played. */
  rules = $state("");
  isBusy = $state(false);
  problem = $state.raw<Problem>();
  /** The positions since the beginning, and the joint moves between them. */
  private positions = $state.raw<Position[]>([]);
  private moves: string[][] = [];
  /** Tells the answer that is waited for from earlier ones. */
  private asked = 0;

  get position(): Position | undefined {
    return this.positions.at(-1);
  }

  /** What holds, and what the last step has changed. */
  get changes(): Change[] {
    const now = this.position?.fluents ?? [];
    return difference(this.positions.at(-2)?.fluents ?? now, now);
  }

  /** Begins a game of these rules. */
  async begin(rules: string): Promise<void> {
    [this.rules, this.positions, this.moves] = [rules, [], []];
    await this.follow([]);
  }

  /**
   * Makes a joint move, one move a role. While one is being made it makes no other: a double click would make
   * it twice.
   */
  async step(joint: string[]): Promise<void> {
    if (this.isBusy) return;
    await this.follow([...this.moves, joint]);
  }

  /** Makes a legal move for every role, each as likely as any other. */
  async random(): Promise<void> {
    const legal = this.position?.legal ?? [];
    await this.step(legal.map((moves) => moves[Math.floor(Math.random() * moves.length)]?.move ?? ""));
  }

  /** Takes the last step back. */
  back(): void {
    [this.moves, this.positions] = [this.moves.slice(0, -1), this.positions.slice(0, -1)];
    this.problem = undefined;
  }

  private async follow(moves: string[][]): Promise<void> {
    const { rules } = this;
    const asked = ++this.asked;
    [this.isBusy, this.problem] = [true, undefined];
    try {
      const position = await data(api.POST("/api/positions", { body: { game: { rules }, moves } }));
      if (asked !== this.asked) return;
      this.positions = [...this.positions, position];
      this.moves = moves;
    } catch (error) {
      if (asked === this.asked) this.problem = asProblem(error);
    } finally {
      if (asked === this.asked) this.isBusy = false;
    }
  }
}
