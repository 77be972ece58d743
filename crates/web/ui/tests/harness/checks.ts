// What holds of every page, whatever it shows.

import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** That those who see, hear or move otherwise can use what is shown: no finding that axe calls serious or critical. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  const told = grave.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ""}`));
  expect(told, what).toEqual([]);
}

/** That nothing makes the page wider than the window. */
export async function expectNoOverflow(page: Page, what: string): Promise<void> {
  const wide = await page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    const reaching = [...document.querySelectorAll("body *")].filter((element) => element.getBoundingClientRect().right > width + 1);
    return reaching.slice(0, 5).map((element) => element.outerHTML.slice(0, 160));
  });
  expect(wide, `${what} is wider than the window`).toEqual([]);
}
