// The section where games are played.

import { messages as board } from "../src/components/board/messages";
import { messages as compiling } from "../src/components/compiling/messages";
import { messages as games } from "../src/components/games/messages";
import type { Language } from "../src/lib/i18n.svelte";
import { messages } from "../src/sections/play/messages";
import {
  calm,
  cell,
  expect,
  expectAccessible,
  expectNoOverflow,
  inEveryLanguage,
  pattern,
  picture,
  settled,
  tabTo,
  test,
  THEMES,
  turn,
  words,
} from "./harness";

/** Two people at one board. */
const TWO = "&seats=person|person";

const en = words(messages, "en");

test("two people play to the end, and take a move back", async ({ visit }) => {
  const page = await visit(`/#/play?game=tictactoe${TWO}`);
  for (const [column, row] of [
    [1, 1],
    [2, 2],
    [1, 2],
    [3, 3],
    [1, 3],
  ] as const) {
    await cell(page, "en", column, row).click();
  }
  await inEveryLanguage(page, messages, async (t, language) => {
    await cell(page, language, 1, 1).waitFor();
    await page.getByText(t("over")).waitFor();
    await page.getByText(pattern(t("win"))).waitFor();
    await page.getByRole("button", { name: t("undo"), exact: true }).waitFor();
  });
  expect(page.url()).toContain("moves=");
  await page.getByRole("button", { name: en("undo"), exact: true }).click();
  await inEveryLanguage(page, messages, (t) => turn(page, t("turn")).waitFor());
});

test("a strategy answers, and gives a hint", async ({ visit }) => {
  const page = await visit("/#/play?game=tictactoe&seats=person|random");
  await cell(page, "en", 2, 2).click();
  const made = page.getByRole("list").getByRole("button");
  // The beginning, the move, and the answer.
  await expect.poll(() => made.count()).toBe(3);
  await page.getByRole("button", { name: en("hint"), exact: true }).click();
  await inEveryLanguage(page, messages, async (t) => {
    await page.getByRole("button", { name: t("hint"), exact: true }).waitFor();
    await page.getByText(pattern(t("suggests"))).waitFor();
  });
});

test("a position is solved: its value, its moves and best play", async ({ visit }) => {
  // The first player has two corners on the left side, and wins between them.
  const moves = "(mark 1 1) noop; noop (mark 3 3); (mark 1 3) noop; noop (mark 2 3)";
  const page = await visit(`/#/play?game=tictactoe${TWO}&moves=${encodeURIComponent(moves)}`);
  await page.getByRole("checkbox", { name: en("perfect") }).check();
  await inEveryLanguage(page, messages, async (t) => {
    await page.getByRole("checkbox", { name: t("perfect"), checked: true }).waitFor();
    await page.getByText(pattern(t("perfectGoals"))).waitFor();
    await page.getByText(t("bestPlay")).waitFor();
  });
  await expect.poll(() => page.getByText(/a2/).count()).toBeGreaterThan(0);
  await expectAccessible(page, "play");
});

test("the board shows what the pieces are worth by what is learned of the game", async ({ visit }) => {
  // The second player, who is to move, has two marks in an open line.
  const moves = "(mark 1 2) noop; noop (mark 1 1); (mark 2 3) noop; noop (mark 2 2); (mark 3 2) noop";
  const page = await visit(`/#/play?game=tictactoe${TWO}&moves=${encodeURIComponent(moves)}`);
  await page.getByRole("checkbox", { name: en("worths") }).check();
  await inEveryLanguage(page, messages, async (t, language) => {
    await page.getByRole("checkbox", { name: t("worths"), checked: true }).waitFor();
    await page.getByText(pattern(t("learnedValue"))).waitFor();
    await expect.poll(() => cell(page, language, 2, 2).textContent()).toMatch(/\+\d/);
  });
  expect(await cell(page, "en", 3, 3).textContent()).not.toMatch(/\d/);
  // The values of the moves are there as well, and each is told as what it is.
  await page.getByRole("checkbox", { name: en("perfect") }).check();
  await inEveryLanguage(page, board, async (told, language) => {
    await expect
      .poll(() => cell(page, language, 3, 3).getAttribute("aria-label"))
      .toMatch(pattern(told("value")));
    expect(await cell(page, language, 2, 2).getAttribute("aria-label")).toMatch(pattern(told("worth")));
  });
  await expectAccessible(page, "play");
  await page.getByRole("checkbox", { name: en("perfect") }).uncheck();
  await page.getByRole("checkbox", { name: en("worths") }).uncheck();
  await expect.poll(() => cell(page, "en", 2, 2).textContent()).not.toMatch(/\d/);
});

