// The rooms of the page, each loaded when it is entered.

import type { Component } from "svelte";

export const ROOMS = ["compare", "play", "watch", "practise", "rules"] as const;

export type Room = (typeof ROOMS)[number];

export const LOADERS: Record<Room, () => Promise<{ default: Component }>> = {
  compare: () => import("./compare/Compare.svelte"),
  play: () => import("./play/Play.svelte"),
  watch: () => import("./watch/Watch.svelte"),
  practise: () => import("./practise/Practise.svelte"),
  rules: () => import("./rules/Rules.svelte"),
};

/** The room of an address; the first, if it is of none. */
export function roomOf(name: string): Room {
  return ROOMS.find((room) => room === name) ?? "compare";
}
