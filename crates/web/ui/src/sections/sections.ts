// The sections of the page, each loaded when it is entered.

import type { Component } from "svelte";

export const SECTIONS = ["compare", "play", "watch", "practise", "rules"] as const;

export type Section = (typeof SECTIONS)[number];

export const LOADERS: Record<Section, () => Promise<{ default: Component }>> = {
  compare: () => import("./compare/Compare.svelte"),
  play: () => import("./play/Play.svelte"),
  watch: () => import("./watch/Watch.svelte"),
  practise: () => import("./practise/Practise.svelte"),
  rules: () => import("./rules/Rules.svelte"),
};

/** The section of an address; the first, if it is of none. */
export function sectionOf(name: string): Section {
  return SECTIONS.find((section) => section === name) ?? "compare";
}
