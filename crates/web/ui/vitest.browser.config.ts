import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/**
 * The tests in a browser, of the program that has been built: `npm run test:browser`, after `cargo build`.
 */
export default defineConfig({
  // Tests read the sections' own modules, and some of those keep state.
  plugins: [svelte()],
  test: {
    include: ["tests/**/*.spec.ts"],
    // A worker has one browser, and a file one server.
    isolate: false,
    maxWorkers: 2,
    // Other work may have the cores; what waits for something fails by itself, and says for what.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    slowTestThreshold: 10_000,
  },
});
