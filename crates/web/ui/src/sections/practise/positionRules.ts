// The rules of a game that begins with the position of an exercise, so that a search of the position can be watched.

import type { Position } from "./exercise";

const chain = (name: string, from: number, to: number) => Array.from({ length: to - from }, (_, step) => `(${name} ${from + step} ${from + step + 1})`).join(" ");

/** Two players in turn, of whom one begins. */
const inTurn = (first: string, second: string, begins = first) => `(role ${first}) (role ${second})
(opponent ${first} ${second}) (opponent ${second} ${first})
(init (control ${begins}))
(<= (base (control ?player)) (role ?player))
(<= (input ?player noop) (role ?player))
(<= (legal ?player noop) (role ?player) (not (true (control ?player))))
(<= (next (control ?other)) (true (control ?player)) (opponent ?player ?other))
`;

/** Who takes the last thing wins: at the end it is the other's turn. */
const LAST_WINS = `(<= (goal ?player 100) (role ?player) (not (true (control ?player))))
(<= (goal ?player 0) (true (control ?player)))
`;

type Of<Game extends Position["game"]> = Extract<Position, { game: Game }>;

function counting({ said, target, most }: Of<"counting">): string {
  const further = Array.from({ length: most - 1 }, (_, step) => `(<= (further ${step + 2} ?from ?to) (further ${step + 1} ?from ?between) (successor ?between ?to))`);
  return `${inTurn("first", "second")}${chain("successor", 0, target)}
(<= (further 1 ?from ?to) (successor ?from ?to))
${further.join("\n")}
(init (said ${said}))
(base (said 0))
(<= (base (said ?number)) (successor ?before ?number))
(<= (input ?player (say ?count)) (role ?player) (further ?count ?from ?to))
(<= (legal ?player (say ?count)) (true (control ?player)) (true (said ?from)) (further ?count ?from ?to))
(<= (next (said ?to)) (does ?player (say ?count)) (true (said ?from)) (further ?count ?from ?to))
(<= terminal (true (said ${target})))
(<= (goal ?player 100) (true (control ?player)))
(<= (goal ?player 0) (role ?player) (not (true (control ?player))))
`;
}

function coinRow({ rows }: Of<"coin-row">): string {
  const places = rows.map((length, row) => Array.from({ length }, (_, coin) => `(place ${coin + 1} ${row + 1})`).join(" "));
  return `${inTurn("first", "second")}${places.join("\n")}
${chain("right", 1, Math.max(2, ...rows))}
(<= (base (cell ?position ?row coin)) (place ?position ?row))
(<= (init (cell ?position ?row coin)) (place ?position ?row))
(<= (input ?player (take ?position ?row)) (role ?player) (place ?position ?row))
(<= (input ?player (take_pair ?left ?row)) (role ?player) (place ?left ?row) (right ?left ?right) (place ?right ?row))
(<= (legal ?player (take ?position ?row)) (true (control ?player)) (true (cell ?position ?row coin)))
(<= (legal ?player (take_pair ?left ?row)) (true (control ?player)) (true (cell ?left ?row coin)) (right ?left ?right) (true (cell ?right ?row coin)))
(<= (taken ?position ?row) (does ?player (take ?position ?row)))
(<= (taken ?left ?row) (does ?player (take_pair ?left ?row)))
(<= (taken ?right ?row) (does ?player (take_pair ?left ?row)) (right ?left ?right))
(<= (next (cell ?position ?row coin)) (true (cell ?position ?row coin)) (not (taken ?position ?row)))
(<= some_coin (true (cell ?position ?row coin)))
(<= terminal (not some_coin))
${LAST_WINS}`;
}

