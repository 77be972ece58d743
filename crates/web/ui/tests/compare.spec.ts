// The section where strategies play one another.

import type { Locator, Page } from "playwright-core";

import { messages as spec } from "../src/components/spec/messages";
import { messages as shell } from "../src/messages";
import { messages } from "../src/sections/compare/messages";
import { messages as play } from "../src/sections/play/messages";
import { messages as watch } from "../src/sections/watch/messages";
import {
  calm,
  expect,
  expectAccessible,
  expectNoOverflow,
  inEveryLanguage,
  pattern,
  picture,
  pressOn,
  tabTo,
  test,
  words,
} from "./harness";

const en = words(messages, "en");

/** What the server tells of a comparison. */
interface Comparison {
  games_played: number;
  games_planned: number;
}

const start = (page: Page, t = en): Locator => page.getByRole("button", { name: t("start"), exact: true });

/** What is shown and read out when all games have been played. */
async function finished(page: Page, t = en): Promise<void> {
  await page.getByText(t("doneAll")).first().waitFor({ timeout: 90_000 });
}

/** A comparison that takes a few seconds wherever it runs: one of the two players thinks for a time. */
async function fillIn(page: Page): Promise<void> {
  for (const player of ["stepwise-mcts", "flat-mc"]) {
    await page.getByRole("button", { name: en("remove", { name: player }), exact: true }).click();
  }
  await page.getByRole("button", { name: en("edit", { name: "alpha-beta" }), exact: true }).click();
  await page.getByLabel(words(spec, "en")("text"), { exact: true }).fill("uct(time=20ms)");
  await page.getByRole("button", { name: en("close"), exact: true }).click();
  await page.getByLabel(en("games"), { exact: true }).fill("20");
}

/** Waits until so many games have been played, and tells how many have. */
async function played(page: Page, least: number): Promise<number> {
  const bar = page.getByRole("progressbar");
  const value = async () => Number((await bar.count()) > 0 ? await bar.getAttribute("value") : 0);
  await expect.poll(value).toBeGreaterThanOrEqual(least);
  return value();
}

async function stored(page: Page): Promise<Comparison> {
  const id = new URL(page.url()).hash.match(/id=(\d+)/)?.[1];
  return (await page.request.get(`/api/comparisons/${id}`)).json();
}

test("strategies are compared, and the table is kept", async ({ visit }) => {
  const page = await visit("/#/compare");
  await inEveryLanguage(page, messages, async (t) => {
    await page.getByLabel(t("games"), { exact: true }).waitFor();
    await start(page, t).waitFor();
  });
  await page.getByLabel(en("games"), { exact: true }).fill("2");
  await start(page).click();
  await finished(page);
  await page
    .getByRole("region", { name: en("table") })
    .getByRole("row")
    .nth(2)
    .getByRole("rowheader")
    .getByRole("button")
    .click();
  await inEveryLanguage(page, messages, async (t) => {
    for (const region of ["table", "details"] as const)
      await page.getByRole("region", { name: t(region), exact: true }).waitFor();
    await page.getByRole("button", { name: t("tableCsv") }).waitFor();
  });
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: en("tableCsv") }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^spielbaum-\d+-table\.csv$/);
  const address = page.url();
  await page.goto("/#/rules");
  await page.goto(address);
  await inEveryLanguage(page, messages, (t) => finished(page, t));
});

test("games that repeat one another are warned of", async ({ visit }) => {
  const page = await visit("/#/compare");
  for (const player of ["stepwise-mcts", "flat-mc"]) {
    await page.getByRole("button", { name: en("remove", { name: player }), exact: true }).click();
  }
  await page.getByRole("button", { name: en("edit", { name: "random" }), exact: true }).click();
  await page.getByLabel(words(spec, "en")("text"), { exact: true }).fill("first-legal");
  await page.getByRole("button", { name: en("close"), exact: true }).click();
  await page.getByLabel(en("games"), { exact: true }).fill("10");
  await start(page).click();
  await finished(page);
  await page.getByText(pattern(en("repeated", { games: 10, players: "alpha-beta – first-legal" }))).waitFor();
});

