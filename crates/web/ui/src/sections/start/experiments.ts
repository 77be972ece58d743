// The experiments of the start page: where each is found, and whether it begins by the click that
// leads there.

import { address } from "../../lib/route.svelte";

export const EXPERIMENTS = [
  {
    key: "beats",
    address: address("compare", {
      game: "connect-four",
      players: "alpha-beta(depth=3);uct(playouts=300);flat-mc(playouts=100);random",
      games: 30,
    }),
    begins: true,
  },
  {
    key: "cut",
    address: address("watch", { tree: "minimax", strategy: "alpha-beta", step: 21 }),
    begins: false,
  },
  {
    key: "wins",
    address: address("play", { game: "tictactoe", moves: "(mark 2 2) noop; noop (mark 1 2)", perfect: 1 }),
    begins: false,
  },
] as const;