function nim({ heaps }: Of<"nim">): string {
  return `${inTurn("first", "second")}${heaps.map((size, heap) => `(full ${heap + 1} ${size})`).join(" ")}
${chain("successor", 0, Math.max(...heaps))}
(<= (less 1 ?size ?rest) (successor ?rest ?size))
(<= (less ?more ?size ?rest) (less ?count ?size ?between) (successor ?count ?more) (successor ?rest ?between))
(<= (base (heap ?heap ?size)) (full ?heap ?size))
(<= (base (heap ?heap ?rest)) (full ?heap ?size) (less ?count ?size ?rest))
(<= (init (heap ?heap ?size)) (full ?heap ?size))
(<= (input ?player (take ?heap ?count)) (role ?player) (full ?heap ?size) (less ?count ?size ?rest))
(<= (legal ?player (take ?heap ?count)) (true (control ?player)) (true (heap ?heap ?size)) (less ?count ?size ?rest))
(<= (taken_from ?heap) (does ?player (take ?heap ?count)))
(<= (next (heap ?heap ?rest)) (does ?player (take ?heap ?count)) (true (heap ?heap ?size)) (less ?count ?size ?rest))
(<= (next (heap ?heap ?size)) (true (heap ?heap ?size)) (not (taken_from ?heap)))
(<= some_object (true (heap ?heap ?size)) (distinct ?size 0))
(<= terminal (not some_object))
${LAST_WINS}`;
}

function twoRows({ width, mover, rows }: Of<"two-rows">): string {
  // Who wins needs only advances: at most so many turns, with those of the other player between them.
  const turns = 2 * rows.length * (width - 2) + 1;
  const pieces = rows.map(({ white, black }, row) => `(row ${row + 1}) (init (cell ${white} ${row + 1} white)) (init (cell ${black} ${row + 1} black))`);
  return `${inTurn("white", "black", mover)}${pieces.join("\n")}
${chain("successor", 1, width)}
${chain("then", 0, turns)}
(init (step 0)) (base (step 0))
(<= (base (step ?number)) (then ?before ?number))
(<= (left_of ?column ?right) (successor ?column ?right))
(<= (left_of ?column ?farther) (left_of ?column ?right) (successor ?right ?farther))
(<= (reach white ?column) (successor ?column ?right))
(<= (reach black ?column) (successor ?left ?column))
(<= (base (cell ?column ?row ?player)) (reach ?player ?column) (row ?row))
(<= (input ?player (slide ?row ?from ?to)) (row ?row) (reach ?player ?from) (reach ?player ?to) (distinct ?from ?to))
(<= (possible white ?row ?from ?to) (true (cell ?from ?row white)) (true (cell ?enemy ?row black)) (left_of ?to ?enemy) (distinct ?from ?to))
(<= (possible black ?row ?from ?to) (true (cell ?from ?row black)) (true (cell ?enemy ?row white)) (left_of ?enemy ?to) (distinct ?from ?to))
(<= (legal ?player (slide ?row ?from ?to)) (true (control ?player)) (possible ?player ?row ?from ?to))
(<= (slid ?player ?row) (does ?player (slide ?row ?from ?to)))
(<= (next (cell ?to ?row ?player)) (does ?player (slide ?row ?from ?to)))
(<= (next (cell ?column ?row ?player)) (true (cell ?column ?row ?player)) (not (slid ?player ?row)))
(<= (next (step ?number)) (true (step ?before)) (then ?before ?number))
(<= (mobile ?player) (possible ?player ?row ?from ?to))
(<= (stuck ?player) (true (control ?player)) (not (mobile ?player)))
(<= somebody_stuck (stuck ?player))
(<= terminal somebody_stuck)
(<= terminal (true (step ${turns})))
(<= (goal ?player 100) (opponent ?player ?other) (stuck ?other))
(<= (goal ?player 50) (role ?player) (not somebody_stuck))
(<= (goal ?player 0) (stuck ?player))
`;
}

/** The rules of the game that begins with a position. */
export function rulesFrom(position: Position): string {
  switch (position.game) {
    case "counting":
      return counting(position);
    case "coin-row":
      return coinRow(position);
    case "nim":
      return nim(position);
    case "two-rows":
      return twoRows(position);
  }
}
