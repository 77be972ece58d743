// The principal variation, as places of the tree.

import type { Model } from "./model";

/** The places that the search expects to come to, without the root; none if it tells of no variation. */
export function principalOf({ places, recording }: Model): number[] {
  const found: number[] = [];
  let at = places[0];
  for (const joint of recording.trace.pv ?? []) {
    const next: number | undefined = at?.children.find((child) => {
      const { node } = places[child]!;
      const move = node === undefined ? undefined : recording.trace.nodes[node]!.move;
      return (
        move !== undefined && move.length === joint.length && move.every((part, role) => part === joint[role])
      );
    });
    if (next === undefined) break;
    found.push(next);
    at = places[next];
  }
  return found;
}
