import { Text } from "@codemirror/state";
import { expect, test } from "vitest";

import { marks, offset } from "./findings";

const text = Text.of(["; 🎲ü x", "(p)", ""]);

test.each([
  [1, 1, 0],
  [1, 4, 4],
  [1, 5, 5],
  [2, 1, 8],
  [2, 99, 11],
  [3, 1, 12],
  [9, 1, 12],
])("line %i, column %i is at %i", (line, column, at) => {
  expect(offset(text, { line, column })).toBe(at);
});

test("a finding is marked with its remedy, its other places beside it", () => {
  const finding = { code: "c", message: "m", line: 2, column: 1, end_line: 2, end_column: 3, help: "h" };
  const also = [{ message: "here", line: 2, column: 3, end_line: 2, end_column: 4 }];
  const whole = {
    code: "w",
    message: "n",
    line: null,
    column: null,
    end_line: null,
    end_column: null,
    help: null,
    also: [],
  };
  expect(
    marks(
      text,
      { ok: false, errors: [{ ...finding, also }], warnings: [whole] },
      (code) => `[${code}]`,
      (said) => said.toUpperCase(),
    ),
  ).toEqual([
    { from: 8, to: 10, severity: "error", source: "[c]", message: "M\n→ H" },
    { from: 10, to: 11, severity: "info", message: "HERE" },
    { from: 0, to: 0, severity: "warning", source: "[w]", message: "N" },
  ]);
});
