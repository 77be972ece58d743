// The section where exercises are done.

import type { Page } from "playwright-core";
import { describe } from "vitest";

import { KINDS } from "../src/sections/practise/exercise";
import { messages } from "../src/sections/practise/messages";
import { EVERY_LANGUAGE, expect, expectAccessible, pattern, picture, pressOn, settled, tabTo, test, words } from "./harness";

const exercise = (kind: string, level = 1) => `practise?kind=${kind}&level=${level}&seed=7&number=1`;

/** Kinds that look different. */
const LOOKS = ["windows", "alpha-beta-cuts", "uct", "labels-two-rows", "winning-reply"];

/** The documents of an exercise that the tests look at. */
interface Sheet {
  blanks: { id: string; at: number }[];
  material: { nodes: { name: string }[] };
}
interface Solution {
  answers: Record<string, { number: number }>;
}

async function json<T>(page: Page, path: string): Promise<T> {
  return (await page.request.get(path)).json();
}

describe.each(EVERY_LANGUAGE)("in %s", (language) => {
  const t = words(messages, language);

  test("an exercise is set, hinted at, marked and solved", async ({ visit }) => {
    const page = await visit(`/#/${exercise("minimax")}`, { language });
    await page.getByText(t("task-minimax")).waitFor();
    await page.getByRole("button", { name: t("hint"), exact: true }).click();
    await page.getByText(pattern(t("hintFor"))).waitFor();
    const first = page.getByRole("group", { name: t("treeOf") }).getByRole("textbox").first();
    await first.fill("-999");
    await page.getByRole("button", { name: t("check"), exact: true }).click();
    await page.getByRole("heading", { name: t("reasons") }).waitFor();
    expect(await first.getAttribute("aria-invalid")).toBe("true");
    await page.getByRole("button", { name: t("solution") }).click();
    await page.getByText(t("allRight")).waitFor();
  });
});

const en = words(messages, "en");

test("an exercise is done by keyboard alone", async ({ visit }) => {
  const page = await visit(`/#/${exercise("minimax")}`);
  const query = "level=1&seed=7&number=0";
  const sheet = await json<Sheet>(page, `/api/exercises/minimax?${query}`);
  const { answers } = await json<Solution>(page, `/api/exercises/minimax/solution?${query}`);
  await settled(page, exercise("minimax"));
  for (const { id, at } of sheet.blanks) {
    await tabTo(page, page.getByRole("textbox", { name: en("valueOf", { place: sheet.material.nodes[at]?.name ?? "" }), exact: true }));
    await page.keyboard.type(String(answers[id]?.number));
    // What is filled in next may stand before this.
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  }
  await pressOn(page, page.getByRole("button", { name: en("check"), exact: true }));
  await page.getByText(en("allRight")).waitFor();
  await pressOn(page, page.getByRole("button", { name: en("next"), exact: true }).last());
  await page.waitForURL(/number=2/);
});

test("the solution of every kind of exercise is right, and everybody can use it", async ({ visit }) => {
  const page = await visit("/");
  for (const kind of KINDS) {
    await settled(page, exercise(kind));
    await page.getByRole("button", { name: en("solution") }).click();
    await page.getByText(en("allRight")).waitFor();
    if (LOOKS.includes(kind)) await expectAccessible(page, kind);
  }
  await settled(page, exercise("alpha-beta-cuts", 3));
  await page.getByRole("button", { name: en("solution") }).click();
  await page.getByText(en("allRight")).waitFor();
  await picture(page, "practise");
});

test("a class gets a sheet to print, with and without solutions", async ({ visit }) => {
  const page = await visit(`/#/${exercise("alpha-beta-cuts")}&print=1&count=3`);
  const sheets = page.getByRole("group", { name: en("treeOf") });
  await expect.poll(() => sheets.count()).toBe(3);
  const cuts = page.locator('[aria-pressed="true"]');
  expect(await cuts.count()).toBe(0);
  await page.getByLabel(en("withSolutions")).check();
  await expect.poll(() => cuts.count()).toBeGreaterThan(0);
});

test("a tree of one's own is an exercise of every kind that fits, and a sheet of them", async ({ visit }) => {
  const page = await visit(`/#/${exercise("minimax")}`);
  await page.getByRole("combobox", { name: en("source"), exact: true }).selectOption("own");
  await page.getByLabel(en("ownTree")).fill("(min (0.5 3) x:(2 9))");
  await page.getByRole("button", { name: en("use"), exact: true }).click();
  await page.getByLabel(en("valueOf", { place: "x" }), { exact: true }).waitFor();
  for (const kind of ["minimax", "alpha-beta-cuts", "windows", "ordering"]) {
    await page.getByRole("combobox", { name: en("kind"), exact: true }).selectOption(kind);
    await page.getByText(en(`task-${kind}` as "task-minimax")).waitFor();
    await page.getByRole("button", { name: en("solution") }).click();
    await page.getByText(en("allRight")).waitFor();
  }
  await expectAccessible(page, "own tree");
  await page.getByRole("link", { name: en("print") }).click();
  await page.getByRole("checkbox", { name: en("kind-windows") }).check();
  await page.getByRole("heading", { name: `2. ${en("kind-ordering")}` }).waitFor();
});

test("children are put into the best order by their arrows", async ({ visit }) => {
  const page = await visit(`/#/practise?kind=ordering&tree=${encodeURIComponent("((2 9) x:(7 8))")}`);
  await page.getByRole("button", { name: en("moveLeft", { place: "x" }) }).click();
  await page.getByRole("button", { name: en("check"), exact: true }).click();
  await page.getByText(en("allRight")).waitFor();
});
