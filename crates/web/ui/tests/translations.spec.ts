// The server's texts, each of which has a translation, and two places where the page shows them.

import { describe } from "vitest";

import { messages as spec } from "../src/components/spec/messages";
import { parameterName } from "../src/components/spec/parameters";
import type { Schemas } from "../src/lib/api";
import type { Inspection } from "../src/sections/rules/kif/findings";
import { CODES } from "../src/sections/rules/codes";
import { Catalogue } from "../src/translations/catalogue";
import de from "../src/translations/de";
import { strategies as german } from "../src/translations/de/strategies";
import ja from "../src/translations/ja";
import { strategies as japanese } from "../src/translations/ja/strategies";
import { expect, expectAccessible, test, words } from "./harness";
import type { Program } from "./harness/program";

const plain = { number: String, seconds: (value: number) => `${value} s` };

const CATALOGUES = [new Catalogue(de, plain), new Catalogue(ja, plain)];

/** Those of the texts that one of the languages lacks. */
function untranslated(texts: readonly string[]): string[] {
  return texts.filter((text) => CATALOGUES.some((catalogue) => catalogue.translate(text) === undefined));
}

async function ask(program: Program, path: string, body?: unknown): Promise<Response> {
  const sent =
    body === undefined
      ? {}
      : {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: typeof body === "string" ? body : JSON.stringify(body),
        };
  return fetch(new URL(path, program.address), sent);
}

test("strategies, evaluators, parameters and their values are explained in every language", async ({
  program,
}) => {
  const { strategies, evaluators } = (await (
    await ask(program, "api/strategies")
  ).json()) as Schemas["Catalogue"];
  const entries = [...strategies, ...evaluators];
  const parameters = entries.flatMap(({ name, parameters }) =>
    parameters.map((parameter) => ({ entry: name, ...parameter })),
  );
  expect(parameters.length).toBeGreaterThan(100);
  const values = parameters.flatMap(({ name, domain }) => {
    const words = domain.type === "choice" ? domain.words : domain.type === "weights" ? domain.names : [];
    return words.map((word) => `${name}=${word}`);
  });
  expect(untranslated([...entries, ...parameters].map(({ help }) => help))).toEqual([]);
  expect(untranslated(values)).toEqual([]);
  const files = ["learned", "tablebase", "policy"];
  const nameless = parameters.filter(
    ({ entry, name, domain }) =>
      !files.includes(domain.type) && parameterName(entry, name, "de") === undefined,
  );
  expect(nameless).toEqual([]);
});

/** A game that has nothing wrong. */
const GAME = "(role you) (legal you wait) terminal (goal you 0)\n";

