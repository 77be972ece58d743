// The events of jobs whose results may be large: a worker reads them.

import { type Answered, type Asked, type News, putItems } from "./news";

let worker: Worker | undefined;
const listeners = new Map<number, (answered: Answered) => void>();
let last = 0;

/**
 * Listens as `listen` does, in a worker that hands a large document over in parts, so that the page goes
 * on answering.
 */
export function listenAside(address: string, news: News): () => void {
  const listener = ++last;
  const ask = (asked: Asked) => worker?.postMessage(asked);
  const taken: { path: string; items: unknown[] }[] = [];
  worker ??= start();
  listeners.set(listener, (answered) => {
    if (answered.kind === "opened") news.opened();
    else if (answered.kind === "broke") news.broke(answered.isClosed);
    else if (answered.kind === "items") taken.push(answered);
    else {
      for (const { path, items } of taken.splice(0)) putItems(answered.document, path, items);
      news.told(answered.event, answered.document);
    }
  });
  ask({ listener, address });
  return () => {
    listeners.delete(listener);
    ask({ listener });
  };
}

function start(): Worker {
  const started = new Worker(new URL("./news.worker.ts", import.meta.url), { type: "module" });
  started.addEventListener("message", ({ data }: MessageEvent<Answered>) =>
    listeners.get(data.listener)?.(data),
  );
  started.addEventListener("error", () => {
    // It may still listen to jobs.
    started.terminate();
    worker = undefined;
    for (const [listener, take] of [...listeners]) take({ listener, kind: "broke", isClosed: true });
  });
  return started;
}
