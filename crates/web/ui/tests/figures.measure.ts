// How fast the page is, and how many presses lead to what people come for: `npm run measure`, after
// `cargo build`. Nothing here can fail by being slow.

import type { Locator, Page } from "playwright-core";
import { afterAll } from "vitest";

import { messages as play } from "../src/sections/play/messages";
import { messages as practise } from "../src/sections/practise/messages";
import { messages as rules } from "../src/sections/rules/messages";
import { messages as start } from "../src/sections/start/messages";
import { messages as watch } from "../src/sections/watch/messages";
import { messages } from "../src/messages";
import { calm, cell, expect, test, turn, words } from "./harness";

const en = words(messages, "en");
const [starts, plays, practises, writes, watches] = [
  words(start, "en"),
  words(play, "en"),
  words(practise, "en"),
  words(rules, "en"),
  words(watch, "en"),
];

const figures: [what: string, figure: string][] = [];
afterAll(() =>
  console.log(
    ["| what | figure |", "| --- | --- |", ...figures.map((row) => `| ${row.join(" | ")} |`)].join("\n"),
  ),
);

/** Notes the tasks of more than 50 ms, in which the page does not answer. */
async function watchTasks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const tasks: number[] = [];
    Object.assign(globalThis, { tasks });
    new PerformanceObserver((list) =>
      tasks.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({ type: "longtask", buffered: true });
  });
  await page.reload();
  await page.getByRole("heading", { level: 1 }).waitFor();
}

/** Notes the longest task since the page was opened, or since this was asked before. */
async function longest(page: Page, what: string): Promise<void> {
  await page.waitForTimeout(300);
  const tasks = await page.evaluate(() => (globalThis as unknown as { tasks: number[] }).tasks.splice(0));
  figures.push([`longest task: ${what}`, tasks.length > 0 ? `${Math.max(...tasks)} ms` : "below 50 ms"]);
}

/** What somebody does, and how often and how long it takes until something is there. */
class Way {
  private presses = 0;
  private readonly begun = Date.now();

  async click(target: Locator): Promise<void> {
    await target.click();
    this.presses += 1;
  }

  async press(page: Page, key: string): Promise<void> {
    await page.keyboard.press(key);
    this.presses += 1;
  }

  ended(what: string): void {
    figures.push([
      what,
      `${this.presses} clicks or keys, ${((Date.now() - this.begun) / 1000).toFixed(1)} s`,
    ]);
  }
}

test("the first load", async ({ visit }) => {
  const page = await visit("about:blank");
  const client = await page.context().newCDPSession(page);
  await client.send("Network.enable");
  let bytes = 0;
  client.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  const begun = Date.now();
  await page.goto("/");
  await page.getByRole("link", { name: starts("cut") }).waitFor();
  const usable = Date.now() - begun;
  await calm(page);
  const paint = await page.evaluate(
    () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
  );
  expect(bytes).toBeGreaterThan(0);
  figures.push(
    ["first load", `${(bytes / 1000).toFixed(1)} kB`],
    ["first paint", `${paint?.toFixed(0)} ms`],
    ["usable", `${usable} ms`],
  );
});

