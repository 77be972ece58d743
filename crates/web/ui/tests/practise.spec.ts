// The section where exercises are done.

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { vi } from "vitest";

import { messages as games } from "../src/components/games/messages";
import { messages as treeMessages } from "../src/components/tree/messages";
import { KINDS, type Sheet as TreeSheet, type Which } from "../src/sections/practise/exercise";
import { messages } from "../src/sections/practise/messages";
import {
  expect,
  expectAccessible,
  inEveryLanguage,
  pattern,
  picture,
  pressOn,
  settled,
  tabTo,
  test,
  words,
} from "./harness";

// Addresses are read from a window, which there is none of outside the browser.
vi.hoisted(() =>
  Object.assign(globalThis, {
    location: { hash: "" },
    history: { state: null, replaceState() {} },
    addEventListener() {},
  }),
);
const { watchLink } = await import("../src/sections/practise/watching");

const en = words(messages, "en");

const exercise = (kind: string, level = 1) => `practise?kind=${kind}&level=${level}&seed=7&number=1`;

/** Kinds that look different. */
const LOOKS = [
  "labels-tree",
  "windows",
  "alpha-beta-cuts",
  "pvs",
  "expectiminimax",
  "star1-cuts",
  "uct",
  "uct-backup",
  "labels-two-rows",
  "winning-reply",
  "code-gaps",
  "code-order",
  "code-fault",
];

/** The documents of an exercise that the tests look at. */
interface Sheet {
  blanks: { id: string; at: number }[];
  material: { nodes: { name: string }[] };
}
interface Solution {
  answers: Record<string, { number: number }>;
}

interface CodeSheet {
  material: { lines: { text: string }[] };
}
interface CodeSolution {
  answers: Record<string, { choice: number }>;
}

async function json<T>(page: Page, path: string): Promise<T> {
  return (await page.request.get(path)).json();
}

/** Checks answers with mistakes twice: the reasons are told the second time. */
async function checkTwice(page: Page): Promise<void> {
  const check = page.getByRole("button", { name: en("check"), exact: true });
  await check.click();
  await page.getByText(en("noReasons")).waitFor();
  await check.click();
}

test("an exercise is set, hinted at, marked and solved", async ({ visit }) => {
  const page = await visit(`/#/${exercise("minimax")}`);
  const [hint, check] = [
    page.getByRole("button", { name: en("hint"), exact: true }),
    page.getByRole("button", { name: en("check"), exact: true }),
  ];
  const tree = page.getByRole("group", { name: en("treeOf") });
  await inEveryLanguage(page, messages, async (t) => {
    await page.getByText(t("task-minimax")).waitFor();
    await page.getByRole("group", { name: t("treeOf") }).waitFor();
    for (const button of ["hint", "check"] as const)
      await page.getByRole("button", { name: t(button), exact: true }).waitFor();
    await page.getByRole("button", { name: t("solution") }).waitFor();
  });
  await hint.click();
  await inEveryLanguage(page, messages, (t) => page.getByText(t("hintWhere")).waitFor());
  // The node, then what decides there, then the answer.
  await hint.click();
  await page.getByText(en("hintWhere")).waitFor({ state: "detached" });
  const written = () =>
    tree
      .getByRole("textbox")
      .evaluateAll((boxes) => boxes.filter((box) => (box as HTMLInputElement).value !== "").length);
  expect(await written()).toBe(0);
  await hint.click();
  await inEveryLanguage(page, messages, (t) => page.getByText(t("hintAnswer")).waitFor());
  expect(await written()).toBe(1);
  const first = tree.getByRole("textbox").first();
  await first.fill("-999");
  await check.click();
  // A first mistake reveals nothing but that it is one.
  await inEveryLanguage(page, messages, async (t) => {
    await page.getByText(t("noReasons")).waitFor();
    expect(await page.getByRole("heading", { name: t("reasons") }).count()).toBe(0);
  });
  await check.click();
  await inEveryLanguage(page, messages, (t) => page.getByRole("heading", { name: t("reasons") }).waitFor());
  // The note about what has the focus is marked in the list below the tree, and none covers the tree.
  await first.focus();
  await page.locator(".reasons .current").waitFor();
  expect(await tree.locator(".note").count()).toBe(0);
  expect(await first.getAttribute("aria-invalid")).toBe("true");
  await page.getByRole("button", { name: en("solution") }).click();
  await inEveryLanguage(page, messages, (t) => page.getByText(t("allRight")).waitFor());
});

