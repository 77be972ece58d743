import { beforeEach, expect, test, vi } from "vitest";

// The browser, as far as addresses go: it tells of another one when it is asked to.
const browser = vi.hoisted(() => {
  const listeners: (() => void)[] = [];
  const location = { hash: "#/play?game=tictactoe" };
  const history = {
    state: null as unknown,
    replaceState(state: unknown, _: string, hash: string) {
      history.state = state;
      location.hash = hash;
    },
  };
  Object.assign(globalThis, {
    location,
    history,
    addEventListener: (_: string, listener: () => void) => listeners.push(listener),
  });
  return { location, tell: () => listeners.forEach((listener) => listener()) };
});

import { carry, go, note, routeOf } from "./route.svelte";

const play = routeOf("play");

beforeEach(() => {
  browser.location.hash = "#/play?game=tictactoe";
  browser.tell();
});

test("what a section shows is in the address", () => {
  note("play", { game: "tictactoe", moves: "1" });
  expect(browser.location.hash).toBe("#/play?game=tictactoe&moves=1");
  expect(play.parameters.get("moves")).toBe("1");
});

test("what a section shows does not overwrite the address that it has yet to hear of", () => {
  note("play", { game: "nim" });
  browser.location.hash = "#/play?game=tictactoe&moves=1";
  note("play", { game: "nim", seats: "person" });
  expect(browser.location.hash).toBe("#/play?game=tictactoe&moves=1");
  browser.tell();
  expect(String(play.parameters)).toBe("game=tictactoe&moves=1");
  note("play", { game: "tictactoe", moves: "1-2" });
  expect(browser.location.hash).toBe("#/play?game=tictactoe&moves=1-2");
});

test("what a section shows is in the address that it has gone to itself, before the browser tells of that", () => {
  go("play", { game: "nim" });
  note("play", { game: "nim", moves: "1" });
  expect(browser.location.hash).toBe("#/play?game=nim&moves=1");
  browser.tell();
  expect(String(play.parameters)).toBe("game=nim&moves=1");
});

test("what a section shows is noted while the browser goes to another one", () => {
  browser.location.hash = "#/compare";
  note("play", { game: "nim" });
  expect(browser.location.hash).toBe("#/compare");
  expect(play.parameters.get("game")).toBe("nim");
});

test("an address that carries rules carries them on, until it names others", async () => {
  note("play", { mine: "coins" });
  await carry("coins", "(role left)");
  const [, letters = ""] = /&sheet=([\w-]+)/.exec(browser.location.hash) ?? [];
  note("play", { mine: "coins", moves: "1" });
  expect(browser.location.hash).toBe(`#/play?mine=coins&moves=1&sheet=${letters}`);
  note("play", { mine: "coins", moves: "1" });
  expect(browser.location.hash).toContain(`sheet=${letters}`);
  expect(play.parameters.has("sheet")).toBe(false);
  note("play", { mine: "others" });
  expect(browser.location.hash).toBe("#/play?mine=others");
});