/** Rules by what the checker has to say of them. */
const BROKEN: [code: string, rules: string][] = [
  ["too-deep", "(".repeat(300)],
  ["character", `${GAME}(init ?)`],
  ["character", `${GAME}(init a\u0001b)`],
  ["unclosed-comment", `${GAME}#| for the rest of time`],
  ["unclosed-parenthesis", "(role you\n(legal you wait) terminal (goal you 0)"],
  ["unclosed-parenthesis", `${GAME}(init a`],
  ["unopened-parenthesis", `${GAME}(init a))`],
  [
    "syntax",
    `${GAME}() (<=) (<= p ?x) (<= p (not)) (<= p (distinct a)) (<= p (?x a)) ((p) a) (p (?f a)) (p ((f) a)) (not p)`,
  ],
  ["misplaced", `${GAME}(true a) (does you a) (<= p (next a))`],
  ["too-many-cases", `${GAME}(q a) (<= (p ?x) (q ?x) ${"(or (distinct ?x a) (distinct ?x b)) ".repeat(11)})`],
  ["arity-clash", `${GAME}(p a) (p a a) p (q (f a)) (q (f a b))`],
  ["arity-clash", `${GAME}(<= (p ?x) (true ?x you)) (<= q (terminal a))`],
  ["unsafe-variable", `${GAME}(p ?x) (<= q (not (true ?x))) (<= r (distinct ?x a))`],
  ["unstratified", `${GAME}(<= p (not p))`],
  ["stratified-by-arguments", `${GAME}(<= (p a) (not (p b)))`],
  ["unrestricted-recursion", `${GAME}(p a) (<= (p (s ?x)) (p ?x))`],
  ["unrestricted-recursion", `${GAME}(p a) (q a) (<= (p ?x) (p (f ?x)) (q ?y))`],
  ["depends-on-moves", "(role you) (<= (legal you wait) (does you wait)) terminal (goal you 0)"],
  ["depends-on-moves", "(role you) (<= (legal you wait) p) (<= p (does you wait)) terminal (goal you 0)"],
  ["depends-on-state", `${GAME}(<= (init a) (true a)) (<= (role me) p) (<= p (true b))`],
  ["no-role", "(legal you wait) terminal (goal you 0)"],
  ["undeclared-role", `${GAME}(legal me wait)`],
  ["undeclared-role", `${GAME}(legal R wait)`],
  ["derived-role", `${GAME}(<= (role me) terminal)`],
  ["goal-range", `${GAME}(goal you 101)`],
  ["no-terminal", "(role you) (legal you wait) (goal you 0)"],
  ["no-legal", "(role you) terminal (goal you 0)"],
  ["no-goal", "(role you) (legal you wait) terminal"],
  ["undefined-relation", `${GAME}(<= p q)`],
  ["undefined-relation", `${GAME}(<= p (and (q) (r)))`],
  ["undefined-relation", `${GAME}(<= p (= a a) (< 1 2) (ture a))`],
  ["undefined-fluent", `${GAME}(init (on 1)) (<= p (true (on 2)))`],
  ["undefined-move", `${GAME}(<= (next a) (does you wiat))`],
  ["unused-relation", `${GAME}(leagl you go)`],
  ["unused-relation", `${GAME}(:- (p ?x) (q ?x))`],
  ["foreign-comment", `${GAME}// (legal you go)`],
  ["arity-clash", `${GAME}(<= p (does you mark 1)) (<= (sees you card 1) p) (role a b)`],
  ["case-mismatch", `${GAME}(p a A)`],
];

/** A text of this length is refused before it is checked. */
const NEVER_CHECKED = ["too-large"];

test("there are rules for every code of the checker", () => {
  expect([...new Set(BROKEN.map(([code]) => code)), ...NEVER_CHECKED].sort()).toEqual(
    Object.keys(CODES).sort(),
  );
});

test.for(BROKEN)("what the checker says of %s is translated: %s", async ([code, rules], { program }) => {
  const { errors, warnings } = (await (
    await ask(program, "api/rules/check", { rules })
  ).json()) as Inspection;
  const findings = [...errors, ...warnings];
  expect(findings.map((finding) => finding.code)).toContain(code);
  expect(
    untranslated(
      findings.flatMap(({ message, help, also }) => [
        message,
        ...(help ? [help] : []),
        ...also.map(({ message }) => message),
      ]),
    ),
  ).toEqual([]);
});

const NIM = { name: "nim" };
const rules = (text: string) => ({ rules: text });

/** One role that has no move after its first. */
const STUCK = rules(
  "(role you) (init a) (<= (legal you go) (true a)) (<= (next b) (true a)) (<= terminal (true c)) (goal you 50)",
);
const HIDDEN = { name: "kuhn-poker" };
const TOGETHER = { name: "rock-paper-scissors" };

const exerciseOf = (kind: string, tree: string) => `api/exercises/${kind}?tree=${encodeURIComponent(tree)}`;