test("an exercise is done by keyboard alone", async ({ visit }) => {
  const page = await visit(`/#/${exercise("minimax")}`);
  const query = "level=1&seed=7&number=0";
  const sheet = await json<Sheet>(page, `/api/exercises/minimax?${query}`);
  const { answers } = await json<Solution>(page, `/api/exercises/minimax/solution?${query}`);
  await settled(page, exercise("minimax"));
  for (const { id, at } of sheet.blanks) {
    await tabTo(
      page,
      page.getByRole("textbox", {
        name: en("valueOf", { place: sheet.material.nodes[at]?.name ?? "" }),
        exact: true,
      }),
    );
    await page.keyboard.type(String(answers[id]?.number));
    // What is filled in next may stand before this.
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  }
  await pressOn(page, page.getByRole("button", { name: en("check"), exact: true }));
  await page.getByText(en("allRight")).waitFor();
  await pressOn(page, page.getByRole("button", { name: en("next"), exact: true }).last());
  await page.waitForURL(/number=2/);
});

test("the solution of every kind of exercise is right, and everybody can use it", async ({ visit }) => {
  const page = await visit("/");
  for (const kind of KINDS) {
    await settled(page, exercise(kind));
    await page.getByRole("button", { name: en("solution") }).click();
    await page.getByText(en("allRight")).waitFor();
    if (LOOKS.includes(kind)) await expectAccessible(page, kind);
  }
  await settled(page, exercise("alpha-beta-cuts", 3));
  await page.getByRole("button", { name: en("solution") }).click();
  await page.getByText(en("allRight")).waitFor();
});

test("a class does a set by its link, and the teacher reads the code of the result", async ({ visit }) => {
  const page = await visit(`/#/${exercise("minimax")}`);
  await page.getByText(en("setForClass"), { exact: true }).click();
  await page.getByLabel(en("setCount"), { exact: true }).fill("1");
  await page.keyboard.press("Tab");
  await expectAccessible(page, "a set for a class");
  await page.getByRole("link", { name: en("setOpen", { count: 2 }) }).click();
  await page.waitForURL(/#\/practise\?set=minimax%2Calpha-beta-cuts&count=1&level=1&seed=\d+&place=1$/);
  await page.getByRole("button", { name: en("solution") }).click();
  await page.getByRole("button", { name: en("next"), exact: true }).click();
  await page.getByText(en("task-alpha-beta-cuts")).waitFor();
  // A first attempt with a mistake.
  await page.getByRole("button", { name: en("check"), exact: true }).click();
  const code = (await page.locator("strong.code").textContent()) ?? "";
  const field = page.getByLabel(en("checkCode"), { exact: true });
  await field.fill(code.toLowerCase());
  await page.getByText(en("codeSays", { of: 2, right: 0, hinted: 0, wrong: 1, shown: 1 })).waitFor();
  await expectAccessible(page, "the code of a set");
  await field.fill(code.replace(/.$/, (last) => (last === "7" ? "8" : "7")));
  await page.getByText(en("codeWrong")).waitFor();
  await page.goto("/#/");
  await page.getByRole("link", { name: /level 1 with seed/ }).waitFor();
});

test("a class gets a sheet to print, with and without solutions", async ({ visit }) => {
  const page = await visit(`/#/${exercise("alpha-beta-cuts")}&print=1&count=3`);
  const sheets = page.getByRole("group", { name: en("treeOf") });
  await expect.poll(() => sheets.count()).toBe(3);
  const cuts = page.locator('[aria-pressed="true"]');
  expect(await cuts.count()).toBe(0);
  await page.getByLabel(en("withSolutions")).check();
  await expect.poll(() => cuts.count()).toBeGreaterThan(0);
  await page.getByLabel(en("withSolutions")).uncheck();
  await page.getByRole("checkbox", { name: en("kind-minimax"), exact: true }).check();
  await expect.poll(() => sheets.count()).toBe(6);
  await page
    .getByText(`(${en("number")} 1)`)
    .first()
    .waitFor();
  // Two stand beside each other on paper, and three lines of them on a page.
  await page.emulateMedia({ media: "print" });
  const boxes = await Promise.all(
    (await page.getByRole("article").all()).map((sheet) => sheet.boundingBox()),
  );
  expect(new Set(boxes.map((box) => Math.round(box?.x ?? 0))).size).toBe(2);
  // Paper does not scroll: a table is not wider than its exercise.
  await page.emulateMedia({ media: "screen" });
  for (const kind of ["kind-uct", "kind-uct-backup"] as const)
    await page.getByRole("checkbox", { name: en(kind), exact: true }).check();
  await page
    .getByRole("columnheader", { name: en("newMean") })
    .last()
    .waitFor();
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width: 718, height: 1046 });
  const wider = () =>
    page
      .getByRole("article")
      .evaluateAll(
        (sheets) =>
          sheets.filter((sheet) =>
            [...sheet.querySelectorAll("table")].some(
              (table) => table.getBoundingClientRect().right > sheet.getBoundingClientRect().right,
            ),
          ).length,
      );
  await expect.poll(wider).toBe(0);
});

