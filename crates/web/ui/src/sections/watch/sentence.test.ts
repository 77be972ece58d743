import { afterEach, expect, test } from "vitest";

import { language, LANGUAGES, translator, type Language } from "../../lib/i18n.svelte";
import { softMaxN } from "./fixture";
import { messages } from "./messages";
import { modelOf } from "./model";
import { dominance, dominated, figure, sentence } from "./sentence";

test("whole numbers stand as they are, others with two places", () => {
  expect([3, -20, 0, 33.333].map((value) => figure(value))).toEqual(["3", "-20", "0", "33.33"]);
});

test("open ends and missing values are told apart", () => {
  expect([Infinity, -Infinity].map((value) => figure(value))).toEqual(["∞", "-∞"]);
  expect([null, undefined, NaN].map((value) => figure(value, "–"))).toEqual(["–", "–", "–"]);
});

test("the end of a null window is just beyond the number that is asked about", () => {
  expect([8.000000000000002, 7.999999999999998].map((value) => figure(value))).toEqual(["8+", "8−"]);
});

afterEach(() => {
  language.value = "en";
});

test("dominance is told by a sign and by a sentence in every language", () => {
  const model = modelOf(softMaxN());
  const steps = model.recording.trace.steps!.filter((step) => step.do === "dominated");
  expect(steps.map((step) => dominated(model, step))).toEqual(["≺ 2", "≼ 3"]);
  const t = translator(messages);
  for (const each of Object.keys(LANGUAGES) as Language[]) {
    language.value = each;
    const told = steps.map((step) => dominance(model, step, t));
    expect(told).toEqual(steps.map((step) => sentence(model, step, t)));
    for (const [place, text] of told.entries()) expect(text).toMatch(new RegExp(`^${place + 1}.*${place + 2}.*one`));
  }
});
