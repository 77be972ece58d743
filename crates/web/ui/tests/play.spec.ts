// The section where games are played.

import { describe } from "vitest";

import { messages as board } from "../src/components/board/messages";
import { messages as compiling } from "../src/components/compiling/messages";
import { messages as games } from "../src/components/games/messages";
import { messages } from "../src/sections/play/messages";
import { calm, cell, EVERY_LANGUAGE, expect, expectAccessible, expectNoOverflow, pattern, picture, settled, tabTo, test, THEMES, turn, words } from "./harness";

/** Two people at one board. */
const TWO = "&seats=person|person";

describe.each(EVERY_LANGUAGE)("in %s", (language) => {
  const t = words(messages, language);

  test("two people play to the end, and take a move back", async ({ visit }) => {
    const page = await visit(`/#/play?game=tictactoe${TWO}`, { language });
    for (const [column, row] of [[1, 1], [2, 2], [1, 2], [3, 3], [1, 3]] as const) {
      await cell(page, language, column, row).click();
    }
    await page.getByText(t("over")).waitFor();
    await page.getByText(pattern(t("win"))).waitFor();
    expect(page.url()).toContain("moves=");
    await page.getByRole("button", { name: t("undo"), exact: true }).click();
    await turn(page, t("turn")).waitFor();
  });

  test("a strategy answers, and gives a hint", async ({ visit }) => {
    const page = await visit("/#/play?game=tictactoe&seats=person|random", { language });
    await cell(page, language, 2, 2).click();
    const made = page.getByRole("list").getByRole("button");
    // The beginning, the move, and the answer.
    await expect.poll(() => made.count()).toBe(3);
    await page.getByRole("button", { name: t("hint"), exact: true }).click();
    await page.getByText(pattern(t("suggests"))).waitFor();
  });

  test("a position is solved: its value, its moves and best play", async ({ visit }) => {
    // The first player has two corners on the left side, and wins between them.
    const moves = "(mark 1 1) noop; noop (mark 3 3); (mark 1 3) noop; noop (mark 2 3)";
    const page = await visit(`/#/play?game=tictactoe${TWO}&moves=${encodeURIComponent(moves)}`, { language });
    await page.getByRole("checkbox", { name: t("perfect") }).check();
    await page.getByText(pattern(t("perfectGoals"))).waitFor();
    await page.getByText(t("bestPlay")).waitFor();
    await expect.poll(() => page.getByText(/a2/).count()).toBeGreaterThan(0);
    await expectAccessible(page, "play");
  });
});

test.for(EVERY_LANGUAGE)("the board shows what the pieces are worth by what is learned of the game, in %s", async (language, { visit }) => {
  const t = words(messages, language);
  // The second player, who is to move, has two marks in an open line.
  const moves = "(mark 1 2) noop; noop (mark 1 1); (mark 2 3) noop; noop (mark 2 2); (mark 3 2) noop";
  const page = await visit(`/#/play?game=tictactoe${TWO}&moves=${encodeURIComponent(moves)}`, { language });
  await page.getByRole("checkbox", { name: t("worths") }).check();
  await page.getByText(pattern(t("learnedValue"))).waitFor();
  await expect.poll(() => cell(page, language, 2, 2).textContent()).toMatch(/\+\d/);
  expect(await cell(page, language, 3, 3).textContent()).not.toMatch(/\d/);
  // The values of the moves are there as well, and each is told as what it is.
  const told = words(board, language);
  await page.getByRole("checkbox", { name: t("perfect") }).check();
  await expect.poll(() => cell(page, language, 3, 3).getAttribute("aria-label")).toMatch(pattern(told("value")));
  expect(await cell(page, language, 2, 2).getAttribute("aria-label")).toMatch(pattern(told("worth")));
  await expectAccessible(page, "play");
  await page.getByRole("checkbox", { name: t("perfect") }).uncheck();
  await page.getByRole("checkbox", { name: t("worths") }).uncheck();
  await expect.poll(() => cell(page, language, 2, 2).textContent()).not.toMatch(/\d/);
});

test.for(EVERY_LANGUAGE)("a position of nim is explained, and one of tic-tac-toe is not, in %s", async (language, { visit }) => {
  const t = words(messages, language);
  // That the theory does not apply is an answer with status 422.
  const page = await visit(`/#/play?game=nim${TWO}`, { language, expected: /api\/explanations/ });
  const why = page.getByRole("button", { name: t("why"), exact: true });
  await why.click();
  const said = page.getByText("3 ⊕ 5 ⊕ 7 = 1");
  await said.waitFor();
  expect(await said.textContent()).toContain("a: −1");
  await expectAccessible(page, "play");
  await page.goto(`/#/play?game=tictactoe${TWO}`);
  await cell(page, language, 1, 1).waitFor();
  await why.click();
  await page.getByText(t("whyNot")).waitFor();
  expect(await why.count()).toBe(0);
});

