// A game at the table: where it stands, who plays, and what strategies think of it.

import { api, asProblem, data, type GameRef, type Problem, type Schemas } from "../../lib/api";
import { CHANCE } from "../../lib/chance";
import type { Point } from "./chart";
import type { Explanation } from "./explanation";
import { Foresight } from "./foresight";
import { plyByKey } from "./keys";
import type { Line } from "./line";
import { Thoughts, type Purpose } from "./thoughts.svelte";
import { forced, stops, turnOf, type Seat, type Turn } from "./turn";
import { viewerOf } from "./viewer";

type Position = Schemas["PositionDocument"];
export interface Options {
  /** How long strategies think, in seconds. */
  seconds: number;
  /** The least time between two moves of strategies, in milliseconds. */
  pause: number;
  /** Whether strategies among themselves go on by themselves. */
  auto: boolean;
  /** Whether the values of a person's moves are worked out. */
  values: boolean;
  /** Whether positions are solved. */
  perfect: boolean;
  /** Whether it is shown what the pieces are worth by a learned evaluation. */
  worths: boolean;
  /** Whether everything is shown to people, also what the game hides from them. */
  uncovered: boolean;
}

/** Where chance of strategies comes from; a new game has another. */
const SEEDS = 2 ** 31;

export class Table {
  position = $state.raw<Position>();
  seats = $state.raw<Seat[]>([]);
  /** All joint moves, those that were taken back included. */
  line = $state.raw<Line>([]);
  /** How many of them have been made in the position that is shown. */
  at = $state(0);
  /** What each role has decided in that position. */
  decided = $state.raw<(string | undefined)[]>([]);
  problem = $state.raw<Problem | null>(null);
  points = $state.raw<Point[]>([]);
  /** Why the position that is shown is won or lost, if somebody asked. */
  explanation = $state.raw<Explanation | null>(null);
  /**
   * Whether the theory of sums of games may explain positions of this game; false once it is known that it
   * does not.
   */
  explainable = $state(true);
  /** Whether it began on a first circuit, while that of its large rules was being optimised. */
  isOnFirstCircuit = $state(false);
  /** Whether strategies wait until somebody says so. */
  halted = $state(false);