test("a tree of one's own is an exercise of every kind that fits, and a sheet of them", async ({ visit }) => {
  const page = await visit(`/#/${exercise("minimax")}`);
  await page.getByRole("combobox", { name: en("source"), exact: true }).selectOption("own");
  await page.getByLabel(en("ownTree")).fill("(min (0.5 3) x:(2 9))");
  await page.getByRole("button", { name: en("use"), exact: true }).click();
  await page.getByLabel(en("valueOf", { place: "x" }), { exact: true }).waitFor();
  for (const kind of ["minimax", "alpha-beta-cuts", "windows", "ordering"]) {
    await page.getByRole("combobox", { name: en("kind"), exact: true }).selectOption(kind);
    await page.getByText(en(`task-${kind}` as "task-minimax")).waitFor();
    await page.getByRole("button", { name: en("solution") }).click();
    await page.getByText(en("allRight")).waitFor();
  }
  await expectAccessible(page, "own tree");
  await page.getByRole("link", { name: en("print") }).click();
  await page.getByRole("checkbox", { name: en("kind-windows") }).check();
  await page.getByRole("heading", { name: `2. ${en("kind-ordering")}` }).waitFor();
});

test("what is written of a tree is kept over another kind, another section, a series and the way back", async ({
  visit,
}) => {
  const page = await visit(`/#/practise?kind=minimax&tree=${encodeURIComponent("((1 2) 3)")}`);
  const text = page.getByLabel(en("ownTree"));
  const source = page.getByRole("combobox", { name: en("source"), exact: true });
  const says = (tree: string) => expect.poll(() => text.inputValue()).toBe(tree);
  await text.fill("((3 5) 9");
  await page.getByRole("combobox", { name: en("kind"), exact: true }).selectOption("windows");
  await page.getByText(en("task-windows")).waitFor();
  await says("((3 5) 9");
  await page.goto("/#/");
  await text.waitFor({ state: "hidden" });
  await page.goBack();
  await text.waitFor();
  await says("((3 5) 9");
  await source.selectOption("series");
  await source.selectOption("own");
  await says("((3 5) 9");
  await text.fill("((3 5) 9)");
  await page.getByRole("button", { name: en("use"), exact: true }).click();
  await page.waitForURL(/tree=%28%283\+5%29\+9%29/);
  await says("((3 5) 9)");
  await text.fill("(4 6)");
  await page.goBack();
  await says("((1 2) 3)");
  await page.goForward();
  await says("(4 6)");
});

test("children are put into the best order by their arrows", async ({ visit }) => {
  const page = await visit(`/#/practise?kind=ordering&tree=${encodeURIComponent("((2 9) x:(7 8))")}`);
  await page.getByRole("button", { name: en("moveLeft", { place: "x" }) }).click();
  await page.getByRole("button", { name: en("check"), exact: true }).click();
  await page.getByText(en("allRight")).waitFor();
});

