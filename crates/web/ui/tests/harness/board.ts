// The cells of a board that is shown.

import type { Locator, Page } from "playwright-core";

import { messages } from "../../src/components/board/messages";
import { pattern, words } from "./words";

/**
 * A cell by its numbers, from 1, on a board whose columns are called by letters; whatever else is said of it.
 */
export function cell(page: Page, language: keyof typeof messages, column: number, row: number): Locator {
  const name =
    words(messages, language)("cell", { column: String.fromCharCode(96 + column), row: String(row) }).split(
      "{",
    )[0] ?? "";
  return page.getByRole("button", { name });
}

/** Where Play says who is to move, by what it says. */
export function turn(page: Page, says: string): Locator {
  return page.getByRole("strong").filter({ hasText: pattern(says) });
}
