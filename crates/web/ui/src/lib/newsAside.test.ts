import { expect, test, vi } from "vitest";

/** A worker that does what the test says. */
class Puppet {
  static made: Puppet[] = [];
  asked: object[] = [];
  isOver = false;
  #listeners = new Map<string, (event: object) => void>();

  constructor() {
    Puppet.made.push(this);
  }

  addEventListener(kind: string, listener: (event: object) => void): void {
    this.#listeners.set(kind, listener);
  }

  postMessage(asked: object): void {
    this.asked.push(asked);
  }

  terminate(): void {
    this.isOver = true;
  }

  fail(): void {
    this.#listeners.get("error")?.({});
  }
}
vi.stubGlobal("Worker", Puppet);

const { listenAside } = await import("./newsAside");

test("a worker that fails is ended, and who listens next has another", () => {
  const broke = vi.fn();
  const news = { opened: () => {}, told: () => {}, broke };
  listenAside("/api/jobs/1/events", news);
  Puppet.made[0]!.fail();
  expect([broke.mock.calls, Puppet.made[0]!.isOver]).toEqual([[[true]], true]);
  listenAside("/api/jobs/2/events", news);
  expect(Puppet.made.map(({ isOver, asked }) => [isOver, asked.length])).toEqual([
    [true, 1],
    [false, 1],
  ]);
});
