// Reasons and hints in words.

import { decimal, number as written } from "../../lib/i18n.svelte";
import { figure } from "./drafts";
import {
  type Failure,
  firstPosition,
  type Hint,
  type Mark,
  type Move,
  type Outcome,
  type Position,
  type Reason,
  type Sheet,
  type TreeNode,
} from "./exercise";
import type { Key } from "./messages";
import { isChance, nameOf, payoffsOf } from "./nodes";

type Bound = Extract<Reason, { code: "cut" }>["bound"];
type Elsewhere = Extract<Reason, { code: "shallow-cut" }>["above"];
type Translate = (key: Key, values?: Record<string, string | number>) => string;

/** What says all about one exercise. */
export interface Teller {
  /** What a mark is about. */
  place(mark: Pick<Mark, "at" | "blank">): string;
  reason(reason: Reason): string;
  hint(hint: Hint): string;
  move(move: Move): string;
  position(position: Position): string;
  /** The strategy that does what the sheet's program should. */
  strategy: string | undefined;
}

/** A number of an answer, as it is written in a blank. */
export function inBlank(value: number, decimals: number): string {
  return written(value, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: false,
  });
}

export function teller(t: Translate, sheet: Sheet): Teller {
  const { material } = sheet;
  const nodes: TreeNode[] = material.material === "tree" ? material.nodes : [];
  const name = (node: number) => nameOf(nodes, node);
  const names = (list: number[]) => list.map(name).join(", ");
  /** What stands between numbers: a comma may be part of them. */
  const separator = decimal(".") === "," ? "; " : ", ";
  const figures = (list: number[]) => list.map(figure).join(separator);
  const end = (value: number | null | undefined, infinite: string) =>
    value == null ? infinite : figure(value);
  const decimals =
    material.material === "statistics" || material.material === "simulation" ? material.decimals + 1 : 2;
  const rounded = (value: number) => written(value, { maximumFractionDigits: Math.max(decimals, 2) });

  const first = firstPosition({ material });
  /** How many numbers a turn of the counting game may say. */
  const counted = first?.game === "counting" ? first.most : undefined;

  const player = (who: number) => {
    if (material.material === "tree" && material.players > 2) return t("playerNumber", { number: who + 1 });
    return t(who === 0 ? "max" : "min");
  };

  const move = (move: Move): string => {
    switch (move.move) {
      case "say":
        return t("moveSay", { count: move.count });
      case "take": {
        const values = { row: move.row + 1, from: move.from + 1, to: move.from + 2 };
        return t(move.coins === 1 ? "moveTakeOne" : "moveTakeTwo", values);
      }
      case "slide":
        return t("moveSlide", { row: move.row + 1, from: move.from, to: move.to });
      case "remove":
        return t("moveRemove", { heap: move.heap + 1, count: move.count });
    }
  };

  const position = (position: Position): string => {
    switch (position.game) {
      case "counting":
        return t("positionCounting", { said: position.said });
      case "coin-row":
        return t("positionCoinRow", { rows: position.rows.join(", ") || "0" });
      case "two-rows":
        return t("positionTwoRows", {
          gaps: position.rows.map((row) => row.black - row.white - 1).join(", "),
        });
      case "nim":
        return t("positionNim", { heaps: position.heaps.join(", ") });
    }
  };

  const theory = ({ parts, xor }: { parts: number[]; xor: number }): string => {
    if (parts.length === 0) return "";
    if (counted !== undefined) return t("theoryCounting", { value: xor, base: counted + 1 });
    return parts.length === 1
      ? t("theoryOne", { value: xor })
      : t("theory", { parts: parts.join(" ⊕ "), xor });
  };

  /** Where an end of a window comes from. */
  const source = (bound: Bound, side: "alpha" | "beta"): string => {
    if (bound.from == null || bound.value == null) return "";
    const chance = material.material === "tree" && isChance(material, bound.from);
    return t(chance ? `${side}FromChance` : `${side}From`, {
      value: figure(bound.value),
      node: name(bound.from),
    });
  };

  const window = (reason: Extract<Reason, { code: "window" }>): string => {
    const { alpha, beta } = reason;
    const sources = [source(alpha, "alpha"), source(beta, "beta")].filter(Boolean);
    const ends = { alpha: end(alpha.value, "−∞"), beta: end(beta.value, "∞") };
    return [t("windowIs", ends), ...sources].join(" ");
  };

  /** What the player has who moves above, and the most that it can get below. */
  const elsewhere = ({ from, player: other, payoff, most }: Elsewhere) => ({
    from: name(from),
    other: player(other),
    has: figure(payoff),
    most: figure(most),
  });

  /** The numbers of a new mean. */
  const backUp = (
    { player: who, visits, mean, payoff }: Omit<Extract<Hint, { code: "back-up" }>, "code">,
    value: string,
  ) => ({ player: player(who), visits, mean: mean ?? "", payoff, after: visits + 1, value });

  const outcome = (outcome: Outcome): string => {
    switch (outcome.outcome) {
      case "value":
        return outcome.value;
      case "search":
        return t("outcomeSearch", {
          value: outcome.value,
          leaves: outcome.leaves.join(", ") || "–",
          cut: outcome.cut,
        });
      case "statistics":
        return t("outcomeStatistics", {
          simulations: outcome.simulations,
          visits: outcome.visits,
          totals: outcome.totals,
        });
      case "stopped": {
        const why =
          outcome.why.why === "no-value"
            ? t("stop-no-value", { name: outcome.why.name })
            : t(`stop-${outcome.why.why}`);
        return t("outcomeStopped", { line: outcome.line + 1, why });
      }
    }
  };

  const failure = ({ tree, playouts = [], expected, found }: Failure): string => {
    const on =
      playouts.length > 0
        ? t("onTreeWithPlayouts", { tree, playouts: playouts.join(", ") })
        : t("onTree", { tree });
    return `${on} ${t("resultsDiffer", { expected: outcome(expected), found: outcome(found) })}`;
  };

  /**
   * Values for a message about labels at a node, with who moves there, the label that it wants, and the one
   * that the other player wants.
   */
  const sidesAt = <Values extends Record<string, string>>(node: number, values: Values) => {
    const max = nodes[node]?.mover === 0;
    const [wanted, other] = max ? [t("label-win"), t("label-lost")] : [t("label-lost"), t("label-win")];
    return { ...values, player: player(max ? 0 : 1), wanted, other };
  };

  const reason = (reason: Reason): string => {
    switch (reason.code) {
      case "other-kind":
      case "no-branch":
      case "no-order":
      case "no-move":
        return t("noSuchAnswer");
      case "max-of":
        return t("maxOf", { children: figures(reason.children), value: figure(reason.value) });
      case "min-of":
        return t("minOf", { children: figures(reason.children), value: figure(reason.value) });
      case "expectation": {
        const term = (child: number, place: number) =>
          `${reason.probabilities[place]} · ${child < 0 ? `(${figure(child)})` : figure(child)}`;
        return t("expectation", {
          children: figures(reason.children),
          sum: reason.children.map(term).join(" + "),
          value: figure(reason.value),
        });
      }
      case "best-label":
      case "early-exit": {
        const { wanted, other, ...values } = sidesAt(reason.at, {
          at: name(reason.at),
          child: name(reason.child),
          label: t(`label-${reason.label}`),
        });
        if (reason.code === "early-exit") return t("earlyExit", values);
        const key =
          values.label === wanted ? "labelWins" : values.label === other ? "labelLoses" : "labelDraws";
        return t(key, { ...values, wanted });
      }
      case "no-early-exit":
        return t("noEarlyExit", sidesAt(reason.at, { at: name(reason.at), child: name(reason.child) }));
      case "own-best": {
        const own = reason.children.map((child) => child[reason.player] ?? 0);
        return t("ownBest", {
          player: player(reason.player),
          own: figures(own),
          value: payoffsOf(reason.children[reason.taken] ?? []),
        });
      }
      case "window":
        return window(reason);
      case "cut": {
        const max = nodes[reason.at]?.mover === 0;
        const values = {
          at: name(reason.at),
          value: figure(reason.value),
          bound: end(reason.bound.value, ""),
          from: name(reason.bound.from ?? 0),
        };
        const inOutcome = material.material === "tree" && isChance(material, reason.bound.from);
        if (inOutcome)
          return `${t(max ? "cutBetaShort" : "cutAlphaShort", values)} ${source(reason.bound, max ? "beta" : "alpha")}`;
        return t(max ? "cutBeta" : "cutAlpha", values);
      }
      case "chance-cut": {
        const values = {
          at: name(reason.at),
          value: figure(reason.value),
          bound: end(reason.bound.value, ""),
          rest: figure(reason.rest),
        };
        const [short, why, side] = reason.alpha
          ? (["cutAlphaShort", "atMost", "alpha"] as const)
          : (["cutBetaShort", "atLeast", "beta"] as const);
        return `${t(short, values)} ${t(why, values)} ${source(reason.bound, side)}`;
      }
      case "chance-not-cut": {
        const ends = { alpha: end(reason.alpha, "−∞"), beta: end(reason.beta, "∞") };
        return t("chanceNotCut", {
          at: name(reason.at),
          least: figure(reason.least),
          greatest: figure(reason.greatest),
          ...ends,
        });
      }
      case "searched-again":
        return t(nodes[reason.at]?.mover === 0 ? "againMax" : "againMin", {
          at: name(reason.at),
          asked: figure(reason.asked),
          value: figure(reason.value),
        });
      case "searched-once":
        return t(`once-${reason.why}`, {
          at: name(reason.at),
          asked: end(reason.asked, ""),
          value: end(reason.value, ""),
        });
      case "immediate-cut":
        return t("immediateCut", {
          at: name(reason.at),
          player: player(reason.player),
          payoff: figure(reason.payoff),
        });
      case "shallow-cut":
        return t("shallowCut", {
          at: name(reason.at),
          player: player(reason.player),
          payoff: figure(reason.payoff),
          ...elsewhere(reason.above),
        });
      case "maxn-not-cut": {
        const { at, payoff, above } = reason;
        if (payoff == null) return t("firstBranch", { at: name(at) });
        const values = { at: name(at), player: player(reason.player), payoff: figure(payoff) };
        return above == null
          ? t("nothingAbove", values)
          : t("enoughAbove", { ...values, ...elsewhere(above) });
      }
      case "not-cut":
        return t("notCut", {
          at: name(reason.at),
          alpha: end(reason.alpha, "−∞"),
          beta: end(reason.beta, "∞"),
        });
      case "order":
        return t("orderVisits", { visited: reason.visited, least: reason.least, leaves: reason.leaves });
      case "uct-value": {
        const { mean, visits, total, c, bonus, value } = reason;
        return t("uctValue", { mean, visits, total, c, bonus: rounded(bonus), value: rounded(value) });
      }
      case "greatest":
        return t("greatest", { values: reason.values.map(rounded).join("; "), move: reason.taken + 1 });
      case "visited":
        return t("visited", { visits: reason.visits, value: reason.visits + 1 });
      case "backed-up":
        return t(reason.mean == null ? "backedUpFirst" : "backedUp", backUp(reason, rounded(reason.value)));
      case "reachable-loss":
        return t("reachableLoss", {
          move: move(reason.by.move),
          to: position(reason.by.to),
          theory: theory(reason.by.theory),
        });
      case "only-wins":
        return t("onlyWins", { moves: reason.moves, theory: theory(reason.theory) });
      case "leaves-loss":
        return t("leavesLoss", {
          move: move(reason.by.move),
          to: position(reason.by.to),
          theory: theory(reason.by.theory),
        });
      case "leaves-win":
        return t("leavesWin", {
          move: move(reason.by.move),
          to: position(reason.by.to),
          answer: move(reason.answer.move),
          then: position(reason.answer.to),
          theory: theory(reason.answer.theory),
        });
      case "says-target":
        return t("saysTarget");
      case "same-results":
        return t("sameResults", { trees: reason.trees });
      case "other-result":
        return failure(reason.failure);
      case "given-fails":
        return `${t("givenFails")} ${failure(reason.failure)}`;
      case "still-fails":
        return `${t("stillFails", { text: reason.text })} ${failure(reason.failure)}`;
      case "no-line":
        return t("noLine", { lines: reason.lines });
      case "not-every-line":
        return t("notEveryLine", { first: reason.first + 1, last: reason.first + reason.count });
    }
  };

  const hint = (hint: Hint): string => {
    switch (hint.code) {
      case "chooses": {
        const values = {
          player: player(hint.player),
          children: names(hint.children),
          first: names(hint.first),
        };
        if (sheet.kind === "labels-tree")
          return t(hint.player === 0 ? "hintLabelMax" : "hintLabelMin", values);
        const key =
          material.material === "tree" && material.players > 2
            ? "hintOwn"
            : hint.player === 0
              ? "hintMax"
              : "hintMin";
        return [t(key, values), hint.first.length > 0 ? t("hintFirst", values) : ""].join(" ");
      }
      case "averages": {
        const probable = hint.children.map((child) => `${name(child)} (${nodes[child]?.probability ?? ""})`);
        const values = { children: probable.join(", "), first: names(hint.first) };
        return [t("hintAverages", values), hint.first.length > 0 ? t("hintFirst", values) : ""].join(" ");
      }
      case "cuts":
        if (hint.first_below == null) return t("hintNone");
        return t(
          sheet.kind === "labels-tree" ? "hintSkipped" : sheet.kind === "pvs" ? "hintAgain" : "hintCuts",
          { count: hint.count, node: name(hint.first_below) },
        );
      case "window-from": {
        const parts = [
          hint.max.length > 0 ? t("hintAlpha", { nodes: names(hint.max) }) : "",
          hint.min.length > 0 ? t("hintBeta", { nodes: names(hint.min) }) : "",
        ];
        return parts.filter(Boolean).join(" ");
      }
      case "uct-formula": {
        const { mean, visits, total, c, log } = hint;
        return t("hintUct", { mean, visits, total, c, log: written(log, { maximumFractionDigits: 4 }) });
      }
      case "order":
        return t("hintOrder", { least: hint.least, leaves: hint.leaves, node: name(hint.first) });
      case "greatest":
        return t("hintGreatest");
      case "one-visit-more":
        return t("hintVisit");
      case "back-up":
        return t(hint.mean == null ? "hintBackUpFirst" : "hintBackUp", backUp(hint, ""));
      case "successors": {
        const label = (place: number) => t(hint.labels[place] === "lose" ? "lose" : "win");
        const moves = hint.moves.map(
          ({ move: made, to }, place) => `${move(made)} → ${position(to)}: ${label(place)}`,
        );
        return t("hintSuccessors", { moves: moves.join("; ") });
      }
      case "make-zero":
        return t("hintZero", { theory: theory(hint.theory) });
      case "not-line":
        return `${t("hintNotLine", { text: hint.text })} ${failure(hint.failure)}`;
      case "first-line":
        return t("hintFirstLine", { text: hint.text, number: hint.place + 1 });
      case "fails":
        return failure(hint.failure);
      case "wrong-line":
        return t("hintWrongLine", { number: hint.line + 1 });
    }
  };

  const place = ({ at, blank }: Pick<Mark, "at" | "blank">): string => {
    if (material.material === "code") {
      if (at != null) return t("lineNumber", { number: at + 1 });
      return t(blank === "line" ? "wrongLine" : blank === "replacement" ? "replacement" : "lineOrder");
    }
    if (at == null) return blank === "choice" ? t("choice") : t("whole");
    if (material.material === "tree") {
      if (blank !== "cuts") return name(at);
      if (sheet.kind === "labels-tree") return t("branchTo", { to: name(at) });
      return t("branch", { from: name(nodes[at]?.parent ?? 0), to: name(at) });
    }
    if (material.material === "simulation")
      return t(blank.startsWith("v") ? "visitsOf" : "meanOf", { number: at + 1 });
    return t(material.material === "statistics" ? "moveNumber" : "positionNumber", { number: at + 1 });
  };

  const strategies = {
    minimax: "minimax",
    negamax: "negamax",
    "alpha-beta": "alpha-beta",
    "negamax-alpha-beta": "alpha-beta(form=negamax)",
    uct: "uct",
  };
  const strategy = material.material === "code" ? strategies[material.algorithm] : undefined;

  return { place, reason, hint, move, position, strategy };
}
