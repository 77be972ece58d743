// Who goes from one section to another loses nothing.

import type { Page } from "playwright-core";

import { messages as picker } from "../src/components/games/messages";
import { messages as spec } from "../src/components/spec/messages";
import { messages } from "../src/messages";
import { messages as compare } from "../src/sections/compare/messages";
import { messages as play } from "../src/sections/play/messages";
import { messages as practise } from "../src/sections/practise/messages";
import { messages as rules } from "../src/sections/rules/messages";
import { SECTIONS, type Section } from "../src/sections/sections";
import { messages as watch } from "../src/sections/watch/messages";
import {
  calm,
  cell,
  expect,
  expectAccessible,
  inEveryLanguage,
  pattern,
  pressOn,
  test,
  turn,
  words,
} from "./harness";

const en = words(messages, "en");
const [compares, plays, practises, writes, watches] = [
  words(compare, "en"),
  words(play, "en"),
  words(practise, "en"),
  words(rules, "en"),
  words(watch, "en"),
];

/** The link to a section in the header. */
const sectionLink = (page: Page, section: Section, t = en) =>
  page.getByRole("navigation").getByRole("link", { name: t(section), exact: true });

/** Chooses a section in the header. */
async function enter(page: Page, section: Section): Promise<void> {
  const link = sectionLink(page, section);
  await link.click();
  // The browser tells of another address a moment after it has changed; until then keys are for the
  // section before.
  await expect.poll(() => link.getAttribute("aria-current")).toBe("page");
  await page.getByRole("heading", { level: 1 }).waitFor();
}

/** Begins a comparison that takes a minute. */
async function begin(page: Page): Promise<void> {
  const start = page.getByRole("button", { name: compares("start"), exact: true });
  await start.waitFor();
  await page.getByLabel(compares("games"), { exact: true }).fill("4000");
  await start.click();
  await page.waitForURL(/id=\d+/);
}

/** How many games the header says have been played. */
async function played(page: Page): Promise<number> {
  const told = await page.getByRole("banner").getByRole("listitem").first().textContent();
  return Number(/(\d[\d.,]*) of/.exec(told ?? "")?.[1]?.replace(/\D/g, "") ?? -1);
}

/** The moves that the list of a game of Play has, its beginning included. */
const moves = (page: Page) => page.getByRole("list").getByRole("button");

test("a comparison goes on in every section, and the header leads back to it", async ({ visit }) => {
  const page = await visit("/#/compare", { still: true });
  await begin(page);
  const [, id = ""] = /id=(\d+)/.exec(page.url()) ?? [];
  const link = page.getByRole("banner").getByRole("list").getByRole("link");
  await link.waitFor();
  // Who wants nothing to move sees that it runs by the numbers alone.
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  for (const section of SECTIONS.filter((section) => section !== "compare")) {
    await enter(page, section);
    const before = await link.textContent();
    await expect.poll(() => link.textContent()).not.toBe(before);
    await inEveryLanguage(page, messages, async (t) => {
      expect(await sectionLink(page, section, t).getAttribute("aria-current")).toBe("page");
      expect(await link.textContent()).toMatch(pattern(t("runsAt", { id })));
    });
  }
  await link.click();
  await page.waitForURL(new RegExp(`#/compare\\?id=${id}`));
  await inEveryLanguage(page, compare, (t) =>
    page.getByRole("button", { name: t("pause"), exact: true }).waitFor(),
  );
  await page.getByRole("button", { name: compares("pause"), exact: true }).click();
  await inEveryLanguage(page, compare, (t) => page.getByText(t("paused")).first().waitFor());
  await link.waitFor({ state: "detached" });
});

test("a comparison goes on while another is looked at, and when the page is loaded again elsewhere", async ({
  visit,
}) => {
  const page = await visit("/#/compare");
  await page.getByLabel(compares("games"), { exact: true }).fill("1");
  await page.getByRole("button", { name: compares("start"), exact: true }).click();
  await page.getByText(compares("doneAll")).first().waitFor();
  const [, first = ""] = /id=(\d+)/.exec(page.url()) ?? [];
  await begin(page);
  await page.getByRole("link", { name: compares("open", { id: first }), exact: true }).click();
  await page.getByText(compares("doneAll")).first().waitFor();
  const before = await played(page);
  await expect.poll(() => played(page)).toBeGreaterThan(before);
  await enter(page, "play");
  await page.reload();
  const again = await played(page).catch(() => 0);
  await expect.poll(() => played(page)).toBeGreaterThan(Math.max(again, before));
  await page.getByRole("banner").getByRole("list").getByRole("link").click();
  await page.getByRole("button", { name: compares("stop"), exact: true }).click();
  await page.getByText(compares("stopped")).first().waitFor();
});

