// The sections of the page, each loaded when it is entered.

import type { Component } from "svelte";

export const SECTIONS = ["compare", "play", "watch", "practise", "rules"] as const;

export type Section = (typeof SECTIONS)[number];

/** A section, or the page that leads to them. */
export type Place = Section | "start";

export const LOADERS: Record<Place, () => Promise<{ default: Component }>> = {
  start: () => import("./start/Start.svelte"),
  compare: () => import("./compare/Compare.svelte"),
  play: () => import("./play/Play.svelte"),
  watch: () => import("./watch/Watch.svelte"),
  practise: () => import("./practise/Practise.svelte"),
  rules: () => import("./rules/Rules.svelte"),
};

/** The section of an address; the start page, if it is of none. */
export function placeOf(name: string): Place {
  return SECTIONS.find((section) => section === name) ?? "start";
}
