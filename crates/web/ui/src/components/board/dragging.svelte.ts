// A piece that is dragged from one cell of a board to another.

import type { Point } from "./geometry";

/** How far a pointer moves before it drags, in pixels. */
const SLACK = 6;

export class Dragging {
  /** The piece under way, and where in the picture the pointer is. */
  piece = $state<{ from: number; at: Point } | null>(null);

  /** Whether the press that comes next ends a drag. */
  #ended = false;
  /** Whether a pointer is down on a piece that can be dragged. */
  #held = false;

  constructor(
    private readonly picture: () => SVGSVGElement | undefined,
    private readonly drop: (from: number, to: number) => void,
  ) {}

  /**
   * A finger on such a piece drags it; on any other cell it scrolls the page. Only a listener that is not
   * passive can say so.
   */
  holdFinger(): () => void {
    const picture = this.picture();
    const stay = (event: TouchEvent) => {
      if (this.#held && event.cancelable) event.preventDefault();
    };
    picture?.addEventListener("touchmove", stay, { passive: false });
    return () => picture?.removeEventListener("touchmove", stay);
  }

  /** Whether a press comes from the end of a drag. */
  justEnded(): boolean {
    const ended = this.#ended;
    this.#ended = false;
    return ended;
  }

  /** A pointer goes down on a cell, of which a piece may be dragged or not. */
  begin(event: PointerEvent, from: number, canLeave: boolean): void {
    this.#ended = false;
    if (!canLeave || event.button !== 0) return;
    this.#held = true;
    const start = { x: event.clientX, y: event.clientY };
    const moved = (event: PointerEvent) => {
      if (this.piece || Math.hypot(event.clientX - start.x, event.clientY - start.y) > SLACK)
        this.piece = { from, at: this.#place(event) };
    };
    const end = (event: PointerEvent) => {
      removeEventListener("pointermove", moved);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      this.#held = false;
      if (!this.piece) return;
      this.piece = null;
      this.#ended = true;
      const under = document
        .elementFromPoint(event.clientX, event.clientY)
        ?.closest<SVGGElement>("[data-cell]");
      const to = under && this.picture()?.contains(under) ? Number(under.dataset.cell) : from;
      if (event.type === "pointerup" && to !== from) this.drop(from, to);
    };
    addEventListener("pointermove", moved);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  /** Where the pointer is in the picture. */
  #place(event: PointerEvent): Point {
    const matrix = this.picture()?.getScreenCTM()?.inverse();
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return { x, y };
  }
}
