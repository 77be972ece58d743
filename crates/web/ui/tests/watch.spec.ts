// The section where searches are watched.

import type { Page } from "playwright-core";

import { messages as treeMessages } from "../src/components/tree/messages";
import { messages as learningMessages } from "../src/sections/watch/learning/messages";
import { messages as play } from "../src/sections/play/messages";
import { messages as practise } from "../src/sections/practise/messages";
import { messages } from "../src/sections/watch/messages";
import {
  calm,
  expect,
  expectAccessible,
  expectNoOverflow,
  inEveryLanguage,
  picture,
  settled,
  test,
  THEMES,
  words,
} from "./harness";

const en = words(messages, "en");
const drawing = words(treeMessages, "en");
const learning = words(learningMessages, "en");

/** A tree searched by a strategy, at the end of the search. */
function ended(tree: string, strategy: string): string {
  return `watch?tree=${tree}&strategy=${encodeURIComponent(strategy)}&step=100000`;
}

/** What stands beside a counter's name. */
async function counter(page: Page, name: string): Promise<string> {
  return (await page.locator(`dt:text-is("${name}") + dd`).first().textContent()) ?? "";
}

/** Opens the address as a new visit would. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto("about:blank");
  await settled(page, address);
  await page.getByRole("tree", { name: en("picture") }).waitFor();
}

test("a search is gone through step by step, and its tree changed", async ({ visit }) => {
  const page = await visit("/#/watch?tree=minimax&strategy=alpha-beta");
  await inEveryLanguage(page, messages, async (t) => {
    await page.getByText(t("begin")).first().waitFor();
    for (const button of ["forward", "last"] as const)
      await page.getByRole("button", { name: t(button) }).waitFor();
  });
  await page.getByRole("button", { name: en("forward") }).click();
  await page.getByRole("button", { name: en("last") }).click();
  await inEveryLanguage(page, messages, async (t) => {
    await page.getByText(t("end")).first().waitFor();
    expect(await counter(page, t("leaves"))).toBe("7");
    expect(await counter(page, t("leavesCut"))).toBe("2");
    // The cut branches give their reason.
    await page
      .getByText(t("alpha", { value: "2", bound: "3" }))
      .first()
      .waitFor();
  });
  await page.getByRole("treeitem").last().click();
  await page.getByRole("spinbutton", { name: /./ }).first().waitFor();
  await inEveryLanguage(page, messages, (t) => page.getByRole("button", { name: t("earlier") }).waitFor());
  await page.getByRole("button", { name: en("earlier") }).click();
  await inEveryLanguage(page, messages, (t) =>
    page
      .getByRole("status")
      .getByText(`${t("leaves")}: 7 → 6`)
      .waitFor(),
  );
});

test("labels are words, and what early exit skips is struck out", async ({ visit }) => {
  const page = await visit(`/#/${ended("minimax", "labels")}`);
  await inEveryLanguage(page, messages, async (t) => {
    await page
      .getByText(t("earlyExit", { label: t("lost") }))
      .first()
      .waitFor();
    await page.getByText(t("labelsOf", { role: "max", win: "14", lost: "2" })).waitFor();
    for (const label of ["win", "draw", "lost"] as const)
      await page
        .getByRole("treeitem", { name: t(label) })
        .first()
        .waitFor();
    expect(await counter(page, t("leavesCut"))).toBe("2");
  });
});

test("players learn an equilibrium of a tree with an information set", async ({ visit }) => {
  const page = await visit("/#/watch?tree=bluff&equilibrium=cfr&iterations=300");
  await inEveryLanguage(page, learningMessages, async (t) => {
    await page
      .getByRole("img", { name: t("tree") })
      .locator('path[data-set="bet"]')
      .waitFor({ state: "attached" });
    await page.getByText(t("begin")).first().waitFor();
  });
  const height = async () => Number(await page.locator("figure circle").getAttribute("cy"));
  const before = await height();
  await page.getByRole("button", { name: en("forward") }).click();
  await page.getByRole("button", { name: en("last") }).click();
  // The lower on the logarithmic scale, the less can be gained against the average strategies.
  await expect.poll(height).toBeGreaterThan(before + 20);
  await page.getByRole("radio", { name: learning("current") }).check();
  await inEveryLanguage(page, learningMessages, async (t) => {
    await page.getByRole("radio", { name: t("current"), checked: true }).waitFor();
    await page
      .getByRole("region", { name: t("sets") })
      .getByRole("row", { name: "call" })
      .waitFor();
  });
});

test("a search that another one takes the place of is ended", async ({ visit }) => {
  const page = await visit("/#/watch?tree=bluff&equilibrium=cfr&iterations=1000000");
  await page.getByText(en("working")).waitFor();
  await calm(page);
  const algorithm = page.getByRole("combobox", { name: en("algorithm") });
  await Promise.all([page.waitForRequest(/\/api\/jobs\/\d+\/cancel$/), algorithm.selectOption("cfr+")]);
});

/** A search that takes as long as one may. */
const LONG = "/#/watch?game=connect-four&strategy=alpha-beta(depth=30)";

