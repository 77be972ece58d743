import { describe, expect, test } from "vitest";

import { language, translator } from "../../lib/i18n.svelte";
import { type Explanation, explained } from "./explanation";
import { messages } from "./messages";

const t = translator(messages);
const part = (value: number) => ({ fluents: [], value, states: 1 });
const move = (name: string, in_time: boolean | null = null) => ({
  move: name,
  part: 0,
  from: 3,
  to: 2,
  in_time,
});
const nim: Explanation = {
  mover: "first",
  winner: "first",
  parts: [part(3), part(5), part(7)],
  nim_sum: 1,
  winning_moves: [move("(take a 1)"), move("(take b 1)")],
  impartial: true,
  misere: false,
  limit: null,
};
const told = (explanation: Explanation) => explained(t, explanation, (role) => `<${role}>`);

describe("an explanation", () => {
  test("tells the parts, their nim-sum and the moves that win", () => {
    language.value = "en";
    expect(told(nim)).toBe(
      "The game is a sum of 3 independent parts, which are worth 3, 5, 7. Their nim-sum 3 ⊕ 5 ⊕ 7 = 1 is not 0, so <first>, who is to move, wins: the nim-sum becomes 0 by take a 1, take b 1.",
    );
  });

  test("of a lost position tells who wins", () => {
    language.value = "de";
    const lost = { ...nim, winner: "second", parts: [part(2), part(2)], nim_sum: 0, winning_moves: [] };
    expect(told(lost)).toContain("2 ⊕ 2 = 0");
    expect(told(lost)).toContain("<second>");
  });

  test("of one part speaks of no sum", () => {
    language.value = "en";
    const one = { ...nim, parts: [part(2)], nim_sum: 2, misere: true };
    expect(told(one)).not.toContain("nim-sum");
    expect(told(one)).toContain("2");
  });

  test("tells whether a limit leaves time, in every language", () => {
    for (const code of ["en", "de", "ja"] as const) {
      language.value = code;
      const texts = (["yes", "no", "unknown"] as const).map((in_time) =>
        told({
          ...nim,
          impartial: false,
          winning_moves: [move("(a)", false), move("(b)", true)],
          limit: { plies: 20, in_time },
        }),
      );
      expect(new Set(texts).size).toBe(3);
      for (const text of texts) expect(text).toContain("20");
      expect(texts.join("")).not.toMatch(/[{}]|undefined/);
    }
    language.value = "en";
  });
});
