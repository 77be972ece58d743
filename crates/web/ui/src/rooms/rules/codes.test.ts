import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { CODES } from "./codes";

test("every code of the checker has a name", () => {
  const source = readFileSync(new URL("../../../../../gdl/src/diagnostic.rs", import.meta.url), "utf8");
  const codes = [...source.matchAll(/^ {4}\w+ = "([a-z-]+)",$/gm)].map(([, code]) => code);
  expect(codes.length).toBeGreaterThan(20);
  expect(Object.keys(CODES).sort()).toEqual(codes.sort());
});
