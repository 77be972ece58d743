import { afterEach, expect, test, vi } from "vitest";

import { listen, putItems, takeItems } from "./news";

afterEach(() => vi.unstubAllGlobals());

/** Streams that are open, by their addresses. */
function openStreams(): string[] {
  const open: string[] = [];
  class Stream {
    constructor(private readonly address: string) {
      open.push(address);
    }
    addEventListener(): void {}
    close(): void {
      open.splice(open.indexOf(this.address), 1);
    }
  }
  vi.stubGlobal("EventSource", Stream);
  return open;
}

/** Locks as a browser has them, for all its pages together. */
function locks(): LockManager {
  const taken = new Set<string>();
  const request = async (name: string, _: object, work: (lock: object | null) => Promise<void>) => {
    if (taken.has(name)) return work(null);
    taken.add(name);
    await work({}).finally(() => taken.delete(name));
  };
  return { request } as unknown as LockManager;
}

const news = { opened: () => {}, told: () => {}, broke: () => {} };
const soon = () => new Promise((go) => setTimeout(go));

test("few streams stay open at the same time, and others are brief", async () => {
  vi.stubGlobal("navigator", { locks: locks() });
  const open = openStreams();
  const stops = ["/1", "/2", "/3", "/4", "/5"].map((address) => listen(address, news));
  await soon();
  expect(open.toSorted()).toEqual(["/1", "/2", "/3", "/4?brief=true", "/5?brief=true"]);
  stops.forEach((stop) => stop());
  await soon();
  listen("/6", news);
  await soon();
  expect(open).toEqual(["/6"]);
});

test("pages that cannot know of one another have brief streams alone", async () => {
  vi.stubGlobal("navigator", {});
  const open = openStreams();
  listen("/1", news);
  expect(open).toEqual(["/1?brief=true"]);
});

test("a stream that is wanted no more before there is room for it is not opened", async () => {
  vi.stubGlobal("navigator", {
    locks: {
      request: async (_name: string, _options: object, work: (lock: object) => Promise<void>) => (
        await soon(),
        work({})
      ),
    },
  });
  const open = openStreams();
  listen("/1", news)();
  await soon();
  await soon();
  expect(open).toEqual([]);
});

const count = (length: number) => Array.from({ length }, (_, item) => ({ item }));

test("a document is handed over in parts and put together as it was", () => {
  const whole = {
    name: "search",
    trace: { steps: count(12_345), nodes: count(5_001), roles: ["a", "b"] },
    nothing: null,
  };
  const handed = structuredClone(whole);
  const taken = [...takeItems(handed)];
  expect(taken.map(({ path, items }) => [path, items.length])).toEqual([
    ["/trace/steps", 5_000],
    ["/trace/steps", 5_000],
    ["/trace/steps", 2_345],
    ["/trace/nodes", 5_000],
    ["/trace/nodes", 1],
  ]);
  expect(handed).toEqual({
    name: "search",
    trace: { steps: [], nodes: [], roles: ["a", "b"] },
    nothing: null,
  });
  for (const { path, items } of taken) putItems(handed, path, items);
  expect(handed).toEqual(whole);
});

test("a small document, or none, is handed over at once", () => {
  for (const document of [null, "text", 3, count(5_000), { list: count(5_000) }, {}]) {
    const handed = structuredClone(document);
    expect([...takeItems(handed)]).toEqual([]);
    expect(handed).toEqual(document);
  }
});
