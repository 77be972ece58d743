// What there is to see on a board that nobody plays on, and how it is read out.

import type { Schemas } from "../../lib/api";
import type { Language } from "../../lib/i18n.svelte";
import { pieceName } from "./names";
import { columnName } from "./notation";

type Grid = Schemas["Grid"];

/** The cells in which something stands. */
export function occupied(grid: Grid): { index: number; contents: Schemas["Content"][] }[] {
  const known = new Map(
    grid.contents.filter(({ blank }) => !blank).map((content) => [content.name, content]),
  );
  const cells = grid.cells.map((cell, index) => ({
    index,
    contents: cell.contents.flatMap((name) => known.get(name) ?? []),
  }));
  return cells.filter(({ contents }) => contents.length > 0);
}

/** What stands where. */
export function placesOf(grid: Grid, language: Language): { column: string; row: string; content: string }[] {
  return occupied(grid).map(({ index, contents }) => {
    const { column, row } = grid.cells[index]!;
    return {
      column: columnName(grid, column),
      row,
      content: contents.map((content) => pieceName(content, grid.contents, language)).join(", "),
    };
  });
}
