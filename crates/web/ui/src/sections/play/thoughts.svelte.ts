// What strategies think: the search for a move or for advice, and what is kept of it.

import { worths, type Worth } from "../../components/board/worth";
import { api, ApiError, asProblem, data, type GameRef, type Problem, type Schemas } from "../../lib/api";
import { cancel, follow, type Following } from "../../lib/jobs";
import { isArbitrary, planned, planOf, type Plan } from "./advice";
import { players, type Point } from "./chart";
import type { Line } from "./line";

type Position = Schemas["PositionDocument"];
type Progress = Schemas["ThoughtProgress"];
type Thought = Schemas["Report"];

/** What a strategy thinks for: to move, or to give advice. */
export type Purpose = "move" | "hint" | "values";

/** A strategy that thinks. */
export interface Thinking {
  role: number;
  purpose: Purpose;
  progress: Progress | null;
}

/** What is asked: a strategy by its spec (`""`: one that fits the game), in a position after some moves. */
export interface Request {
  role: number;
  purpose: Purpose;
  spec: string;
  position: Position;
  moves: Line;
  seconds: number;
  seed: number;
}

/**
 * What a thought comes to: a move, or why there is none. Where another one begins first, nothing comes of it.
 */
export type Found = { move: string } | { problem: Problem };

export class Thoughts {
  thinking = $state.raw<Thinking | null>(null);
  /** Values of moves of a role, as far as somebody thought about them. */
  estimates = $state.raw<{ role: number; values: Map<string, Worth> } | null>(null);
  hint = $state.raw<string | null>(null);
  /** Whether a search for a hint found no move that is better than others. */
  undecided = $state(false);

  /** The solution that was found, of a game for one. */
  #plan: Plan | null = null;
  #following: Following | null = null;
  /** The number of the thought; one that began earlier is of no interest any more. */
  #thought = 0;

  constructor(
    private readonly game: GameRef,
    private readonly note: (points: Point[]) => void,
  ) {}

  /** Ends what is under way, and forgets what was advised. */
  clear(): void {
    const following = this.#following;
    this.#thought += 1;
    [this.#following, this.thinking, this.estimates, this.hint, this.undecided] = [
      null,
      null,
      null,
      null,
      false,
    ];
    if (!following) return;
    following.close();
    // A job that cannot be asked to end does so by itself, as nobody listens.
    following.cancel().catch(() => {});
  }

  /** Has the strategy that thinks stop, and come to what it knows. */
  async hurry(): Promise<void> {
    await this.#following?.cancel();
  }

  /** Has a strategy think. For a move it is still shown as thinking when it has found one. */
  async of(request: Request): Promise<Found | undefined> {
    const { role, purpose, position, moves } = request;
    const number = this.#thought;
    const alone = players(position.roles).length === 1;
    const next = alone && purpose !== "values" ? planned(this.#plan, moves, role) : undefined;
    // A solution that cannot be improved needs no more search.
    if (next !== undefined && this.#plan?.best) {
      if (purpose === "hint") this.hint = next;
      return { move: next };
    }
    this.thinking = { role, purpose, progress: null };
    try {
      const thought = await this.#search(request, number);
      if (number !== this.#thought || !thought) return undefined;
      this.#learn(role, moves.length, thought);
      const found = alone ? planOf(thought, moves) : null;
      const worse = next !== undefined && (this.#plan?.value ?? 0) >= (found?.value ?? 0);
      if (found && !worse) this.#plan = found;
      const move = worse ? next : thought.move;
      if (purpose !== "move") this.thinking = null;
      if (purpose === "hint") {
        this.undecided = !worse && isArbitrary(thought, alone);
        this.hint = this.undecided ? null : move;
      }
      return { move };
    } catch (error) {
      if (number !== this.#thought) return undefined;
      this.#following = this.thinking = null;
      return { problem: asProblem(error) };
    }
  }

  /** What the server's search comes to; nothing if another thought has begun. */
  async #search(
    { role, purpose, spec, position, moves, seconds, seed }: Request,
    number: number,
  ): Promise<Thought | null> {
    const body = {
      game: this.game,
      moves,
      role: position.roles[role] ?? null,
      strategy: spec || null,
      budget: { seconds },
      seed,
    };
    const job = await data(api.POST("/api/thoughts", { body }));
    if (number !== this.#thought) {
      await cancel(job.id);
      return null;
    }
    const thought = await new Promise<Thought | null>((resolve, reject) => {
      this.#following = follow<Progress, Thought>(job.id, {
        progress: (progress) => {
          if (number !== this.#thought) return;
          this.thinking = { role, purpose, progress };
          this.#show(role, progress.moves);
        },
        done: resolve,
        cancelled: resolve,
        failed: (problem) => reject(new ApiError(problem)),
      });
    });
    if (number === this.#thought && thought) this.#following = null;
    return thought;
  }

  #learn(role: number, ply: number, thought: Thought): void {
    this.#show(role, thought.moves);
    if (thought.value != null)
      this.note([{ ply, role, value: thought.value, exact: thought.proven && thought.assumption == null }]);
  }

  #show(role: number, moves: Schemas["MoveEstimate_String"][]): void {
    const values = worths(moves);
    if (values.size > 0) this.estimates = { role, values };
  }
}
