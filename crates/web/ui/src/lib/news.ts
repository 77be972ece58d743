// The events of a job, and how a large document is handed over in parts.

/** What happens to a job, as the server tells it. */
export const EVENTS = ["progress", "done", "cancelled", "failed"] as const;
export type Event = (typeof EVENTS)[number];

/** What the news of a job are given to. */
export interface News {
  /** The server has been reached. */
  opened(): void;
  told(event: Event, document: unknown): void;
  /** The connection broke; it is made again by itself unless it is closed for good. */
  broke(isClosed: boolean): void;
}

/**
 * Streams that all pages of this browser together keep open: fewer than the six connections that a browser
 * has to a server, so that other requests have some.
 */
const STREAMS = ["1", "2", "3"];

/**
 * Listens to the events at an address, by a stream that stays open where there is room for one, else by one
 * brief stream after the other: how to stop.
 */
export function listen(address: string, news: News): () => void {
  let isOver = false;
  let close = () => {};
  void withStream(async (isLong) => {
    if (isOver) return;
    const source = new EventSource(isLong ? address : `${address}?brief=true`);
    source.addEventListener("open", () => news.opened());
    source.addEventListener("error", () => news.broke(source.readyState === EventSource.CLOSED));
    for (const event of EVENTS)
      source.addEventListener(event, ({ data }: MessageEvent<string>) => news.told(event, JSON.parse(data)));
    await new Promise<void>((end) => (close = () => (source.close(), end())));
  });
  return () => {
    isOver = true;
    close();
  };
}

/**
 * Works with one of the streams, which is taken until the work has ended; or with none, where others have
 * them or pages cannot know of one another.
 */
async function withStream(work: (isLong: boolean) => Promise<void>): Promise<void> {
  let isTaken = false;
  for (const stream of globalThis.navigator?.locks ? STREAMS : []) {
    await navigator.locks.request(`spielbaum.stream.${stream}`, { ifAvailable: true }, async (lock) => {
      isTaken = lock !== null;
      if (lock) await work(true);
    });
    if (isTaken) return;
  }
  await work(false);
}

/** What the worker is asked: to listen to an address, or to stop. Listeners have numbers. */
export type Asked = { listener: number; address?: string };

/**
 * What the worker answers: an event whose document lacks the items of its long lists, after these items, some
 * at a time.
 */
export type Answered = { listener: number } & (
  | { kind: "opened" }
  | { kind: "broke"; isClosed: boolean }
  | { kind: "items"; path: string; items: unknown[] }
  | { kind: "told"; event: Event; document: unknown }
);

/** Items that are handed over at a time: few enough for the page to answer in between. */
const TOGETHER = 5_000;

/** Takes the items out of the lists of a document that are longer than what is handed over at a time. */
export function* takeItems(document: unknown, path = ""): Generator<{ path: string; items: unknown[] }> {
  if (typeof document !== "object" || document === null) return;
  for (const [key, value] of Object.entries(document)) {
    const below = `${path}/${key}`;
    if (!Array.isArray(value)) yield* takeItems(value, below);
    else if (value.length > TOGETHER) {
      for (let from = 0; from < value.length; from += TOGETHER)
        yield { path: below, items: value.slice(from, from + TOGETHER) };
      value.length = 0;
    }
  }
}

/** Puts items back to the end of the list that they were taken out of. */
export function putItems(document: unknown, path: string, items: readonly unknown[]): void {
  const list = path
    .split("/")
    .slice(1)
    .reduce((at, key) => (at as Record<string, unknown>)[key], document) as unknown[];
  for (const item of items) list.push(item);
}
