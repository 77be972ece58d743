// The page that one begins with.

import { describe } from "vitest";

import { messages as compare } from "../src/sections/compare/messages";
import { messages as play } from "../src/sections/play/messages";
import { messages } from "../src/sections/start/messages";
import { messages as watch } from "../src/sections/watch/messages";
import { EVERY_LANGUAGE, expect, expectAccessible, pattern, picture, pressOn, test, turn, words } from "./harness";

describe.each(EVERY_LANGUAGE)("in %s", (language) => {
  const t = words(messages, language);

  test("each experiment is one click away, and what was worked on is listed", async ({ visit }) => {
    const page = await visit("/", { language });
    await page.getByRole("link", { name: t("cut") }).click();
    await page.getByRole("heading", { name: words(watch, language)("title") }).waitFor();
    // The slider is at the leaf after which the branch is cut.
    await expect.poll(() => page.getByRole("slider").first().inputValue()).toBe("4");

    await page.goto("/#/");
    await page.getByRole("link", { name: t("wins") }).click();
    await page.getByText(pattern(words(play, language)("perfectGoals"))).waitFor();

    await page.goto("/#/");
    await page.getByRole("link", { name: t("beats") }).click();
    await page.waitForURL(/#\/compare\?id=\d+/);
    const [, id = ""] = /id=(\d+)/.exec(page.url()) ?? [];
    await page.getByRole("button", { name: words(compare, language)("stop"), exact: true }).click();
    await page.getByText(words(compare, language)("stopped")).first().waitFor();

    await page.goto("/#/");
    await page.getByRole("link", { name: t("comparison", { id }), exact: true }).waitFor();
    if (language === "en") {
      await expectAccessible(page, "the start page with what was worked on");
      await picture(page, "start");
    }
    await page.getByRole("link", { name: t("game", { game: "tictactoe", moves: 2 }), exact: true }).click();
    await turn(page, words(play, language)("turn")).waitFor();
  });
});

const en = words(messages, "en");

test("the keyboard begins an experiment", async ({ visit }) => {
  const page = await visit("/");
  await pressOn(page, page.getByRole("link", { name: en("cut") }));
  await page.waitForURL(/#\/watch/);
  expect(await page.title()).toContain("Spielbaum");
});
