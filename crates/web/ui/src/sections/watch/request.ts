// What is asked to be recorded: as it stands in the address, and as it goes to the server.

import type { GameRef, Schemas } from "../../lib/api";
import { gameAt, get, missingAt, nameOf } from "../../lib/myRules";
import { parse } from "../play/line";

export interface Wanted {
  source: "tree" | "game";
  /** The name of a built-in tree; empty: `text` is the tree. */
  tree: string;
  text: string;
  game: GameRef;
  /**
   * The name of rules of one's own that are asked for in place of the game, and that this browser does not
   * keep; empty: none.
   */
  missing: string;
  /** A joint move a line: the moves of all roles, in KIF, one after another. */
  moves: string;
  /** Whether these moves are not to be shown, as somebody is playing who does not know all of them. */
  areCovered: boolean;
  /** Whether a strategy searches, or the players learn an equilibrium. */
  how: "search" | "learning";
  /** How they learn: an algorithm of counterfactual regret minimisation. */
  algorithm: string;
  /** In how many iterations they learn. */
  iterations: string;
  /** The role that searches; empty: the one that has a choice. */
  role: string;
  strategy: string;
  /** The strategy of the search that is shown beside it; empty: none. */
  beside: string;
  /** Whether a search is shown beside it that has the branches of the tree in reverse order. */
  isReversed: boolean;
  /** Plies; empty: no bound. */
  depth: string;
  seed: string;
}

const STRATEGY = "alpha-beta";

/** The algorithms by which players learn. */
export const ALGORITHMS = [
  "cfr",
  "cfr+",
  "linear-cfr",
  "discounted-cfr",
  "external-mccfr",
  "outcome-mccfr",
] as const;

const ITERATIONS = "1000";

/** What an address asks for. */
export function wantedOf(parameters: URLSearchParams): Wanted {
  const of = (name: string) => parameters.get(name) ?? "";
  const text = of("text");
  return {
    source: ["game", "mine", "rules"].some((name) => parameters.has(name)) ? "game" : "tree",
    tree: text ? "" : of("tree") || "minimax",
    text,
    game:
      of("rules") || parameters.has("mine")
        ? (gameAt(parameters) ?? { rules: of("rules") })
        : { name: of("game") || "tictactoe" },
    missing: missingAt(parameters) ?? "",
    moves: of("moves"),
    areCovered: parameters.has("covered"),
    how: parameters.has("equilibrium") ? "learning" : "search",
    algorithm: of("equilibrium") || ALGORITHMS[0],
    iterations: of("iterations") || ITERATIONS,
    role: of("role"),
    strategy: of("strategy") || STRATEGY,
    beside: of("beside"),
    isReversed: parameters.has("reversed"),
    depth: of("depth"),
    seed: of("seed") || "0",
  };
}

/** What an address tells of the game. */
function playedOf({ game, missing }: Wanted): Record<string, string> {
  if (missing) return { mine: missing };
  if ("name" in game) return { game: game.name };
  const mine = nameOf(game.rules);
  return mine === undefined ? { rules: game.rules } : { mine };
}

/** The parameters of the address that asks for it. */
export function parametersOf(wanted: Wanted): Record<string, string | undefined> {
  const {
    source,
    tree,
    text,
    moves,
    areCovered,
    role,
    strategy,
    beside,
    isReversed,
    depth,
    how,
    algorithm,
    iterations,
  } = wanted;
  const seed = wanted.seed === "0" ? undefined : wanted.seed;
  const played = playedOf(wanted);
  if (how === "learning")
    return {
      ...(source === "game" ? played : tree ? { tree } : { text }),
      equilibrium: algorithm,
      iterations,
      seed,
    };
  const subject =
    source === "game"
      ? { ...played, moves, covered: areCovered ? "1" : undefined, role }
      : tree
        ? { tree }
        : { text };
  return {
    ...subject,
    strategy,
    beside,
    reversed: source === "tree" && isReversed ? "1" : undefined,
    depth,
    seed,
  };
}

/** The same with the rules that were missing, if they have been kept since. */
export function resolved(wanted: Wanted): Wanted {
  const rules = wanted.missing === "" ? undefined : get(wanted.missing);
  return rules === undefined ? wanted : { ...wanted, game: { rules }, missing: "" };
}

/** The request to the server, for the strategy that is asked for or the one beside it. */
export function requestOf(wanted: Wanted, strategy = wanted.strategy): Schemas["RecordingRequest"] {
  const { source, tree, text, game, moves, role, depth, seed } = wanted;
  const subject =
    source === "game"
      ? { game, moves: parse(moves), ...(role.trim() && { role: role.trim() }) }
      : { tree: tree ? { name: tree } : { text } };
  const plies = Number.parseInt(depth, 10);
  return {
    ...subject,
    strategy,
    seed: Number.parseInt(seed, 10) || 0,
    ...(plies > 0 ? { depth: plies } : {}),
  };
}

/** The request to the server for an equilibrium. */
export function equilibriumRequestOf({
  source,
  tree,
  text,
  game,
  algorithm,
  iterations,
  seed,
}: Wanted): Schemas["EquilibriumRequest"] {
  const subject = source === "game" ? { game } : { tree: tree ? { name: tree } : { text } };
  return {
    ...subject,
    method: algorithm,
    iterations: Number.parseInt(iterations, 10) || 1,
    seed: Number.parseInt(seed, 10) || 0,
  };
}
