// "What comes next?": asked before each stop, and answered by a click on a node.

import type { Place } from "./model";
import type { Replay } from "./replay";
import { nextOf, type Stride } from "./stops";

/** What was answered last. */
export type Answer = { kind: "right" | "wrong" | "wrongCut"; place: Place } | { kind: "wrongNothing" };

export class Lecture {
  /** How many stops were asked about. */
  asked = $state(0);
  /** How many of them were right at the first try. */
  right = $state(0);
  answer = $state.raw<Answer>();
  /** The stop that was asked about last. */
  private last = -1;

  /** Begins again. */
  reset(): void {
    this.asked = this.right = 0;
    this.answer = undefined;
    this.last = -1;
  }

  /**
   * Takes a click on a place, or that nothing more comes; tells whether it is right, so that the search goes
   * on from one stop to the next.
   */
  take(replay: Replay, stride: Stride, from: number, to: number, place: Place | undefined): boolean {
    const { model } = replay;
    const expected = nextOf(replay, stride, from, to);
    const isRight = expected === undefined ? place === undefined : place?.id === model.placeOf[expected];
    if (this.last !== from) {
      this.last = from;
      this.asked += 1;
      if (isRight) this.right += 1;
    }
    if (place === undefined) this.answer = isRight ? undefined : { kind: "wrongNothing" };
    else if (isRight) this.answer = { kind: "right", place };
    else this.answer = { kind: isLeftOut(replay, place) ? "wrongCut" : "wrong", place };
    return isRight;
  }
}

/** Whether the node above was cut before the search came to the place. */
export function isLeftOut(replay: Replay, place: Place): boolean {
  const above = replay.model.places[place.parent]?.node;
  if (above === undefined || replay.node(above).cut === 0) return false;
  return place.node === undefined || !replay.isNew(place.node);
}
