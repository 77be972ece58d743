// The editor of rules: what helps who writes, and where the text comes from and goes to.

import type { Locator, Page } from "playwright-core";

import type { Language } from "../src/lib/i18n.svelte";
import { titleOf } from "../src/sections/rules/codes";
import { messages } from "../src/sections/rules/messages";
import {
  expect,
  expectAccessible,
  expectNoOverflow,
  inEveryLanguage,
  pressOn,
  test,
  type Visit,
  words,
} from "./harness";

const en = words(messages, "en");

/** The section with its editor, and what the checker says once it has read the text. */
async function enter(
  visit: (address: string, how?: Visit) => Promise<Page>,
  how: Visit = {},
  address = "/#/rules",
) {
  const page = await visit(address, how);
  const editor = page.getByRole("textbox", { name: en("editor") });
  await editor.waitFor();
  return { page, editor, findings: page.getByRole("region", { name: en("findings") }) };
}

/** What the checker says of the mistake below. */
const UNBOUND: Record<Language, string> = {
  en: "the variable `?x` in the head is not bound by any positive condition",
  ja: "頭部の変数 `?x` が、どの肯定の条件でも束縛されていません",
  de: "die Variable `?x` im Kopf ist durch keine positive Bedingung gebunden",
};

/** Writes at the end of a text. */
async function append(page: Page, editor: Locator, text: string): Promise<void> {
  await editor.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText(text);
}

test("a mistake is told while it is written, and leads to its place", async ({ visit }) => {
  const { page, editor, findings } = await enter(visit);
  await append(page, editor, "\n(<= (next ?x) (does first go))");
  await inEveryLanguage(page, messages, async (t, language) => {
    await page.getByRole("textbox", { name: t("editor") }).waitFor();
    const told = page.getByRole("region", { name: t("findings") });
    await told.getByRole("button", { name: titleOf("unsafe-variable", language) }).waitFor();
    await told.getByText(UNBOUND[language]).waitFor();
  });
  await page.locator(".cm-lintRange-error").waitFor();
  await findings.getByRole("button", { name: titleOf("unsafe-variable", "en") }).press("Enter");
  await page.keyboard.insertText("new");
  await expect.poll(() => editor.textContent()).toContain("(<= (next new?x)");
});

test("what follows a parenthesis is offered", async ({ visit }) => {
  const { page, editor } = await enter(visit);
  await editor.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("(<= (p ?x) (true (hea");
  await page.getByRole("option", { name: /^heap/ }).click();
  await expect.poll(() => editor.textContent()).toContain("(true (heap))");
});

test("changed rules are kept, played and compared as rules of one's own", async ({ visit }) => {
  const { page, editor, findings } = await enter(visit, {}, "/#/rules?game=nim");
  await page.getByText("Nim with three heaps").waitFor();
  await append(page, editor, "\n(full d 2)\n");
  await page.reload();
  await expect.poll(() => editor.textContent()).toContain(";; Nim");
  await page.getByText(en("unsaved")).waitFor();
  await findings.getByText(en("nothing wrong")).waitFor();
  await page.getByRole("button", { name: en("compare") }).click();
  await page.waitForURL(/#\/compare\?mine=nim/);
  await page.goto("/#/rules");
  await page.getByRole("button", { name: en("forget") }).waitFor();
});

test("the editor is left by Escape and Tab", async ({ visit }) => {
  const { page, editor, findings } = await enter(visit);
  await append(page, editor, "\n(p a) (p)");
  await findings.getByRole("button").first().waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  expect(await editor.evaluate((element) => element === document.activeElement)).toBe(false);
  await pressOn(page, findings.getByRole("button").first());
  expect(await editor.evaluate((element) => element === document.activeElement)).toBe(true);
});

test("everybody can use it with mistakes and an open game, on a phone too", async ({ visit }) => {
  const { page, editor, findings } = await enter(visit, { phone: true });
  await page.getByRole("button", { name: en("inspect") }).click();
  await page.getByText(en("step", { step: 0 })).waitFor();
  await append(page, editor, "\n(<= (next ?x) (does first go))");
  await findings.getByRole("button").first().waitFor();
  await expectAccessible(page, "rules with mistakes");
  await expectNoOverflow(page, "rules with mistakes");
});

test("a file that is too long is refused, and a short one is opened", async ({ visit }) => {
  const { page, editor } = await enter(visit);
  const picker = page.locator("input[type=file]");
  await picker.setInputFiles({
    name: "long.kif",
    mimeType: "text/plain",
    buffer: Buffer.alloc(2 << 20, " "),
  });
  await page.getByText(en("too long", { most: "1,024" })).waitFor();
  await picker.setInputFiles({
    name: "short.kif",
    mimeType: "text/plain",
    buffer: Buffer.from("(role höhle)", "latin1"),
  });
  await expect.poll(() => editor.textContent()).toContain("(role höhle)");
  expect(await page.getByLabel(en("name"), { exact: true }).inputValue()).toBe("short");
});