/**
 * The lecture's tree of wins, draws and losses: B is LOST at once by its second leaf, and A is WIN by D, so E
 * is skipped.
 */
const LABELLED = `practise?kind=labels-tree&tree=${encodeURIComponent("A:(B:(1 -1 1) C:(0 1) D:(1 1) E:(-1 0))")}`;
const LABELS = { B: "lost", C: "draw", D: "win", A: "win" } as const;

test("nodes are labelled, branches are skipped, and mistakes are explained", async ({ visit }) => {
  const page = await visit(`/#/${LABELLED}`);
  const label = (place: string, t = en) =>
    page.getByRole("combobox", { name: t("labelOf", { place }), exact: true });
  const skip = (to: string, t = en) =>
    page.getByRole("button", { name: t("skipBranch", { to }), exact: true });
  for (const [place, value] of Object.entries(LABELS)) await label(place).selectOption(value);
  await inEveryLanguage(page, messages, async (t) => {
    await page.getByText(t("task-labels-tree")).waitFor();
    await label("C", t).selectOption({ label: t("label-win") });
    await skip("E", t).waitFor();
  });
  await skip("E").click();
  expect(await label("E").inputValue()).toBe("skipped");
  await checkTwice(page);
  const reasons = page.locator(".reasons");
  await inEveryLanguage(page, messages, async (t) => {
    const said = {
      at: "C",
      child: "C › 1",
      label: t("label-draw"),
      player: t("min"),
      wanted: t("label-lost"),
    };
    await reasons.getByText(t("labelDraws", said)).waitFor();
    // The third leaf of B is skipped, too.
    await reasons
      .getByText(t("earlyExit", { at: "B", child: "B › 2", label: t("label-lost"), player: t("min") }))
      .waitFor();
  });
  expect(await label("C").getAttribute("aria-invalid")).toBe("true");
  await expectAccessible(page, "labels");
  await picture(page, "practise");
  await label("C").selectOption("draw");
  await skip("B › 3").click();
  await page.getByRole("button", { name: en("check"), exact: true }).click();
  await page.getByText(en("allRight")).waitFor();
  // What is not skipped after all has no label.
  await skip("E").click();
  expect(await label("E").inputValue()).toBe("");
});

test("a tree is labelled by keyboard alone", async ({ visit }) => {
  const page = await visit(`/#/${LABELLED}`);
  await page.getByRole("group", { name: en("treeOf") }).waitFor();
  const again = () => page.evaluate(() => (document.activeElement as HTMLElement).blur());
  for (const [place, value] of Object.entries(LABELS)) {
    await tabTo(page, page.getByRole("combobox", { name: en("labelOf", { place }), exact: true }));
    await page.keyboard.type(en(`label-${value}`));
    await again();
  }
  for (const to of ["B › 3", "E"]) {
    await pressOn(page, page.getByRole("button", { name: en("skipBranch", { to }), exact: true }), "Space");
    await again();
  }
  await pressOn(page, page.getByRole("button", { name: en("check"), exact: true }));
  await page.getByText(en("allRight")).waitFor();
});

/** Max at A over the chance nodes B, worth 17/3, and C, worth 29/4. */
const DICE = encodeURIComponent("A:(B:(?1/3|2/3 3 7) C:(?1/4|3/4 2 9))");

test("values are filled in as fractions, and mistakes are explained", async ({ visit }) => {
  const page = await visit(`/#/practise?kind=expectiminimax&tree=${DICE}`);
  const value = (place: string, t = en) => page.getByLabel(t("valueOf", { place }), { exact: true });
  await inEveryLanguage(page, messages, async (t) => {
    await page.getByText(t("task-expectiminimax")).waitFor();
    await value("B", t).waitFor();
  });
  await value("B").fill("5.67");
  await value("C").fill("9");
  await value("A").fill("29/4");
  await checkTwice(page);
  const reasons = page.locator(".reasons");
  await inEveryLanguage(page, messages, async (t, language) => {
    await reasons.getByText(t("slip-rounded")).waitFor();
    await reasons.getByText(t("slip-chosen-at-chance")).waitFor();
    const children = language === "de" ? "3; 7" : "3, 7";
    await reasons
      .getByText(t("expectation", { children, sum: "1/3 · 3 + 2/3 · 7", value: "17/3" }))
      .waitFor();
  });
  await value("B").fill("17/3");
  await value("C").fill("7.25");
  await page.getByRole("button", { name: en("check"), exact: true }).click();
  await page.getByText(en("allRight")).waitFor();
  await expectAccessible(page, "chance nodes");
});

