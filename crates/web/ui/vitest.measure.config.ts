import { defineConfig } from "vitest/config";

import browser from "./vitest.browser.config.ts";

/**
 * What is measured in a browser, one thing after the other, and told: `npm run measure`, after `cargo build`.
 */
export default defineConfig({
  ...browser,
  test: { ...browser.test, include: ["tests/**/*.measure.ts"], maxWorkers: 1 },
});
