// The colours of pieces, and of the roles that they belong to.

import type { Schemas } from "../../lib/api";

export type Colour = Schemas["Colour"];

/** Colours for pieces without a look, by the role that owns them. */
const OWNERS: Colour[] = ["blue", "red", "green", "yellow", "brown", "grey"];

/** What pieces of each colour are filled with. */
export const FILLS: Record<Colour, string> = {
  white: "#f7f5ee",
  black: "#2a2d30",
  red: "#cf3f35",
  blue: "#2f6fc4",
  green: "#2f9a55",
  yellow: "#f2c230",
  grey: "light-dark(#80868b, #767d83)",
  brown: "#a2703f",
};

/** The colour that a piece is drawn in. */
export function pieceColour(content: Schemas["Content"]): Colour {
  return content.look?.colour ?? (content.owner == null ? "white" : ownerColour(content.owner));
}

function ownerColour(role: number): Colour {
  return OWNERS[role % OWNERS.length] ?? "blue";
}

/**
 * The colour of each role: that of its pieces, or the one that it is named after, unless two roles would have
 * the same.
 */
export function roleColours(picture: Schemas["Picture"], roles: string[]): Colour[] {
  const contents = picture.grids.flatMap((grid) => grid.contents);
  const colours = roles.map((name, role) => {
    const piece = contents.find(({ owner, blank }) => owner === role && !blank);
    if (piece) return pieceColour(piece);
    return Object.hasOwn(FILLS, name) ? (name as Colour) : ownerColour(role);
  });
  return new Set(colours).size === roles.length ? colours : colours.map((_, role) => ownerColour(role));
}
