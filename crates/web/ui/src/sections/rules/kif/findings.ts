// The checker's findings at their places in the editor's text.

import type { Diagnostic } from "@codemirror/lint";
import type { Text } from "@codemirror/state";

import type { Schemas } from "../../../lib/api";

export type Inspection = Schemas["Inspection"];
export type Finding = Schemas["Finding"];

/** Where something stands: line and column (in characters, not in UTF-16 units) from 1. */
export interface Spot {
  line: number;
  column: number;
}

/** The offset of a place; one beyond a line or the text is its end. */
export function offset(text: Text, { line, column }: Spot): number {
  if (line > text.lines) return text.length;
  const { from, text: letters } = text.line(Math.max(line, 1));
  let at = 0;
  for (let passed = 1; passed < column && at < letters.length; passed += 1) {
    at += letters.codePointAt(at)! > 0xffff ? 2 : 1;
  }
  return from + at;
}

/**
 * What the editor marks: each finding with its remedy, and the other places that belong to it. `say`
 * translates the checker's texts.
 */
export function marks(
  text: Text,
  { errors, warnings }: Inspection,
  title: (code: string) => string,
  say: (text: string) => string,
): Diagnostic[] {
  const marked = (findings: Finding[], severity: "error" | "warning") =>
    findings.flatMap((finding) => [
      {
        ...span(text, finding),
        severity,
        source: title(finding.code),
        message: [finding.message, ...(finding.help ? [finding.help] : [])].map(say).join("\n→ "),
      },
      ...finding.also.map((mention) => ({
        ...span(text, mention),
        severity: "info" as const,
        message: say(mention.message),
      })),
    ]);
  return [...marked(errors, "error"), ...marked(warnings, "warning")];
}

/** A place with its end; none of it is a finding about the whole. */
interface Stretch {
  line?: number | null;
  column?: number | null;
  end_line?: number | null;
  end_column?: number | null;
}

function span(text: Text, { line, column, end_line, end_column }: Stretch): { from: number; to: number } {
  const from = offset(text, { line: line ?? 1, column: column ?? 1 });
  const to = offset(text, { line: end_line ?? line ?? 1, column: end_column ?? column ?? 1 });
  return { from, to: Math.max(from, to) };
}
