import { readdirSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { CODES, titleOf } from "./codes";

const GDL = new URL("../../../../../gdl/src/", import.meta.url);

test("every name belongs to a code of the checker", () => {
  const files = ["diagnostic.rs", ...readdirSync(new URL("check/", GDL)).map((file) => `check/${file}`)];
  const source = files.map((file) => readFileSync(new URL(file, GDL), "utf8")).join("\n");
  const codes = new Set(
    [...source.matchAll(/: Code = Code::new\("([a-z-]+)"\);$/gm)].map(([, code]) => code),
  );
  expect(codes.size).toBeGreaterThan(20);
  expect(Object.keys(CODES).filter((code) => !codes.has(code))).toEqual([]);
});

test("a code without a name is shown in its own words", () => {
  expect(titleOf("unheard-of-code", "ja")).toBe("Unheard of code");
});
