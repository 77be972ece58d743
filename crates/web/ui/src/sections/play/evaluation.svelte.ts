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
  isBusy = $state(false);
  problem = $state.raw<Problem | null>(null);

  #following: Following | null = null;
  /** What is to be asked when the question under way is answered. */
  #next: Question | null = null;
  /** The number of the work under way; what began before it was closed is of no interest. */
  #run = 0;

  /** Evaluates a position. A question under way is answered first: it may be learning of the game, which would otherwise begin anew with every move. */
  of(question: Question): void {
    [this.report, this.problem] = [null, null];
    if (this.isBusy) this.#next = question;
    else void this.#ask(question);
  }

  /** Asks no more. */
  close(): void {
    this.#run += 1;
    const following = this.#following;
    [this.report, this.problem, this.progress, this.isBusy] = [null, null, null, false];
    [this.#following, this.#next] = [null, null];
    following?.close();
    // A job that cannot be asked to end does so by itself, as nobody listens.
    following?.cancel().catch(() => {});
  }

  async #ask(question: Question): Promise<void> {
    const run = this.#run;
    this.isBusy = true;
    const end = (report: Report | null, problem: Problem | null = null) => {
      if (run !== this.#run) return;
      const next = this.#next;
      [this.progress, this.isBusy] = [null, false];
      [this.#following, this.#next] = [null, null];
      if (next) void this.#ask(next);
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

/** What each fluent is worth. */
export function worthsByFluent(report: Report): Map<string, number> {
  return new Map(report.worths.map(({ fluent, worth }) => [fluent, worth]));
}
