// What the server tells of a search, by the names that this section knows it by.

import { type Writer, type Wording, writer } from "../../components/board/notation";
import type { Schemas } from "../../lib/api";
import { CHANCE } from "../../lib/chance";

export type Recording = Schemas["RecordingDocument"];
export type Trace = Schemas["Trace"];
export type TraceNode = Schemas["TraceNode"];
export type Step = Schemas["Step"];
export type CutKind = Schemas["CutKind"];
export type TreeDocument = Schemas["TreeDocument"];
export type TreeEntry = Schemas["TreeEntry"];

/** The roles but for chance. */
export function playersOf(roles: string[]): string[] {
  return roles.filter((role) => role !== CHANCE);
}

/** Writes roles and moves of what was searched: those of an explicit tree as the tree has them. */
export function writerOf({ tree, wording }: { tree?: unknown; wording: Wording }): Writer {
  return tree ? (term) => term : writer(wording);
}

/** Two numbers and how they compare: why children need not be searched. */
export interface Reason {
  kind: CutKind;
  value: number;
  bound: number;
}

/** That a sibling dominates a node. */
export type Dominance = Extract<Step, { do: "dominated" }>;

/** How the two numbers of a cut compare. */
export function comparison(kind: CutKind): "≥" | "≤" {
  return kind === "beta" || kind === "immediate" ? "≥" : "≤";
}