test("a position of nim is explained, and one of tic-tac-toe is not", async ({ visit }) => {
  // That the theory does not apply is an answer with status 422.
  const page = await visit(`/#/play?game=nim${TWO}`, { expected: /api\/explanations/ });
  const why = page.getByRole("button", { name: en("why"), exact: true });
  await inEveryLanguage(page, messages, (t) =>
    page.getByRole("button", { name: t("why"), exact: true }).waitFor(),
  );
  await why.click();
  const said = page.getByText("3 ⊕ 5 ⊕ 7 = 1");
  await inEveryLanguage(page, messages, async () => {
    await said.waitFor();
    expect(await said.textContent()).toContain("a: −1");
  });
  await expectAccessible(page, "play");
  await page.goto(`/#/play?game=tictactoe${TWO}`);
  await cell(page, "en", 1, 1).waitFor();
  await why.click();
  await inEveryLanguage(page, messages, (t) => page.getByText(t("whyNot")).waitFor());
  expect(await why.count()).toBe(0);
});

/** Rules whose words of five letters are reached one after another, which takes until the limit. */
const SLOW = `(role x) (init (word 0 0 0 0 0)) (legal x go) (goal x 0) ${Array.from({ length: 28 }, (_, letter) => `(letter ${letter})`).join("")}
(<= (next (word ?b ?c ?d ?e ?f)) (true (word ?a ?b ?c ?d ?e)) (letter ?f)) (<= terminal (true (word 27 27 27 27 27)))`;

test("rules that take long show how far they are, and can be cancelled", async ({ visit }) => {
  const page = await visit("/#/practise");
  await page.evaluate((rules) => localStorage.setItem("spielbaum.rules.slow", rules), SLOW);
  await page.goto("/#/play?mine=slow");
  await page.getByRole("progressbar").waitFor();
  const jobs = async () =>
    (await (await page.request.get("/api/jobs")).json()).filter(
      ({ phase }: { phase: string }) => phase === "running",
    );
  expect(await jobs()).toMatchObject([{ kind: "compilation" }]);
  await inEveryLanguage(page, compiling, async (t) => {
    await page.getByRole("progressbar", { name: t("progress") }).waitFor();
    await page.getByText(pattern(t("seconds"))).waitFor();
    await page.getByRole("button", { name: t("cancel") }).waitFor();
  });
  await expectAccessible(page, "play");
  await page.getByRole("button", { name: words(compiling, "en")("cancel") }).click();
  await inEveryLanguage(page, messages, async (t) => {
    await page.getByText(t("cancelled")).waitFor();
    await page.getByRole("button", { name: t("retry") }).waitFor();
  });
  await expect.poll(jobs).toEqual([]);
});

/** How Kuhn poker words the move to bet, and the deal. */
const POKER = {
  en: { bet: "bet", cards: /jack|queen|king/g, deal: /Alice: (jack|queen|king), Bob/ },
  ja: { bet: "ベット", cards: /ジャック|クイーン|キング/g, deal: /アリス：(ジャック|クイーン|キング)、ボブ/ },
  de: { bet: "setzen", cards: /Bube|Dame|König/g, deal: /Alice: (Bube|Dame|König), Bob/ },
};

test("a card of the opponent is not on the page before the end of the game", async ({ visit }) => {
  const page = await visit("/#/play?game=kuhn-poker&seats=person|random|random");
  const text = () => page.locator("main").innerText();
  const betting = (language: Language) =>
    page.getByRole("button", { name: POKER[language].bet, exact: true });
  const held = async (language: Language) =>
    new Set((await page.getByRole("table").innerText()).match(POKER[language].cards));
  await inEveryLanguage(page, messages, async (t, language) => {
    await betting(language).waitFor();
    // One player has one card: its own.
    expect((await held(language)).size).toBe(1);
    expect(await text()).not.toMatch(POKER[language].deal);
    expect(await text()).toContain(t("sees"));
    await page.getByText(pattern(t("knownAll"))).waitFor();
  });
  await expectAccessible(page, "play");
  const uncover = page.getByRole("checkbox", { name: en("uncover") });
  await uncover.check();
  await inEveryLanguage(page, messages, async (t, language) => {
    await page.getByRole("checkbox", { name: t("uncover"), checked: true }).waitFor();
    await expect.poll(async () => (await held(language)).size).toBe(2);
  });
  await uncover.uncheck();
  await expect.poll(async () => (await held("en")).size).toBe(1);
  await betting("en").click();
  await inEveryLanguage(page, messages, async (t, language) => {
    await page.getByText(t("over")).waitFor();
    expect((await held(language)).size).toBe(2);
    expect(await text()).toMatch(POKER[language].deal);
  });
});

