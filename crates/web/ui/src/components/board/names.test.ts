import { expect, test } from "vitest";

import { pieceName } from "./names";

const piece = (
  name: string,
  shape?: "disc" | "king" | "cross" | "coin",
  colour: "black" | "white" | "brown" = "black",
) => ({ name, blank: false, owner: null, look: shape ? { shape, colour } : null });
const [man, white, king, other] = [
  piece("bm", "disc"),
  piece("wm", "disc", "white"),
  piece("bk", "king"),
  piece("wk", "king", "white"),
];

test("a piece is called by its colour and its shape", () => {
  const among = [man, white, king, other];
  expect(among.map((content) => pieceName(content, among, "en"))).toEqual([
    "black man",
    "white man",
    "black king",
    "white king",
  ]);
  expect(among.map((content) => pieceName(content, among, "de"))).toEqual([
    "schwarzer Stein",
    "weißer Stein",
    "schwarze Dame",
    "weiße Dame",
  ]);
  expect(pieceName(man, among, "ja")).toBe("黒の駒");
  expect(pieceName(man, [man, white], "en")).toBe("black disc");
});

test("no colour is told where there is one alone", () => {
  expect(pieceName(piece("heap", "coin", "brown"), [piece("heap", "coin", "brown")], "en")).toBe("coin");
});

test("marks, pieces without a look and pieces that look the same keep their names", () => {
  expect(pieceName(piece("x", "cross"), [], "en")).toBe("x");
  expect(pieceName(piece("7"), [], "de")).toBe("7");
  const [one, two] = [piece("one", "disc"), piece("two", "disc")];
  expect(pieceName(one, [one, two], "en")).toBe("one");
});