  readonly turn: Turn = $derived(
    this.position ? turnOf(this.position.terminal, this.seats, this.decided) : { who: "over" },
  );
  /**
   * The role whose knowledge is all that is shown, in a game that hides something; none where everything
   * is shown.
   */
  readonly viewer = $derived(this.position && this.#viewerIn(this.position, this.turn));
  /** What that role knows of the position, as soon as it was found out. */
  readonly known = $derived(
    this.viewer !== undefined && this.position?.known?.role === this.viewer ? this.position.known : null,
  );
  /**
   * The role whose moves can be chosen from, or seen the values of; none where that would tell what
   * is hidden.
   */
  readonly chooser = $derived(
    "role" in this.turn && (this.turn.who === "person" || this.viewer === undefined)
      ? this.turn.role
      : undefined,
  );
  readonly people = $derived(this.seats.some((seat) => seat.person));
  /** Whether the position that is shown is the last one. */
  readonly live = $derived(this.at === this.line.length);
  readonly undoStop = $derived(this.stops.findLast((ply) => ply < this.at));
  /** Whether a person has chosen in the position that is shown, and others have not yet. */
  readonly chosen = $derived(
    this.turn.who !== "over" &&
      this.seats.some(
        (seat, role) =>
          seat.person && this.position?.movers.includes(role) && this.decided[role] !== undefined,
      ),
  );
  readonly canUndo = $derived(this.chosen || this.undoStop !== undefined);
  readonly redoStop = $derived(
    this.live ? undefined : (this.stops.find((ply) => ply > this.at) ?? this.line.length),
  );

  readonly #thoughts: Thoughts;
  readonly #foresight = new Foresight((moves) => this.#ask(moves, undefined));
  /** The roles that had a choice, by ply, as far as they are known. */
  #movers = $state.raw<(number[] | undefined)[]>([]);
  /** The person who chose last. */
  #last = $state<number>();
  /** Whether the game goes on from a position that is not the last one. */
  #resumed = false;
  /** Whether strategies among themselves make one ply. */
  #step = false;
  /** The ply that keys lead to, until it is shown. */
  #aim: number | undefined;
  #seed = Math.floor(Math.random() * SEEDS);
  /** The number of what is being done; what began earlier is of no interest any more. */
  #task = 0;

  constructor(
    readonly game: GameRef,
    readonly options: Options,
  ) {
    this.#thoughts = new Thoughts(game, (points) => this.note(points));
  }

  get thinking() {
    return this.#thoughts.thinking;
  }

  get estimates() {
    return this.#thoughts.estimates;
  }

  get hint() {
    return this.#thoughts.hint;
  }

  get undecided() {
    return this.#thoughts.undecided;
  }

  private get stops(): number[] {
    return stops(
      Array.from(this.line, (_, ply) => this.#movers[ply]),
      this.seats,
    );
  }

  #viewerIn(position: Position, turn: Turn): number | undefined {
    return position.hides && !this.options.uncovered ? viewerOf(turn, this.seats, this.#last) : undefined;
  }

  /** Asks for the position after some moves, and what a role knows of it. */
  #ask(moves: Line, role: string | undefined): Promise<Position> {
    return data(api.POST("/api/positions", { body: { game: this.game, moves, role: role ?? null } }));
  }

  /** Seats somebody else. */
  async seat(role: number, seat: Seat): Promise<void> {
    this.#begin();
    this.seats = this.seats.with(role, seat);
    await this.proceed();
  }

  /**
   * Shows the position after so many moves of a line; of a new game as soon as that is known, and what was
   * known of the game before it is forgotten then.
   */
  async show(line: Line, at = line.length, isNew = false): Promise<boolean> {
    const task = this.#begin();
    this.problem = null;
    try {
      const moves = line.slice(0, at);
      let position = await this.#ask(
        moves,
        this.viewer === undefined ? undefined : this.position?.roles[this.viewer],
      );
      if (task !== this.#task) return false;
      // Whose turn it is tells whose knowledge is to be shown.
      const viewer = this.#viewerIn(position, turnOf(position.terminal, this.seats, forced(position.legal)));
      if (viewer !== undefined && position.known?.role !== viewer) {
        position = await this.#ask(moves, position.roles[viewer]);
        if (task !== this.#task) return false;
      }
      if (isNew) [this.#movers, this.points] = [[], []];
      this.line = line;
      this.at = at;
      this.#aim = undefined;
      this.#movers = Object.assign([...this.#movers], { [at]: position.movers });
      this.position = position;
      this.explanation = null;
      this.decided = forced(position.legal);
      if (position.goals)
        this.note(
          position.goals.flatMap((value, role) =>
            value == null ? [] : [{ ply: at, role, value, exact: true }],
          ),
        );
      return true;
    } catch (error) {
      if (task === this.#task) this.problem = asProblem(error);
      return false;
    }
  }

  /** Finds out what the viewer knows of the position that is shown, unless that is known. */
  async look(): Promise<void> {
    const { position, viewer, line, at } = this;
    if (!position || viewer === undefined || this.known) return;
    // Not the position itself, which the answer about another viewer replaces.
    const isCurrent = () => this.line === line && this.at === at && this.viewer === viewer;
    try {
      const found = await this.#ask(line.slice(0, at), position.roles[viewer]);
      if (isCurrent()) this.position = found;
    } catch (error) {
      if (isCurrent()) this.problem = asProblem(error);
    }
  }

  /** Shows a position of the line; strategies wait there. */
  async goTo(ply: number): Promise<void> {
    this.#resumed = false;
    if (await this.show(this.line, ply)) await this.proceed();
  }

  /**
   * Goes through the line by a key: a press counts from where the one before it leads, although that may not
   * be shown yet.
   */
  async press(key: string): Promise<void> {
    const ply = plyByKey(key, this.#aim ?? this.at, this.line.length);
    if (ply === undefined || ply === (this.#aim ?? this.at)) return;
    this.#aim = ply;
    await this.goTo(ply);
    if (this.problem) this.#aim = undefined;
  }

  /** Begins anew. */
  async restart(): Promise<void> {
    this.#resumed = this.halted = this.#step = false;
    this.#seed = Math.floor(Math.random() * SEEDS);
    if (await this.show([], 0, true)) await this.proceed();
  }

  async undo(): Promise<void> {
    if (this.chosen) await this.goTo(this.at);
    else if (this.undoStop !== undefined) await this.goTo(this.undoStop);
  }

  async redo(): Promise<void> {
    if (this.redoStop !== undefined) await this.goTo(this.redoStop);
  }

  /** Has the game go on from the position that is shown, which forgets the moves after it. */
  async resume(): Promise<void> {
    this.problem = null;
    this.#resumed = true;
    this.halted = false;
    await this.proceed();
  }

  /** Goes on after something could not be done. */
  async retry(): Promise<void> {
    this.problem = null;
    this.halted = false;
    await this.proceed();
  }

  /** Has strategies among themselves make one ply. */
  async step(): Promise<void> {
    this.#step = true;
    await this.resume();
  }

  /** A person decides. */
  async choose(role: number, move: string): Promise<void> {
    this.#begin();
    this.#resumed = true;
    this.halted = false;
    this.#last = role;
    this.#decide(role, move);
    await this.proceed();
  }

  /** Has a strategy say what it would do for the person whose turn it is. */
  async advise(purpose: "hint" | "values"): Promise<void> {
    if (this.turn.who !== "person") return;
    this.problem = null;
    this.#think(this.turn.role, purpose, "");
  }

  /**
   * What the board looks like after a move of a role; null where others choose too, or something is hidden.
   */
  async foresee(role: number, move: string): Promise<Schemas["Picture"] | null> {
    const { position } = this;
    const joint = this.decided.with(role, move).filter((decided) => decided !== undefined);
    if (!position || position.hides || joint.length < position.roles.length) return null;
    return await this.#foresight.of(position, move, [...this.line.slice(0, this.at), joint]);
  }

  /** Has the position explained by the theory of sums of games. */
  async why(): Promise<void> {
    const { position, at } = this;
    const current = () => this.position === position;
    this.problem = null;
    try {
      const told = await data(
        api.POST("/api/explanations", { body: { game: this.game, moves: this.line.slice(0, at) } }),
      );
      if (current()) this.explanation = told;
    } catch (error) {
      const problem = asProblem(error);
      if (problem.code === "no-sum") this.explainable = false;
      else if (current()) this.problem = problem;
    }
  }

  /** Ends a thought: its strategy moves by what it knows, or does not move before somebody says so. */
  async endThought(moves: boolean): Promise<void> {
    if (!moves) {
      this.halted = this.thinking?.purpose === "move";
      this.#begin();
      return;
    }
    const task = this.#task;
    try {
      await this.#thoughts.hurry();
    } catch (error) {
      // It thinks on, and may be asked again.
      if (task === this.#task) this.problem = asProblem(error);
    }
  }

  /** Leaves the table. */
  close(): void {
    this.#begin();
  }

  /** Goes on as far as nobody need be asked. */
  async proceed(): Promise<void> {
    const task = this.#task;
    await this.look();
    if (task !== this.#task) return;
    const { turn, options } = this;
    if (turn.who === "over") return;
    if (turn.who === "person") {
      // What is told of the position stays, such as that moves of an address are not legal.
      if (options.values) this.#think(turn.role, "values", "");
      return;
    }
    if (this.halted || !(this.live || this.#resumed)) return;
    if (!this.people && !options.auto && !this.#step) return;
    if (turn.who === "strategy") {
      if (this.position?.roles[turn.role] === CHANCE) return await this.#drawn(turn.role);
      const seat = this.seats[turn.role];
      if (seat && !seat.person) this.#think(turn.role, "move", seat.spec);
      return;
    }
    const joint = this.decided.filter((move) => move !== undefined);
    this.#step = this.#resumed = false;
    this.#movers = this.#movers.slice(0, this.at + 1);
    this.points = this.points.filter(({ ply }) => ply <= this.at);
    if (await this.show([...this.line.slice(0, this.at), joint])) await this.proceed();
    // What could not be made can be tried again.
    else if (this.problem) this.halted = true;
  }

  /** Chance decides: each of its moves is equally likely. */
  async #drawn(role: number): Promise<void> {
    const moves = this.position?.legal[role] ?? [];
    const drawn = moves[Math.floor(Math.random() * moves.length)];
    if (!drawn) return;
    this.#decide(role, drawn.move);
    await this.proceed();
  }

  #decide(role: number, move: string): void {
    this.decided = this.decided.with(role, move);
    this.#thoughts.hint = null;
  }

  /** Has a strategy begin to think. */
  #think(role: number, purpose: Purpose, spec: string): void {
    const task = this.#begin();
    const started = Date.now();
    const { at, position, options } = this;
    if (!position) return;
    const moves = this.line.slice(0, at);
    const asked = {
      role,
      purpose,
      spec,
      position,
      moves,
      seconds: options.seconds,
      seed: (this.#seed + at) % SEEDS,
    };
    void this.#thoughts.of(asked).then(async (found) => {
      if (task !== this.#task || !found) return;
      if ("problem" in found) {
        this.problem = found.problem;
        this.halted = purpose === "move";
      } else if (purpose === "move") await this.#moves(task, role, found.move, started);
    });
  }

  /** A strategy moves, not before people can follow. */
  async #moves(task: number, role: number, move: string, started: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, this.options.pause - (Date.now() - started)));
    if (task !== this.#task) return;
    this.#thoughts.thinking = null;
    this.#decide(role, move);
    await this.proceed();
  }

  /** Learns what positions of the line are worth. */
  note(points: Point[]): void {
    this.points = [...this.points, ...points];
  }

  /** Begins something new: what was under way ends. */
  #begin(): number {
    this.#thoughts.clear();
    return ++this.#task;
  }
}
