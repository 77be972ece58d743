// What a page is asking for, so that a test can wait until it has it.

import type { BrowserContext, Page, Request } from "playwright-core";

/** Milliseconds without a request after which a page is taken to have all that it shows. */
const CALM = 200;

/** What is on its way, and when the last of it came or went. */
const traffics = new WeakMap<Page, { open: Set<Request>; changed: number }>();

/** Notes the requests of a context's pages. */
export function watchTraffic(context: BrowserContext): void {
  context.on("page", (page) => {
    const traffic = { open: new Set<Request>(), changed: Date.now() };
    traffics.set(page, traffic);
    const note = (change: () => void) => {
      change();
      traffic.changed = Date.now();
    };
    // News of a job come for as long as it runs, and whether the server is there is asked every second.
    const counts = (request: Request) =>
      request.resourceType() !== "eventsource" && !request.url().endsWith("/api/jobs");
    const ended = (request: Request) => counts(request) && note(() => traffic.open.delete(request));
    page.on("request", (request) => counts(request) && note(() => traffic.open.add(request)));
    page.on("requestfinished", ended);
    page.on("requestfailed", ended);
  });
}

/**
 * Waits until a page has what it asked for. The browser tells of that itself, but only once for
 * each document.
 */
export async function calm(page: Page): Promise<void> {
  const traffic = traffics.get(page);
  if (!traffic) throw new Error("nobody has noted the requests of this page");
  traffic.changed = Date.now();
  while (traffic.open.size > 0 || Date.now() - traffic.changed < CALM) await page.waitForTimeout(CALM / 4);
}