test("the frames of the tables of comparisons are around nothing in the other sections", async ({
  visit,
}) => {
  const page = await visit("/#/compare");
  for (const section of SECTIONS.filter((section) => section !== "compare")) {
    await enter(page, section);
    await calm(page);
    const outlined = () =>
      page
        .locator("main *:visible")
        .evaluateAll((all) =>
          all
            .filter((element) => getComputedStyle(element).outlineStyle === "dashed")
            .map(({ className }) => className),
        );
    expect(await outlined(), section).toEqual([]);
  }
});

test("more pages follow a comparison than a browser has connections", async ({ visit }) => {
  const page = await visit("/#/compare?game=tictactoe&players=uct(time=50ms);random");
  await begin(page);
  const pages = [page];
  while (pages.length < 7) {
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByRole("button", { name: compares("stop"), exact: true }).waitFor();
    pages.push(other);
  }
  for (const other of pages) {
    const before = await played(other);
    await expect.poll(() => played(other)).toBeGreaterThan(before);
  }
  await pages
    .at(-1)
    ?.getByRole("button", { name: compares("stop"), exact: true })
    .click();
  for (const other of pages) {
    await other.getByRole("button", { name: compares("stop"), exact: true }).waitFor({ state: "detached" });
    // None has taken the server for lost, not for a while either.
    expect(
      await other
        .getByText(en("lost"))
        .or(other.getByText(en("back")))
        .count(),
    ).toBe(0);
  }
});

test("a game is as it was: on return, on Back, and when it is chosen again", async ({ visit }) => {
  const page = await visit("/#/play?game=tictactoe&seats=person|person");
  await cell(page, "en", 1, 1).click();
  await cell(page, "en", 2, 2).click();
  await expect.poll(() => moves(page).count()).toBe(3);
  const address = page.url();

  await enter(page, "watch");
  // The keys are for what is shown.
  await page.keyboard.press("ArrowLeft");
  await enter(page, "play");
  expect(page.url()).toBe(address);
  expect(await moves(page).count()).toBe(3);

  await enter(page, "practise");
  await page.goBack();
  expect(await moves(page).count()).toBe(3);

  const games = page.getByRole("combobox", { name: words(picker, "en")("game"), exact: true });
  await games.selectOption("nim");
  await expect.poll(() => page.url()).toContain("game=nim");
  await games.selectOption("tictactoe");
  await expect.poll(() => moves(page).count()).toBe(3);
  await expect.poll(() => page.url()).toBe(address);
});

test("Back leads from a game to the one before, with its moves", async ({ visit }) => {
  const page = await visit("/#/play?game=tictactoe&seats=person|person");
  await cell(page, "en", 1, 1).click();
  await expect.poll(() => moves(page).count()).toBe(2);
  await page.getByLabel(words(picker, "en")("game"), { exact: true }).selectOption("nim");
  await expect.poll(() => page.url()).toContain("game=nim");
  await page.goBack();
  await expect.poll(() => page.url()).toContain("game=tictactoe");
  await expect.poll(() => moves(page).count()).toBe(2);
});

test("what was filled into exercises is there on return, and from one exercise to the next", async ({
  visit,
}) => {
  const page = await visit("/#/practise?kind=minimax&level=1&seed=5&number=1");
  const field = page.getByRole("textbox").first();
  await field.fill("7");
  await enter(page, "rules");
  await enter(page, "practise");
  expect(await field.inputValue()).toBe("7");
  await page.getByRole("button", { name: practises("next"), exact: true }).click();
  await page.waitForURL(/number=2/);
  await expect.poll(() => field.inputValue()).toBe("");
  await page.getByRole("button", { name: practises("previous"), exact: true }).click();
  await page.waitForURL(/number=1/);
  await expect.poll(() => field.inputValue()).toBe("7");
});

test("a tree that is being edited is there on return", async ({ visit }) => {
  const page = await visit("/#/watch");
  await page.getByRole("combobox", { name: watches("tree"), exact: true }).selectOption("");
  const text = page.getByRole("textbox", { name: watches("treeText") });
  await text.fill("((1 2) (3 4) (5");
  await enter(page, "compare");
  await enter(page, "watch");
  expect(await text.inputValue()).toBe("((1 2) (3 4) (5");
  // Another tree is watched in between.
  await enter(page, "practise");
  await page.getByRole("link", { name: practises("openInWatch") }).click();
  await expect.poll(() => text.inputValue()).toMatch(/^A:/);
  await page.goBack();
  await page.goBack();
  await expect.poll(() => text.inputValue()).toBe("((1 2) (3 4) (5");
});

