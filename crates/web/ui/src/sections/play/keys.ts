// The keys that go through the moves of a game.

/** The ply that a key goes to from another; none if it is no such key. */
export function plyByKey(key: string, ply: number, plies: number): number | undefined {
  switch (key) {
    case "ArrowLeft":
      return Math.max(0, ply - 1);
    case "ArrowRight":
      return Math.min(plies, ply + 1);
    case "Home":
      return 0;
    case "End":
      return plies;
    default:
      return undefined;
  }
}

/**
 * Whether keys belong to what has the focus: something to write in or to choose from, or a cell of a board
 * that was come to by keyboard.
 */
export function keepsKeys(focused: Element | null, byPointer: boolean): boolean {
  if (!focused) return false;
  if (focused.closest("[data-cell]")) return !byPointer;
  return focused.closest("input, select, textarea, dialog, [role=region]") !== null;
}