test("a search that could not be stopped says so, and can be stopped again", async ({ visit }) => {
  const page = await visit(LONG, { expected: /503/ });
  const stop = page.getByRole("button", { name: en("stop"), exact: true });
  await page.getByText(en("working"), { exact: true }).waitFor();
  await page.waitForResponse(/events/);
  await page.route(
    "**/cancel",
    (route) =>
      route.fulfill({
        status: 503,
        json: { code: "busy", message: "too many requests at once; try again in a moment" },
      }),
    { times: 1 },
  );
  await stop.click();
  await page.getByRole("alert").waitFor();
  await stop.click();
  await page.getByRole("tree", { name: en("picture") }).waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
});

test("a search that is stopped before the server has begun it ends as soon as it has", async ({ visit }) => {
  const page = await visit("/#/start");
  let answer = () => {};
  await page.route("/api/recordings", async (route) => {
    await new Promise<void>((go) => (answer = go));
    await route.continue();
  });
  await page.goto(LONG);
  const stop = page.getByRole("button", { name: en("stop"), exact: true });
  await Promise.all([page.waitForRequest("/api/recordings"), stop.waitFor()]);
  await stop.click();
  await stop.waitFor({ state: "detached" });
  await Promise.all([page.waitForResponse(/cancel/), answer()]);
});

test("a search that fails is not followed by the one that was shown before", async ({ visit }) => {
  const page = await visit(`/#/${ended("minimax", "alpha-beta")}`);
  const tree = page.getByRole("tree", { name: en("picture") });
  await tree.waitFor();
  // No inner node of this tree has a static value.
  await page.goto("/#/watch?tree=minimax&strategy=deepening(depth%3D1)");
  await page.getByRole("alert").waitFor();
  expect([await tree.count(), await page.getByText(en("decision")).count()]).toEqual([0, 0]);
  await page.goBack();
  await tree.waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
});

test("a stop after every leaf tells what follows from it, and why a node is cut", async ({ visit }) => {
  const page = await visit("/#/watch?tree=minimax&strategy=alpha-beta");
  await page.getByText(en("begin")).first().waitFor();
  await page.getByText(en("stepOf", { step: "0", steps: "7" })).waitFor();
  // What is chosen is not told before the end.
  expect(await counter(page, en("decision"))).toBe(en("atEnd"));
  for (let leaf = 0; leaf < 4; leaf++) await page.getByRole("button", { name: en("forward") }).click();
  await page
    .getByRole("listitem")
    .filter({ hasText: "C is cut: its value is at most 2, and Max already has 3 at A." })
    .waitFor();
  await page.getByLabel(en("by")).selectOption("cut");
  await page.getByRole("button", { name: en("first"), exact: true }).click();
  await page.getByRole("button", { name: en("forward") }).click();
  await expect.poll(() => counter(page, en("leavesCut"))).toBe("2");
  // The keys work while a button has the focus.
  await page.keyboard.press(",");
  await expect.poll(() => counter(page, en("leavesCut"))).toBe("0");
  await page.getByLabel(en("by")).selectOption("event");
  await page.getByRole("button", { name: en("last") }).click();
  await page.getByText(en("variation", { moves: "B › 1" })).waitFor();
  expect(await page.locator("path.branch.principal").count()).toBe(2);
});

