// What is asked to be recorded: as it stands in the address, and as it goes to the server.

import type { GameRef, Schemas } from "../../lib/api";
import { gameAt, nameOf } from "../../lib/myRules";

export interface Wanted {
  source: "tree" | "game";
  /** The name of a built-in tree; empty: `text` is the tree. */
  tree: string;
  text: string;
  game: GameRef;
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
export const ALGORITHMS = ["cfr", "cfr+", "linear-cfr", "discounted-cfr", "external-mccfr", "outcome-mccfr"] as const;

const ITERATIONS = "1000";

/** What an address asks for. */
export function wantedOf(parameters: URLSearchParams): Wanted {
  const of = (name: string) => parameters.get(name) ?? "";
  const text = of("text");
  return {
    source: ["game", "mine", "rules"].some((name) => parameters.has(name)) ? "game" : "tree",
    tree: text ? "" : of("tree") || "minimax",
    text,
    game: of("rules") || parameters.has("mine") ? (gameAt(parameters) ?? { rules: of("rules") }) : { name: of("game") || "tictactoe" },
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

/** The parameters of the address that asks for it. */
export function parametersOf(wanted: Wanted): Record<string, string | undefined> {
  const { source, tree, text, game, moves, areCovered, role, strategy, beside, isReversed, depth, how, algorithm, iterations } = wanted;
  const seed = wanted.seed === "0" ? undefined : wanted.seed;
  const mine = "rules" in game ? nameOf(game.rules) : undefined;
  const played = "name" in game ? { game: game.name } : mine === undefined ? { rules: game.rules } : { mine };
  if (how === "learning") return { ...(source === "game" ? played : tree ? { tree } : { text }), equilibrium: algorithm, iterations, seed };
  const subject = source === "game" ? { ...played, moves, covered: areCovered ? "1" : undefined, role } : tree ? { tree } : { text };
  return { ...subject, strategy, beside, reversed: source === "tree" && isReversed ? "1" : undefined, depth, seed };
}

/** The request to the server, for the strategy that is asked for or the one beside it. */
export function requestOf(wanted: Wanted, strategy = wanted.strategy): Schemas["RecordingRequest"] {
  const { source, tree, text, game, moves, role, depth, seed } = wanted;
  const subject = source === "game" ? { game, moves: jointMoves(moves), ...(role.trim() && { role: role.trim() }) } : { tree: tree ? { name: tree } : { text } };
  const plies = Number.parseInt(depth, 10);
  return { ...subject, strategy, seed: Number.parseInt(seed, 10) || 0, ...(plies > 0 ? { depth: plies } : {}) };
}

/** The request to the server for an equilibrium. */
export function equilibriumRequestOf({ source, tree, text, game, algorithm, iterations, seed }: Wanted): Schemas["EquilibriumRequest"] {
  const subject = source === "game" ? { game } : { tree: tree ? { name: tree } : { text } };
  return { ...subject, method: algorithm, iterations: Number.parseInt(iterations, 10) || 1, seed: Number.parseInt(seed, 10) || 0 };
}

/** The joint moves of a text: a line each, in which every move is a word or a list in parentheses. */
export function jointMoves(text: string): string[][] {
  return text.split(/\n|;/).map(terms).filter((moves) => moves.length > 0);
}

function terms(line: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let term = "";
  for (const char of `${line} `) {
    if (char === "(") depth += 1;
    if (char === ")") depth -= 1;
    if (depth <= 0 && /\s/.test(char)) {
      if (term) found.push(term);
      term = "";
    } else term += char;
  }
  return term.trim() ? [...found, term.trim()] : found;
}
