// What the steps of a search do, and why: in the words of the tree.

import { formula, samples, selectionOf, startsSimulation } from "./phases";
import { beginsAt, maximiser, type Model, negated } from "./model";
import type { Step } from "./recording";
import type { Replay } from "./replay";
import {
  dominance,
  figure,
  means,
  nextTo,
  nodeName,
  ofPlayers,
  roleName,
  type Translate,
  valueText,
  vectors,
  windowEnd,
} from "./sentence";
import type { Stride } from "./stops";
import { whyCut } from "./why";

/** So many sentences are told of one stop, the last ones. */
const MOST = 8;

/**
 * What happened since an earlier step, in whole sentences, with the figures that held then. The replay comes
 * back to where it was.
 */
export function tale(replay: Replay, from: number, to: number, stride: Stride, t: Translate): string[] {
  const at = replay.at;
  const told: string[] = [];
  for (let step = to; step > from && told.length < MOST; step--) {
    replay.seek(step);
    if (stride === "event" || tells(replay, stride)) told.unshift(sentence(replay, t));
  }
  // Where somebody is led to the middle of what is told together, the last event is told alone.
  if (told.length === 0 && to > from) {
    replay.seek(to);
    told.push(sentence(replay, t));
  }
  replay.seek(at);
  return told;
}

/** Whether the last step is told where steps are told together. */
function tells(replay: Replay, stride: Stride): boolean {
  const step = replay.last()!;
  if (step.do === "iteration") return true;
  // Where there are payoff vectors, they say more than the value of one player.
  if (
    ["leaf", "update", "leave"].includes(step.do) &&
    (replay.model.recording.trace.nodes[0]?.payoffs?.length ?? 0) > 0
  )
    return false;
  if (stride === "cut") return step.do === "cut";
  if (samples(replay)) {
    const { nodes } = replay.model.recording.trace;
    if (step.do === "leave") return false;
    // What is backed up is told by the statistics; the sum of the playouts only where they were made.
    const isMade = replay.steps[replay.at - 2]?.do === "enter" || startsSimulation(replay, replay.at - 1);
    return (
      (step.do !== "playouts" && step.do !== "proven_visits") ||
      isMade ||
      (nodes[step.node]!.moves?.length ?? 0) === 0
    );
  }
  if (step.do === "enter") return stride === "node" && !replay.model.recording.trace.nodes[step.node]!.leaf;
  // A leaf has told its value, and a cut what is left of its node.
  if (step.do === "leave")
    return (
      !replay.model.recording.trace.nodes[step.node]!.leaf &&
      replay.node(step.node).cut === 0 &&
      step.node !== 0
    );
  return true;
}