test("what comes next is asked, and answered by clicks and by keys", async ({ visit }) => {
  const page = await visit("/#/watch?tree=minimax&strategy=alpha-beta");
  await page.getByRole("checkbox", { name: en("lecture") }).check();
  const leaf = (name: string, t = en) =>
    page
      .getByRole("tree", { name: t("picture") })
      .getByRole("treeitem")
      .and(page.locator(`[aria-label^="${t("node")} ${name},"]`));
  const verdict = page.getByRole("status");
  await inEveryLanguage(page, messages, async (t) => {
    await page.getByRole("checkbox", { name: t("lecture"), checked: true }).waitFor();
    await page.getByText(t("askLeaf")).waitFor();
    await leaf("B2", t).waitFor();
  });
  await leaf("B2").click();
  await inEveryLanguage(page, messages, (t) => verdict.getByText(t("wrong", { node: "B2" })).waitFor());
  await leaf("B1").click();
  await inEveryLanguage(page, messages, async (t) => {
    await verdict.getByText(t("right", { node: "B1" })).waitFor();
    await page.getByText(t("score", { right: "0", asked: "1" })).waitFor();
  });
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.getByText(en("score", { right: "1", asked: "2" })).waitFor();
  for (const name of ["B3", "C1"]) await leaf(name).click();
  await leaf("C2").click();
  await inEveryLanguage(page, messages, async (t) => {
    await verdict.getByText(t("wrongCut", { node: "C2", parent: "C" })).waitFor();
    // The header is not within reach on the full screen.
    await page.getByRole("button", { name: t("fullScreen") }).click();
    await page.getByRole("dialog", { name: t("picture") }).waitFor();
    await page.getByRole("button", { name: t("leaveFullScreen") }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });
  await page.getByRole("button", { name: en("fullScreen") }).click();
  for (const name of ["D1", "D2", "D3"]) await leaf(name).click();
  await page.getByText(en("end")).first().waitFor();
  await picture(page, "watch-lecture");
  await expectAccessible(page, "watch-lecture");
  await page.getByRole("button", { name: en("leaveFullScreen") }).click();
  await inEveryLanguage(page, messages, async (t) => {
    await page.getByText(t("end")).first().waitFor();
    await page.getByText(t("score", { right: "5", asked: "7" })).waitFor();
  });
});

test("a simulation of UCT goes through its four phases, with the formula filled in", async ({ visit }) => {
  const page = await visit(
    `/#/watch?tree=uct-values&strategy=${encodeURIComponent("uct(plain=true,c=0.1,playouts=4)")}`,
  );
  const phase = page.getByRole("list", { name: en("phases") }).locator("[aria-current]");
  const next = () => page.getByRole("button", { name: en("forward") }).click();
  for (const name of ["select", "expand", "simulate", "backUpPhase"] as const) {
    await next();
    expect(await phase.textContent()).toBe(en(name));
  }
  for (let at = 0; at < 9; at++) await next();
  expect(await phase.textContent()).toBe(en("select"));
  const chosen = page.getByRole("table", { name: en("selection", { node: "A" }) }).locator("tr.chosen");
  expect(await chosen.getByRole("cell").allTextContents()).toEqual(["25 + 10 · √(ln 3 / 1)", "35.48"]);
  await page.getByLabel(en("by")).selectOption("simulation");
  await next();
  await expect.poll(() => counter(page, en("simulations"))).toBe("4");
});

test("two searches of a tree go side by side, leaf by leaf", async ({ visit }) => {
  const page = await visit("/#/watch?tree=minimax&strategy=minimax");
  await page.getByRole("tree", { name: en("picture") }).waitFor();
  await page.getByLabel(en("beside"), { exact: true }).fill("alpha-beta");
  await page.getByRole("button", { name: en("watch"), exact: true }).click();
  const lane = (strategy: string) => page.getByRole("region", { name: strategy, exact: true });
  const leaves = async (strategy: string) =>
    (await lane(strategy).getByRole("progressbar").getAttribute("value")) ?? "";
  await lane("alpha-beta").getByRole("tree").waitFor();
  expect(page.url()).toContain("beside=alpha-beta");
  for (let stop = 0; stop < 5; stop++) await page.getByRole("button", { name: en("forward") }).click();
  expect([await leaves("minimax"), await leaves("alpha-beta")]).toEqual(["5", "5"]);
  // Alpha-beta is at D by now, and minimax still at C.
  await lane("alpha-beta").getByText("D1 is a leaf with value 14.").waitFor();
  await lane("minimax").getByText("C2 is a leaf with value 4.").waitFor();
  await page.getByRole("button", { name: en("last") }).click();
  await lane("minimax")
    .getByText(en("allWork", { count: "9" }))
    .waitFor();
  await lane("alpha-beta")
    .getByText(en("allWork", { count: "7" }))
    .waitFor();
  await expectAccessible(page, "watch-race");
  await page.setViewportSize({ width: 1280, height: 960 });
  await picture(page, "watch");
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, "watch-race");
});

