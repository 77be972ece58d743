// What a learned evaluation says of a position.

import { api, asProblem, data, type Problem, type Schemas } from "../../lib/api";
import { cancel, follow, type Following } from "../../lib/jobs";

export type Report = Schemas["EvaluationReport"];
export type Progress = Schemas["EvaluationProgress"];
export type Question = Schemas["EvaluationRequest"];

/** The evaluation of one position after another. */
export class Evaluation {
  /** What is said of the position that was asked for last. */
  report = $state.raw<Report | null>(null);
  /** How far it is learned of the game, while that goes on. */
  progress = $state.raw<Progress | null>(null);
  problem = $state.raw<Problem | null>(null);

  #following: Following | null = null;
  /** The question that was asked last, and the one under way. */
  #latest: Question | null = null;
  #asked: Question | null = null;
  /** The number of the work under way; what began before it was closed is of no interest. */
  #run = 0;

  /**
   * Evaluates a position, unless it is the one that was asked for last. A question about the same game that
   * is under way is answered first: it may be learning, which would otherwise begin anew with every move.
   */
  of(question: Question): void {
    if (same(question, this.#latest)) return;
    if (this.#asked && !same(question.game, this.#asked.game)) this.close();
    [this.report, this.problem] = [null, null];
    this.#latest = question;
    if (!this.#asked) void this.#ask(question);
  }

  /** Asks no more. */
  close(): void {
    this.#run += 1;
    const following = this.#following;
    [this.report, this.problem, this.progress] = [null, null, null];
    [this.#following, this.#latest, this.#asked] = [null, null, null];
    following?.close();
    // A job that cannot be asked to end does so by itself, as nobody listens.
    following?.cancel().catch(() => {});
  }

  async #ask(question: Question): Promise<void> {
    const run = this.#run;
    this.#asked = question;
    const end = (report: Report | null, problem: Problem | null = null) => {
      if (run !== this.#run) return;
      [this.progress, this.#following, this.#asked] = [null, null, null];
      if (this.#latest && !same(this.#latest, question)) void this.#ask(this.#latest);
      else [this.report, this.problem] = [report, problem];
    };
    try {
      const job = await data(api.POST("/api/evaluations", { body: question }));
      if (run !== this.#run) return await cancel(job.id);
      this.#following = follow<Progress, Report>(job.id, {
        progress: (progress) => {
          if (run === this.#run) this.progress = progress;
        },
        done: end,
        cancelled: end,
        failed: (problem) => end(null, problem),
      });
    } catch (error) {
      end(null, asProblem(error));
    }
  }
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** What each fluent is worth. */
export function worthsByFluent(report: Report): Map<string, number> {
  return new Map(report.worths.map(({ fluent, worth }) => [fluent, worth]));
}