test("a cut of Star1 is explained by the bounds of the payoffs", async ({ visit }) => {
  const tree = encodeURIComponent("A:(B:(? 6 8) C:(? 2 10) 0)");
  const page = await visit(`/#/practise?kind=star1-cuts&tree=${tree}`);
  const cut = (t = en) =>
    page.getByRole("button", { name: t("cutBranch", { from: "C", to: "10" }), exact: true });
  await cut().waitFor();
  await checkTwice(page);
  await inEveryLanguage(page, messages, async (t) => {
    await page.getByText(t("task-star1-cuts", { least: 0, greatest: 10 })).waitFor();
    await page
      .locator(".reasons")
      .getByText(t("cutAlphaShort", { at: "C", value: 6, bound: 7 }))
      .waitFor();
    await cut(t).waitFor();
  });
  await cut().click();
  await page.getByRole("button", { name: en("check"), exact: true }).click();
  await page.getByText(en("allRight")).waitFor();
  await picture(page, "practise-chance");
});

test("a gap is filled, and a wrong line is shown with a tree on which it goes wrong", async ({ visit }) => {
  const page = await visit(`/#/${exercise("code-gaps", 3)}`);
  const { answers } = await json<CodeSolution>(
    page,
    "/api/exercises/code-gaps/solution?level=3&seed=7&number=0",
  );
  const right = Object.values(answers);
  const gaps = (t = en) => page.getByRole("group", { name: t("program") }).getByRole("combobox");
  await inEveryLanguage(page, messages, (t) => expect.poll(() => gaps(t).count()).toBe(right.length));
  for (const [number, { choice }] of right.entries())
    await gaps()
      .nth(number)
      .selectOption(String(number === 0 ? (choice + 1) % 4 : choice));
  await checkTwice(page);
  await inEveryLanguage(page, messages, (t) => page.getByText(pattern(t("resultsDiffer"))).waitFor());
  expect(await gaps().first().getAttribute("aria-invalid")).toBe("true");
  await picture(page, "practise-code");
  await gaps().first().selectOption(String(answers.g0!.choice));
  await page.getByRole("button", { name: en("check"), exact: true }).click();
  await page.getByText(en("allRight")).waitFor();
});

test("lines are put into order by keyboard alone", async ({ visit }) => {
  const page = await visit(`/#/${exercise("code-order", 1)}`);
  const query = "level=1&seed=7&number=0";
  const { material } = await json<CodeSheet>(page, `/api/exercises/code-order?${query}`);
  const { answers } = await json<{ answers: { order: { order: number[] } } }>(
    page,
    `/api/exercises/code-order/solution?${query}`,
  );
  const right = answers.order.order;
  const first = Math.min(...right);
  const order = [...right].sort((one, other) => one - other);
  await page.getByRole("group", { name: en("program") }).waitFor();
  for (const [place, line] of right.entries()) {
    for (let at = order.indexOf(line); at > place; at -= 1) {
      const text = material.lines[line]!.text;
      // What is moved next may stand before what has the focus.
      await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      await pressOn(
        page,
        page.getByRole("button", { name: en("moveUp", { number: first + at + 1, text }), exact: true }),
      );
      order.splice(at - 1, 0, ...order.splice(at, 1));
      await page.getByText(en("nowAt", { number: first + at, text }), { exact: true }).waitFor();
      expect(
        await page.evaluate(() => document.activeElement?.closest("li")?.querySelector("code")?.textContent),
      ).toBe(text);
    }
  }
  await pressOn(page, page.getByRole("button", { name: en("check"), exact: true }));
  await page.getByText(en("allRight")).waitFor();
});

