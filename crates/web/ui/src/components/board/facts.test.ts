import { expect, test } from "vitest";

import { rows } from "./facts";

const fact = (text: string) => ({ name: text.split(" ")[0]!, args: text.split(" ").slice(1) });

test("the fluents of a name are one row, and those of a role are told together by its title", () => {
  const facts = ["control alice", "hand alice 1", "hand alice 2", "hand bob 1", "prize 2", "prize 3", "ready"].map(fact);
  expect(rows(facts, ["alice", "bob"], ["Alice", "Bob"])).toEqual([
    { name: "control", groups: [{ role: "Alice", values: [] }] },
    { name: "hand", groups: [{ role: "Alice", values: ["1", "2"] }, { role: "Bob", values: ["1"] }] },
    { name: "prize", groups: [{ values: ["2", "3"] }] },
    { name: "ready", groups: [{ values: [] }] },
  ]);
});

test("where no roles are known, all is told as it is", () => {
  expect(rows([fact("control alice")], [], [])).toEqual([{ name: "control", groups: [{ values: ["alice"] }] }]);
});
