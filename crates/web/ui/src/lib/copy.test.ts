import { afterEach, expect, test, vi } from "vitest";

import { copy } from "./copy";

afterEach(() => vi.unstubAllGlobals());

/** A document in which the selected text of a field can be copied, if that is allowed. */
function page(isAllowed: boolean) {
  const fields: { value: string; isSelected: boolean; isThere: boolean }[] = [];
  const copied: string[] = [];
  const focused = { focus: vi.fn() };
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("document", {
    activeElement: focused,
    body: { append: (field: (typeof fields)[0]) => void (fields.push(field), (field.isThere = true)) },
    createElement: () => ({
      value: "",
      isSelected: false,
      isThere: false,
      style: {},
      select() {
        this.isSelected = true;
      },
      remove() {
        this.isThere = false;
      },
    }),
    execCommand: () => {
      const field = fields.find(({ isSelected, isThere }) => isSelected && isThere);
      if (isAllowed && field) copied.push(field.value);
      return isAllowed;
    },
  });
  return { fields, copied, focused };
}

test("a text is copied to the clipboard, or it is told that it was not", async () => {
  const writeText = vi.fn(async (text: string) => void text);
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  expect([await copy("a text"), writeText.mock.lastCall]).toEqual([true, ["a text"]]);
  vi.stubGlobal("navigator", { clipboard: { writeText: () => Promise.reject(new Error("not allowed")) } });
  expect(await copy("a text")).toBe(false);
});

test("where the connection is not encrypted a selected text is copied, and everything is as before", async () => {
  const { fields, copied, focused } = page(true);
  expect([await copy("a text"), copied]).toEqual([true, ["a text"]]);
  expect([fields.map(({ isThere }) => isThere), focused.focus.mock.calls.length]).toEqual([[false], 1]);
});

test("where nothing can be copied that is told", async () => {
  const { fields } = page(false);
  expect([await copy("a text"), fields.map(({ isThere }) => isThere)]).toEqual([false, [false]]);
});