/** Rules whose words of five letters are reached one after another, which takes until the limit. Rules that are equal are compiled once. */
const slow = (name: string) => `; ${name}
(role x) (init (word 0 0 0 0 0)) (legal x go) (goal x 0) ${Array.from({ length: 28 }, (_, letter) => `(letter ${letter})`).join("")}
(<= (next (word ?b ?c ?d ?e ?f)) (true (word ?a ?b ?c ?d ?e)) (letter ?f)) (<= terminal (true (word 27 27 27 27 27)))`;

test.for(EVERY_LANGUAGE)("rules that take long show how far they are, and can be cancelled, in %s", async (language, { visit }) => {
  const [t, c] = [words(messages, language), words(compiling, language)];
  const page = await visit("/#/practise", { language });
  await page.evaluate((rules) => localStorage.setItem("spielbaum.rules.slow", rules), slow(language));
  await page.goto("/#/play?mine=slow");
  await page.getByRole("progressbar", { name: c("progress") }).waitFor();
  const jobs = async () => (await (await page.request.get("/api/jobs")).json()).filter(({ phase }: { phase: string }) => phase === "running");
  expect(await jobs()).toMatchObject([{ kind: "compilation" }]);
  await page.getByText(pattern(c("seconds"))).waitFor();
  await expectAccessible(page, "play");
  await page.getByRole("button", { name: c("cancel") }).click();
  await page.getByText(t("cancelled")).waitFor();
  await expect.poll(jobs).toEqual([]);
  await page.getByRole("button", { name: t("retry") }).waitFor();
});

/** How Kuhn poker words the move to bet, and the deal. */
const POKER = {
  en: { bet: "bet", cards: /jack|queen|king/g, deal: /Alice: (jack|queen|king), Bob/ },
  ja: { bet: "ベット", cards: /ジャック|クイーン|キング/g, deal: /アリス：(ジャック|クイーン|キング)、ボブ/ },
  de: { bet: "setzen", cards: /Bube|Dame|König/g, deal: /Alice: (Bube|Dame|König), Bob/ },
};

test.for(EVERY_LANGUAGE)("a card of the opponent is not on the page before the end of the game, in %s", async (language, { visit }) => {
  const t = words(messages, language);
  const page = await visit("/#/play?game=kuhn-poker&seats=person|random|random", { language });
  const text = () => page.locator("main").innerText();
  const { bet, cards, deal } = POKER[language];
  const bets = page.getByRole("button", { name: bet, exact: true });
  await bets.waitFor();
  // One player has one card: its own.
  const held = async () => new Set((await page.getByRole("table").innerText()).match(cards));
  expect((await held()).size).toBe(1);
  expect(await text()).not.toMatch(deal);
  expect(await text()).toContain(t("sees"));
  await page.getByText(pattern(t("knownAll"))).waitFor();
  await expectAccessible(page, "play");
  const uncover = page.getByRole("checkbox", { name: t("uncover") });
  await uncover.check();
  await expect.poll(async () => (await held()).size).toBe(2);
  await uncover.uncheck();
  await expect.poll(async () => (await held()).size).toBe(1);
  await bets.click();
  await page.getByText(t("over")).waitFor();
  expect((await held()).size).toBe(2);
  expect(await text()).toMatch(deal);
});

test.for(EVERY_LANGUAGE)("cells whose marks a player does not know are unknown until the end, in %s", async (language, { visit }) => {
  const [t, b] = [words(messages, language), words(board, language)];
  const moves = ["(mark 1 1) noop", "noop (mark 3 3)", "(mark 1 2) noop", "noop (mark 3 2)"].join("; ");
  const page = await visit(`/#/play?game=phantom-tictactoe${TWO}&moves=${encodeURIComponent(moves)}`, { language });
  const named = (column: number, row: number, content: string) =>
    page.getByRole("button", { name: b("cell", { column: "abc".charAt(column - 1), row: String(row), content }) });
  await named(1, 1, "x").waitFor();
  await named(3, 3, b("unknown")).waitFor();
  expect(await page.locator(".cell", { hasText: "?" }).count()).toBe(7);
  await expectAccessible(page, "play");
  await cell(page, language, 1, 3).click();
  await page.getByText(t("over")).waitFor();
  await named(3, 3, "o").waitFor();
  expect(await page.locator(".cell", { hasText: "?" }).count()).toBe(0);
});

const en = words(messages, "en");