test("the search behind the last move of a strategy is watched, by keyboard alone", async ({ visit }) => {
  const page = await visit("/#/play?game=tictactoe&seats=person|alpha-beta");
  await pressOn(page, page.locator('[data-cell][tabindex="0"]'));
  await expect.poll(() => moves(page).count()).toBe(3);
  // The position in which it decided: the one before its move.
  await pressOn(page, moves(page).nth(1));
  await pressOn(page, page.getByRole("link", { name: plays("watchDecision") }));
  await page.waitForURL(/#\/watch\?game=tictactoe&moves=[^;]*&role=oplayer&strategy=alpha-beta/);
  await page.getByText(watches("begin")).first().waitFor();
  await page.keyboard.press(".");
  await page.getByText(watches("begin")).first().waitFor({ state: "detached" });
});

test("from a game that is lost one comes to the search that shows the mistake", async ({ visit }) => {
  const line =
    "(mark 1 1) noop; noop (mark 1 2); (mark 2 2) noop; noop (mark 3 3); (mark 2 1) noop; noop (mark 3 1); (mark 2 3) noop";
  const page = await visit(
    `/#/play?game=tictactoe&seats=alpha-beta|person&moves=${encodeURIComponent(line)}`,
  );
  await page.getByText(plays("over")).waitFor();
  await page.getByRole("button", { name: plays("analyse"), exact: true }).click();
  const made = page
    .getByRole("list")
    .getByRole("listitem")
    .filter({ has: page.getByRole("button") });
  await expect.poll(() => made.nth(2).innerText()).toContain("▼");
  await made.nth(1).getByRole("button").click();
  await page.getByRole("link", { name: plays("watchDecision") }).click();
  await page.waitForURL(/#\/watch\?game=tictactoe&moves=[^;]*&role=oplayer/);
  await page.getByRole("tree").getByRole("treeitem").nth(1).waitFor();
});

test("rules that are not saved are kept when others are opened", async ({ visit }) => {
  const page = await visit("/#/rules");
  const editor = page.getByRole("textbox", { name: writes("editor") });
  await editor.click();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.insertText("(role of_mine)");
  await enter(page, "play");
  await enter(page, "rules");
  expect(await editor.textContent()).toContain("of_mine");
  await page.getByLabel(writes("open")).selectOption("game:nim");
  await expect.poll(() => editor.textContent()).not.toContain("of_mine");
  await page.getByText(writes("kept aside", { name: writes("untitled") })).waitFor();
  await expectAccessible(page, "rules with an unsaved one");
  await page.getByLabel(writes("open")).selectOption("unsaved:0");
  await expect.poll(() => editor.textContent()).toContain("of_mine");
});

test("rules that were saved in one section can be chosen in another", async ({ visit }) => {
  const page = await visit("/#/play");
  const games = page.getByRole("combobox", { name: words(picker, "en")("game"), exact: true });
  await games.waitFor();
  await enter(page, "rules");
  await page.getByRole("textbox", { name: writes("name"), exact: true }).fill("of mine");
  await page.getByRole("button", { name: writes("save"), exact: true }).click();
  await enter(page, "play");
  await games.selectOption("mine of mine");
  await page.waitForURL(/mine=of\+mine/);
  await turn(page, plays("turn")).waitFor();
});

/** What the console says while there is no server. */
const GONE =
  /ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY_RESPONSE|ERR_SOCKET|Failed to load resource|EventSource|dynamically imported module/;

test("every section says that the server has gone, and goes on when it is back", async ({
  visit,
  program,
}) => {
  const page = await visit("/", { expected: GONE });
  for (const section of SECTIONS) await enter(page, section);
  await calm(page);
  const lost = page.getByText(en("lost"));
  await program.kill();
  for (const section of SECTIONS) {
    await enter(page, section);
    await lost.waitFor();
    await expectAccessible(page, `${section} without a server`);
  }
  await program.restart();
  await lost.waitFor({ state: "detached" });
  for (const section of SECTIONS) {
    await enter(page, section);
    await expect.poll(() => page.getByRole("alert").count(), { message: section }).toBe(0);
  }
});

test("a section that could not be loaded is, and a comparison is played on, when the server is back", async ({
  visit,
  program,
}) => {
  const page = await visit("/#/compare", { expected: GONE });
  for (const player of ["stepwise-mcts", "flat-mc"]) {
    await page.getByRole("button", { name: compares("remove", { name: player }), exact: true }).click();
  }
  await page.getByRole("button", { name: compares("edit", { name: "alpha-beta" }), exact: true }).click();
  await page.getByLabel(words(spec, "en")("text"), { exact: true }).fill("uct(time=20ms)");
  await page.getByRole("button", { name: compares("close"), exact: true }).click();
  await begin(page);
  await expect.poll(() => played(page)).toBeGreaterThan(3);
  const before = await played(page);
  await program.kill();
  await page.getByText(en("lost")).waitFor();
  await page.getByRole("link", { name: en("practise"), exact: true }).click();
  await program.restart();
  await page.getByRole("button", { name: practises("check"), exact: true }).waitFor();
  await expect.poll(() => played(page)).toBeGreaterThan(before);
  await page.getByRole("banner").getByRole("list").getByRole("link").click();
  await page.getByRole("button", { name: compares("stop"), exact: true }).click();
  await page.getByText(compares("stopped")).first().waitFor();
});
