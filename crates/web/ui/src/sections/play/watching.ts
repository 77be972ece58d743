// The search behind a decision, as the section that shows searches finds it.

import type { GameRef } from "../../lib/api";
import { nameOf } from "../../lib/myRules";
import { address } from "../../lib/route.svelte";
import { format, type Line } from "./line";
import type { Seat } from "./turn";

/**
 * What searches where nobody has said what does; alpha-beta is not for roles that choose at the same time,
 * nor for those that do not know the state.
 */
const USUAL = "alpha-beta";
const TOGETHER = "uct";
const HIDDEN = "ismcts(playouts=200,leaves=1,each=1)";
/** A depth at which a tree can still be looked at, and as many playouts as people can follow. */
const DEPTH = 3;
const PLAYOUTS = 100;

const TO_A_DEPTH = /^(alpha-beta|minimax|negamax|maxn|paranoid|deepening)\b/;
const BY_PLAYOUTS = /^(uct|factored-uct|flat-mc|stepwise-mcts|memory-mc|ismcts|hyperplay)\b/;
/** What a strategy has that has a bound of its own. */
const BOUND = /\b(playouts|nodes|depth|time)\s*=|\(\s*\d/;

/** A strategy with a bound: without any it would search for as long as it may. */
function bounded(strategy: string): { strategy: string; depth?: number } {
  if (BOUND.test(strategy)) return { strategy };
  if (TO_A_DEPTH.test(strategy)) return { strategy, depth: DEPTH };
  if (!BY_PLAYOUTS.test(strategy)) return { strategy };
  return {
    strategy: strategy.endsWith(")")
      ? `${strategy.slice(0, -1)},playouts=${PLAYOUTS})`
      : `${strategy}(playouts=${PLAYOUTS})`,
  };
}

/** What is particular about a decision. */
interface Circumstances {
  /** Whether others decide together with the role. */
  isTogether?: boolean;
  /** Whether the game hides something. */
  hides?: boolean;
  /** Whether the moves are not to be shown, as a person is playing who does not know all of them. */
  isCovered?: boolean;
}

/**
 * The address of the search by which a role decides after some moves: that of the strategy that sits there,
 * if one does.
 */
export function watchAddress(
  game: GameRef,
  moves: Line,
  role: string,
  seat: Seat | undefined,
  { isTogether, hides, isCovered }: Circumstances = {},
): string {
  const strategy = seat && !seat.person ? seat.spec : "";
  const found = "name" in game ? { game: game.name } : { mine: nameOf(game.rules) };
  const usual = hides ? HIDDEN : isTogether ? TOGETHER : USUAL;
  return address("watch", {
    ...found,
    moves: format(moves),
    covered: isCovered ? "1" : undefined,
    role,
    ...bounded(strategy || usual),
  });
}
