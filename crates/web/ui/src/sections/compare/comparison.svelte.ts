// A comparison as it is shown: asked for, running, paused, or of another day.

import { ApiError, api, asProblem, data, type Problem, type Schemas } from "../../lib/api";
import { follow, type Following, type Job } from "../../lib/jobs";
import type { Request } from "./form";
import { look, UNSEEN, type Look } from "./inPlay";
import { secondsLeft, type Table } from "./table";

type Document = Schemas["Comparison"];
type Progress = Schemas["ComparisonProgress"];

/**
 * Asks one page of this browser after the other, if the browser can: two that go on with the same comparison
 * at once might have it played twice.
 */
async function inTurn<T>(ask: () => Promise<T>): Promise<T> {
  return globalThis.navigator?.locks ? navigator.locks.request("spielbaum.resume", ask) : ask();
}

/**
 * `preparing`: nothing has been played yet; `ending`: the games in play are; `paused` and `stopped`: it can
 * go on, at once or when it is opened again.
 */
export type Phase = "idle" | "preparing" | "running" | "ending" | "paused" | "stopped" | "done";

export class Comparison {
  phase = $state<Phase>("idle");
  /** Its number in the store, once it has one. */
  id = $state<number>();
  table = $state.raw<Table>();
  done = $state(0);
  most = $state(0);
  /** Games a second, once that is known. */
  rate = $state<number>();
  left = $state<number>();
  problem = $state.raw<Problem>();
  /**
   * What was chosen in place of choices that were left open, and what else there is to know about how it
   * is played.
   */
  remarks = $state.raw<string[]>([]);
  /** Pairings whose games were all the same one. */
  repeated = $state.raw<Document["repeated"]>([]);
  /** What would play it again; null if nothing would, undefined as long as that is not known. */
  request = $state.raw<Request | null>();

  /** Of one that is being played: which pairings are. */
  seen = $state.raw<Look>(UNSEEN);
  /** The job that plays it, or was the last to. */
  job = $state<number>();

  /** Whether it has ended since somebody looked at it. */
  isNews = $state(false);

  private following: Following | undefined;
  /** What is to be done again when the server is back. */
  private again: (() => Promise<void>) | undefined;
  /** What one is that has not been played to its end. */
  private unfinished: "paused" | "stopped" = "paused";
  /** Tells answers to questions that nobody asks any more. */
  private question = 0;

  /** The pairings that are being played. */
  readonly played = $derived(
    this.phase === "running" || this.phase === "ending" ? this.seen.played : UNSEEN.played,
  );
  readonly isBusy = $derived(
    this.phase === "preparing" || this.phase === "running" || this.phase === "ending",
  );
  /** Whether the server went while something was asked of it. */
  readonly isCut = $derived(this.problem?.code === "unreachable");

  /** Lets a new one be played. */
  async start(request: Request): Promise<void> {
    this.forget();
    this.request = request;
    await this.begin(() => data(api.POST("/api/comparisons", { body: request })));
  }

  /** Goes on with the one that is shown. */
  async resume(): Promise<void> {
    const { id } = this;
    if (id === undefined) return;
    this.problem = undefined;
    await this.begin(() =>
      inTurn(() => data(api.POST("/api/comparisons/{id}/resume", { params: { path: { id } } }))),
    );
  }

  /**
   * Ends the games, or those of one that the server has yet to begin; what has been played stays, and the
   * next thing to do is to go on, or to start another.
   */
  async end(then: "paused" | "stopped"): Promise<void> {
    this.phase = "ending";
    this.unfinished = then;
    this.problem = undefined;
    await this.cancel();
  }

