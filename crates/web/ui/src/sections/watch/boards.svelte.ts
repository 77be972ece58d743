// The boards of the positions of a recorded search, asked for as their nodes come into view.

import { SvelteMap } from "svelte/reactivity";

import { size } from "../../components/board/geometry";
import { ApiError, api, data, type GameRef, type Schemas } from "../../lib/api";
import { remembered } from "../../lib/remembered.svelte";
import { lineTo, type Model } from "./model";
import { leavesAtFirst } from "./outline";

type Grid = Schemas["Grid"];

/** The position that is searched. */
export interface Root {
  game: GameRef;
  /** The joint moves that lead there. */
  moves: string[][];
}

/**
 * How large a board is in a node: small ones have cells that are easily seen, large ones are as wide as a
 * node may be.
 */
const LARGEST_CELL = 17;
const LARGEST_BOARD = 76;
/** What a board has on both sides, and the scale down to which it can be read. */
const ASIDE = 20;
const LEGIBLE = 0.6;

/** So many are asked for together, and so many are kept. */
const TOGETHER = 8;
const MOST = 500;

/** Whether somebody wants them, which is remembered; who has not said so has them where there is room. */
const wish = remembered<"" | "on" | "off">("watch.boards", "", (value) =>
  ["", "on", "off"].includes(value as string),
);

export class Boards {
  private readonly grids = new SvelteMap<number, Grid | undefined>();
  private wanted: number[] = [];
  private isAsking = false;
  /** How wide the drawing of the tree is. */
  width = $state(0);

  constructor(
    private readonly model: Model,
    private readonly root: Root,
  ) {
    this.want([0]);
  }

  /** Whether the game has a board; not before the first one has come. */
  get areThere(): boolean {
    return this.grids.get(0) !== undefined;
  }

  get areShown(): boolean {
    return this.areThere && (wish.value === "" ? this.haveRoom : wish.value === "on");
  }

  set areShown(shown: boolean) {
    wish.value = shown ? "on" : "off";
  }

  /** The size of each of them, if they are shown. */
  get shape(): { cell: number; width: number; height: number } | undefined {
    const shape = this.size;
    return this.areShown ? shape : undefined;
  }

  /** The board of a place, if it has come. */
  of(place: number): Grid | undefined {
    return this.grids.get(place);
  }

  /**
   * Asks for the boards of these places, if they have not come, and for no others that were wanted before.
   */
  want(places: readonly number[]): void {
    this.wanted = places.filter((place) => !this.grids.has(place) && lineTo(this.model, place));
    if (!this.isAsking) void this.ask();
  }

  private get size(): { cell: number; width: number; height: number } | undefined {
    const grid = this.grids.get(0);
    if (!grid) return undefined;
    const { width, height } = size(grid);
    const cell = Math.min(LARGEST_CELL, LARGEST_BOARD / Math.max(width, height));
    return { cell, width: width * cell, height: height * cell };
  }

  private get haveRoom(): boolean {
    const shape = this.size;
    return shape !== undefined && leavesAtFirst(this.model) * (shape.width + ASIDE) * LEGIBLE <= this.width;
  }

  private async ask(): Promise<void> {
    this.isAsking = true;
    while (this.wanted.length > 0) {
      const next = this.wanted.splice(0, TOGETHER);
      const found = await Promise.all(next.map((place) => this.gridOf(place)));
      next.forEach((place, index) => {
        const grid = found[index];
        if (grid !== "unreachable") this.grids.set(place, grid);
      });
      this.forget();
    }
    this.isAsking = false;
  }

  private async gridOf(place: number): Promise<Grid | undefined | "unreachable"> {
    try {
      const moves = [...this.root.moves, ...(lineTo(this.model, place) ?? [])];
      const { picture, hides } = await data(
        api.POST("/api/positions", { body: { game: this.root.game, moves } }),
      );
      // What a role does not know is not shown.
      return hides ? undefined : picture.grids[0];
    } catch (error) {
      // A tree is read without its boards, too. What was not reached is asked for when the view changes.
      return error instanceof ApiError && error.problem.code === "unreachable" ? "unreachable" : undefined;
    }
  }

  /** Forgets the oldest but for the first, which tells the size of all. */
  private forget(): void {
    for (const place of this.grids.keys()) {
      if (this.grids.size <= MOST) return;
      if (place !== 0) this.grids.delete(place);
    }
  }
}