/** The last step that was made, in words. */
export function sentence(replay: Replay, t: Translate): string {
  const text = said(replay, t);
  // The root of a game has no name but this word, nor has a determinization.
  const words = [t("root"), t("determinization", { number: "" }).trim()];
  return words.some((word) => text.startsWith(word)) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

function said(replay: Replay, t: Translate): string {
  const { model } = replay;
  const step = replay.last()!;
  if (step.do === "iteration") return t("iterates", { depth: step.depth });
  const node = nodeName(model, step.node, t);
  const value = "value" in step ? valueText(model, step.value, t) : "";
  switch (step.do) {
    case "enter":
      return entering(replay, step, t);
    case "leaf":
      return t("leaf", { node, value });
    case "recall":
      return t("recall", { node, value });
    case "update":
      return updating(replay, step, t);
    case "cut":
      return whyCut(replay, step.node, t) ?? "";
    case "dominated":
      return dominance(model, step, t);
    case "payoffs":
      return t(step.vectors.length === 1 ? "payoffsOne" : "payoffs", {
        node,
        payoffs: vectors(step.vectors),
      });
    case "playouts":
      return t(step.count === 1 ? "playoutOf" : "playoutsOf", {
        node,
        count: step.count,
        mean: means(ofPlayers(model, step.goals), step.count),
      });
    case "proven_visits":
      return t("provenOf", {
        node,
        count: step.count,
        mean: means(ofPlayers(model, step.goals), step.count),
      });
    case "back_up": {
      const told = model.recording.trace.nodes[step.node]!;
      const { role, move: made } = told.moves![step.move]!;
      const move = model.write(made);
      const several = (told.movers?.length ?? 0) > 1;
      return t("backUp", {
        node,
        move: several ? `${roleName(model, role, t)}: ${move}` : move,
        visits: step.visits,
        mean: figure(step.mean),
      });
    }
    case "leave":
      return leaving(replay, step, t);
  }
}

type Of<Do extends Step["do"]> = Extract<Step, { do: Do }>;

const ends = ({ alpha, beta }: { alpha?: number | null; beta?: number | null }) => ({
  alpha: windowEnd(alpha, "-∞"),
  beta: windowEnd(beta, "∞"),
});

/** Who moves in a node; none where nobody or several do, or chance. */
function moverOf(model: Model, node: number): number | undefined {
  const place = model.places[model.placeOf[node]!]!;
  return place.chance ? undefined : place.mover;
}

/** Whether the figures of a search are of two sides, one of which maximises, and the other minimises. */
function minimaxes(model: Model): boolean {
  const { labels, nodes } = model.recording.trace;
  return !labels && !nodes[0]?.payoffs?.length && !nodes[0]?.means?.length;
}

function entering(replay: Replay, step: Of<"enter">, t: Translate): string {
  const { model } = replay;
  const node = nodeName(model, step.node, t);
  const { determinization } = model.recording.trace.nodes[step.node]!;
  const { visits } = replay.node(step.node);
  if (determinization != null && visits === 1)
    return t("determinizes", { node, role: roleName(model, model.recording.trace.role, t) });
  // The root of a search of determinizations is no node of their simulations.
  if (samples(replay) && (step.node !== 0 || beginsAt(model, 0))) {
    if (beginsAt(model, step.node)) return t("simulationStarts", { node, number: visits });
    const selection = selectionOf(replay);
    const isNew = visits === 1;
    const above = nodeName(model, model.recording.trace.nodes[step.node]!.parent ?? 0, t);
    const chosen = selection?.candidates.find((candidate) => candidate.chosen);
    if (!selection || !chosen) return t(isNew ? "expands" : "goesOn", { node, above });
    if (chosen.visits === 0) return t("untried", { node, above });
    return t(selection.greatest ? "selects" : "selectsOtherwise", {
      node,
      above,
      formula: formula(chosen, selection),
      value: figure(chosen.value),
    });
  }
  if (visits > 1 && model.windows) return t("entersAgain", { node, ...ends(step) });
  const mover = moverOf(model, step.node);
  if (model.recording.trace.nodes[step.node]!.leaf || mover === undefined) return t("entersOpen", { node });
  const role = roleName(model, mover, t);
  return step.alpha == null && step.beta == null
    ? t("entersMover", { node, role })
    : t("entersWindow", { node, role, ...ends(step) });
}

function updating(replay: Replay, step: Of<"update">, t: Translate): string {
  const { model } = replay;
  const node = nodeName(model, step.node, t);
  const value = valueText(model, step.value, t);
  const mover = moverOf(model, step.node);
  const child = lastChild(replay, step.node);
  if (mover === undefined || child === undefined || !minimaxes(model))
    return t("updateOpen", { node, value });
  const greatest = negated(model) || mover === maximiser(model);
  return t(greatest ? "updateMax" : "updateMin", {
    node,
    value,
    role: roleName(model, mover, t),
    child: nodeName(model, child, t),
  });
}

/** The child that the search came back from last. */
function lastChild(replay: Replay, node: number): number | undefined {
  const { places, placeOf } = replay.model;
  const children = places[placeOf[node]!]!.children.flatMap((child) => places[child]!.node ?? []);
  return children.reduce<number | undefined>((last, child) => {
    const { phase, entered } = replay.node(child);
    return phase === 2 && replay.isNew(child) && (last === undefined || entered > replay.node(last).entered)
      ? child
      : last;
  }, undefined);
}

function leaving(replay: Replay, step: Of<"leave">, t: Translate): string {
  const { model } = replay;
  const node = nodeName(model, step.node, t);
  if ((step.value ?? null) === null) return t("returns", { node });
  // What fails hard returns an end of its window, which may be next to a value.
  const own = replay.node(step.node);
  const value =
    valueText(model, step.value, t) +
    (step.value === own.alpha || step.value === own.beta ? nextTo(step.value!) : "");
  const above = model.recording.trace.nodes[step.node]!.parent ?? undefined;
  const mover = above === undefined ? undefined : moverOf(model, above);
  if (above === undefined || mover === undefined || !model.windows || !minimaxes(model) || negated(model))
    return t("leaves_", { node, value });
  // What the one who moves above has there is the value so far. An end of the window may be what somebody has
  // elsewhere, or only what the search asks for.
  const bound = replay.node(above).value;
  if (Number.isNaN(bound)) return t("leaves_", { node, value });
  const names = {
    node,
    value,
    above: nodeName(model, above, t),
    role: roleName(model, mover, t),
    bound: figure(bound),
  };
  if (mover === maximiser(model)) return t(step.value! <= bound ? "notMore" : "more", names);
  return t(step.value! >= bound ? "notLess" : "less", names);
}
