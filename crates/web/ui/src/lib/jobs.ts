// Jobs of the server: their news as they come.

import { ApiError, api, asProblem, type Problem, type Schemas } from "./api";
import { onceLost, startedAgain } from "./connection.svelte";
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

/** How often a lost connection is made again before it is given up, as long as the server answers others. */
const ATTEMPTS = 5;

/** Listens to a job until it ends; with `listenAside` to one whose result may be large. */
export function follow<Progress, Result>(id: number, listener: Listener<Progress, Result>, listening = listen): Following {
  let failures = 0;
  let wasOpen = false;
  const close = () => {
    stop();
    forget();
  };
  // A server that starts again does not know the job, and may give its number to another.
  const forget = onceLost(() => {
    close();
    listener.failed(unreachable());
  });
  const stop = listening(`/api/jobs/${id}/events`, {
    opened: () => ([failures, wasOpen] = [0, true]),
    told: (event, document) => {
      if (event === "progress") return listener.progress?.(document as Progress);
      close();
      if (event === "done") listener.done(document as Result);
      else if (event === "cancelled") listener.cancelled?.(document as Result | null);
      else listener.failed((document as Problem | null) ?? { code: "internal", message: "" });
    },
    broke: (isClosed) => {
      failures += 1;
      if (!isClosed && failures < ATTEMPTS) return;
      close();
      listener.failed(unreachable());
      // A server that does not know a job whose news it has sent is a new one.
      if (wasOpen) startedAgain();
    },
  });
  return { id, close, cancel: () => cancel(id) };
}

/** Asks a job to end. One that is no longer there has ended. */
export async function cancel(id: number): Promise<void> {
  try {
    await api.POST("/api/jobs/{id}/cancel", { params: { path: { id } } });
  } catch (error) {
    if (error instanceof ApiError && asProblem(error).code === "no-such-job") return;
    throw error;
  }
}
