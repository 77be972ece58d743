// A page used by keyboard alone.

import type { Locator, Page } from "playwright-core";

/** Presses to reach anything on a page are fewer. */
const FAR = 200;

/** Goes forward from where the focus is until it is on the element, as who has no mouse does. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < FAR; presses += 1) {
    if (
      (await target.count()) === 1 &&
      (await target.evaluate((element) => element === document.activeElement))
    )
      return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${target} is not reached by ${FAR} presses of Tab`);
}

/** Goes to the element and presses it. */
export async function pressOn(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}