test("one click on the opened page compares strategies to the end", async ({ visit }) => {
  const page = await visit("/#/compare");
  await start(page).click();
  await finished(page);
  await expectAccessible(page, "compare");
  await picture(page, "compare");
});

test("an address fills in the form and begins nothing", async ({ visit }) => {
  const page = await visit("/#/start");
  const count = async () => (await (await page.request.get("/api/comparisons")).json()).tournaments.length;
  const before = await count();
  await page.goto("/#/compare?game=connect-four&players=random;first-legal&games=7&start=1");
  await expect.poll(() => page.getByLabel(en("games"), { exact: true }).inputValue()).toBe("7");
  await page.getByRole("button", { name: en("edit", { name: "first-legal" }), exact: true }).waitFor();
  await calm(page);
  expect([await count(), await start(page).isEnabled()]).toEqual([before, true]);
});

test("a double click starts a comparison once, and does not pause it", async ({ visit }) => {
  const page = await visit("/#/compare");
  await page.getByLabel(en("games"), { exact: true }).fill("2");
  let begun = 0;
  page.on(
    "request",
    (request) => (begun += request.method() === "POST" && /comparisons|cancel/.test(request.url()) ? 1 : 0),
  );
  await start(page).dblclick({ delay: 30 });
  await finished(page);
  await expect.poll(() => start(page).isEnabled()).toBe(true);
  expect(begun).toBe(1);
});

test("a field that goes when something else is chosen hinders nobody", async ({ visit }) => {
  const page = await visit("/#/compare");
  await page.getByText(en("more"), { exact: true }).click();
  const sprt = page.getByLabel(en("sprt"), { exact: true });
  const hindered = page.getByText(en("wrong"));
  for (const leave of [
    () => sprt.uncheck(),
    () => page.getByLabel(en("kind-pairing"), { exact: true }).check(),
  ]) {
    await sprt.check();
    await page.getByLabel(en("elo1"), { exact: true }).fill("5000");
    await hindered.waitFor();
    expect(await start(page).isDisabled()).toBe(true);
    await leave();
    await hindered.waitFor({ state: "detached" });
    expect(await start(page).isEnabled()).toBe(true);
  }
});

