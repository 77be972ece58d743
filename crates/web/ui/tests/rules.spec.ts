// The section where rules are written.

import type { Page } from "playwright-core";

import { messages as around } from "../src/messages";
import { messages as play } from "../src/sections/play/messages";
import { messages } from "../src/sections/rules/messages";
import {
  expect,
  expectAccessible,
  inEveryLanguage,
  pattern,
  picture,
  test,
  THEMES,
  turn,
  words,
} from "./harness";

/** A game of one's own: two take one or two of seven coins in turn, and who takes the last wins. */
const COINS = `
(role left) (role right)
(init (coins 7)) (init (control left))
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (succ 6 7)
(other left right) (other right left)
(<= (less ?n 1 ?m) (succ ?m ?n))
(<= (less ?n 2 ?m) (succ ?k ?n) (succ ?m ?k))
(<= (legal ?r (take ?k)) (true (control ?r)) (true (coins ?n)) (less ?n ?k ?m))
(<= (legal ?r noop) (true (control ?other)) (other ?r ?other))
(<= (next (coins ?m)) (does ?r (take ?k)) (true (coins ?n)) (less ?n ?k ?m))
(<= (next (control ?r)) (true (control ?other)) (other ?r ?other))
(<= terminal (true (coins 0)))
(<= (goal ?r 100) (true (control ?other)) (other ?r ?other))
(<= (goal ?r 0) (true (control ?r)))
`;

/** Writes rules in place of those in the editor. */
async function write(page: Page, editor: string, rules: string): Promise<void> {
  await page.getByRole("textbox", { name: editor }).click();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.insertText(rules);
}

const en = words(messages, "en");

test("rules are checked, measured, stepped through and played", async ({ visit }) => {
  const page = await visit("/#/rules");
  await page.getByRole("textbox", { name: en("editor") }).waitFor();
  await write(page, en("editor"), COINS);
  await inEveryLanguage(page, messages, async (t) => {
    await page.getByRole("textbox", { name: t("editor") }).waitFor();
    await page.getByText(t("nothing wrong")).waitFor();
    for (const button of ["measure", "inspect", "play"] as const)
      await page.getByRole("button", { name: t(button) }).waitFor();
  });

  await page.getByRole("button", { name: en("measure") }).click();
  await inEveryLanguage(page, messages, async (t) => {
    for (const figure of ["fluents", "states"] as const)
      await page.getByRole("rowheader", { name: t(figure), exact: true }).waitFor();
    await page.getByRole("img", { name: t("states by ply") }).waitFor();
  });

  await page.getByRole("button", { name: en("inspect") }).click();
  await page.getByText("(coins 7)", { exact: true }).waitFor();
  await page.getByLabel("left").selectOption("(take 2)");
  await inEveryLanguage(page, messages, (t) => page.getByRole("button", { name: t("make") }).waitFor());
  await page.getByRole("button", { name: en("make") }).click();
  await page.getByText("(coins 5)", { exact: true }).waitFor();

  await page.getByRole("button", { name: en("play") }).click();
  await page.waitForURL(/#\/play\?.*mine=/);
  await page.getByRole("button", { name: "take 2" }).click();
  await inEveryLanguage(page, play, (t) => turn(page, t("turn")).waitFor());
});

test("a mistake is told at its place, and mended", async ({ visit }) => {
  const page = await visit("/#/rules");
  await page.getByRole("textbox", { name: en("editor") }).waitFor();
  await write(page, en("editor"), "(role left)\n(<= (legal left ?m) (true (on ?m))");
  await page.getByRole("button", { name: /^2:/ }).first().waitFor();
  expect(await page.getByRole("button", { name: en("play") }).isDisabled()).toBe(true);
  await write(page, en("editor"), COINS);
  await page.getByText(en("nothing wrong")).waitFor();
  expect(await page.getByRole("button", { name: en("play") }).isDisabled()).toBe(false);
});

test.for(THEMES)("everybody can use it with findings and figures, %s", async (theme, { visit }) => {
  const page = await visit("/#/rules?game=breakthrough", { theme });
  await expect
    .poll(() => page.getByRole("textbox", { name: en("editor") }).textContent())
    .toContain("Breakthrough");
  await page.getByText(en("nothing wrong")).waitFor();
  await page.getByRole("button", { name: en("measure") }).click();
  await page.getByRole("rowheader", { name: en("gates"), exact: true }).waitFor();
  await page.getByRole("button", { name: en("inspect") }).click();
  await page.getByRole("button", { name: en("random") }).waitFor();
  await expectAccessible(page, "rules");
  if (theme === "light") await picture(page, "rules");
});

test("the address of a game by one's own rules works in another browser", async ({ visit }) => {
  const page = await visit("/#/rules");
  await page.getByRole("textbox", { name: en("editor") }).waitFor();
  await write(page, en("editor"), COINS);
  await page.getByText(en("nothing wrong")).waitFor();
  await page.getByRole("button", { name: en("watch") }).click();
  await page.getByRole("tree").waitFor();
  await expect.poll(() => page.url()).toContain("sheet=");
  const watched = page.url();
  await page.goBack();
  await page.getByRole("button", { name: en("solve") }).click();
  await page.getByText(pattern(words(play, "en")("perfectGoals"))).waitFor();
  await page.goBack();
  await page.getByRole("button", { name: en("play") }).click();
  await page.getByRole("button", { name: "take 2" }).waitFor();
  await expect.poll(() => page.url()).toContain("sheet=");
  // Every visit is another browser's.
  const watching = await visit(watched);
  await watching.getByRole("treeitem", { name: "take 2" }).first().waitFor();
  const other = await visit(page.url());
  await other.getByRole("button", { name: "take 2" }).waitFor();
  await other.getByRole("navigation").getByRole("link", { name: "Rules", exact: true }).click();
  await other.getByLabel(en("open")).selectOption({ label: en("untitled") });
  await expect
    .poll(() => other.getByRole("textbox", { name: en("editor") }).textContent())
    .toContain("coins");
  // Where they are too long for an address, that is said.
  const long = `${COINS}; ${Array.from({ length: 3_000 }, (_, at) => ((at * 2_654_435_761) % 2 ** 32).toString(36)).join(" ")}`;
  await page.evaluate((rules) => localStorage.setItem("spielbaum.rules.long", rules), long);
  await page.goto("/#/play?mine=long");
  await page.getByText(words(around, "en")("local")).waitFor();
});
