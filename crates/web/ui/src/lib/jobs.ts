// Jobs of the server: their news as they come.

import { api, asProblem, type Problem, type Schemas } from "./api";
import { hasSpoken, onceLost, startedAgain } from "./connection.svelte";
import { listen } from "./news";
import { unreachable } from "./unreachable";

export type Job = Schemas["Job"];

/** What a job's news are given to. */
export interface Listener<Progress, Result> {
  progress?(progress: Progress): void;
  /** It did what it was to do. */
  done(result: Result): void;
  /** It was asked to end early; the result so far, if there is one. */
  cancelled?(result: Result | null): void;
  /** It could not, or the server cannot be reached any more. */
  failed(problem: Problem): void;
}

/** A job that is listened to. */
export interface Following {
  id: number;
  /** Asks the job to end; `cancelled` hears of it. */
  cancel(): Promise<void>;
  /** Listens no more; the job ends soon if nobody else does. */
  close(): void;
}

/**
 * Milliseconds until a stream that was refused is asked for again, and until one that does not come is given
 * up, as long as the server answers others.
 */
const PAUSE = 1_000;
const PATIENCE = 15_000;

/** Listens to a job until it ends; with `listenAside` to one whose result may be large. */
export function follow<Progress, Result>(
  id: number,
  listener: Listener<Progress, Result>,
  listening = listen,
): Following {
  let brokenSince: number | undefined;
  let wasOpen = false;
  let isOver = false;
  let stop = () => {};
  const close = () => {
    isOver = true;
    stop();
    forget();
  };
  const giveUp = () => {
    close();
    listener.failed(unreachable());
  };
  // A server that starts again does not know the job, and may give its number to another.
  const forget = onceLost(giveUp);
  const begin = () => {
    if (isOver) return;
    stop = listening(`/api/jobs/${id}/events`, {
      opened: () => {
        hasSpoken();
        [brokenSince, wasOpen] = [undefined, true];
      },
      told: (event, document) => {
        hasSpoken();
        if (event === "progress") return listener.progress?.(document as Progress);
        close();
        if (event === "done") listener.done(document as Result);
        else if (event === "cancelled") listener.cancelled?.(document as Result | null);
        else listener.failed((document as Problem | null) ?? { code: "internal", message: "" });
      },
      broke: (isClosed) => {
        brokenSince ??= Date.now();
        if (Date.now() - brokenSince > PATIENCE) giveUp();
        else if (isClosed) void beginAgain();
      },
    });
  };
  /** Asks again for a stream that was refused: the server had too much to do, or there is no such job. */
  const beginAgain = async () => {
    stop();
    const isGone = await api.GET("/api/jobs/{id}", { params: { path: { id } } }).then(() => false, isMissing);
    if (isOver) return;
    if (!isGone) return void setTimeout(begin, PAUSE);
    giveUp();
    // A server that does not know a job whose news it has sent is a new one.
    if (wasOpen) startedAgain();
  };
  begin();
  return { id, close, cancel: () => cancel(id) };
}

/** Asks a job to end. One that is no longer there has ended. */
export async function cancel(id: number): Promise<void> {
  try {
    await api.POST("/api/jobs/{id}/cancel", { params: { path: { id } } });
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** Whether it was thrown because there is no such job. */
function isMissing(error: unknown): boolean {
  return asProblem(error).code === "no-such-job";
}
