import { CompletionContext } from "@codemirror/autocomplete";
import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";

import { completions } from "./completion";

const source = completions(() => ({ places: (count) => `/${count}`, about: (name) => `what ${name} is` }));

/** The names offered at the `¦` in a text. */
function offered(marked: string, explicit = false): string[] | null {
  const at = marked.indexOf("¦");
  const state = EditorState.create({ doc: marked.replace("¦", "") });
  const result = source(new CompletionContext(state, at, explicit));
  return result?.options.map(({ label, detail }) => label + (detail ?? "")) ?? null;
}

const GAME = "(role x) (role o) (init (cell 1 b)) (legal x (mark 1)) (legal o noop) (line a b c) ";

test("a condition is made with true, does, the connectives and the relations of the text", () => {
  const names = offered(`${GAME}(<= (p ?x) (¦`);
  expect(names).toContain("true/1");
  expect(names).toContain("distinct/2");
  expect(names).toContain("line/3");
  expect(names).not.toContain("init/1");
  expect(names).not.toContain("terminal/0");
});

test("after true come the fluents, after does a role and then the moves", () => {
  expect(offered(`${GAME}(<= p (true (c¦`)).toEqual(["cell/2"]);
  expect(offered(`${GAME}(<= (p ?r) (does ¦`, true)).toEqual(["?r", "x", "o"]);
  expect(offered(`${GAME}(<= p (does x m¦`)).toEqual(["mark/1", "noop/0"]);
});

test("variables are those of the rule", () => {
  expect(offered("(<= (p ?old)) (<= (p ?new) (distinct ?new ?¦")).toEqual(["?new"]);
});

test("nothing is offered unasked between words, and nothing in comments", () => {
  expect(offered(`${GAME}¦`)).toBeNull();
  expect(offered(`${GAME}¦`, true)).toContain("<=");
  expect(offered(`${GAME}; rol¦`, true)).toBeNull();
  expect(offered(`${GAME}#| rol¦`, true)).toBeNull();
});
