import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/** Where `npm run dev` finds the API: a running `spielbaum web`. */
const api = process.env.SPIELBAUM_API ?? "http://127.0.0.1:8014";

export default defineConfig({
  plugins: [svelte()],
  build: {
    // The build script of the crate says where to. Not into an empty name: that is the folder of the sources,
    // which would be emptied.
    outDir: process.env.SPIELBAUM_PAGE || "dist",
    emptyOutDir: true,
    target: "es2022",
    // The content security policy knows no data that is part of a style sheet.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 800,
  },
  server: { proxy: { "/api": { target: api, changeOrigin: true, headers: { origin: api } } } },
  test: { include: ["src/**/*.test.ts"], pool: "threads" },
});