test("a list of comparisons that comes late does not replace a newer one", async ({ visit }) => {
  const page = await visit("/#/start");
  let answer = () => {};
  await page.route(
    "/api/comparisons",
    async (route) => {
      const response = await route.fetch();
      await new Promise<void>((go) => (answer = go));
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await page.goto("/#/compare");
  await page.getByLabel(en("games"), { exact: true }).fill("1");
  await start(page).click();
  await finished(page);
  const entry = page
    .getByRole("row")
    .filter({ has: page.getByRole("link", { name: en("open", { id: 1 }) }) });
  await entry.getByText(en("finished"), { exact: true }).waitFor();
  // It would be replaced by another one soon.
  await page.route("/api/comparisons", () => {});
  const [late] = await Promise.all([page.waitForResponse("/api/comparisons"), answer()]);
  await late.finished();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await entry.count()).toBe(1);
});

test("one pairing is played alone, one of its games is replayed, and a decision of it is watched", async ({
  visit,
}) => {
  const page = await visit("/#/compare");
  await page.getByLabel(en("kind-pairing"), { exact: true }).check();
  await page
    .getByRole("region", { name: en("table") })
    .getByRole("row")
    .nth(3)
    .getByRole("cell")
    .nth(1)
    .getByRole("button")
    .click();
  expect(await page.getByLabel(en("first"), { exact: true }).inputValue()).toBe("flat-mc");
  await page.getByLabel(en("games"), { exact: true }).fill("2");
  await start(page).click();
  await finished(page);
  expect(await stored(page)).toMatchObject({ games_planned: 2 });
  await expectAccessible(page, "one pairing");
  await page.getByText(en("gamesList"), { exact: true }).click();
  await page.getByRole("button", { name: en("replayNumber", { number: 2 }) }).click();
  await page.waitForURL(/#\/play\?game=tictactoe&moves=.*seats=flat-mc(%7C|\|)random/);
  await page.getByRole("region", { name: words(play, "en")("position") }).waitFor();
  await page.keyboard.press("Home");
  await page.getByRole("link", { name: words(play, "en")("watchDecision") }).click();
  await page.waitForURL(/#\/watch\?game=tictactoe&role=xplayer&strategy=flat-mc/);
  await page.getByRole("heading", { level: 1, name: words(watch, "en")("title") }).waitFor();
  await page.getByRole("group", { name: words(watch, "en")("steps") }).waitFor();
});

test("the strength of a strategy by one of its parameters is a curve with intervals", async ({ visit }) => {
  const page = await visit("/#/compare", { theme: "dark" });
  await page.getByLabel(en("kind-budget"), { exact: true }).check();
  await page.getByLabel(en("sweepValues"), { exact: true }).fill("2, many");
  await page.getByText(en("wrong")).waitFor();
  await page.getByLabel(en("sweepValues"), { exact: true }).fill("2, 8, 32");
  await page.getByLabel(en("games"), { exact: true }).fill("2");
  await start(page).click();
  await finished(page);
  const curve = page.getByRole("img", { name: pattern(en("curve")) });
  expect(await curve.locator("circle").count()).toBe(3);
  expect(await curve.locator(".interval").count()).toBe(3);
  // The slider plays further values, one after the other, and the address has them all.
  const slider = page.getByRole("slider");
  await slider.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  expect(await slider.getAttribute("aria-valuetext")).toBe(
    en("sliderValue", { name: "Playouts", value: "4" }),
  );
  await page.keyboard.press("Enter");
  // A click in the middle chooses, too.
  await slider.click();
  await expect.poll(() => curve.locator("circle").count()).toBe(6);
  await finished(page);
  await expectAccessible(page, "a curve");
  await page.reload();
  await expect.poll(() => curve.locator("circle").count()).toBe(6);
  const ratings = page.getByRole("region", { name: en("ratings") });
  expect(await ratings.evaluate((region) => region.scrollWidth - region.clientWidth), "ratings fit").toBe(0);
});

test("everybody can use the table in the dark, and on a phone", async ({ visit }) => {
  const page = await visit("/#/compare", { theme: "dark", phone: true });
  await page.getByLabel(en("games"), { exact: true }).fill("1");
  await start(page).click();
  await finished(page);
  await expectAccessible(page, "compare");
  await expectNoOverflow(page, "compare");
});

test("strategies are compared by keyboard alone", async ({ visit }) => {
  const page = await visit("/#/compare");
  await tabTo(page, page.getByLabel(en("games"), { exact: true }));
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("2");
  await pressOn(page, start(page));
  await finished(page);
  const cells = page
    .getByRole("region", { name: en("table") })
    .getByRole("cell")
    .getByRole("button");
  await tabTo(page, cells.and(page.locator('[aria-pressed="true"]')));
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  // From the first row and the second column to the second row and the third column of four.
  expect(await cells.nth(6).getAttribute("aria-pressed")).toBe("true");
  expect(await cells.nth(6).evaluate((cell) => cell === document.activeElement)).toBe(true);
});

test("a page that is loaded again goes on with the comparison", async ({ visit }) => {
  const page = await visit("/#/compare");
  await fillIn(page);
  await start(page).click();
  const before = await played(page, 3);
  await page.reload();
  expect(await played(page, 1)).toBeGreaterThanOrEqual(before);
  await finished(page);
  const { games_played, games_planned } = await stored(page);
  expect(games_played).toBe(games_planned);
});

test("two pages with one comparison are in step", async ({ visit }) => {
  const one = await visit("/#/compare");
  const other = await visit("/#/compare");
  await fillIn(one);
  await one.getByLabel(en("games"), { exact: true }).fill("2000");
  await start(one).click();
  await one.waitForURL(/id=\d+/);
  const [, id = ""] = /id=(\d+)/.exec(one.url()) ?? [];
  await other
    .getByRole("banner")
    .getByRole("link", { name: words(shell, "en")("runsElsewhere", { id }) })
    .waitFor();
  await other.getByRole("link", { name: en("open", { id }), exact: true }).click();
  await played(other, 1);
  await other
    .getByRole("region", { name: en("table") })
    .getByText(en("isPlayed"), { exact: true })
    .first()
    .waitFor({ state: "attached" });
  await expectAccessible(other, "a comparison that is being played");
  const [pause, resume] = [en("pause"), en("resume")];
  await other.getByRole("button", { name: pause, exact: true }).click();
  await one.getByText(en("paused")).first().waitFor();
  await one.getByRole("button", { name: resume, exact: true }).click();
  await other.getByRole("button", { name: pause, exact: true }).waitFor();
  await one.getByRole("button", { name: en("stop"), exact: true }).click();
  await other.getByRole("button", { name: resume, exact: true }).waitFor();
  await expect
    .poll(async () =>
      other
        .getByRole("region", { name: en("table") })
        .getByText(en("isPlayed"), { exact: true })
        .count(),
    )
    .toBe(0);
  // Who stopped it can go on, too.
  await one.getByRole("button", { name: resume, exact: true }).click();
  await other.getByRole("button", { name: pause, exact: true }).waitFor();
  await one.getByRole("button", { name: en("stop"), exact: true }).click();
  await one.getByText(en("stopped")).first().waitFor();
});

test("games of the command line are listed, replayed and watched, also those of three roles that changed places", async ({
  visit,
  program,
}) => {
  await program.run(
    "match",
    "tictactoe-3p",
    "random",
    "uct(playouts=20)",
    "first-legal",
    "--games",
    "2",
    "--start-clock",
    "1",
    "--play-clock",
    "1",
  );
  const page = await visit("/#/compare", { phone: true });
  await page
    .getByRole("row", { name: /tictactoe-3p/ })
    .first()
    .getByRole("link")
    .click();
  await page.getByText(en("byMatch")).waitFor();
  await page
    .getByRole("region", { name: en("table") })
    .getByRole("button", { name: "uct" })
    .click();
  await page.getByText(en("gamesList"), { exact: true }).click();
  await page.getByRole("button", { name: en("replayNumber", { number: 1 }) }).click();
  await page.waitForURL((url) =>
    decodeURIComponent(url.hash).endsWith("seats=uct(playouts=20)|first-legal|random"),
  );
  await page.getByRole("region", { name: words(play, "en")("position") }).waitFor();
  await page.keyboard.press("Home");
  await page.getByRole("link", { name: words(play, "en")("watchDecision") }).click();
  await page.getByRole("group", { name: words(watch, "en")("steps") }).waitFor();
  // What a player on the network thought nobody can watch.
  await page.goto("/#/play?game=tictactoe&moves=&seats=127.0.0.1:9147|random");
  await page.getByText(words(play, "en")("unseen", { address: "127.0.0.1:9147" })).waitFor();
});

test("a decision in a replayed match is watched, also where the game hides something", async ({
  visit,
  program,
}) => {
  await program.run(
    "match",
    "kuhn-poker",
    "ismcts(playouts=20)",
    "random",
    "--games",
    "1",
    "--start-clock",
    "1",
    "--play-clock",
    "1",
  );
  const page = await visit("/#/compare");
  await page
    .getByRole("row", { name: /kuhn-poker/ })
    .first()
    .getByRole("link")
    .click();
  await page
    .getByRole("region", { name: en("table") })
    .getByRole("button", { name: "ismcts" })
    .first()
    .click();
  await page.getByText(en("gamesList"), { exact: true }).click();
  await page.getByRole("button", { name: en("replayNumber", { number: 1 }) }).click();
  await page.getByRole("region", { name: words(play, "en")("position") }).waitFor();
  // After the deal Alice is to move.
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.getByRole("link", { name: words(play, "en")("watchDecision") }).click();
  const tree = page.getByRole("tree", { name: words(watch, "en")("picture") });
  await tree
    .getByRole("treeitem", { name: `${words(watch, "en")("set")} 1` })
    .first()
    .waitFor();
  expect(page.url()).not.toContain("covered");
});

test("a server that is killed loses no finished game, and the comparison goes on when it is back", async ({
  visit,
  program,
}) => {
  const page = await visit("/#/compare", {
    expected: /ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY_RESPONSE|Failed to load resource|EventSource/,
  });
  await fillIn(page);
  await start(page).click();
  const before = await played(page, 5);
  await program.restart();
  expect((await stored(page)).games_played).toBeGreaterThanOrEqual(before);
  await finished(page);
  const { games_played, games_planned } = await stored(page);
  expect(games_played).toBe(games_planned);
});
