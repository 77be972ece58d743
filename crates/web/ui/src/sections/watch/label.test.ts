import { afterEach, expect, test } from "vitest";

import { language, LANGUAGES, translator, type Language } from "../../lib/i18n.svelte";
import { labels } from "./fixture";
import { labelOf } from "./label";
import { messages } from "./messages";
import { modelOf } from "./model";
import { Replay } from "./replay";
import { reason, valueText } from "./sentence";
import { sentence } from "./telling";

afterEach(() => {
  language.value = "en";
});

test("the ends of the range are won and lost, and all between is drawn", () => {
  const max = { win: 1, lost: -1 };
  expect([1, 0.5, 0, -1].map((value) => labelOf(max, value))).toEqual(["win", "draw", "draw", "lost"]);
  expect([1, 0, -1].map((value) => labelOf({ win: -1, lost: 1 }, value))).toEqual(["lost", "draw", "win"]);
  expect(labelOf({ win: 5, lost: 5 }, 5)).toBe("draw");
});

test("a search that does not label, and a node without a value, have no label", () => {
  expect(labelOf(undefined, 1)).toBeUndefined();
  expect([null, undefined, NaN].map((value) => labelOf({ win: 1, lost: -1 }, value))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("steps are told with labels instead of numbers, in every language", () => {
  const model = modelOf(labels());
  const replay = new Replay(model);
  const t = translator(messages);
  const words = {
    en: ["WIN", "LOST", "early exit"],
    ja: ["勝ち", "負け", "早期終了"],
    de: ["SIEG", "VERLUST", "vorzeitiges Ende"],
  };
  for (const each of Object.keys(LANGUAGES) as Language[]) {
    language.value = each;
    const [win, lost, exit] = words[each] as [string, string, string];
    expect([1, -1].map((value) => valueText(model, value, t))).toEqual([win, lost]);
    const cut = model.recording.trace.steps!.find((step) => step.do === "cut")!;
    expect(reason(model, cut, t)).toContain(exit);
    model.recording.trace.steps!.forEach((step, number) => {
      replay.seek(number + 1);
      if (step.do === "cut") expect(sentence(replay, t)).not.toMatch(/\d [≥≤]/);
      if (step.do === "leaf" || step.do === "update" || step.do === "leave")
        expect(sentence(replay, t)).toContain(step.value === 1 ? win : lost);
    });
  }
});
