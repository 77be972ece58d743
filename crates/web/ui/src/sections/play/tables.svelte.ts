// The games under way, and which of them is shown.

import { asProblem, type GameRef, type Problem } from "../../lib/api";
import { Compilation } from "../../lib/compilation.svelte";
import * as myRules from "../../lib/myRules";
import { go, note } from "../../lib/route.svelte";
import { notKept } from "../../translations/problems.svelte";
import { format, parse } from "./line";
import { Table, type Options } from "./table.svelte";
import { formatSeats, initialSeats, parseSeats } from "./turn";

const DEFAULT_GAME = "tictactoe";

export class Tables {
  game = $state.raw<GameRef>({ name: DEFAULT_GAME });
  /** The one that is shown; none while it is opened, or if it cannot be. */
  table = $state.raw<Table>();
  problem = $state.raw<Problem | null>(null);
  readonly compilation = new Compilation();

  /** The tables by their rules: who comes back to a game finds it as it was. */
  #known = new Map<string, Table>();
  /** What is shown, or being opened; an address of it changes nothing. */
  #shown = "";
  /** Who plays there, as far as an address or the table said. */
  #seats: string | null = null;

  constructor(private readonly options: Options) {}

  /**
   * Shows what an address says, unless that is shown. One that does not say who plays leaves that as it is.
   */
  follow(parameters: URLSearchParams): void {
    if (named(parameters, parameters.get("seats") ?? this.#seats) !== this.#shown) void this.open(parameters);
  }

  async open(parameters: URLSearchParams): Promise<void> {
    this.#seats = parameters.get("seats");
    const wanted = named(parameters, this.#seats);
    this.#shown = wanted;
    this.table?.close();
    // Nobody waits for the rules that were to be played before.
    this.compilation.cancel();
    this.problem = null;
    const missing = myRules.missingAt(parameters);
    if (missing !== undefined) {
      // Any other game in their place would be a surprise.
      this.table = undefined;
      this.problem = notKept(missing);
      return;
    }
    this.game = myRules.gameAt(parameters) ?? { name: DEFAULT_GAME };
    const rules = JSON.stringify(this.game);
    const kept = this.#known.get(rules);
    if (kept && leadsTo(kept, parameters)) {
      this.table = kept;
      await kept.proceed();
      return;
    }
    // The board of another game would be taken for this one's.
    if (JSON.stringify(this.table?.game) !== rules) this.table = undefined;
    if (!(await this.#compile(wanted))) return;
    const opened = new Table(this.game, this.options);
    opened.isOnFirstCircuit = this.compilation.isFirst;
    const line = parse(parameters.get("moves") ?? "");
    let shows = await opened.show(line);
    const wrong = opened.problem;
    // Moves that are not legal are told of, and the game begins without them.
    if (!shows && line.length > 0) shows = await opened.show([]);
    if (this.#shown !== wanted) return opened.close();
    opened.problem = wrong;
    const names = opened.position?.roles;
    if (!shows || !names) {
      this.problem = opened.problem;
      return;
    }
    opened.seats = parseSeats(parameters.get("seats"), names.length) ?? initialSeats(names);
    await opened.look();
    if (this.#shown !== wanted) return opened.close();
    this.table = opened;
    this.#known.set(rules, opened);
    await opened.proceed();
  }

  /** Waits until the game can be played; false, and a problem if it is still wanted, if it cannot. */
  async #compile(wanted: string): Promise<boolean> {
    let failure: Problem = { code: "cancelled", message: "" };
    try {
      if (await this.compilation.of(this.game, true)) return this.#shown === wanted;
    } catch (error) {
      failure = asProblem(error);
    }
    if (this.#shown === wanted) this.problem = failure;
    return false;
  }

  /**
   * Plays another game; other rules under the same name are one, too. The one under way is kept, and the
   * browser's back button leads to it.
   */
  choose(parameters: { game: string } | { mine: string }): void {
    go("play", parameters);
    void this.open(new URLSearchParams(parameters));
  }

  /** Has the address tell which moves were made by whom; rules of one's own are called `mine`. */
  note(moves: string, seats: string, mine: string | undefined): void {
    this.#seats = seats;
    this.#shown = joined(this.game, moves, seats);
    note("play", { ...("name" in this.game ? { game: this.game.name } : { mine }), moves, seats });
  }

  /** The moves and the seats of the game that is shown, as an address tells them. */
  get told(): { moves: string; seats: string } | undefined {
    return this.table && toldOf(this.table);
  }

  close(): void {
    this.#shown = "";
    this.compilation.cancel();
    this.table?.close();
  }
}

/** The moves and the seats that lead to what a table shows. */
function toldOf({ position, line, at, seats }: Table): { moves: string; seats: string } | undefined {
  return position && { moves: format(line.slice(0, at)), seats: formatSeats(seats) };
}

/** Whether an address leads to a table as it is: it tells what that shows, or no moves. */
function leadsTo(table: Table, parameters: URLSearchParams): boolean {
  const told = toldOf(table);
  const [moves, seats] = [parameters.get("moves"), parameters.get("seats")];
  if (!told || moves === null) return told !== undefined;
  return format(parse(moves)) === told.moves && (seats === null || seats === told.seats);
}

/** Tells a game with its moves and who plays from others. */
function named(parameters: URLSearchParams, seats: string | null): string {
  const found = myRules.gameAt(parameters) ?? parameters.get("mine") ?? { name: DEFAULT_GAME };
  return joined(found, parameters.get("moves") ?? "", seats);
}

function joined(game: GameRef | string, moves: string, seats: string | null): string {
  return JSON.stringify([game, moves, seats]);
}