test("tasks in ordinary use", async ({ visit }) => {
  const page = await visit("/");
  await watchTasks(page);
  await calm(page);
  await longest(page, "the start page");
  await page.getByRole("link", { name: starts("beats") }).click();
  await page.waitForURL(/#\/compare\?id=\d+/);
  await page.waitForTimeout(3_000);
  await longest(page, "a comparison that runs");
  await page.goto("/#/play?game=hex-7x7&seats=person|first-legal");
  for (const [x, y] of [
    [4, 4],
    [3, 5],
    [5, 3],
  ] as const) {
    await turn(page, plays("turn")).waitFor();
    await cell(page, "en", x, y).click();
    await calm(page);
  }
  await page.getByRole("button", { name: plays("analyse"), exact: true }).click();
  await page.waitForTimeout(2_000);
  await longest(page, "a game that is played and analysed");
  await page.goto("/#/watch?tree=minimax&strategy=alpha-beta");
  await page.getByRole("tree", { name: watches("picture") }).waitFor();
  for (let step = 0; step < 7; step += 1) await page.keyboard.press(".");
  await longest(page, "a tree that is watched");
  await page.goto("/#/practise?kind=alpha-beta-cuts");
  await page.getByRole("button", { name: practises("solution") }).click();
  await page.getByText(practises("allRight")).waitFor();
  await longest(page, "an exercise");
  await page.goto("/#/rules");
  await page.getByRole("textbox", { name: writes("editor") }).click();
  await page.keyboard.type("(init (cell 1 1 b))");
  await calm(page);
  await longest(page, "rules that are written");
});

test("250,000 steps", async ({ visit }) => {
  const page = await visit("/");
  await watchTasks(page);
  await calm(page);
  await longest(page, "the start page again");
  await page.goto("/#/watch?game=connect-four&strategy=uct(plain%3Dtrue%2Cplayouts%3D62500)");
  await page.getByRole("tree", { name: watches("picture") }).waitFor();
  await calm(page);
  await longest(page, "250,000 steps are read and drawn");
  const slider = page.getByRole("slider").first();
  const most = Number(await slider.getAttribute("max"));
  for (const share of [0.5, 1, 0.1, 0.9, 0.3]) {
    await slider.fill(String(Math.round(most * share)));
    await page.waitForTimeout(300);
  }
  await longest(page, "the slider is moved over 250,000 steps");
});

test("the first comparison", async ({ visit }) => {
  const page = await visit("/");
  const way = new Way();
  await way.click(page.getByRole("link", { name: starts("beats") }));
  await page.getByText("%").first().waitFor();
  way.ended("first comparison");
});

test("the first exercise", async ({ visit }) => {
  const page = await visit("/");
  const way = new Way();
  await way.click(page.getByRole("navigation").getByRole("link", { name: en("practise"), exact: true }));
  await way.click(
    page
      .getByRole("group", { name: practises("treeOf") })
      .getByRole("textbox")
      .first(),
  );
  await way.press(page, "0");
  await way.click(page.getByRole("button", { name: practises("check"), exact: true }));
  await page.getByText(practises("noReasons")).waitFor();
  way.ended("first exercise, a value filled in and marked");
});

test("why a move was made", async ({ visit }) => {
  const page = await visit("/#/play?game=tictactoe&seats=person|alpha-beta&moves=(mark 2 2) noop");
  await page.getByRole("list").getByRole("button").nth(2).waitFor();
  const way = new Way();
  await way.press(page, "ArrowLeft");
  await way.click(page.getByRole("link", { name: plays("watchDecision") }));
  await page.getByRole("tree", { name: watches("picture") }).waitFor();
  way.ended("why was this move made");
});

test("from a lost game to the search that explains it", async ({ visit }) => {
  const line =
    "(mark 1 1) noop; noop (mark 1 2); (mark 2 2) noop; noop (mark 3 3); (mark 2 1) noop; noop (mark 3 1); (mark 2 3) noop";
  const page = await visit(
    `/#/play?game=tictactoe&seats=alpha-beta|person&moves=${encodeURIComponent(line)}`,
  );
  await page.getByText(plays("over")).waitFor();
  const way = new Way();
  await way.click(page.getByRole("button", { name: plays("analyse"), exact: true }));
  const made = page
    .getByRole("list")
    .getByRole("listitem")
    .filter({ has: page.getByRole("button") });
  await expect.poll(() => made.nth(2).innerText()).toContain("▼");
  await way.click(made.nth(1).getByRole("button"));
  await way.click(page.getByRole("link", { name: plays("watchDecision") }));
  await page.getByRole("tree", { name: watches("picture") }).waitFor();
  way.ended("from a lost game to the search that explains it");
});