/** Requests by the code of the problem that answers them. */
const PROBLEMS: [code: string, path: string, body?: unknown][] = [
  ["no-such-path", "api/nothing"],
  ["no-such-job", "api/jobs/999999"],
  ["no-such-game", "api/games/chexx"],
  ["no-such-game", "api/positions", { game: { name: "tictactoo" }, moves: [] }],
  ["no-such-game", "api/positions", { game: { name: "nim(heaps=1000)" }, moves: [] }],
  ["not-in-store", "api/comparisons/999999"],
  ["not-in-store", "api/matches/999999"],
  ["malformed", "api/positions", { game: NIM, moves: 5 }],
  ["rules", "api/positions", { game: rules("(role x"), moves: [] }],
  ["illegal-move", "api/positions", { game: NIM, moves: [["(take 9 9)", "noop"]] }],
  ["illegal-move", "api/positions", { game: NIM, moves: [["noop"]] }],
  ["no-legal-move", "api/positions", { game: STUCK, moves: [["go"]] }],
  ["bad-strategy", "api/thoughts", { game: NIM, moves: [], strategy: "uct(playout=1)", budget: {} }],
  ["bad-strategy", "api/thoughts", { game: NIM, moves: [], strategy: "uzt", budget: {} }],
  ["bad-strategy", "api/thoughts", { game: NIM, moves: [], strategy: "", budget: {} }],
  ["bad-strategy", "api/thoughts", { game: NIM, moves: [], strategy: "uct(c=x)", budget: {} }],
  ["bad-strategy", "api/thoughts", { game: NIM, moves: [], strategy: "uct(final=best)", budget: {} }],
  ["bad-strategy", "api/thoughts", { game: NIM, moves: [], strategy: "uct(time=99999s)", budget: {} }],
  ["bad-strategy", "api/thoughts", { game: NIM, moves: [], strategy: "uct(threads=100)", budget: {} }],
  ["bad-strategy", "api/thoughts", { game: NIM, moves: [], strategy: "uct(playouts=1", budget: {} }],
  ["bad-strategy", "api/thoughts", { game: NIM, moves: [], strategy: "uct(c=1,c=1)", budget: {} }],
  ["bad-strategy", "api/thoughts", { game: NIM, moves: [], strategy: "minimax(eval=zerro)", budget: {} }],
  [
    "bad-strategy",
    "api/thoughts",
    { game: NIM, moves: [], strategy: "minimax(eval=positional(a.toml))", budget: {} },
  ],
  ["bad-budget", "api/thoughts", { game: NIM, moves: [], budget: { seconds: 100 } }],
  ["no-such-role", "api/thoughts", { game: NIM, moves: [], role: "me", budget: {} }],
  ["which-role", "api/thoughts", { game: TOGETHER, moves: [], budget: {} }],
  ["search", "api/thoughts", { game: TOGETHER, moves: [], role: "left", strategy: "alpha-beta", budget: {} }],
  [
    "search",
    "api/thoughts",
    { game: NIM, moves: [], strategy: "alpha-beta(eval=open-lines,depth=2)", budget: {} },
  ],
  [
    "search",
    "api/thoughts",
    { game: NIM, moves: [], strategy: "alpha-beta(eval=positional,depth=2)", budget: {} },
  ],
  [
    "search",
    "api/thoughts",
    { game: NIM, moves: [], strategy: "alpha-beta(eval=learned,depth=2)", budget: {} },
  ],
  ["search", "api/thoughts", { game: NIM, moves: [], strategy: "plan", budget: {} }],
  ["search", "api/thoughts", { game: NIM, moves: [], strategy: "solved", budget: {} }],
  ["search", "api/thoughts", { game: NIM, moves: [], strategy: "policy", budget: {} }],
  ["search", "api/thoughts", { game: NIM, moves: [], strategy: "paranoid(allies=me)", budget: {} }],
  [
    "search",
    "api/thoughts",
    { game: HIDDEN, moves: [["noop", "noop", "(deal jack queen)"]], strategy: "minimax", budget: {} },
  ],
  ["search", "api/recordings", { game: STUCK, moves: [], strategy: "minimax" }],
  ["what-to-search", "api/recordings", { strategy: "minimax" }],
  ["bad-bounds", "api/recordings", { tree: { text: "(1 2)" }, strategy: "minimax", nodes: 0 }],
  ["nothing-to-search", "api/recordings", { tree: { text: "1" }, strategy: "minimax" }],
  ["chance-at-root", "api/recordings", { tree: { text: "(? 1 2)" }, strategy: "minimax" }],
  ["no-such-tree", "api/recordings", { tree: { name: "oak" }, strategy: "minimax" }],
  ["search", "api/recordings", { tree: { text: "((1 2) (3 4))" }, strategy: "minimax(depth=1)" }],
  ["what-to-learn", "api/equilibria", {}],
  ["bad-bounds", "api/equilibria", { tree: { text: "(1 2)" }, iterations: 0 }],
  ["no-such-method", "api/equilibria", { tree: { text: "(1 2)" }, method: "cfr++" }],
  ["no-such-exercise", "api/exercises/maximin?level=1&seed=1&number=0"],
  ["no-such-level", "api/exercises/minimax?level=9&seed=1&number=0"],
  ["no-such-exercise", exerciseOf("pseudo-code", "(1 2)")],
  ["no-such-exercise", exerciseOf("minimax", "1")],
  ["no-such-exercise", exerciseOf("minimax", `(${"(1 2) ".repeat(500)})`)],
  ["no-such-exercise", exerciseOf("minimax", "((? 1 2) 3)")],
  ["no-such-exercise", exerciseOf("expectiminimax", "((1 2) 3)")],
  ["no-such-exercise", exerciseOf("minimax", "((1/2/3 4/5/6) 7/8/9)")],
  ["no-such-exercise", exerciseOf("maxn", "((1 2) 3)")],
  ["no-such-exercise", exerciseOf("labels-tree", "((1 2) (3 4))")],
  ["no-such-exercise", exerciseOf("windows", "(1 2)")],
  ["no-such-exercise", exerciseOf("minimax", "((min {a} 1 2) (min {a} 3 4))")],
  ["not-learnt", "api/equilibria", { game: { name: "tictactoe-3p" } }],
  ["tree-too-large", "api/recordings", { tree: { text: `(${"1 ".repeat(60_000)})` }, strategy: "minimax" }],
  ["too-many-moves", "api/positions", { game: NIM, moves: new Array(20_000).fill(["noop", "noop"]) }],
  ["bad-budget", "api/solutions", { game: NIM, moves: [], seconds: 100 }],
  ["not-solved", "api/solutions", { game: HIDDEN, moves: [], seconds: 1 }],
  ["no-sum", "api/explanations", { game: { name: "tictactoe" }, moves: [] }],
  ["out-of-range", "api/comparisons", { game: NIM, players: ["random", "first-legal"], games: 100_000_000 }],
  ["out-of-range", "api/comparisons", { game: NIM, players: [], games: 1 }],
  ["out-of-range", "api/comparisons", { game: NIM, players: ["random"], games: 1, move_seconds: 0 }],
  ["out-of-range", "api/comparisons", { game: NIM, players: ["random"], games: 1, ply_limit: 0 }],
  [
    "out-of-range",
    "api/comparisons",
    { game: NIM, players: ["random", "first-legal"], sprt: { elo0: 20, elo1: 0, alpha: 0.05, beta: 0.05 } },
  ],
  ["plan", "api/comparisons", { game: NIM, players: ["random", "random"], games: 1 }],
  ["unsuited", "api/comparisons", { game: TOGETHER, players: ["random", "minimax"], games: 1 }],
  ["limits", "api/comparisons", { game: STUCK, players: ["random"], games: 1 }],
];