  /** Shows one of the store, and joins in if it is being played. */
  async open(id: number): Promise<void> {
    this.forget();
    const question = this.question;
    this.again = () => this.open(id);
    try {
      const jobs = await data(api.GET("/api/jobs"));
      if (question !== this.question) return;
      const job = jobs.find(
        ({ kind, phase, subject }) => kind === "comparison" && phase === "running" && subject === id,
      );
      // A job that nobody listens to ends, and many games take a while to be counted.
      if (job) {
        this.id = id;
        this.join(job);
      }
      const document = await data(api.GET("/api/comparisons/{id}", { params: { path: { id } } }));
      if (question !== this.question) return;
      if (!job) this.show(document);
      else if (this.isBusy) {
        this.request = document.request ?? null;
        this.table ??= document.table;
        if (this.most === 0) [this.done, this.most] = [document.games_played, document.games_planned];
      }
    } catch (error) {
      if (question === this.question) this.problem = asProblem(error);
    }
  }

  /** Listens to a job that plays it, whoever has begun that. */
  join(job: Job): void {
    this.problem = undefined;
    this.phase = "running";
    this.listen(job);
  }

  /** Does again what the server's end has cut short: shows it, or has it played on. */
  async goOn(): Promise<void> {
    if (!this.isCut) return;
    this.problem = undefined;
    await this.again?.();
  }

  /** Listens no more; what is being played goes on for a moment, for a page that is loaded again. */
  forget(): void {
    this.question += 1;
    this.following?.close();
    this.following = this.again = this.job = undefined;
    this.isNews = false;
    this.seen = UNSEEN;
    this.phase = "idle";
    this.unfinished = "paused";
    this.id = undefined;
    this.table = undefined;
    this.request = undefined;
    this.problem = undefined;
    this.remarks = [];
    this.repeated = [];
    this.done = this.most = 0;
    this.rate = this.left = undefined;
  }

  private async begin(ask: () => Promise<Job>): Promise<void> {
    const question = this.question;
    const before = this.phase;
    this.unfinished = "paused";
    this.phase = "preparing";
    try {
      const job = await ask();
      if (question !== this.question) return;
      this.listen(job);
      await this.cancel();
    } catch (error) {
      this.again = undefined;
      if (!(error instanceof ApiError)) throw error;
      if (question === this.question) {
        this.phase = before;
        this.problem = error.problem;
      }
    }
  }

  /**
   * Asks the job to end if somebody wants that, and there is one by now. One that cannot be asked goes on,
   * and may be asked again.
   */
  private async cancel(): Promise<void> {
    const { following } = this;
    if (this.phase !== "ending" || !following) return;
    try {
      await following.cancel();
    } catch (error) {
      if (following !== this.following) return;
      this.phase = "running";
      this.problem = asProblem(error);
    }
  }

  private listen(job: Job): void {
    const { request } = this;
    this.job = job.id;
    this.seen = UNSEEN;
    this.again = () => (this.id === undefined && request ? this.start(request) : this.resume());
    this.following = follow<Progress, Document>(job.id, {
      progress: (progress) => {
        if (this.phase === "preparing") this.phase = "running";
        this.id = progress.id;
        this.table = progress.table;
        this.seen = look(progress.table, this.seen);
        this.remarks = progress.remarks;
        this.done = progress.done;
        this.most = progress.most;
        this.rate = progress.seconds > 0.5 ? progress.played / progress.seconds : undefined;
        this.left = secondsLeft(progress);
      },
      done: (document) => {
        this.show(document);
        this.isNews = true;
      },
      cancelled: (document) => {
        if (document) this.show(document);
        else this.phase = this.id === undefined ? "idle" : this.unfinished;
      },
      failed: (problem) => {
        this.following = undefined;
        // Another server may give its number to another job.
        if (problem.code === "unreachable") this.job = undefined;
        this.phase = this.id === undefined ? "idle" : "paused";
        this.problem = problem;
      },
    });
  }

  private show(document: Document): void {
    this.following = this.again = undefined;
    this.id = document.id;
    this.table = document.table;
    this.repeated = document.repeated;
    if (document.remarks.length > 0) this.remarks = document.remarks;
    this.done = document.games_played;
    this.most = document.games_planned;
    this.request = document.request ?? null;
    this.left = undefined;
    this.phase = typeof document.finished === "string" ? "done" : this.unfinished;
  }
}
