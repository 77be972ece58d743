// What a page must not do, noted as it happens.

import type { BrowserContext, Page } from "playwright-core";

/**
 * Whatever goes wrong in a context: errors in the console, exceptions, broken requests, requests to
 * other machines.
 */
export function complaintsOf(context: BrowserContext, home: string): string[] {
  const complaints: string[] = [];
  context.on("page", (page) => listen(page, complaints));
  context.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(home) && !/^(data|blob|about):/.test(url))
      complaints.push(`a request leaves the machine: ${url}`);
  });
  context.on("requestfailed", (request) => {
    const why = request.failure()?.errorText ?? "unknown";
    // What the page itself gives up, for it is left or asks for something else.
    if (why === "net::ERR_ABORTED") return;
    complaints.push(`${request.method()} ${request.url()} failed: ${why}`);
  });
  return complaints;
}

function listen(page: Page, complaints: string[]): void {
  page.on("pageerror", (error) => complaints.push(`exception: ${error.stack ?? error.message}`));
  page.on("console", (message) => {
    // A violated content security policy is an error in the console, too.
    if (message.type() === "error") complaints.push(`console: ${message.text()} (${message.location().url})`);
  });
}