test("a search goes beside the same search of the tree in reverse order", async ({ visit }) => {
  const page = await visit("/#/watch?tree=perfect-order&strategy=alpha-beta");
  await page.getByRole("tree", { name: en("picture") }).waitFor();
  await page.getByLabel(en("reversed")).check();
  await page.getByRole("button", { name: en("watch"), exact: true }).click();
  const lanes = page.getByRole("region", { name: "alpha-beta", exact: true });
  await lanes.last().getByRole("tree").waitFor();
  await page.getByRole("button", { name: en("last") }).click();
  await lanes
    .first()
    .getByText(en("allWork", { count: "11" }))
    .waitFor();
  await lanes
    .last()
    .getByText(en("allWork", { count: "27" }))
    .waitFor();
  await page.reload();
  await lanes.last().getByRole("tree").waitFor();
});

test("a watched tree becomes an exercise, and an exercise is watched", async ({ visit }) => {
  const page = await visit("/#/watch?tree=minimax&strategy=alpha-beta");
  await page.getByRole("link", { name: en("asExercise") }).click();
  const practises = words(practise, "en");
  await page.getByText(practises("task-alpha-beta-cuts")).waitFor();
  await page.getByRole("combobox", { name: practises("kind"), exact: true }).selectOption("minimax");
  await page.getByText(practises("task-minimax")).waitFor();
  await page.getByRole("link", { name: practises("openInWatch") }).click();
  await page.waitForURL(/#\/watch\?text=.*strategy=minimax/);
  // The search that was watched before is there until the new one has come.
  const last = page.getByRole("button", { name: en("last"), exact: true });
  const leaves = async () => {
    if (await last.isEnabled()) await last.click();
    return counter(page, en("leaves"));
  };
  await expect.poll(leaves).toBe("9");
});

test("nodes show the boards of their positions, unless somebody wants none", async ({ visit }) => {
  const page = await visit("/#/watch?game=tictactoe&strategy=alpha-beta&depth=1");
  const tree = page.getByRole("tree", { name: en("picture") });
  const boards = tree.getByRole("img", { name: /^Board, 3 columns and 3 rows/ });
  await expect.poll(() => boards.count()).toBe(10);
  await tree.getByRole("img", { name: "Board, 3 columns and 3 rows; column b, row 2: x" }).waitFor();
  await expectAccessible(page, "watch-boards");
  await picture(page, "watch-boards");
  await page.getByRole("checkbox", { name: en("boards") }).uncheck();
  await expect.poll(() => boards.count()).toBe(0);
  await page.reload();
  await page.getByRole("checkbox", { name: en("boards"), checked: false }).waitFor();
});

test("a position of an exercise is watched, and a watched position becomes an exercise", async ({
  visit,
}) => {
  const practises = words(practise, "en");
  const page = await visit("/#/practise?kind=labels-coin-row&level=1&seed=7&number=1");
  const watched = page.getByRole("link", { name: practises("watchPosition") });
  const last = page.getByRole("button", { name: en("last"), exact: true });
  // Four coins in a row and one in another are lost, and two in a row are won.
  await watched.nth(2).click();
  const coins = ["column 1, row 2: coin", ...[1, 2, 3, 4].map((column) => `column ${column}, row 1: coin`)];
  await page
    .getByRole("img", { name: ["Board, 4 columns and 2 rows", ...coins].join("; "), exact: true })
    .waitFor();
  await last.click();
  await expect.poll(() => counter(page, en("decision"))).toMatch(/\(0\)$/);
  await page.goBack();
  await watched.nth(3).click();
  await expect
    .poll(async () => ((await last.isEnabled()) && (await last.click()), counter(page, en("decision"))))
    .toBe("take pair 1 1 (100)");
  await page.getByRole("button", { name: en("positionAsExercise") }).click();
  await page.getByText(practises("task-alpha-beta-cuts")).waitFor();
  const tree = page.getByRole("group", { name: practises("treeOf") });
  await tree.getByText("take pair 1 1: 100").waitFor();
  await tree.getByText("take 2 1: 0").waitFor();
});

test("the moves of an exercise on UCT values are tried by UCT", async ({ visit }) => {
  const page = await visit("/#/practise?kind=uct&level=2&seed=7&number=1");
  await page.getByRole("link", { name: words(practise, "en")("watchUct") }).click();
  await page.getByRole("tree", { name: en("picture") }).waitFor();
  await page.getByRole("button", { name: en("last"), exact: true }).click();
  await expect.poll(() => counter(page, en("simulations"))).toBe("19");
  const moves = page
    .getByRole("region", { name: en("node"), exact: true })
    .getByRole("row")
    .locator("td:nth-child(3)");
  expect(await moves.allTextContents()).toEqual(["68", "23", "92"]);
});

/** Trees of the lectures: the decision's value, and the leaves that are visited and those that are cut. */
const COUNTS = [
  ["minimax", "minimax", "3", 9, 0],
  ["minimax", "alpha-beta", "3", 7, 2],
  ["perfect-order", "alpha-beta", undefined, 11, 16],
  ["worst-order", "alpha-beta", undefined, 27, 0],
  ["sixteen-leaves", "alpha-beta", undefined, 7, 9],
  ["open-lines", "minimax", "1", undefined, 0],
] as const;

test("alpha-beta visits the leaves that the lectures count", async ({ visit }) => {
  const page = await visit("/");
  for (const [tree, strategy, value, leaves, cut] of COUNTS) {
    await open(page, ended(tree, strategy));
    if (leaves !== undefined) await expect.poll(() => counter(page, en("leaves"))).toBe(String(leaves));
    expect(await counter(page, en("leavesCut"))).toBe(String(cut));
    if (leaves !== undefined) expect(await counter(page, en("minimaxLeaves"))).toBe(String(leaves + cut));
    if (value !== undefined) expect(await counter(page, en("decision"))).toContain(`(${value})`);
  }
});

/** Three players of the soft-max^n lecture: every inner node and its set. */
const SETS = ["4/6/3 5/1/2 0/4/2", "4/6/3", "5/1/2 0/4/2", "2/3/1", "1/2/3 2/5/3", "1/2/3", "3/1/5"];

test("soft-max^n keeps the sets of the lecture", async ({ visit }) => {
  const page = await visit("/");
  await open(page, ended("soft-maxn", "soft-maxn"));
  const inner = page.locator('[role="treeitem"][aria-expanded]');
  const labels = () =>
    inner.evaluateAll((nodes) => nodes.map((node) => node.getAttribute("aria-label") ?? ""));
  for (const set of SETS) {
    await expect.poll(labels).toContainEqual(expect.stringMatching(new RegExp(`${en("value")} ${set}(,|$)`)));
  }
});

test("soft-max^n says which sets are dominated, and by which", async ({ visit }) => {
  const page = await visit("/");
  await open(page, ended("soft-maxn", "soft-maxn"));
  const labels = () =>
    page
      .getByRole("treeitem")
      .evaluateAll((nodes) => nodes.map((node) => node.getAttribute("aria-label") ?? ""));
  await expect
    .poll(labels)
    .toContainEqual(
      expect.stringContaining(
        en("dominatedStrongly", { node: "D", by: "B", role: en("playerNumber", { number: "1" }) }),
      ),
    );
  await page.locator("svg text.beaten", { hasText: "≺ B" }).first().waitFor();
});

test("a deep cut of max^n is shown as a mistake", async ({ visit }) => {
  const page = await visit("/");
  await open(page, ended("maxn-deep-cut", "maxn(prune=deep)"));
  await page
    .getByText(en("deep", { value: "40", bound: "50" }))
    .first()
    .waitFor();
  await expect.poll(() => counter(page, en("decision"))).toBe("1 (50)");
  await page.getByText("deep cuts are unsound").waitFor();
  await open(page, ended("maxn-deep-cut", "maxn"));
  await expect.poll(() => counter(page, en("decision"))).toBe("2 (60)");
});

/**
 * The UCT lecture: the constant (payoffs go to 100, and a spec's constant is in parts of that), the visits so
 * far, and the UCT values of three moves, rounded.
 */
const UCT_VALUES = [
  [10, 3, [10, 30, 35]],
  [100, 3, [105, 125, 130]],
  [1000, 3, [1048, 1068, 1073]],
  [10, 4, [12, 32, 33]],
  [100, 4, [118, 138, 108]],
  [1000, 4, [1177, 1197, 858]],
] as const;

test("what is said of a decision without a value is no error", async ({ visit }) => {
  const page = await visit(`/#/${ended("minimax", "proof-number")}`);
  await page.getByText("neither a win nor a loss can be proven").waitFor();
  expect(await page.locator(".error").count()).toBe(0);
});

test("UCT values are those of the lecture", async ({ visit }) => {
  const page = await visit("/");
  for (const [c, visits, values] of UCT_VALUES) {
    await open(page, ended("uct-values", `uct(plain=true,c=${c / 100},playouts=${visits})`));
    const cells = page
      .getByRole("region", { name: en("node"), exact: true })
      .getByRole("row")
      .locator("td:nth-child(4)");
    const rounded = async () => (await cells.allTextContents()).map((text) => Math.round(Number(text)));
    await expect.poll(rounded, { message: `c = ${c}, ${visits} visits` }).toEqual(values);
  }
});

test("open lines are told as the lecture counts them, beside the goals", async ({ visit }) => {
  const page = await visit("/");
  await open(
    page,
    `watch?game=tictactoe&depth=2&strategy=${encodeURIComponent("minimax(depth=2,eval=open-lines)")}&step=100000`,
  );
  await expect.poll(() => counter(page, en("decision"))).toBe("b2 (56.25, open-lines +1)");
  expect(await counter(page, "open-lines")).toBe("+1");
  const edges = page.getByRole("treeitem").filter({ has: page.locator("text.value", { hasText: "(-2)" }) });
  await expect.poll(() => edges.count()).toBeGreaterThan(0);
  await picture(page, "watch-open-lines");
});

test("a drawn tree with static values is watched", async ({ visit }) => {
  const page = await visit(
    `/#/watch?text=${encodeURIComponent("((=0.5 3 12) (=9 2 4))")}&strategy=${encodeURIComponent("minimax(depth=1)")}&step=100000`,
  );
  const shown = page.getByRole("tree", { name: en("picture") });
  await shown
    .getByRole("treeitem", { name: `${en("static")} 0.5` })
    .locator("text.value")
    .click();
  expect(await counter(page, en("static"))).toBe("0.5");
  await page.getByText(drawing("draw")).click();
  await page
    .getByRole("tree", { name: drawing("drawing") })
    .getByRole("treeitem", { name: `${drawing("static")} 9` })
    .click();
  await page.getByLabel(drawing("static"), { exact: true }).fill("-1");
  await page.getByRole("button", { name: en("watch"), exact: true }).click();
  await page.getByText(en("begin")).first().waitFor();
  await page.getByRole("button", { name: en("last") }).click();
  await expect.poll(() => counter(page, en("decision"))).toBe("1 (0.5)");
  await shown.getByRole("treeitem", { name: `${en("static")} -1` }).waitFor();
  await picture(page, "watch-drawing");
});

test("chance nodes and the probabilities of their branches are shown and told", async ({ visit }) => {
  const page = await visit(
    `/#/watch?text=${encodeURIComponent("(5 (?1/3|2/3 3 9))")}&strategy=minimax&step=100000`,
  );
  const branch = (t = en) =>
    page.getByRole("tree", { name: t("picture") }).getByRole("treeitem", { name: `${t("probability")} 2/3` });
  await inEveryLanguage(page, messages, async (t) => {
    const shown = page.getByRole("tree", { name: t("picture") });
    await shown.getByText("1/3", { exact: true }).waitFor();
    await shown
      .getByRole("treeitem", { name: t("chance") })
      .locator("circle")
      .waitFor();
    await branch(t).waitFor();
  });
  await branch().click();
  await page
    .getByRole("definition")
    .filter({ hasText: /^2\/3$/ })
    .waitFor();
  await expectAccessible(page, "watch-chance");
});

test("the bluff of the built-in tree is learnt, and called", async ({ visit }) => {
  const page = await visit("/#/watch");
  await page.getByRole("tree", { name: en("picture") }).waitFor();
  await page.getByRole("combobox", { name: en("tree"), exact: true }).selectOption("bluff");
  await page.getByRole("img", { name: learning("tree") }).waitFor();
  expect(page.url()).toContain("equilibrium=cfr");
  await page.getByRole("button", { name: en("last") }).click();
  const shares = async (move: string) =>
    (await page.getByRole("row").filter({ hasText: move }).last().locator(".figure").first().textContent()) ??
    "";
  await expect.poll(async () => Math.round(Number.parseFloat(await shares("call")) / 10)).toBe(7);
  await picture(page, "watch-learning");
});

test("the players of a game learn, too", async ({ visit }) => {
  const page = await visit("/#/watch?game=kuhn-poker&equilibrium=cfr%2B&iterations=100");
  await page
    .getByRole("region", { name: learning("sets") })
    .getByRole("rowheader", { name: "queen; Alice: bet" })
    .waitFor();
  expect(await page.getByRole("img", { name: learning("tree") }).count()).toBe(0);
});

test("a person who does not know the state watches its own decision", async ({ visit }) => {
  const deal = "noop noop (deal queen king)";
  const page = await visit(
    `/#/play?game=kuhn-poker&seats=person|random|random&moves=${encodeURIComponent(deal)}`,
  );
  await inEveryLanguage(page, play, (t) => page.getByRole("link", { name: t("watchDecision") }).waitFor());
  await page.getByRole("link", { name: words(play, "en")("watchDecision") }).click();
  await page.getByRole("tree", { name: en("picture") }).waitFor();
  await page.getByRole("button", { name: en("last") }).click();
  await inEveryLanguage(page, messages, async (t) => {
    const shown = page.getByRole("tree", { name: t("picture") });
    // The same move leads to a node for each card that Bob may hold.
    for (const set of ["1", "2"])
      await shown
        .getByRole("treeitem", { name: `${t("set")} ${set}` })
        .first()
        .waitFor();
    expect(await shown.getByRole("treeitem").count()).toBeGreaterThan(6);
    await page.getByText(t("covered", { role: "alice" })).waitFor();
    expect(await page.locator("main").innerText()).not.toContain("king");
    await page.getByRole("button", { name: t("uncover") }).waitFor();
  });
  await expectAccessible(page, "watch");
  await page.getByRole("button", { name: en("uncover") }).click();
  await inEveryLanguage(page, messages, async (t) =>
    expect(await page.getByRole("textbox", { name: t("moves") }).inputValue()).toBe(deal),
  );
});

test("each determinization has the tree of its search below it", async ({ visit }) => {
  const asked = new URLSearchParams({
    game: "kuhn-poker",
    moves: "noop noop (deal queen king)",
    role: "alice",
    strategy: "pimc(inner=minimax)",
    step: "100000",
  });
  const page = await visit(`/#/watch?${asked}`);
  const shown = page.getByRole("tree", { name: en("picture") });
  for (const number of ["1", "2"]) {
    await shown
      .getByRole("treeitem", { name: en("determinization", { number }) })
      .first()
      .waitFor();
    await shown
      .locator("text", { hasText: en("determinization", { number }) })
      .waitFor({ state: "attached" });
  }
  await page.getByText(en("end")).first().waitFor();
});

test("information sets are drawn in the editor, in a search and as they are learnt", async ({ visit }) => {
  const text = "(({h} 3 12) ({h} 2 4))";
  const page = await visit(
    `/#/watch?text=${encodeURIComponent(text)}&strategy=${encodeURIComponent("ismcts(playouts=50)")}`,
  );
  const shown = page.getByRole("tree", { name: en("picture") });
  await shown.locator('path[data-set="h"]').waitFor({ state: "attached" });
  await page.getByText(drawing("draw")).click();
  const drawn = page.getByRole("tree", { name: drawing("drawing") });
  await drawn.locator('path[data-set="h"]').waitFor({ state: "attached" });
  await drawn
    .getByRole("treeitem", { name: `${drawing("set")} h` })
    .first()
    .click();
  await page.getByLabel(drawing("set"), { exact: true }).fill("two words");
  await page.getByLabel(drawing("set"), { exact: true }).blur();
  await page.getByText(drawing("badSet")).waitFor();
  await page.getByLabel(drawing("set"), { exact: true }).fill("g");
  await page.getByLabel(drawing("set"), { exact: true }).blur();
  await expect.poll(() => page.getByLabel(en("treeText")).inputValue()).toBe("(({g} 3 12) ({h} 2 4))");
});

test.for(THEMES)("everybody can use it while players learn, %s", async (theme, { visit }) => {
  const page = await visit("/#/watch?tree=bluff&equilibrium=cfr&iterations=100", { theme });
  await page.getByRole("img", { name: learning("tree") }).waitFor();
  await expectAccessible(page, "watch");
});

test.for(THEMES)("everybody can use it at the end of a search, %s", async (theme, { visit }) => {
  const page = await visit("/", { theme });
  await open(page, ended("perfect-order", "alpha-beta"));
  await expectAccessible(page, "watch");
});
