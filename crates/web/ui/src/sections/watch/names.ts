// What the nodes of a tree are called, in the drawing and in the text alike.

import type { Place } from "./model";
import { SMALL } from "./outline";

/**
 * Names the places of an explicit tree that is shown whole: by its label; an inner node without one by a
 * letter, in the order of a textbook, row by row; a leaf by the node above and the move, such as B2.
 */
export function nameAll(places: readonly Place[]): void {
  if (places.length > SMALL) return;
  const taken = new Set(places.map(({ label }) => label));
  let letters = 0;
  const next = (): string => {
    const letter = lettersOf(letters++);
    return taken.has(letter) ? next() : letter;
  };
  for (const place of places) {
    const above = places[place.parent];
    if (place.label) place.name = place.label;
    else if (place.children.length > 0 || !above) place.name = next();
    else
      place.name = /^\d+$/.test(place.move()) ? above.name + place.move() : `${above.name} ${place.move()}`;
  }
}

/** A to Z, then AA to AZ, and so on. */
export function lettersOf(number: number): string {
  const rest = Math.floor(number / 26);
  return (rest > 0 ? lettersOf(rest - 1) : "") + String.fromCharCode(65 + (number % 26));
}