test("a line is dragged to another place", async ({ visit }) => {
  const page = await visit(`/#/${exercise("code-order", 2)}`);
  const lines = page.locator("li.movable");
  const texts = () => lines.locator("code").allTextContents();
  await lines.first().waitFor();
  const before = await texts();
  await lines.first().locator("code").dragTo(lines.last());
  expect(await texts()).toEqual([...before.slice(1), before[0]]);
});

test("the wrong line is named with the line that should stand there", async ({ visit }) => {
  const page = await visit(`/#/${exercise("code-fault", 4)}`);
  const { answers } = await json<CodeSolution>(
    page,
    "/api/exercises/code-fault/solution?level=4&seed=7&number=0",
  );
  const program = page.getByRole("group", { name: en("program") });
  const replacements = page.getByRole("group", { name: en("replacement") });
  await program.getByRole("radio").nth(answers.line!.choice).check();
  await replacements
    .getByRole("radio")
    .nth(answers.replacement!.choice === 0 ? 1 : 0)
    .check();
  await checkTwice(page);
  await page.getByText(en("givenFails")).waitFor();
  await page
    .getByRole("link", { name: en("watchTree") })
    .first()
    .waitFor();
  await replacements.getByRole("radio").nth(answers.replacement!.choice).check();
  await page.getByRole("button", { name: en("check"), exact: true }).click();
  await page.getByText(en("allRight")).waitFor();
});

const drawing = words(treeMessages, "en");

test("a tree is drawn, and is then an exercise", async ({ visit }) => {
  const page = await visit(`/#/${exercise("minimax")}`);
  await page.getByRole("combobox", { name: en("source"), exact: true }).selectOption("own");
  await page.getByText(drawing("draw")).click();
  const text = page.getByLabel(en("ownTree"));
  const node = (name: string | RegExp) =>
    page.getByRole("tree", { name: drawing("drawing") }).getByRole("treeitem", { name });
  const payoff = page.getByLabel(drawing("payoffs"), { exact: true });
  const add = page.getByRole("button", { name: drawing("addChild") });
  await page.getByRole("button", { name: drawing("fresh") }).click();
  await expect.poll(() => text.inputValue()).toBe("0");
  await add.click();
  await add.click();
  await expect.poll(() => text.inputValue()).toBe("((0))");
  await payoff.fill("3");
  await page.getByLabel(drawing("label"), { exact: true }).fill("x");
  await page.keyboard.press("Tab");
  await expect.poll(() => text.inputValue()).toBe("((x:3))");
  await node(/^max, root/).click();
  await add.click();
  await payoff.fill("three");
  await page.keyboard.press("Tab");
  await page.getByText(drawing("badPayoffs", { example: "1" })).waitFor();
  await payoff.fill("7.5");
  await page.getByRole("button", { name: drawing("left") }).click();
  await expect.poll(() => text.inputValue()).toBe("(7.5 (x:3))");
  await node("min").click();
  await page.getByLabel(drawing("static"), { exact: true }).fill("4");
  await page.keyboard.press("Tab");
  await page.getByRole("combobox", { name: drawing("mover"), exact: true }).selectOption("max");
  await expect.poll(() => text.inputValue()).toBe("(7.5 (max =4 x:3))");
  await expectAccessible(page, "drawn tree");
  await page.getByRole("button", { name: en("use"), exact: true }).click();
  await page.getByRole("button", { name: en("solution") }).click();
  await page.getByText(en("allRight")).waitFor();
  await page.getByLabel(en("valueOf", { place: "A" }), { exact: true }).waitFor();
  await picture(page, "practise-drawing");
});

/** Keys in the drawing of a tree, and the tree after each. */
const KEYS = [
  ["ArrowDown", "((3 5) 2)"],
  ["Shift+ArrowRight", "(2 (3 5))"],
  ["+", "(2 (3 5 0))"],
  ["ArrowLeft", "(2 (3 5 0))"],
  ["Delete", "(2 (3 0))"],
  ["ArrowUp", "(2 (3 0))"],
  ["Delete", "(2)"],
] as const;