test.for(EVERY_LANGUAGE)("a game is evaluated, keys go through it, and the move that lost it is marked, in %s", async (language, { visit }) => {
  const t = words(messages, language);
  // The second player does not stop three in a row.
  const moves = "(mark 1 1) noop; noop (mark 2 2); (mark 1 2) noop; noop (mark 3 3); (mark 1 3) noop";
  const page = await visit(`/#/play?game=tictactoe${TWO}&moves=${encodeURIComponent(moves)}`, { language });
  await page.getByRole("checkbox", { name: t("perfect") }).check();
  await page.getByRole("button", { name: t("analyse"), exact: true }).click();
  const made = page.getByRole("list").getByRole("listitem").filter({ has: page.getByRole("button") });
  await expect.poll(() => made.nth(4).innerText()).toContain("▼");
  expect(await made.nth(4).innerText()).toContain("100");
  expect(await made.nth(4).innerText()).toContain("c3");
  expect(await made.nth(3).innerText()).not.toContain("▼");
  await page.getByRole("button", { name: t("analyse"), exact: true }).waitFor();
  if (language === "en") await picture(page, "play");
  const shown = page.locator('[aria-current="step"]');
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => shown.innerText()).toContain("a2");
  await page.keyboard.press("End");
  await expect.poll(() => shown.innerText()).toContain("a3");
  // A cell that is come to by a pointer leaves the arrows to the game; one that is come to by keyboard does not.
  await cell(page, language, 3, 1).click({ force: true });
  await page.keyboard.press("Home");
  await expect.poll(() => shown.innerText()).toContain(t("beginning"));
  await page.evaluate(() => (document.activeElement as SVGElement).blur());
  await tabTo(page, page.locator('[data-cell][tabindex="0"]'));
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowRight");
  expect(await shown.innerText()).toContain(t("beginning"));
  await expectAccessible(page, "play");
});

/** What the rules of nim say in words. */
const LAST_WINS = { en: "Whoever takes the last object of all wins.", ja: "最後の 1 個を取ったほうが勝ちです。", de: "Wer den letzten Gegenstand von allen nimmt, gewinnt." };

test.for(EVERY_LANGUAGE)("pointing at a coin shows how many a press takes, in %s", async (language, { visit }) => {
  const b = words(board, language);
  const page = await visit(`/#/play?game=nim${TWO}`, { language });
  const coin = page.locator('[data-cell="2"]');
  await coin.waitFor();
  await coin.hover();
  await page.getByText(b("does", { move: "c: −5" })).waitFor();
  await expect.poll(() => page.locator(".going").count()).toBe(5);
  await page.mouse.move(0, 0);
  await expect.poll(() => page.locator(".going").count()).toBe(0);
  // The keyboard's focus shows the same, with a line that is seen on the board.
  await tabTo(page, page.locator('[data-cell][tabindex="0"]'));
  await page.getByText(b("does", { move: "c: −7" })).waitFor();
  await expect.poll(() => page.locator(".going").count()).toBe(7);
  await page.getByText(words(games, language)("howToPlay"), { exact: true }).click();
  await page.getByText(LAST_WINS[language]).waitFor();
  await expectAccessible(page, "play");
});

test.for(EVERY_LANGUAGE)("two who choose at the same time see what each pair of moves comes to, in %s", async (language, { visit }) => {
  const t = words(messages, language);
  const page = await visit(`/#/play?game=rock-paper-scissors${TWO}`, { language });
  const table = page.getByRole("table", { name: t("jointTable") });
  await expect.poll(() => table.innerText()).toContain("100 / 0");
  expect(await table.getByRole("columnheader").count()).toBe(3);
  await expectAccessible(page, "play");
});

test("what pairs of moves came to in an earlier position is not shown when it comes late", async ({ visit }) => {
  const page = await visit("/#/start");
  const held: (() => void)[] = [];
  let isHeld = true;
  const ofPair = /"moves":\[\[[^\]]*\]\]/;
  await page.route("/api/positions", async (route) => {
    if (isHeld && ofPair.test(route.request().postData() ?? "")) await new Promise<void>((go) => held.push(go));
    await route.continue();
  });
  await page.goto(`/#/play?game=prisoners-dilemma${TWO}`);
  await expect.poll(() => held.length).toBe(4);
  isHeld = false;
  await page.goto(`/#/play?game=prisoners-dilemma${TWO}&moves=${encodeURIComponent("(choose cooperate) (choose defect)")}`);
  const table = page.getByRole("table", { name: words(messages, "en")("jointTable") });
  await expect.poll(() => table.innerText()).not.toContain("…");
  const shown = await table.innerText();
  held.forEach((go) => go());
  await calm(page);
  expect(await table.innerText()).toBe(shown);
});

