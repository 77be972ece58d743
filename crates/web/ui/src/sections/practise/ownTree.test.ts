import { expect, test } from "vitest";

import { ownTree } from "./ownTree";

test("the field says the tree in use, until something else is written", () => {
  expect(ownTree.textBeside("(1 2)")).toBe("(1 2)");
  ownTree.write("(1 2)", "(1 2 3");
  expect([ownTree.textBeside("(1 2)"), ownTree.textBeside("(4 5)")]).toEqual(["(1 2 3", "(4 5)"]);
});

test("what is written stays while another tree is in use", () => {
  ownTree.write("(1 2)", "(1 (2");
  ownTree.note("(4 5)");
  ownTree.write("(4 5)", "");
  ownTree.note("(1 2)");
  expect([ownTree.textBeside("(1 2)"), ownTree.textBeside("(4 5)")]).toEqual(["(1 (2", ""]);
});

test("a tree that is used is what the field says, also beside the tree before it", () => {
  ownTree.write("(8 9)", "(7)");
  ownTree.write("(6 7)", " (8 9)\n");
  expect(ownTree.taken("(6 7)")).toBe("(8 9)");
  expect([ownTree.textBeside("(6 7)"), ownTree.textBeside("(8 9)")]).toEqual(["(6 7)", "(8 9)"]);
});

test("the tree that was in use last is there again after a series", () => {
  ownTree.note("(3 (4 5))");
  expect(ownTree.latest).toBe("(3 (4 5))");
});
