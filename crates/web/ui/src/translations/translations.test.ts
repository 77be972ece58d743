import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { describe, expect, test } from "vitest";

import { Catalogue, placesOf, type Entries } from "./catalogue";
import de from "./de";
import { json } from "./de/json";
import { options } from "./de/options";
import ja from "./ja";

const CRATES = resolve(import.meta.dirname, "../../../..");

const plain = { number: (value: number) => `<${value}>`, seconds: (value: number) => `<${value} s>` };

const all: Entries = Object.assign({}, ...de);

describe("a catalogue", () => {
  const catalogue = new Catalogue(
    [
      { "there is no tournament {id@}": "es gibt kein Turnier {id}" },
      {
        "`{name}` is unknown": "unbekannt: {name}",
        "{count#} nodes": "{count} Knoten",
        "1 node": "ein Knoten",
        "it took {time~}": "nach {time}",
      },
      {
        "the tree has {size*} in {file}": "{file} hat {size}",
        "{what*}; stop": "{what}, halt",
        "{first*}; {second*}": "{first} und {second}",
      },
    ],
    plain,
  );
  test.each([
    ["`a` is unknown", "unbekannt: a"],
    ["`` is unknown", undefined],
    ["`a` is unknown.", undefined],
    ["12 nodes", "<12> Knoten"],
    ["twelve nodes", undefined],
    ["there is no tournament 1234", "es gibt kein Turnier 1234"],
    ["there is no tournament x", undefined],
    ["it took 1.5ms", "nach <0.0015 s>"],
    ["it took ages", undefined],
    ["the tree has 1 node in b.tree", "b.tree hat ein Knoten"],
    ["the tree has a in b.tree", undefined],
    ["1 node; stop", "ein Knoten, halt"],
    ["1 node; 7 nodes; it took 20s", "ein Knoten und <7> Knoten und nach <20 s>"],
    ["1 node; a", undefined],
  ])("translates %s", (english, translation) => {
    expect(catalogue.translate(english)).toBe(translation);
  });

  test("does not let a place swallow what follows a text", () => {
    const files = [
      {
        "{problem*} (at column {column@})": "{problem} (Spalte {column})",
        "`{name}` is unknown (known: {names})": "„{name}“ ist unbekannt (bekannt: {names})",
      },
    ];
    expect(new Catalogue(files, plain).translate("`x` is unknown (known: a, b) (at column 16)")).toBe(
      "„x“ ist unbekannt (bekannt: a, b) (Spalte 16)",
    );
  });

  test("reads texts of any kind in little time", () => {
    const catalogue = new Catalogue(de, plain);
    const texts = ["; ", ", ", ": ", "`a` ", "(", "root: ", "1 ply; "].map((part) =>
      part.repeat(8_000 / part.length),
    );
    for (const text of [...texts, "a".repeat(1_000_000)]) expect(catalogue.translate(text)).toBe(undefined);
  });
});

test("both languages have the same texts, each once", () => {
  const keys = (files: readonly Entries[]) => files.flatMap((file) => Object.keys(file)).sort();
  expect(keys(ja)).toEqual(keys(de));
  expect(keys(de)).toEqual(Object.keys(all).sort());
});

describe.each([
  ["de", de],
  ["ja", ja],
] as const)("in %s", (_, files) => {
  test("each translation has the places of its text", () => {
    const names = (text: string) =>
      placesOf(text)
        .map(({ name }) => name)
        .sort();
    for (const [english, translation] of files.flatMap(Object.entries))
      expect([english, [...new Set(names(translation))]]).toEqual([english, names(english)]);
  });

  test("each text is translated by its own entry", () => {
    const catalogue = new Catalogue(files, plain);
    const inner = catalogue.translate("3 plies");
    expect(inner).toBeDefined();
    // What stands at places that are translated themselves: which texts do, is known only to the server.
    const samples = { text: "x", number: "7", name: "7", time: "20s", inner: "3 plies" };
    for (const english of files.flatMap(Object.keys)) {
      const text = placesOf(english).reduce(
        (told, { name, kind }) => told.replace(new RegExp(`\\{${name}[#@~*]?\\}`), samples[kind]),
        english,
      );
      expect(catalogue.keyOf(text)).toBe(english);
    }
  });
});

/** What the server puts together from words. */
const PUT_TOGETHER = [
  "no argument here",
  "1 argument here",
  " arguments here",
  "the function `",
  "` depends on `does` through ",
  "` depends on `true` through ",
  "` in the head is not bound by any positive condition",
  "` under `not` is not bound by any positive condition",
  "` in `distinct` is not bound by any positive condition",
  "the document: ",
  "a single payoff where one payoff for each of the ",
  " payoffs where one payoff for each of the ",
  "the strategy's name",
  "the evaluator's name",
  "; legal is nothing",
  " no goal in the terminal state ",
  " instances of rules",
];

test("each text stands in the server's sources", () => {
  const written = sources(CRATES).map(literals).join("\n");
  // Short parts say nothing.
  const parts = (english: string) => english.split(/\{\w+[#@~*]?\}/).filter((part) => part.length > 12);
  const known = de
    .filter((file) => file !== options && file !== json)
    .flatMap(Object.keys)
    .flatMap(parts);
  expect(known.filter((part) => !written.includes(part))).toEqual(PUT_TOGETHER);
}, 60_000);

/** What the server gives a problem for a message: one literal, and what is filled in. */
const MESSAGE =
  /(?:\b(?:new|invalid|missing|busy|forbidden|not_learned)\(\s*(?:[\w:]+,\s*)?(?:"[\w-]+",\s*)?|let message = )(?:format!\(\s*)?"((?:[^"\\]|\\.)* (?:[^"\\]|\\.)*)"/g;

test("each message of the server's problems is translated", () => {
  const written = sources(join(CRATES, "web/src")).map((source) => uncommented(source));
  const messages = written.flatMap((source) => [...source.matchAll(MESSAGE)].map(([, message]) => message!));
  expect(messages.length).toBeGreaterThan(30);
  const catalogue = new Catalogue(de, plain);
  /** A message with all that may be filled in: what its places are for says the server's code alone. */
  const filled = (message: string): string[] => {
    const [before, ...behind] = message.split(/\{\w*\}/);
    return behind.reduce(
      (texts, part) =>
        texts.flatMap((text) => ["x", "7", "20s", "3 plies"].map((value) => text + value + part)),
      [before!],
    );
  };
  expect(
    messages.filter((message) => filled(message).every((text) => catalogue.keyOf(text) === undefined)),
  ).toEqual([]);
});

/** The texts of all Rust files in the folders `src`, without those of tests. */
function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory())
      return ["node_modules", "target", "ui", "tests"].includes(entry.name)
        ? []
        : sources(join(folder, entry.name));
    return entry.name.endsWith(".rs") && entry.name !== "tests.rs"
      ? [readFileSync(join(folder, entry.name), "utf8")]
      : [];
  });
}

/** A source without its tests and comments, its literals as they are read. */
function literals(source: string): string {
  return uncommented(source).replaceAll('\\"', '"').replaceAll("{{", "{").replaceAll("}}", "}");
}

/** A source without its tests and comments, each literal in a line. */
function uncommented(source: string): string {
  const own = source.split(/#\[cfg\(test\)\]\nmod \w+ \{/)[0]!.replace(/^ *\/\/.*$/gm, "");
  return own.replace(/\\\n\s*/g, "");
}