test("the solution of a puzzle is kept and played on, and a search that finds none is no advice", async ({ visit }) => {
  const page = await visit("/#/play?game=knights-tour&seats=person");
  const hint = page.getByRole("button", { name: en("hint"), exact: true });
  const thoughts: string[] = [];
  page.on("request", (request) => void (request.url().endsWith("/api/thoughts") && thoughts.push(request.url())));
  // The search ends as soon as it has a solution, however busy the machine is.
  await page.getByLabel(en("seconds")).fill("30");
  await page.getByLabel(en("seconds")).press("Tab");
  await hint.click();
  for (let moves = 0; moves < 3; moves += 1) {
    const told = await page.getByText(pattern(en("suggests"))).innerText();
    const move = /: ([a-z-]+)/.exec(told)?.[1]?.trim() ?? "";
    await page.locator("details").filter({ hasText: en("allMoves").split("(")[0] ?? "" }).first().evaluate((element: HTMLDetailsElement) => (element.open = true));
    await page.getByRole("button", { name: move, exact: true }).click();
    await page.getByText(pattern(en("suggests"))).waitFor({ state: "detached" });
    await hint.click();
  }
  expect(thoughts.length).toBe(1);
  await page.goto("/#/play?game=fifteen-puzzle&seats=person");
  await page.getByLabel(en("seconds")).fill("0.1");
  await page.getByLabel(en("seconds")).press("Tab");
  await page.locator("[data-cell]").first().waitFor();
  await hint.click();
  await page.getByText(pattern(en("undecided"))).waitFor();
});

test("the focus is seen on a board of any colour", async ({ visit }) => {
  const page = await visit(`/#/play?game=connect-four${TWO}`);
  const entry = page.locator('[data-cell][tabindex="0"]');
  await entry.waitFor();
  await tabTo(page, entry);
  const strokes = await entry.evaluate((cell) => [".frame", ".focus"].map((part) => getComputedStyle(cell.querySelector(part)!).stroke));
  // One is white, the other nearly black.
  expect(strokes).toEqual(["rgb(255, 255, 255)", "rgb(18, 48, 94)"]);
  await page.getByRole("button", { name: "column 1, row 6: empty" }).waitFor();
});

/** Four reds on a rising diagonal, with three others above and beside them. */
const DIAGONAL = ["1", "2", "2", "3", "3", "4", "3", "4", "4", "7", "4"].map((column, ply) => (ply % 2 === 0 ? `(drop ${column}) noop` : `noop (drop ${column})`));

test.for(EVERY_LANGUAGE)("the pieces by which a game was won are framed, in %s", async (language, { visit }) => {
  const b = words(board, language);
  const page = await visit(`/#/play?game=connect-four${TWO}&moves=${encodeURIComponent(DIAGONAL.join("; "))}`, { language });
  const framed = page.getByRole("button", { name: b("decisive") });
  await page.getByText(words(messages, language)("decisive")).waitFor();
  expect(await framed.evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label")?.match(/\d/g)?.join()))).toEqual(["4,4", "3,3", "2,2", "1,1"]);
  await expectAccessible(page, "play");
  await page.keyboard.press("ArrowLeft");
  await framed.first().waitFor({ state: "detached" });
});

test("a board takes what a wide window has, and a phone shows it whole", async ({ visit }) => {
  const page = await visit(`/#/play?game=connect-four${TWO}`);
  const grid = page.getByRole("group", { name: words(board, "en")("board", { columns: 7, rows: 6 }) });
  await grid.waitFor();
  for (const [width, height, least] of [[1920, 1080, 900], [390, 844, 340]] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(async () => (await grid.boundingBox())?.width).toBeGreaterThan(least);
    const box = await grid.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(height);
    await expectNoOverflow(page, `play, ${width} pixels wide`);
  }
});

test("strategies play step by step", async ({ visit }) => {
  const page = await visit("/#/play?game=nim&seats=random|random");
  for (let plies = 1; plies <= 3; plies += 1) {
    await page.getByRole("button", { name: en("step"), exact: true }).click();
    await expect.poll(() => page.getByRole("list").getByRole("button").count()).toBe(plies + 1);
  }
});

test("an address opens the same position again", async ({ visit }) => {
  const page = await visit(`/#/play?game=tictactoe${TWO}`);
  await cell(page, "en", 2, 2).click();
  await cell(page, "en", 1, 1).click();
  await page.waitForURL(/moves=.*%3B/);
  await page.reload();
  await page.getByRole("button", { name: /column b, row 2: x/ }).waitFor();
  await page.getByRole("button", { name: /column a, row 1: o/ }).waitFor();
});

test.for(THEMES)("everybody can use it in the middle of a game, %s", async (theme, { visit }) => {
  const moves = "(drop 4) noop; noop (drop 4); (drop 3) noop; noop (drop 5); (drop 3) noop; noop (drop 3); (drop 5) noop; noop (drop 5)";
  const address = `play?game=connect-four${TWO}&moves=${encodeURIComponent(moves)}`;
  const page = await visit(`/#/${address}`, { theme });
  await settled(page, address);
  await turn(page, en("turn")).waitFor();
  await expectAccessible(page, "play");
});