test("cells whose marks a player does not know are unknown until the end", async ({ visit }) => {
  const moves = ["(mark 1 1) noop", "noop (mark 3 3)", "(mark 1 2) noop", "noop (mark 3 2)"].join("; ");
  const page = await visit(`/#/play?game=phantom-tictactoe${TWO}&moves=${encodeURIComponent(moves)}`);
  const named = (language: Language, column: number, row: number, content: string) =>
    page.getByRole("button", {
      name: words(board, language)("cell", { column: "abc".charAt(column - 1), row: String(row), content }),
    });
  await inEveryLanguage(page, board, async (t, language) => {
    await named(language, 1, 1, "x").waitFor();
    await named(language, 3, 3, t("unknown")).waitFor();
  });
  expect(await page.locator(".cell", { hasText: "?" }).count()).toBe(7);
  await expectAccessible(page, "play");
  await cell(page, "en", 1, 3).click();
  await inEveryLanguage(page, messages, async (t, language) => {
    await page.getByText(t("over")).waitFor();
    await named(language, 3, 3, "o").waitFor();
  });
  expect(await page.locator(".cell", { hasText: "?" }).count()).toBe(0);
});

test("a game is evaluated, keys go through it, and the move that lost it is marked", async ({ visit }) => {
  // The second player does not stop three in a row.
  const moves = "(mark 1 1) noop; noop (mark 2 2); (mark 1 2) noop; noop (mark 3 3); (mark 1 3) noop";
  const page = await visit(`/#/play?game=tictactoe${TWO}&moves=${encodeURIComponent(moves)}`);
  await page.getByRole("checkbox", { name: en("perfect") }).check();
  await page.getByRole("button", { name: en("analyse"), exact: true }).click();
  const made = page
    .getByRole("list")
    .getByRole("listitem")
    .filter({ has: page.getByRole("button") });
  await expect.poll(() => made.nth(4).innerText()).toContain("▼");
  expect(await made.nth(4).innerText()).toContain("100");
  expect(await made.nth(4).innerText()).toContain("c3");
  expect(await made.nth(3).innerText()).not.toContain("▼");
  await inEveryLanguage(page, messages, (t) =>
    page.getByRole("button", { name: t("analyse"), exact: true }).waitFor(),
  );
  await picture(page, "play");
  const shown = page.locator('[aria-current="step"]');
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => shown.innerText()).toContain("a2");
  await page.keyboard.press("End");
  await expect.poll(() => shown.innerText()).toContain("a3");
  // A cell that is come to by a pointer leaves the arrows to the game; one that is come to by keyboard
  // does not.
  await cell(page, "en", 3, 1).click({ force: true });
  await page.keyboard.press("Home");
  await inEveryLanguage(page, messages, (t) =>
    expect.poll(() => shown.innerText()).toContain(t("beginning")),
  );
  await page.evaluate(() => (document.activeElement as SVGElement).blur());
  await tabTo(page, page.locator('[data-cell][tabindex="0"]'));
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowRight");
  expect(await shown.innerText()).toContain(en("beginning"));
  await expectAccessible(page, "play");
});

/** What the rules of nim say in words. */
const LAST_WINS = {
  en: "Whoever takes the last object of all wins.",
  ja: "最後の 1 個を取ったほうが勝ちです。",
  de: "Wer den letzten Gegenstand von allen nimmt, gewinnt.",
};

test("pointing at a coin shows how many a press takes", async ({ visit }) => {
  const page = await visit(`/#/play?game=nim${TWO}`);
  const coin = page.locator('[data-cell="2"]');
  await coin.waitFor();
  await coin.hover();
  await inEveryLanguage(page, board, (t) => page.getByText(t("does", { move: "c: −5" })).waitFor());
  await expect.poll(() => page.locator(".going").count()).toBe(5);
  await page.mouse.move(0, 0);
  await expect.poll(() => page.locator(".going").count()).toBe(0);
  // The keyboard's focus shows the same, with a line that is seen on the board.
  await tabTo(page, page.locator('[data-cell][tabindex="0"]'));
  await inEveryLanguage(page, board, (t) => page.getByText(t("does", { move: "c: −7" })).waitFor());
  await expect.poll(() => page.locator(".going").count()).toBe(7);
  await page.getByText(words(games, "en")("howToPlay"), { exact: true }).click();
  await inEveryLanguage(page, games, async (t, language) => {
    await page.getByText(t("howToPlay"), { exact: true }).waitFor();
    await page.getByText(LAST_WINS[language]).waitFor();
  });
  await expectAccessible(page, "play");
});

test("two who choose at the same time see what each pair of moves comes to", async ({ visit }) => {
  const page = await visit(`/#/play?game=rock-paper-scissors${TWO}`);
  const table = (t = en) => page.getByRole("table", { name: t("jointTable") });
  await inEveryLanguage(page, messages, (t) => expect.poll(() => table(t).innerText()).toContain("100 / 0"));
  expect(await table().getByRole("columnheader").count()).toBe(3);
  await expectAccessible(page, "play");
});

