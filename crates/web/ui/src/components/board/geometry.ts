// Where the cells of a board lie in its picture, a square cell being one unit wide.

import type { Schemas } from "../../lib/api";

type Grid = Pick<Schemas["Grid"], "form" | "columns" | "rows">;
/** The sides of a board that players are to connect. */
type Sides = Pick<Schemas["Grid"], "sides">;

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
  return {
    width: (columns + (rows - 1) / 2) * HEX_WIDTH,
    height: (rows - 1) * HEX_PITCH + (2 * HEX_WIDTH) / Math.sqrt(3),
  };
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

/** The outline of a cell around a point, as an attribute of a polygon; smaller than the cell by a factor. */
export function outline({ form }: Pick<Grid, "form">, { x, y }: Point, factor = 1): string {
  const square = [
    { x: x - 0.5, y: y - 0.5 },
    { x: x + 0.5, y: y - 0.5 },
    { x: x + 0.5, y: y + 0.5 },
    { x: x - 0.5, y: y + 0.5 },
  ];
  const points = form === "hex" ? corners({ x, y }) : square;
  return path(points.map((point) => ({ x: x + (point.x - x) * factor, y: y + (point.y - y) * factor })));
}

/** Points as an attribute of a line or a polygon. */
export function path(points: Point[]): string {
  return points.map(({ x, y }) => `${x},${y}`).join(" ");
}

/**
 * The four sides of a board of hexagons that players are to connect, each with its colour: the upper and the
 * lower one, the right and the left one.
 */
export function edges(grid: Grid & Sides): { colour: string; points: Point[] }[] {
  if (!grid.sides || grid.form !== "hex") return [];
  const [columns, rows] = [grid.columns.length, grid.rows.length];
  const along = (cells: number[], ...of: number[]) =>
    cells.flatMap((cell) => of.map((corner) => corners(middle(grid, cell))[corner]!));
  const top = Array.from({ length: columns }, (_, column) => column);
  const left = Array.from({ length: rows }, (_, row) => row * columns);
  const { ends, flanks } = grid.sides;
  return [
    { colour: ends, points: along(top, 5, 0, 1) },
    { colour: ends, points: along(top.map((column) => (rows - 1) * columns + column).reverse(), 2, 3, 4) },
    {
      colour: flanks,
      points: along(
        left.map((cell) => cell + columns - 1),
        1,
        2,
        3,
      ),
    },
    { colour: flanks, points: along(left, 5, 4) },
  ];
}

/**
 * The cell that an arrow key goes to from another, cells that are not `used` being passed over; the same at
 * the edge.
 */
export function neighbour(
  grid: Grid,
  cell: number,
  key: string,
  used: (cell: number) => boolean = () => true,
): number {
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
