// What is known for certain of a position: the server solves it.

import type { Worth } from "../../components/board/worth";
import { api, asProblem, data, type GameRef, type Problem, type Schemas } from "../../lib/api";
import { cancel, follow, type Following } from "../../lib/jobs";
import type { Line } from "./line";

export type Report = Schemas["SolutionReport"];
export type Progress = Schemas["SolutionProgress"];

/** The exact values of one position after another. */
export class Solution {
  /** What is known of the position that was asked for last. */
  report = $state.raw<Report | null>(null);
  /** How far the work on it has come, while it goes on. */
  progress = $state.raw<Progress | null>(null);
  isBusy = $state(false);
  problem = $state.raw<Problem | null>(null);

  #following: Following | null = null;
  /** The number of the position; what began earlier is of no interest any more. */
  #position = 0;

  /** Solves a position; work on another one ends. */
  async of(game: GameRef, moves: Line): Promise<void> {
    this.close();
    const position = this.#position;
    this.isBusy = true;
    const end = (report: Report | null, problem: Problem | null = null) => {
      if (position !== this.#position) return;
      [this.report, this.problem, this.progress, this.isBusy, this.#following] = [
        report,
        problem,
        null,
        false,
        null,
      ];
    };
    try {
      const job = await data(api.POST("/api/solutions", { body: { game, moves } }));
      if (position !== this.#position) return await cancel(job.id);
      this.#following = follow<Progress, Report>(job.id, {
        progress: (progress) => {
          if (position === this.#position) this.progress = progress;
        },
        done: end,
        cancelled: end,
        failed: (problem) => end(null, problem),
      });
    } catch (error) {
      end(null, asProblem(error));
    }
  }

  /** Asks no more. */
  close(): void {
    this.#position += 1;
    const following = this.#following;
    [this.report, this.problem, this.progress, this.isBusy, this.#following] = [
      null,
      null,
      null,
      false,
      null,
    ];
    following?.close();
    // A job that cannot be asked to end does so by itself, as nobody listens.
    following?.cancel().catch(() => {});
  }
}

/** What each move of a role is worth for certain. */
export function exactWorths(report: Report, role: string): Map<string, Worth> {
  const signs: Record<string, string> = { exact: "", "at-least": "≥", "at-most": "≤" };
  const known = report.moves.flatMap(({ role: mover, move, value, bound }) =>
    mover === role && value != null && bound != null
      ? [[move, { value, sign: signs[bound] ?? "" }] as const]
      : [],
  );
  return new Map(known);
}

/** How a report is told. */
export type Verdict =
  | { kind: "values"; goals: [string, number][]; plies: number | null }
  | { kind: "endless" }
  | { kind: "mixed"; goals: [string, number][] }
  | { kind: "sure"; goals: [string, number][] }
  | { kind: "unknown" };

/** What there is to say of a position, roles by their names in the rules. */
export function verdict(report: Report): Verdict {
  const numbers = (goals: Record<string, number | null | undefined>): [string, number][] =>
    Object.entries(goals).flatMap(([role, goal]): [string, number][] => (goal == null ? [] : [[role, goal]]));
  if (report.proven) return { kind: "values", goals: numbers(report.value), plies: report.distance ?? null };
  if (report.endless) return { kind: "endless" };
  if (report.mixed) return { kind: "mixed", goals: numbers(report.mixed) };
  const sure = numbers(report.at_least);
  return sure.length > 0 ? { kind: "sure", goals: sure } : { kind: "unknown" };
}
