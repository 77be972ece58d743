// The comparisons of this page: the one that the section shows, and those that go on while another is shown.

import { connection } from "../../lib/connection.svelte";
import { remembered } from "../../lib/remembered.svelte";
import type { Job } from "../../lib/jobs";
import { Comparison } from "./comparison.svelte";

/** The jobs of the server that play comparisons which have a number. */
function tournaments(): (Job & { subject: number })[] {
  return connection.jobs.flatMap((job) =>
    job.kind === "comparison" && job.phase === "running" && typeof job.subject === "number"
      ? { ...job, subject: job.subject }
      : [],
  );
}

class UnderWay {
  /** The one that the section shows. */
  shown = $state.raw(new Comparison());
  /** One that the section is to begin at once, as the address of one would say it. */
  wish = $state.raw<URLSearchParams>();
  private others = $state.raw<Comparison[]>([]);
  private readonly kept = remembered<number[]>(
    "underWay",
    [],
    (value) => Array.isArray(value) && value.every(Number.isSafeInteger),
    "sessionStorage",
  );

  private readonly all = $derived([this.shown, ...this.others]);
  /** Those that are being played. */
  readonly running = $derived(this.all.filter(({ isBusy }) => isBusy));
  /** The numbers of those that the server is playing, whichever page has begun them. */
  readonly playing = $derived(tournaments().map(({ subject }) => subject));
  /** The numbers of those that other pages have begun, and that this one does not listen to. */
  readonly elsewhere = $derived(
    tournaments().flatMap(({ id, subject }) =>
      this.all.some((comparison) => comparison.job === id || (comparison.isBusy && comparison.id === subject))
        ? []
        : [subject],
    ),
  );
  /** Those that have ended, and that nobody has looked at since. */
  readonly ended = $derived(this.all.filter(({ isNews }) => isNews));

  /**
   * Shows a comparison in the section: one of the store by its number, or one that is yet to be asked for.
   */
  show(id?: number): void {
    const known = this.all.find((comparison) => id !== undefined && comparison.id === id);
    const next = known ?? new Comparison();
    this.others = this.all.filter(
      (comparison) => comparison !== next && (comparison.isBusy || comparison.isNews),
    );
    this.shown = next;
    if (!known && id !== undefined) void next.open(id);
  }

  /**
   * Sees what other pages do: the comparison that is shown is listened to as soon as anybody goes on with it.
   */
  notice(): void {
    for (const job of tournaments()) {
      const own = this.all.find((comparison) => comparison.job === job.id);
      // It has a number before its first game has ended.
      if (own) own.id ??= job.subject;
      else if (this.shown.id === job.subject && !this.shown.isBusy && !this.shown.isCut) this.shown.join(job);
    }
  }

  /** Notes which are being played, for when the page is loaded again. */
  keep(): void {
    this.kept.value = this.all.filter(({ isBusy, isCut }) => isBusy || isCut).flatMap(({ id }) => id ?? []);
  }

  /** Joins in those that were being played when the page was left. */
  async rejoin(): Promise<void> {
    for (const id of this.kept.value) {
      const comparison = new Comparison();
      await comparison.open(id);
      const isKnown = this.all.some((other) => other.id === id);
      if (comparison.isBusy && !isKnown) this.others = [...this.others, comparison];
      else comparison.forget();
    }
  }

  /** Goes on with what the server's end has cut short. */
  async goOn(): Promise<void> {
    await Promise.all(this.all.map((comparison) => comparison.goOn()));
  }
}

export const underWay = new UnderWay();
