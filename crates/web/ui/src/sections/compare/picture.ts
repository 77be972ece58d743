// The table as a picture: an SVG document, and a PNG drawn from it.

import { labels } from "../../components/spec/spec";
import { bySeats, interval, isSquare, percent, results, type Pairing, type Table } from "./table";

const FONT = 14;
/** How wide a letter is, at most, in parts of the font's size. */
const LETTER = 0.62;
const ROW = 56;
const GAP = 10;
const COLOURS = ["#2e7d4f", "#b9b39b", "#c25344"];

/** What stands in the picture beside figures. */
export interface Words {
  title: string;
  corner: string;
  note: string;
}

/** The table as an SVG document, in light colours, whatever the page looks like. */
export function svg(table: Table, words: Words): string {
  const players = table.ratings.map(({ player }) => player);
  const names = labels(players);
  const rows = isSquare(table)
    ? players.map((first, row) => ({
        name: names[row] ?? first,
        cells: players.map((second) => [bySeats(table)(first, second), 0] as const),
      }))
    : table.pairings.map((pairing) => ({
        name: pairing.players.map((player) => names[players.indexOf(player)] ?? player).join(" – "),
        cells: pairing.players.map((_, role) => [pairing, role] as const),
      }));
  const heads = isSquare(table)
    ? names
    : (table.pairings[0]?.players ?? []).map((_, role) => String(role + 1));
  const notes = names.flatMap((name, place) =>
    players[place] === name ? [] : [`${name} = ${players[place]}`],
  );
  const left = width([words.corner, ...rows.map(({ name }) => name)]) + 2 * GAP;
  const cell = Math.max(width(heads), width([">99 / 99 / >99"])) + 2 * GAP;
  const [top, whole] = [1.5 * ROW, left + heads.length * cell];
  const height = top + rows.length * ROW + (notes.length + 2) * FONT * 1.5 + GAP;
  const wide = Math.max(whole, width([words.title, words.note, ...notes])) + 2 * GAP;
  const parts = [
    `<rect width="${wide}" height="${height}" fill="#ffffff"/>`,
    text(GAP, 1.6 * FONT, words.title, { weight: 700 }),
    text(GAP, top - ROW / 3, words.corner, { fill: "#5a646b" }),
    ...heads.map((head, column) =>
      text(left + (column + 0.5) * cell, top - ROW / 3, head, { anchor: "middle", weight: 600 }),
    ),
    ...rows.flatMap(({ name, cells }, row) => [
      `<line x1="0" y1="${top + row * ROW}" x2="${whole}" y2="${top + row * ROW}" stroke="#d5d8d6"/>`,
      text(GAP, top + (row + 0.6) * ROW, name, { weight: 600 }),
      ...cells.flatMap(([pairing, role], column) =>
        pairing ? figures(pairing, role, left + column * cell, top + row * ROW, cell) : [],
      ),
    ]),
    ...[words.note, ...notes].map((note, line) =>
      text(GAP, top + rows.length * ROW + (line + 1.5) * FONT * 1.5, note, { fill: "#5a646b" }),
    ),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${height}" viewBox="0 0 ${wide} ${height}" font-family="system-ui, sans-serif" font-size="${FONT}">\n${parts.join("\n")}\n</svg>\n`;
}

function figures(pairing: Pairing, role: number, x: number, y: number, cell: number): string[] {
  const counts = results(pairing, role);
  const whole = cell - 2 * GAP;
  const decided = counts[0] + counts[1] + counts[2];
  let at = x + GAP;
  const bar = counts.map((count, result) => {
    const part = decided === 0 ? 0 : (count / decided) * whole;
    const drawn = `<rect x="${at.toFixed(1)}" y="${y + 7}" width="${part.toFixed(1)}" height="8" fill="${COLOURS[result]}"/>`;
    at += part;
    return drawn;
  });
  const rates = counts.map((count) => percent(count, pairing.games)).join(" / ");
  const middle = { anchor: "middle" };
  return [
    ...bar,
    text(x + cell / 2, y + 32, pairing.games === 0 ? "–" : rates, middle),
    text(x + cell / 2, y + 48, pairing.games === 0 ? "" : interval(pairing.ci95[role]), {
      ...middle,
      fill: "#5a646b",
    }),
  ];
}

function width(texts: readonly string[]): number {
  return Math.ceil(
    Math.max(
      0,
      ...texts.map((text) => [...text].reduce((sum, letter) => sum + (letter > "\u2fff" ? 1 : LETTER), 0)),
    ) * FONT,
  );
}

function text(
  x: number,
  y: number,
  content: string,
  style: { anchor?: string; weight?: number; fill?: string },
): string {
  const { anchor = "start", weight = 400, fill = "#1c2226" } = style;
  return `<text x="${x}" y="${y.toFixed(1)}" text-anchor="${anchor}" font-weight="${weight}" fill="${fill}">${escaped(content)}</text>`;
}

function escaped(content: string): string {
  return content.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

/** The picture of an SVG document, twice as fine as the screen needs. */
export async function png(document: string): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([document], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = Object.assign(window.document.createElement("canvas"), {
      width: image.width * 2,
      height: image.height * 2,
    });
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error("the browser drew no picture"))),
        "image/png",
      );
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}
