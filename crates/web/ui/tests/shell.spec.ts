// What is around the sections, and what holds in all of them.

import type { Page } from "playwright-core";
import { describe } from "vitest";

import { SUBJECTS } from "../src/glossary/glossary";
import { messages as glossary } from "../src/glossary/messages";
import { messages } from "../src/messages";
import { SECTIONS } from "../src/sections/sections";
import {
  calm,
  EVERY_LANGUAGE,
  expect,
  expectAccessible,
  expectNoOverflow,
  PHONE,
  pressOn,
  settled,
  test,
  words,
} from "./harness";

/** Bytes that may come over the network until the first section is shown. */
const FIRST_LOAD = 100_000;

const [en, de] = [words(messages, "en"), words(messages, "de")];

/** Goes to each section by its link, the start page first, and looks at it when it is all there. */
async function everySection(
  page: Page,
  t: typeof en,
  look: (section: string) => Promise<void>,
): Promise<void> {
  const links = page.getByRole("navigation", { name: t("sections") });
  for (const section of ["start", ...SECTIONS] as const) {
    const link =
      section === "start"
        ? page.getByRole("link", { name: "Spielbaum", exact: true })
        : links.getByRole("link", { name: t(section), exact: true });
    await link.click();
    await expect
      .poll(() => page.title())
      .toBe(section === "start" ? "Spielbaum" : `${t(section)} – Spielbaum`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await calm(page);
    await look(section);
  }
}

/** Every section is looked at in each theme. */
const THEME_IN = { en: "light", ja: "dark", de: "light" } as const;

describe.each(EVERY_LANGUAGE)("in %s", (language) => {
  const t = words(messages, language);

  test(`every section has its name, fits the window and can be used by everybody, ${THEME_IN[language]}`, async ({
    visit,
  }) => {
    const page = await visit("/", { language, theme: THEME_IN[language], still: true });
    await everySection(page, t, async (section) => {
      expect(await page.locator("html").getAttribute("lang")).toBe(language);
      await expectAccessible(page, section);
      // Who wants nothing to move sees nothing move.
      expect(await page.evaluate(() => document.getAnimations().length), section).toBe(0);
      for (const width of [1920, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await expectNoOverflow(page, `${section} at ${width} pixels`);
      }
    });
  });

  test("the keyboard opens the glossary, which has the terms of the language, and closes it", async ({
    visit,
  }) => {
    const says = words(glossary, language);
    const page = await visit("/", { language });
    await settled(page, "");
    const button = page.getByRole("button", { name: t("glossary"), exact: true });
    await pressOn(page, button);
    const dialog = page.getByRole("dialog", { name: says("title") });
    const [name, definition] = SUBJECTS.alphaBeta[0]![language];
    await dialog.getByText(name, { exact: true }).waitFor();
    await expectAccessible(page, `the glossary in ${language}`);
    await dialog.getByRole("textbox", { name: says("find") }).fill(definition);
    await expect.poll(() => dialog.locator("dt").count()).toBe(1);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test("no section is wider than a phone", async ({ visit }) => {
    const page = await visit("/", { language, phone: true });
    await everySection(page, t, async (section) => {
      for (const width of [390, PHONE.width]) {
        await page.setViewportSize({ ...PHONE, width });
        await expectNoOverflow(page, `${section} at ${width} pixels`);
      }
    });
    // All of the header is one line, and what does not fit is behind a button.
    expect((await page.locator("header").boundingBox())?.height).toBeLessThan(60);
    await page.getByRole("button", { name: t("settings"), exact: true }).click();
    await page.getByLabel(t("language")).waitFor();
    await page.getByRole("button", { name: t("glossary"), exact: true }).click();
    await page.getByRole("dialog").getByRole("textbox").waitFor();
    await expectNoOverflow(page, "glossary");
  });
});

test("no section is wider than the window at 200 %", async ({ visit }) => {
  // German has the longest words.
  const page = await visit("/", { language: "de", zoom: 2 });
  await everySection(page, de, (section) => expectNoOverflow(page, `${section} at 200 %`));
});

test("a choice of language and theme outlasts the visit", async ({ visit }) => {
  const page = await visit("/");
  await page.getByLabel(en("language")).selectOption("de");
  await page.getByLabel(de("theme")).selectOption({ label: de("dark") });
  await page.reload();
  await page.getByRole("link", { name: de("practise") }).waitFor();
  expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
});

test("the keyboard skips to the content, and opens sections", async ({ visit }) => {
  const page = await visit("/");
  await settled(page, "compare");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(en("skip"));
  await page.keyboard.press("Enter");
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("content");
  await page.reload();
  await pressOn(page, page.getByRole("link", { name: en("practise"), exact: true }));
  await page.waitForURL(/#\/practise/);
});

test("little is loaded before the first section is shown, and no script but the server's is let in", async ({
  visit,
}) => {
  const page = await visit("about:blank");
  const client = await page.context().newCDPSession(page);
  await client.send("Network.enable");
  let bytes = 0;
  client.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  const answer = await page.goto("/", { waitUntil: "networkidle" });
  expect(answer?.headers()["content-security-policy"]).toContain("script-src 'self';");
  const paint = await page.evaluate(
    () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
  );
  console.log(`first load: ${bytes} bytes; first paint after ${paint?.toFixed(0)} ms`);
  expect(bytes).toBeGreaterThan(1_000);
  expect(bytes).toBeLessThan(FIRST_LOAD);
});