/** Trees that are none. */
const NO_TREES = [
  "",
  "((1 2)",
  "(1 2))",
  "(1 x)",
  "(a b)",
  "()",
  "(1 (2/3 4/5))",
  "(=1",
  "(1 =2)",
  "(? 1/2|1/4 1 2)",
  "(?1/2|1/4 1 2)",
  "(?0|1 1 2)",
  "(?x|1 1 2)",
  "(@9 1 2)",
  "(1.1234567 2)",
  "(9999999999 2)",
  "(:3)",
  "A",
  "(max {a/b} 1 2)",
  "(({a} 1 2) (max {a} 3 4 5))",
  "(A:1 A:2)",
  '"A',
  '("A" 1)',
  "(1/2/3 1/2)",
  "(".repeat(1200),
  "(1 = 2)",
  "(800/800/800.000001 0/0/0)",
  "[".repeat(200),
  '{"children": [{"goals": [4], "goals": [9]}, 3]}',
  "(max (min {s} 1 2) 3 (max {s} 1 2))",
  "(max (min {s} 1 2) (min (max 1 (min {s} 1 2))))",
  "{",
  "[1,",
  "[]",
  '{"root": 1, "rots": 2}',
  '{"root": {"children": []}}',
  '{"root": {"goals": "x"}}',
  '{"root": {"children": 5}}',
  '{"root": {"children": [1], "goals": [1]}}',
  '{"root": {}}',
  '{"root": [1, "a"]}',
  '{"root": [1, null]}',
  '{"root": {"children": [1, 2], "moves": ["a"]}}',
  '{"root": {"children": [1, 2], "moves": ["a", "a"]}}',
  '{"root": {"children": [1, 2], "mover": "me"}}',
  '{"root": {"children": [1, 2], "chance": [0.5, 0.5], "mover": "max"}}',
  '{"root": {"goals": [1], "mover": "max"}}',
  '{"root": {"children": [1, 2], "mover": "random", "chance": []}}',
  '{"root": 1, "roles": []}',
  '{"root": 1, "roles": ["a", "a"]}',
  '{"root": 1, "roles": ["random", "a"]}',
  '{"root": [1, 5], "range": [0, 2]}',
  '{"root": [1, 5], "range": [2, 0]}',
  '{"root": {"chilren": [1]}}',
];

