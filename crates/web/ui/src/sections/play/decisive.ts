// The pieces by which a game was won: a line of four, a chain, a pawn on the last row. The rules tell which they are: without them there would be no win.

import type { Schemas } from "../../lib/api";
import { tokens } from "../rules/kif/tokens";
import { outcomeOf } from "./outcome";

type Position = Pick<Schemas["PositionDocument"], "roles" | "terminal" | "goals" | "picture" | "last">;

/** A question to the rules of a game that is over: what would the winner get without some of its pieces? */
export interface Question {
  winner: number;
  goal: number;
  /** The fluents of the winner's pieces. */
  pieces: string[];
  /** Those among them, by number, that the last joint move has put where they are. */
  latest: number[];
  /** All other fluents of the state. */
  others: string[];
}

/** The question that a position raises; none where no single role has won with pieces of its own. */
export function questionOf({ roles, terminal, goals, picture, last }: Position): Question | undefined {
  const outcome = terminal && goals && roles.length > 1 ? outcomeOf(goals.map((goal) => goal ?? null)) : undefined;
  if (outcome?.kind !== "win") return undefined;
  const { role: winner, goal } = outcome;
  const [pieces, others]: [string[], string[]] = [[], picture.others.map(({ text }) => text)];
  const latest: number[] = [];
  for (const [number, grid] of picture.grids.entries()) {
    const own = new Set(grid.contents.flatMap(({ name, owner, blank }) => (owner === winner && !blank ? [name] : [])));
    for (const [place, { contents, fluents }] of grid.cells.entries()) {
      for (const [index, fluent] of fluents.entries()) {
        if (!own.has(contents[index] ?? "")) others.push(fluent);
        else {
          if (last?.some(({ meaning }) => meaning?.grid === number && meaning.to === place)) latest.push(pieces.length);
          pieces.push(fluent);
        }
      }
    }
  }
  return pieces.length > 0 ? { winner, goal, pieces, latest, others } : undefined;
}

/** Relations that the rules of an experiment define themselves. */
const REPLACED = new Set(["init", "base", "input", "legal", "next", "sees"]);

const [WITHOUT, COUNT, ASKING, OVER] = ["spielbaum_without", "spielbaum_count", "spielbaum_asking", "spielbaum_over"];
const TERMINAL = /(?<![^\s()])terminal(?![^\s()])/gi;

/** Rules that begin where a game has ended: the winner takes its pieces away one by one. Then they are over, with goals, if the game would be. */
export function experiment(rules: string, roles: string[], { winner, pieces, others }: Question): string {
  const kept = statements(rules).filter(({ relation }) => !REPLACED.has(relation.toLowerCase()));
  const asking = roles[winner] ?? "";
  const stays = (fluent: string, unless: string) => `(init ${fluent}) (base ${fluent}) (<= (next ${fluent}) (true ${fluent})${unless})`;
  const unless = (move: string) => ` (not (does ${asking} ${move}))`;
  return [
    ...kept.map(({ text }) => text.replace(TERMINAL, OVER)),
    ...others.map((fluent) => stays(fluent, "")),
    ...pieces.map((fluent, piece) => `${stays(fluent, unless(`(${WITHOUT} ${piece})`))} (legal ${asking} (${WITHOUT} ${piece}))`),
    stays(ASKING, unless(COUNT)),
    `(legal ${asking} ${COUNT}) (<= terminal ${OVER} (not (true ${ASKING})))`,
    ...roles.flatMap((role, index) => (index === winner ? [] : [`(legal ${role} noop)`])),
  ].join("\n");
}

/** The joint moves of an experiment that take some pieces away. */
export function taking(pieces: number[], roles: string[], winner: number): string[][] {
  return [...pieces.map((piece) => `(${WITHOUT} ${piece})`), COUNT].map((move) => roles.map((_, role) => (role === winner ? move : "noop")));
}

/** The statements of a rulesheet, and which relation each is about. */
function statements(rules: string): { relation: string; text: string }[] {
  const found: { relation: string; text: string }[] = [];
  let [depth, start, relation] = [0, 0, ""];
  for (const { kind, text, at } of tokens(rules)) {
    if (depth === 0) [start, relation] = [at, ""];
    if (kind === "open") depth += 1;
    else if (kind === "close") depth -= 1;
    else if (relation === "" && text !== "<=") relation = text;
    if (depth === 0) found.push({ relation, text: rules.slice(start, at + text.length) });
  }
  return found;
}

/** Smallest sets of pieces that are told all; where there are more, one of them tells enough. */
const MOST_SETS = 4;

/**
 * The pieces by which a game was won, of so many: every smallest set of pieces that is enough for the win, as long as there are few such sets.
 * None if the game would be won without the latest pieces: then it was not they that decided.
 */
export async function decisive(pieces: number, latest: number[], wins: (without: number[]) => Promise<boolean>): Promise<Set<number>> {
  if (latest.length === 0 || !(await wins([])) || (await wins(latest))) return new Set();
  const sets: number[][] = [];
  // Any set that differs from one that is known lacks one of its pieces.
  const open: number[][] = [[]];
  const lost = [latest];
  const tried = new Set<string>();
  for (const without of open) {
    if (lost.some((some) => some.every((piece) => without.includes(piece)))) continue;
    let set = sets.find((known) => !known.some((piece) => without.includes(piece)));
    if (!set) {
      if (without.length > 0 && !(await wins(without))) {
        lost.push(without);
        continue;
      }
      set = await smallest(pieces, without, wins);
      sets.push(set);
      if (sets.length > MOST_SETS) return new Set(sets[0]);
    }
    for (const piece of set) {
      const next = [...without, piece].sort((a, b) => a - b);
      if (!tried.has(next.join())) open.push(next);
      tried.add(next.join());
    }
  }
  return new Set(sets.flat());
}

/** A set of pieces, some being away, none of which can be missed. */
async function smallest(pieces: number, without: number[], wins: (without: number[]) => Promise<boolean>): Promise<number[]> {
  const gone = [...without];
  const needed: number[] = [];
  for (let piece = 0; piece < pieces; piece += 1) {
    if (gone.includes(piece)) continue;
    if (await wins([...gone, piece])) gone.push(piece);
    else needed.push(piece);
  }
  return needed;
}
