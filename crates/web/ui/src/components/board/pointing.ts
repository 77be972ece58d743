// What pointing at a cell means: which moves it makes, or which cell it takes a piece up from.

import type { Schemas } from "../../lib/api";
import type { Worth } from "./worth";

/** A move that can be made by pointing at one board. */
export interface Pointed {
  move: string;
  /** The cell that a piece leaves. */
  from: number | null;
  to: number;
  /** The cells that stand for a move that leaves none. */
  zone: number[];
}

/**
 * What a press on a cell comes to: moves to make (several if the board cannot tell them apart), or a cell
 * taken up, or nothing.
 */
export type Press = { moves: string[] } | { taken: number } | "nothing";

/** The moves that can be made by pointing at the grid of this number. */
export function pointed(moves: Schemas["LegalMove"][], grid: number): Pointed[] {
  return moves.flatMap(({ move, meaning }) =>
    meaning && meaning.grid === grid
      ? [{ move, from: meaning.from ?? null, to: meaning.to, zone: meaning.zone }]
      : [],
  );
}

/** The cell that all moves leave, so that nobody need take it up: the robot in a maze. */
export function onlySource(moves: Pointed[]): number | null {
  return only(moves.map((move) => move.from));
}

/** The cell that all pieces go to, so that it is enough to point at a piece: the gap in a sliding puzzle. */
function onlyTarget(moves: Pointed[]): number | null {
  return moves.some((move) => move.from === null) ? null : only(moves.map((move) => move.to));
}

function only(cells: (number | null)[]): number | null {
  const first = cells[0] ?? null;
  return cells.every((cell) => cell === first) ? first : null;
}

/** The cells that a press makes a move with or takes a piece up from. */
export function targets(moves: Pointed[], taken: number | null): Set<number> {
  const from = taken ?? onlySource(moves);
  const cells = new Set<number>();
  for (const move of moves) {
    if (move.from === null) move.zone.forEach((cell) => cells.add(cell));
    else if (move.from === from) cells.add(move.to);
    else if (from === null) cells.add(move.from);
  }
  return cells;
}

/**
 * The cells among the targets to point out: of a column that a disc is dropped into, the one that it
 * falls to.
 */
export function spots(moves: Pointed[], taken: number | null): Set<number> {
  return targets(
    moves.map((move) => ({ ...move, zone: [move.to] })),
    taken,
  );
}

/** The cells that a piece can be dragged from. */
export function sources(moves: Pointed[]): Set<number> {
  return new Set(moves.flatMap((move) => (move.from === null ? [] : [move.from])));
}

/** What a press on a cell means while the piece on `taken` is taken up. */
export function press(moves: Pointed[], taken: number | null, cell: number): Press {
  const named = (found: Pointed[]): Press => ({ moves: found.map((move) => move.move) });
  const from = taken ?? onlySource(moves);
  const arriving = moves.filter((move) => move.from !== null && move.from === from && move.to === cell);
  if (arriving.length > 0) return named(arriving);
  const leaving = moves.filter((move) => move.from === cell);
  if (leaving.length > 0 && onlyTarget(moves) !== null) return named(leaving);
  const direct = moves.filter((move) => move.from === null && move.zone.includes(cell));
  // A cell that can be taken alone or together with another is taken up first; the second press takes
  // it alone.
  if (leaving.length > 0 && cell !== taken) return { taken: cell };
  return direct.length > 0 ? named(direct) : "nothing";
}

/** What a piece that is dragged from a cell to another does. */
export function drag(moves: Pointed[], from: number, to: number): string[] {
  return moves.filter((move) => move.from === from && move.to === to).map((move) => move.move);
}

/**
 * The value to show in each cell: of the moves that a press there makes, or of the best that its piece
 * can make.
 */
export function valuesByCell(
  moves: Pointed[],
  taken: number | null,
  values: Map<string, Worth>,
): Map<number, Worth> {
  const from = taken ?? onlySource(moves);
  const best = new Map<number, Worth>();
  for (const move of moves) {
    const worth = values.get(move.move);
    const cell = move.from === null || move.from === from ? move.to : from === null ? move.from : null;
    if (!worth || cell === null) continue;
    if (worth.value > (best.get(cell)?.value ?? -Infinity)) best.set(cell, worth);
  }
  return best;
}

/** The cells of a grid in which something else is after a move, and what that is. */
export function changed(before: Schemas["Grid"], after: Schemas["Grid"] | undefined): Map<number, string[]> {
  if (!after || after.cells.length !== before.cells.length) return new Map();
  const differing = after.cells.flatMap(({ contents }, cell) =>
    contents.join(" ") === before.cells[cell]?.contents.join(" ") ? [] : [[cell, contents] as const],
  );
  return new Map(differing);
}
