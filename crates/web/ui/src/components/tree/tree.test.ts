import { expect, test } from "vitest";

import { read, type TypedNode, write } from "./brackets";
import { changed, drawn, nodeAt, shifted, withChild, without } from "./edit";
import { setsOf } from "./sets";

function tree(text: string): TypedNode {
  const { root, flaw } = read(text);
  if (!root) throw new Error(`${flaw.code} at ${flaw.at}`);
  return root;
}

test("what brackets can say is read and written again", () => {
  const texts = [
    "((3 12 8) (2 4 6))",
    "(min (3 5) (2 9))",
    "A:(B:(3 x:5) C:(2 9))",
    "((0.5 -0.25) 1)",
    "((=4 3 5) (=7 2 9))",
    "((1/2/3 4/1/2) 6/2/0)",
    "(@2 1/2/3 4/1/2)",
    '"far corner":(2 "a b":3)',
    "A:(min =1/2 1/2 3/4)",
    "5",
    "(max:3 min:4)",
    "((? 3 5) A:(?1/3|2/3 =4 2 9))",
    "(? ({a} (min {h} =4 2 1) 1) ({b} (min {h} -2 1) {h}:-1))",
  ];
  for (const text of texts) expect(write(tree(text))).toBe(text);
  expect(write(tree(" ( ( 3,12 )\n2 ) "))).toBe("((3 12) 2)");
});

test("a flaw is told with its place", () => {
  const flaws: [string, string, number][] = [
    ["", "no-tree", 0],
    ["((3 5)", "unclosed", 6],
    ["(3 5) 4", "too-much", 6],
    ["(3 5))", "too-much", 5],
    ["(3 x)", "no-number", 3],
    ["(3 1e5)", "no-number", 3],
    ['(3 "x)', "open-quote", 3],
    ["(3 A:)", "lost-label", 5],
    ["(3 =4)", "lost-static", 3],
    ["(= (3))", "lost-static", 3],
    ["(3 ())", "no-children", 3],
    ["(@3 3 4)", "no-role", 1],
    ["(min 1/2/3 4/5/6)", "no-role", 1],
    ["(x:3 x:4)", "same-label", 5],
    ["(2:3 4)", "same-label", 1],
    ["(1/2/3 4)", "other-roles", 7],
    ["({} 3 4)", "bad-set", 1],
    ["(? {h} 3 4)", "bad-set", 3],
    ["({a/b} 3 4)", "bad-set", 1],
    ["(3 {h} 4)", "no-number", 3],
    ["(".repeat(100_000), "too-deep", 101],
  ];
  for (const [text, code, at] of flaws)
    expect(read(text).flaw, text.slice(0, 50)).toMatchObject({ code, at });
});

test("the nodes of an information set are joined from left to right", () => {
  const at = (x: number, set?: string) => ({ x, y: 10, set });
  const [drawing, alone] = setsOf([at(90, "h"), at(50), at(10, "h"), at(70, "h"), at(30, "g")]);
  expect(drawing).toMatchObject({
    name: "h",
    x: 10,
    y: 10,
    lines: ["M10 10Q40 54 70 10", "M70 10Q80 54 90 10"],
  });
  expect(alone).toMatchObject({ name: "g", lines: [] });
});

test("players move in turn, from where the text says who does", () => {
  const movers = (text: string) => drawn(tree(text)).map(({ mover }) => mover);
  expect(movers("((3 5) 2)")).toEqual([0, 1, undefined, undefined, undefined]);
  expect(movers("(min (3) (min 2))")).toEqual([1, 0, undefined, 1, undefined]);
  expect(movers("(@2 (1/2/3))")).toEqual([1, 2, undefined]);
  expect(movers("((?0.5|0.5 (3) 5))")).toEqual([0, 2, 1, undefined, undefined]);
});

test("a leaf that gets a child hands down what it paid, and a node without children pays nothing", () => {
  const grown = withChild(tree("(3 x:5)"), [1]);
  expect([write(grown.root), grown.path]).toEqual(["(3 x:(5))", [1, 0]]);
  expect(write(withChild(grown.root, [1]).root)).toBe("(3 x:(5 0))");
  expect(write(withChild(tree("(1/2/3 4/5/6)"), []).root)).toBe("(1/2/3 4/5/6 0/0/0)");
  const shrunk = without(grown.root, [1, 0]);
  expect([write(shrunk.root), shrunk.path]).toEqual(["(3 x:0)", [1]]);
  expect(without(tree("(3 4 5)"), [2]).path).toEqual([1]);
  expect(write(without(tree("(3 4)"), []).root)).toBe("(3 4)");
});

test("chance has a probability for each child, and all alike where their number changes", () => {
  const chance = tree("(?1/4|3/4 2 9)");
  expect(write(withChild(chance, []).root)).toBe("(? 2 9 0)");
  expect(write(without(tree("(?1/4|1/4|1/2 2 9 1)"), [1]).root)).toBe("(? 2 1)");
  expect(write(withChild(chance, [0]).root)).toBe("(?1/4|3/4 (2) 9)");
});

test("neighbours change places with all that is below them", () => {
  const moved = shifted(tree("((1 2) x:(3 4))"), [1], -1);
  expect([write(moved.root), moved.path]).toEqual(["(x:(3 4) (1 2))", [0]]);
  expect(write(shifted(moved.root, [0], -1).root)).toBe("(x:(3 4) (1 2))");
  expect(nodeAt(moved.root, [0, 1])?.payoffs).toBe("4");
  expect(write(changed(moved.root, [1, 0], (leaf) => ({ ...leaf, payoffs: "-7" })))).toBe("(x:(3 4) (-7 2))");
});
