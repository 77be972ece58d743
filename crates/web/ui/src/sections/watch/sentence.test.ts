import { afterEach, expect, test } from "vitest";

import { language, LANGUAGES, translator, type Language } from "../../lib/i18n.svelte";
import { softMaxN } from "./fixture";
import { messages } from "./messages";
import { modelOf } from "./model";
import { Replay } from "./replay";
import { dominance, dominated, figure, windowEnd } from "./sentence";
import { sentence } from "./telling";

test("payoffs stand as they are typed, means with two places", () => {
  expect([3, -20, 0, 0.125, 1.5, 0.1 + 0.2, 100 / 3].map((value) => figure(value))).toEqual([
    "3",
    "-20",
    "0",
    "0.125",
    "1.5",
    "0.3",
    "33.33",
  ]);
});

test("open ends and missing values are told apart", () => {
  expect([Infinity, -Infinity].map((value) => figure(value))).toEqual(["∞", "-∞"]);
  expect([null, undefined, NaN].map((value) => figure(value, "–"))).toEqual(["–", "–", "–"]);
});

test("the end of a null window is just beyond the number that is asked about", () => {
  const ends = [
    8.000000000000002,
    7.999999999999998,
    0.5000000000000001,
    0.49999999999999994,
    8,
    1 / 3,
    null,
  ];
  expect(ends.map((value) => windowEnd(value, "∞"))).toEqual(["8+", "8−", "0.5+", "0.5−", "8", "0.33", "∞"]);
});

afterEach(() => {
  language.value = "en";
});

test("dominance is told by a sign and by a sentence in every language", () => {
  const model = modelOf(softMaxN());
  const steps = model.recording.trace.steps!.filter((step) => step.do === "dominated");
  const t = translator(messages);
  expect(steps.map((step) => dominated(model, step, t))).toEqual(["≺ 2", "≼ 3"]);
  for (const each of Object.keys(LANGUAGES) as Language[]) {
    language.value = each;
    const told = steps.map((step) => dominance(model, step, t));
    const replay = new Replay(model);
    const said = model.recording.trace.steps!.flatMap(
      (step, number) => (replay.seek(number + 1), step.do === "dominated" ? [sentence(replay, t)] : []),
    );
    expect(told).toEqual(said);
    for (const [place, text] of told.entries())
      expect(text).toMatch(new RegExp(`^${place + 1}.*${place + 2}.*one`));
  }
});
