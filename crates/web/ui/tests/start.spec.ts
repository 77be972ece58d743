// The page that one begins with.

import { messages as compare } from "../src/sections/compare/messages";
import { messages as play } from "../src/sections/play/messages";
import { messages } from "../src/sections/start/messages";
import { messages as watch } from "../src/sections/watch/messages";
import {
  expect,
  expectAccessible,
  inEveryLanguage,
  pattern,
  picture,
  pressOn,
  test,
  turn,
  words,
} from "./harness";

const [en, compares] = [words(messages, "en"), words(compare, "en")];

test("each experiment is one click away, and what was worked on is listed", async ({ visit }) => {
  const page = await visit("/");
  await inEveryLanguage(page, messages, async (t) => {
    for (const experiment of ["cut", "wins", "beats"] as const)
      await page.getByRole("link", { name: t(experiment) }).waitFor();
  });
  await page.getByRole("link", { name: en("cut") }).click();
  await inEveryLanguage(page, watch, (t) => page.getByRole("heading", { name: t("title") }).waitFor());
  // The slider is at the leaf after which the branch is cut.
  await expect.poll(() => page.getByRole("slider").first().inputValue()).toBe("4");

  await page.goto("/#/");
  await page.getByRole("link", { name: en("wins") }).click();
  await inEveryLanguage(page, play, (t) => page.getByText(pattern(t("perfectGoals"))).waitFor());

  await page.goto("/#/");
  await page.getByRole("link", { name: en("beats") }).click();
  await page.waitForURL(/#\/compare\?id=\d+/);
  const [, id = ""] = /id=(\d+)/.exec(page.url()) ?? [];
  await inEveryLanguage(page, compare, (t) =>
    page.getByRole("button", { name: t("stop"), exact: true }).waitFor(),
  );
  await page.getByRole("button", { name: compares("stop"), exact: true }).click();
  await inEveryLanguage(page, compare, (t) => page.getByText(t("stopped")).first().waitFor());

  await page.goto("/#/");
  const game = { game: "tictactoe", moves: 2 };
  await inEveryLanguage(page, messages, async (t) => {
    await page.getByRole("link", { name: t("comparison", { id }), exact: true }).waitFor();
    await page.getByRole("link", { name: t("game", game), exact: true }).waitFor();
  });
  await expectAccessible(page, "the start page with what was worked on");
  await picture(page, "start");
  await page.getByRole("link", { name: en("game", game), exact: true }).click();
  await inEveryLanguage(page, play, (t) => turn(page, t("turn")).waitFor());
});

test("the keyboard begins an experiment", async ({ visit }) => {
  const page = await visit("/");
  await pressOn(page, page.getByRole("link", { name: en("cut") }));
  await page.waitForURL(/#\/watch/);
  expect(await page.title()).toContain("Spielbaum");
});
