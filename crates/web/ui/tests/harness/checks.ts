// What holds of every page, whatever it shows.

import axe from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

/**
 * Rules of these kinds are not asked for: the highest level (colours of seven times the contrast, for one),
 * and those that axe itself only tries out.
 */
const NOT_ASKED = ["wcag2aaa", "experimental"];
/**
 * One of the latter: what is written on a thing is part of its name, for who speaks to the machine. The
 * figures in a node of a tree are told in words.
 */
const ASKED = "label-content-name-mismatch";

/** That those who see, hear or move otherwise can use what is shown: axe finds nothing, grave or slight. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const told = await page.evaluate(
    async ({ notAsked, asked }) => {
      const { axe } = window as unknown as { axe: typeof import("axe-core") };
      const rules = axe
        .getRules()
        .map(({ ruleId, tags }) => [
          ruleId,
          { enabled: ruleId === asked || !tags.some((tag) => notAsked.includes(tag)) },
        ]);
      // All that is in order is not told: that would take the most of the time.
      const { violations } = await axe.run(document, {
        rules: Object.fromEntries(rules),
        resultTypes: ["violations"],
      });
      const mistakes = violations.flatMap(({ id, nodes }) => nodes.map((node) => ({ id, ...node })));
      return mistakes
        .filter(({ id, html }) => id !== asked || !html.includes('role="treeitem"'))
        .map(({ id, html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ""}`);
    },
    { notAsked: NOT_ASKED, asked: ASKED },
  );
  expect(told, what).toEqual([]);
}

/** That nothing makes the page wider than the window. */
export async function expectNoOverflow(page: Page, what: string): Promise<void> {
  const wide = await page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    const reaching = [...document.querySelectorAll("body *")].filter(
      (element) => element.getBoundingClientRect().right > width + 1,
    );
    return reaching.slice(0, 5).map((element) => element.outerHTML.slice(0, 160));
  });
  expect(wide, `${what} is wider than the window`).toEqual([]);
}
