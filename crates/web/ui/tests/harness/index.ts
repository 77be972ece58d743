// A browser, a server, and visits of the page that fail their test if the page makes any mistake.

import { join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { test as plain, expect } from "vitest";

import type { Language } from "../../src/lib/i18n.svelte";
import { complaintsOf } from "./complaints";
import { Program, WORKSPACE } from "./program";
import { calm, watchTraffic } from "./traffic";

export { expect };
export * from "./board";
export * from "./checks";
export * from "./keyboard";
export * from "./traffic";
export * from "./words";

export const THEMES = ["light", "dark"] as const;

/** How a page is visited. */
export interface Visit {
  language?: Language;
  theme?: (typeof THEMES)[number];
  /** On the screen of a small phone. */
  phone?: boolean;
  /** How much the browser magnifies the page, which makes its window smaller. */
  zoom?: number;
  /** Whether the system is asked to move nothing. */
  still?: boolean;
  /** Complaints that belong to what is tested. */
  expected?: RegExp;
}

const WINDOW = { width: 1280, height: 800 };
export const PHONE = { width: 360, height: 740 };

/** Milliseconds until what a test waits for must have come. */
const PATIENCE = 30_000;

/** No sandbox, for containers; and nothing that a browser does for itself. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const test = plain
  .extend("browser", { scope: "worker" }, async ({}, { onCleanup }): Promise<Browser> => {
    const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
    const browser = await chromium.launch({ executablePath, args: FLAGS });
    onCleanup(() => browser.close());
    return browser;
  })
  .extend("program", { scope: "file" }, async ({}, { onCleanup }): Promise<Program> => {
    const program = await Program.start();
    onCleanup(() => program.close());
    return program;
  })
  .extend("visit", async ({ browser, program }, { onCleanup }) => {
    const endings: (() => Promise<void>)[] = [];
    onCleanup(async () => {
      for (const end of endings) await end();
    });
    return async (
      address: string,
      { language = "en", theme = "light", phone = false, zoom = 1, still = false, expected }: Visit = {},
    ): Promise<Page> => {
      const options: BrowserContextOptions = {
        baseURL: program.address,
        locale: language,
        colorScheme: theme,
        reducedMotion: still ? "reduce" : "no-preference",
        viewport: { width: WINDOW.width / zoom, height: WINDOW.height / zoom },
        deviceScaleFactor: zoom,
      };
      const context = await browser.newContext(
        phone ? { ...options, viewport: PHONE, hasTouch: true, isMobile: true } : options,
      );
      context.setDefaultTimeout(PATIENCE);
      watchTraffic(context);
      const complaints = complaintsOf(context, program.address);
      endings.push(async () => {
        await context.close();
        const mistakes = complaints.filter((complaint) => !expected?.test(complaint));
        expect(mistakes, `the page at ${address}`).toEqual([]);
      });
      const page = await context.newPage();
      await page.goto(address);
      return page;
    };
  });

/** Keeps a picture of the top of the page for the documentation. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SPIELBAUM_SCREENSHOTS ?? join(WORKSPACE, "target/screenshots");
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path: join(folder, `${name}.png`), animations: "disabled", caret: "hide" });
}

/** Goes to a room, and waits until nothing more is loaded. */
export async function settled(page: Page, room: string): Promise<void> {
  await page.goto(`/#/${room}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await calm(page);
}
