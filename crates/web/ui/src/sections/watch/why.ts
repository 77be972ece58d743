// Why a node was cut, in the words of the tree: which value, and where the other side has the better one.

import { CHANCE } from "../../lib/chance";
import { maximiser } from "./model";
import type { Replay } from "./replay";
import { figure, nodeName, roleName, type Translate } from "./sentence";

/**
 * Why the children of a node that are left need not be searched; none if it was not cut. It is told as it
 * stood when the node was cut.
 */
export function whyCut(replay: Replay, node: number, t: Translate): string | undefined {
  const { model } = replay;
  const cut = replay.cut(node);
  if (!cut) return undefined;
  const at = replay.at;
  replay.seek(replay.node(node).cut);
  const source = sourceOf(replay, node, cut.bound);
  replay.seek(at);
  const place = model.places[model.placeOf[node]!]!;
  const mover = roleName(model, place.mover, t);
  const role = roleName(model, source?.mover, t);
  const name = {
    node: nodeName(model, node, t),
    value: figure(cut.value),
    bound: figure(cut.bound),
    mover,
    role,
    at: source ? nodeName(model, source.node, t) : "",
  };
  if (model.recording.trace.labels) return t("cutLabel", name);
  if (cut.kind === "immediate") return t("cutImmediate", name);
  if (cut.kind === "shallow") return t(source ? "cutShallow" : "cutBound", name);
  if (cut.kind === "deep") return t(source ? "cutDeep" : "cutDeepBound", name);
  if (cut.kind === "alpha") return t(source ? "cutAlpha" : "cutBelow", name);
  if (source && place.mover !== maximiser(model))
    return t("cutNegated", { ...name, own: figure(-cut.bound) });
  return t(source ? "cutBeta" : "cutAbove", name);
}

interface Source {
  node: number;
  mover: number;
}

/**
 * The nearest node above whose mover, another one than that of the node, already has the bound; none if the
 * bound comes from the window the search began with.
 */
function sourceOf(replay: Replay, node: number, bound: number): Source | undefined {
  const { model } = replay;
  const { nodes, roles } = model.recording.trace;
  const mover = (at: number) => model.places[model.placeOf[at]!]!.mover;
  for (let at = nodes[node]!.parent ?? undefined; at !== undefined; at = nodes[at]!.parent ?? undefined) {
    const other = mover(at);
    if (other === undefined || other === mover(node) || roles[other] === CHANCE) continue;
    const { value, payoffs } = replay.node(at);
    const has = payoffs.length > 0 ? payoffs.map((vector) => vector[other]!) : [value, -value];
    // The window of a search that asks "more than 8?" ends next to 8.
    if (has.some((value) => Math.abs(value - bound) < 1e-9)) return { node: at, mover: other };
  }
  return undefined;
}