test("what pairs of moves came to in an earlier position is not shown when it comes late", async ({
  visit,
}) => {
  const page = await visit("/#/start");
  const held: (() => void)[] = [];
  let isHeld = true;
  const ofPair = /"moves":\[\[[^\]]*\]\]/;
  await page.route("/api/positions", async (route) => {
    if (isHeld && ofPair.test(route.request().postData() ?? ""))
      await new Promise<void>((go) => held.push(go));
    await route.continue();
  });
  await page.goto(`/#/play?game=prisoners-dilemma${TWO}`);
  await expect.poll(() => held.length).toBe(4);
  isHeld = false;
  await page.goto(
    `/#/play?game=prisoners-dilemma${TWO}&moves=${encodeURIComponent("(choose cooperate) (choose defect)")}`,
  );
  const table = page.getByRole("table", { name: words(messages, "en")("jointTable") });
  await expect.poll(() => table.innerText()).not.toContain("…");
  const shown = await table.innerText();
  held.forEach((go) => go());
  await calm(page);
  expect(await table.innerText()).toBe(shown);
});

test("the solution of a puzzle is kept and played on, and a search that finds none is no advice", async ({
  visit,
}) => {
  const page = await visit("/#/play?game=knights-tour&seats=person");
  const hint = page.getByRole("button", { name: en("hint"), exact: true });
  const thoughts: string[] = [];
  page.on(
    "request",
    (request) => void (request.url().endsWith("/api/thoughts") && thoughts.push(request.url())),
  );
  // The search ends as soon as it has a solution, however busy the machine is.
  await page.getByLabel(en("seconds")).fill("30");
  await page.getByLabel(en("seconds")).press("Tab");
  await hint.click();
  for (let moves = 0; moves < 3; moves += 1) {
    const told = await page.getByText(pattern(en("suggests"))).innerText();
    const move = /: ([a-z-]+)/.exec(told)?.[1]?.trim() ?? "";
    await page
      .locator("details")
      .filter({ hasText: en("allMoves").split("(")[0] ?? "" })
      .first()
      .evaluate((element: HTMLDetailsElement) => (element.open = true));
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
  const strokes = await entry.evaluate((cell) =>
    [".frame", ".focus"].map((part) => getComputedStyle(cell.querySelector(part)!).stroke),
  );
  // One is white, the other nearly black.
  expect(strokes).toEqual(["rgb(255, 255, 255)", "rgb(18, 48, 94)"]);
  await page.getByRole("button", { name: "column 1, row 6: empty" }).waitFor();
});

/** Four reds on a rising diagonal, with three others above and beside them. */
const DIAGONAL = ["1", "2", "2", "3", "3", "4", "3", "4", "4", "7", "4"].map((column, ply) =>
  ply % 2 === 0 ? `(drop ${column}) noop` : `noop (drop ${column})`,
);

test("the pieces by which a game was won are framed", async ({ visit }) => {
  const page = await visit(
    `/#/play?game=connect-four${TWO}&moves=${encodeURIComponent(DIAGONAL.join("; "))}`,
  );
  const framed = (language: Language) =>
    page.getByRole("button", { name: words(board, language)("decisive") });
  await inEveryLanguage(page, messages, async (t, language) => {
    await page.getByText(t("decisive")).waitFor();
    expect(
      await framed(language).evaluateAll((cells) =>
        cells.map((cell) => cell.getAttribute("aria-label")?.match(/\d/g)?.join()),
      ),
    ).toEqual(["4,4", "3,3", "2,2", "1,1"]);
  });
  await expectAccessible(page, "play");
  await page.keyboard.press("ArrowLeft");
  await framed("en").first().waitFor({ state: "detached" });
});

test("a board takes what a wide window has, and a phone shows it whole", async ({ visit }) => {
  const page = await visit(`/#/play?game=connect-four${TWO}`);
  const grid = page.getByRole("group", { name: words(board, "en")("board", { columns: 7, rows: 6 }) });
  await grid.waitFor();
  for (const [width, height, least] of [
    [1920, 1080, 900],
    [390, 844, 340],
  ] as const) {
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
  const moves =
    "(drop 4) noop; noop (drop 4); (drop 3) noop; noop (drop 5); (drop 3) noop; noop (drop 3); (drop 5) noop; noop (drop 5)";
  const address = `play?game=connect-four${TWO}&moves=${encodeURIComponent(moves)}`;
  const page = await visit(`/#/${address}`, { theme });
  await settled(page, address);
  await turn(page, en("turn")).waitFor();
  await expectAccessible(page, "play");
});