/** The problem that answers a request: at once, or at the end of the job that it begins. */
async function problemOf(
  program: Program,
  path: string,
  body?: unknown,
): Promise<Schemas["Problem"] | undefined> {
  const answer = await ask(program, path, body);
  if (!answer.ok) return (await answer.json()) as Schemas["Problem"];
  if (answer.status !== 202) return undefined;
  const { id } = (await answer.json()) as Schemas["Job"];
  const events = await (await ask(program, `api/jobs/${id}/events`)).text();
  const failed = /event: ?failed\ndata: ?(.*)/.exec(events) ?? /data: ?(.*)\nevent: ?failed/.exec(events);
  return failed ? (JSON.parse(failed[1]!) as Schemas["Problem"]) : undefined;
}

describe("problems of the server are told in every language", () => {
  test.for(PROBLEMS)("%s of %s", async ([code, path, body], { program }) => {
    const problem = await problemOf(program, path, body);
    expect(problem?.code).toBe(code);
    expect(untranslated([problem!.message])).toEqual([]);
  });

  test.for(NO_TREES)("a tree that is none: %s", async (text, { program }) => {
    const problem = await problemOf(program, "api/recordings", { tree: { text }, strategy: "minimax" });
    expect(problem?.code).toBe("bad-tree");
    expect(untranslated([problem!.message])).toEqual([]);
  });
});

test.for([
  ["ja", "「chexx」という組み込みのゲームはありません", "最終手の選択"],
  ["de", "es gibt kein eingebautes Spiel `chexx`", "Endgültige Zugwahl"],
] as const)(
  "the page shows what the server says in %s",
  async ([language, problem, parameter], { visit }) => {
    const page = await visit("/#/play?game=chexx", { language, expected: /404/ });
    await page.getByRole("alert").filter({ hasText: problem }).waitFor();
    const t = words(spec, language);
    await page.goto("/#/compare?game=tictactoe&players=uct;random");
    await page.getByRole("button", { name: /^uct/ }).first().click();
    const uct = page.locator("details").filter({ hasText: t("parameters", { name: "uct" }) });
    const choice = uct.getByLabel(parameter);
    await choice.waitFor();
    const [english, translation] = Object.entries(language === "de" ? german : japanese).find(([english]) =>
      english.startsWith("the move that is made"),
    )!;
    await uct.getByText(translation).waitFor();
    expect(await uct.getByText(english).count()).toBe(0);
    expect(await choice.getByRole("option", { selected: true }).textContent()).toContain("secure");
    expect(await uct.locator("[lang=en]:not(.quiet)").count()).toBe(0);
    await expectAccessible(page, `the parameters in ${language}`);
  },
);