test("a tree is drawn by keyboard alone", async ({ visit }) => {
  const page = await visit(`/#/practise?kind=minimax&tree=${encodeURIComponent("((3 5) 2)")}`);
  const text = page.getByLabel(en("ownTree"));
  await text.waitFor();
  await pressOn(page, page.locator("summary", { hasText: drawing("draw") }));
  await tabTo(page, page.getByRole("treeitem", { selected: true }));
  for (const [key, tree] of KEYS) {
    await page.keyboard.press(key);
    await expect.poll(() => text.inputValue(), { message: key }).toBe(tree);
  }
  await page.keyboard.press("Enter");
  await page.keyboard.type("9");
  await page.keyboard.press("Tab");
  await expect.poll(() => text.inputValue()).toBe("(9)");
});

test("what is wrong with the text of a tree is shown at its place", async ({ visit }) => {
  const page = await visit(`/#/practise?kind=minimax&tree=${encodeURIComponent("((3 5) 2)")}`);
  const text = page.getByLabel(en("ownTree"));
  await text.fill("((3 5)\n (2 4x))");
  const flaw = page.getByRole("button", {
    name: drawing("at", { line: 2, column: 5, what: drawing("no-number", { word: "4x" }) }),
  });
  await flaw.click();
  expect(await text.evaluate((area: HTMLTextAreaElement) => area.selectionStart)).toBe(11);
  expect(await text.getAttribute("aria-invalid")).toBe("true");
  await expectAccessible(page, "flawed tree");
  await text.fill("((3 5)\n (2 4))");
  await flaw.waitFor({ state: "detached" });
});

test("an exercise about a game leads to its rules", async ({ visit }) => {
  const page = await visit("/#/practise?kind=labels-two-rows");
  await page.getByRole("link", { name: words(games, "en")("rules") }).click();
  await page.waitForURL(/#\/rules\?game=two-rows/);
});

/**
 * The branches that a search of a tree leaves out: those to nodes that it does not enter, from nodes that
 * it enters.
 */
function leftOut(
  { nodes }: { nodes: { parent: number | null; move: string[] }[] },
  sheet: { parent?: number | null; name?: string | null }[],
): number[] {
  const childrenOf = (place: number) =>
    sheet.flatMap(({ parent }, child) => (parent === place ? [child] : []));
  const entered: number[] = [];
  for (const { parent, move } of nodes) {
    const siblings = parent === null ? [0] : childrenOf(entered[parent]!);
    const isThere = (place: number, index: number) =>
      parent === null || move.includes(sheet[place]?.name ?? String(index + 1));
    entered.push(siblings.find(isThere)!);
  }
  return [...new Set(entered)].flatMap(childrenOf).filter((child) => !entered.includes(child));
}

test.for(["labels-tree", "alpha-beta-cuts", "star1-cuts", "maxn-cuts"] as const)(
  "the search that can be watched makes the cuts of an exercise of %s",
  async (kind, { program }) => {
    const folder = await mkdtemp(join(tmpdir(), "spielbaum-cuts-"));
    const file = join(folder, "trace.json");
    for (const level of [1, 2, 3, 4, 5]) {
      const which: Which = { kind, level, seed: 42, number: 0 };
      const ask = async (path: string) =>
        (
          await fetch(
            new URL(`api/exercises/${kind}${path}?level=${level}&seed=42&number=0`, program.address),
          )
        ).json();
      const sheet = (await ask("")) as TreeSheet;
      const { answers } = (await ask("/solution")) as { answers: { cuts: { branches: number[] } } };
      if (sheet.material.material !== "tree") throw new Error("a tree is given");
      const query = new URLSearchParams(watchLink(which, sheet)?.to.split("?")[1]);
      await program.run(
        "tree",
        query.get("text") ?? "",
        "--strategy",
        query.get("strategy") ?? "",
        "--trace",
        file,
      );
      expect(
        leftOut(JSON.parse(await readFile(file, "utf8")), sheet.material.nodes).sort(),
        `level ${level}`,
      ).toEqual([...answers.cuts.branches].sort());
    }
    await rm(folder, { recursive: true });
  },
);
