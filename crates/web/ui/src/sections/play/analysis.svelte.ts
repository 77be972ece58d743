// The evaluation of a whole game: each position of its line that has no value gets one.

import { ApiError, api, asProblem, data, type Problem, type Schemas } from "../../lib/api";
import { CHANCE } from "../../lib/chance";
import { cancel, follow, type Following } from "../../lib/jobs";
import type { Point } from "./chart";
import type { Report } from "./solution.svelte";
import type { Table } from "./table.svelte";

/** What a solution tells of a position: the values that are known exactly, by role. */
export function exactPoints(report: Report, names: string[], ply: number): Point[] {
  return names.flatMap((name, role) => {
    const value = report.value[name];
    return value == null ? [] : [{ ply, role, value, exact: true }];
  });
}

export class Analysis {
  /** How many positions have been evaluated, of how many. */
  progress = $state.raw<{ done: number; of: number } | null>(null);
  problem = $state.raw<Problem | null>(null);

  #following: Following | null = null;
  /** The number of the analysis; one that began earlier has ended. */
  #run = 0;

  /**
   * Evaluates every position of the table's line, by exact values or searches of the time that a move has.
   */
  async of(table: Table, exact: boolean): Promise<void> {
    this.close();
    const run = this.#run;
    const { line } = table;
    const current = () => run === this.#run && table.line === line;
    this.problem = null;
    try {
      for (let ply = 0; ply <= line.length; ply += 1) {
        this.progress = { done: ply, of: line.length + 1 };
        if (table.points.some((point) => point.ply === ply && (point.exact || !exact))) continue;
        const points = exact
          ? await this.#solved(table, ply, current)
          : await this.#searched(table, ply, current);
        if (!current()) break;
        table.note(points);
      }
    } catch (error) {
      if (current()) this.problem = asProblem(error);
    }
    if (run === this.#run) this.progress = null;
  }

  /** Ends the analysis; the values that were found remain. */
  close(): void {
    this.#run += 1;
    this.progress = null;
    this.#following?.close();
    this.#following?.cancel().catch(() => {});
    this.#following = null;
  }

  async #solved(table: Table, ply: number, current: () => boolean): Promise<Point[]> {
    const job = await data(
      api.POST("/api/solutions", { body: { game: table.game, moves: table.line.slice(0, ply) } }),
    );
    const report = await this.#result<Report>(job.id, current);
    return report ? exactPoints(report, table.position?.roles ?? [], ply) : [];
  }

  async #searched(table: Table, ply: number, current: () => boolean): Promise<Point[]> {
    const moves = table.line.slice(0, ply);
    const position = await data(
      api.POST("/api/positions", { body: { game: table.game, moves, role: null } }),
    );
    if (position.goals)
      return position.goals.flatMap((value, role) =>
        value == null ? [] : [{ ply, role, value, exact: true }],
      );
    const role = position.movers.find((role) => position.roles[role] !== CHANCE);
    if (role === undefined || !current()) return [];
    const body = {
      game: table.game,
      moves,
      role: position.roles[role] ?? null,
      strategy: null,
      budget: { seconds: table.options.seconds },
      seed: ply,
    };
    const job = await data(api.POST("/api/thoughts", { body }));
    const thought = await this.#result<Schemas["Report"]>(job.id, current);
    return thought?.value == null
      ? []
      : [{ ply, role, value: thought.value, exact: thought.proven && thought.assumption == null }];
  }

  /** What a job comes to; nothing if the analysis ends first. */
  async #result<Result>(job: number, current: () => boolean): Promise<Result | null> {
    if (!current()) {
      await cancel(job);
      return null;
    }
    return await new Promise((resolve, reject) => {
      this.#following = follow<unknown, Result>(job, {
        progress: () => {},
        done: resolve,
        cancelled: resolve,
        failed: (problem) => reject(new ApiError(problem)),
      });
    });
  }
}
