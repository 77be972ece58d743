import { expect, test } from "vitest";

import { translator } from "../../lib/i18n.svelte";
import { messages } from "./messages";

test("an hour has at most 59 minutes", () => {
  const t = translator(messages);
  expect([6000, 7169, 7190, 86_395].map((seconds) => t("hours", { seconds }))).toEqual([
    "1 h 40 min",
    "1 h 59 min",
    "2 h 0 min",
    "24 h 0 min",
  ]);
});
