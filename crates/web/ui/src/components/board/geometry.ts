// Where the cells of a board lie in its picture, a square cell being one unit wide.

import type { Schemas } from "../../lib/api";

type Grid = Pick<Schemas["Grid"], "form" | "columns" | "rows">;

export interface Point {
  x: number;
  y: number;
}

/** The width of a hexagon that stands on its point, and how far apart rows of them are. */
const HEX_WIDTH = 1;
const HEX_PITCH = (HEX_WIDTH * Math.sqrt(3)) / 2;

/** The room for the names of rows on the left and of columns below. */
export const MARGIN = 0.45;

/** A single row longer than this is folded, so that its cells are large enough to be pressed. */
const LONGEST_ROW = 10;

/** How many cells lie side by side. */
export function lineLength({ columns, rows }: Grid): number {
  const lines = rows.length === 1 ? Math.ceil(columns.length / LONGEST_ROW) : 1;
  return Math.ceil(columns.length / lines);
}

/** The size of the picture of all cells, the names of columns and rows not counted. */
export function size(grid: Grid): { width: number; height: number } {
  const [columns, rows] = [grid.columns.length, grid.rows.length];
  const line = lineLength(grid);
  if (grid.form === "square") return { width: line, height: rows * Math.ceil(columns / line) };
  return { width: (columns + (rows - 1) / 2) * HEX_WIDTH, height: (rows - 1) * HEX_PITCH + (2 * HEX_WIDTH) / Math.sqrt(3) };
}

/** The middle of a cell. */
export function middle(grid: Grid, cell: number): Point {
  const columns = grid.form === "square" ? lineLength(grid) : grid.columns.length;
  const [column, row] = [cell % columns, Math.floor(cell / columns)];
  if (grid.form === "square") return { x: column + 0.5, y: row + 0.5 };
  // Each row lies half a cell farther to the right than the one below.
  const shift = (grid.rows.length - 1 - row) / 2;
  return { x: (column + shift + 0.5) * HEX_WIDTH, y: row * HEX_PITCH + HEX_WIDTH / Math.sqrt(3) };
}

/** The corners of a hexagon around a point, from the upper one clockwise. */
export function corners({ x, y }: Point): Point[] {
  const radius = HEX_WIDTH / Math.sqrt(3);
  return Array.from({ length: 6 }, (_, corner) => {
    const angle = (corner * Math.PI) / 3;
    return { x: x + radius * Math.sin(angle), y: y - radius * Math.cos(angle) };
  });
}

/** The cell that an arrow key goes to from another, cells that are not `used` being passed over; the same at the edge. */
export function neighbour(grid: Grid, cell: number, key: string, used: (cell: number) => boolean = () => true): number {
  let [from, to] = [cell, step(grid, cell, key)];
  while (to !== from && !used(to)) [from, to] = [to, step(grid, to, key)];
  return used(to) ? to : cell;
}

function step(grid: Grid, cell: number, key: string): number {
  const columns = grid.columns.length;
  const column = cell % columns;
  const last = grid.rows.length * columns - 1;
  switch (key) {
    case "ArrowLeft":
      return column > 0 ? cell - 1 : cell;
    case "ArrowRight":
      return column < columns - 1 ? cell + 1 : cell;
    case "ArrowUp":
      return cell >= columns ? cell - columns : cell;
    case "ArrowDown":
      return cell + columns <= last ? cell + columns : cell;
    case "Home":
      return cell - column;
    case "End":
      return cell - column + columns - 1;
    default:
      return cell;
  }
}
