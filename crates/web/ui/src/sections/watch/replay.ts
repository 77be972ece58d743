// A search played again, forward and back.
//
// All that changes while it goes on stands in one row of numbers. What each step changes is worked out once,
// so that going to any step is nothing but putting numbers into their places.

import { beginsAt, type Model } from "./model";
import type { Step } from "./recording";

/** Where the numbers that are about the whole search stand. */
export enum Whole {
  /** The node the search is in; -1: none. */
  Current,
  /** Leaves so far, of this iteration. */
  Leaves,
  /** Leaves that were cut so far, as far as the tree is known; else branches. */
  Cut,
  /** Plies that this iteration looks ahead; 0: it is none. */
  Iteration,
  /** Playouts so far. */
  Playouts,
  /** Visits so far to values that were known without a playout. */
  ProvenVisits,
  /** How often the search began at the root, or at a determinization. */
  Simulations,
  Size,
}

/** Where the numbers about a node stand, from the node's first one on. */
export enum Of {
  /** 0: not entered, 1: the search is in it, 2: it was left. */
  Phase,
  Value,
  Alpha,
  Beta,
  /** The step of its last cut, from 1; 0: none. */
  Cut,
  /** The step by which a sibling was found to dominate it, from 1; 0: none. */
  Dominated,
  /** The step at which it was entered last, from 1. */
  Entered,
  Visits,
  /** 1: a leaf, 2: known from a table. */
  Leaf,
  /** The step that told its payoff vectors, from 1; 0: none. */
  Payoffs,
  Playouts,
  ProvenVisits,
  /** From here on, what playouts and proven visits paid each role together. */
  Goals,
}

/** The state of a node at a step; a number that is not known, or an end of a window that is open, is NaN. */
export interface NodeState {
  phase: number;
  value: number;
  alpha: number;
  beta: number;
  cut: number;
  entered: number;
  visits: number;
  leaf: number;
  /** Its payoff vectors; empty if they are not known. */
  payoffs: number[][];
  playouts: number;
  provenVisits: number;
  /** What playouts and proven visits paid each role on the average; empty if there are none. */
  means: number[];
}

export class Replay {
  /** How many steps have been made. */
  at = 0;
  readonly steps: readonly Step[];
  private readonly cells: Float64Array;
  private readonly roles: number;
  /** Where each node's statistics begin. */
  private readonly statistics: Int32Array;
  /** Where each step's changes begin. */
  private readonly begins: Int32Array;
  private readonly places: Int32Array;
  private readonly before: Float64Array;
  private readonly after: Float64Array;

  constructor(readonly model: Model) {
    const { trace } = model.recording;
    this.steps = trace.steps ?? [];
    this.roles = trace.roles.length;
    this.statistics = new Int32Array(trace.nodes.length + 1);
    let size = this.base(trace.nodes.length);
    trace.nodes.forEach((node, number) => {
      this.statistics[number] = size;
      size += 2 * (node.moves?.length ?? 0);
    });
    this.statistics[trace.nodes.length] = size;
    this.cells = new Float64Array(size);
    const journal = new Journal(this.cells);
    this.begins = new Int32Array(this.steps.length + 1);
    this.reset();
    this.steps.forEach((step, number) => {
      this.make(step, number, journal);
      this.begins[number + 1] = journal.length;
    });
    ({ places: this.places, before: this.before, after: this.after } = journal.close());
    this.reset();
  }

  /** Goes to the state after so many steps. */
  seek(step: number): void {
    const to = Math.max(0, Math.min(this.steps.length, Math.trunc(step)));
    const { cells, places, before, after } = this;
    const end = this.begins[to]!;
    let change = this.begins[this.at]!;
    for (; change < end; change++) cells[places[change]!] = after[change]!;
    while (change > end) {
      change -= 1;
      cells[places[change]!] = before[change]!;
    }
    this.at = to;
  }

  whole(what: Whole): number {
    return this.cells[what]!;
  }

  /** The step that has been made last. */
  last(): Step | undefined {
    return this.steps[this.at - 1];
  }

  node(number: number): NodeState {
    const of = (what: Of) => this.cells[this.base(number) + what]!;
    const results = of(Of.Playouts) + of(Of.ProvenVisits);
    const means = Array.from(
      { length: results > 0 ? this.roles : 0 },
      (_, role) => of(Of.Goals + role) / results,
    );
    return {
      phase: of(Of.Phase),
      value: of(Of.Value),
      alpha: of(Of.Alpha),
      beta: of(Of.Beta),
      cut: of(Of.Cut),
      entered: of(Of.Entered),
      visits: of(Of.Visits),
      leaf: of(Of.Leaf),
      payoffs: this.vectors(of(Of.Payoffs)),
      playouts: of(Of.Playouts),
      provenVisits: of(Of.ProvenVisits),
      means,
    };
  }

  /** The node's cut that holds at this step. */
  cut(number: number): Extract<Step, { do: "cut" }> | undefined {
    const step = this.steps[this.cells[this.base(number) + Of.Cut]! - 1];
    return step?.do === "cut" ? step : undefined;
  }

  /** The vectors that a step told of, by its number from 1. */
  private vectors(number: number): number[][] {
    const step = this.steps[number - 1];
    return step?.do === "payoffs" ? step.vectors : [];
  }

  /** That a sibling dominates the node, if it is known at this step. */
  dominance(number: number): Extract<Step, { do: "dominated" }> | undefined {
    const step = this.steps[this.cells[this.base(number) + Of.Dominated]! - 1];
    return step?.do === "dominated" ? step : undefined;
  }

  /** Visits and mean of a move of a node. */
  statistic(node: number, move: number): { visits: number; mean: number } {
    const at = this.statistics[node]! + 2 * move;
    return { visits: this.cells[at]!, mean: this.cells[at + 1]! };
  }

  /**
   * Visits of all moves that a role has in a node, the first that has any if none is given: the N of UCT.
   * None at the root above determinizations, where no simulation chooses.
   */
  visits(node: number, role = this.model.recording.trace.nodes[node]!.moves?.[0]?.role): number {
    if (node === 0 && !beginsAt(this.model, node)) return 0;
    const moves = this.model.recording.trace.nodes[node]!.moves ?? [];
    return moves.reduce(
      (sum, told, move) => sum + (told.role === role ? this.statistic(node, move).visits : 0),
      0,
    );
  }

  /** The node the search is in, if it is in any. */
  current(): number | undefined {
    const current = this.whole(Whole.Current);
    return current < 0 ? undefined : current;
  }

  /** Whether the node was entered since its parent was. */
  isNew(node: number): boolean {
    const parent = this.model.recording.trace.nodes[node]?.parent ?? undefined;
    if (parent === undefined) return this.node(node).phase > 0;
    return this.cells[this.base(node) + Of.Entered]! > this.cells[this.base(parent) + Of.Entered]!;
  }

  /** Where the numbers about a node begin. */
  private base(node: number): number {
    return Whole.Size + node * (Of.Goals + this.roles);
  }

  private reset(): void {
    this.cells.fill(0);
    this.cells[Whole.Current] = -1;
    for (let node = 0; node < this.model.recording.trace.nodes.length; node++)
      this.forget(node, (cell, value) => (this.cells[cell] = value));
    this.at = 0;
  }

  private forget(node: number, put: (cell: number, value: number) => void): void {
    for (let what = 0; what < Of.Goals + this.roles; what++) {
      put(this.base(node) + what, what === Of.Value || what === Of.Alpha || what === Of.Beta ? NaN : 0);
    }
  }

  private make(step: Step, number: number, journal: Journal): void {
    const put = (cell: number, value: number) => journal.put(cell, value);
    const add = (cell: number, value: number) => journal.put(cell, this.cells[cell]! + value);
    if (step.do === "iteration") {
      this.model.recording.trace.nodes.forEach((_, node) => this.forget(node, put));
      put(Whole.Current, -1);
      put(Whole.Leaves, 0);
      put(Whole.Cut, 0);
      put(Whole.Iteration, step.depth);
      return;
    }
    const { node } = step;
    const own = this.base(node);
    const told = this.model.recording.trace.nodes[node]!;
    switch (step.do) {
      case "enter":
        put(Whole.Current, node);
        put(own + Of.Phase, 1);
        put(own + Of.Alpha, step.alpha ?? NaN);
        put(own + Of.Beta, step.beta ?? NaN);
        // A node of a Monte Carlo search is entered again and again, and keeps what it has.
        if (!told.means?.length) put(own + Of.Value, NaN);
        put(own + Of.Cut, 0);
        put(own + Of.Dominated, 0);
        put(own + Of.Leaf, 0);
        put(own + Of.Entered, number + 1);
        add(own + Of.Visits, 1);
        if (beginsAt(this.model, node)) add(Whole.Simulations, 1);
        break;
      case "leaf":
        put(own + Of.Value, step.value);
        put(own + Of.Leaf, 1);
        add(Whole.Leaves, 1);
        break;
      case "recall":
        put(own + Of.Value, step.value);
        put(own + Of.Leaf, 2);
        break;
      case "update":
        put(own + Of.Value, step.value);
        put(own + Of.Alpha, step.alpha ?? NaN);
        put(own + Of.Beta, step.beta ?? NaN);
        break;
      case "cut":
        put(own + Of.Cut, number + 1);
        add(Whole.Cut, this.cutOff(node, step.remaining));
        break;
      case "payoffs":
        put(own + Of.Payoffs, number + 1);
        break;
      case "dominated":
        put(own + Of.Dominated, number + 1);
        break;
      case "playouts":
      case "proven_visits": {
        const [of, whole] =
          step.do === "playouts" ? [Of.Playouts, Whole.Playouts] : [Of.ProvenVisits, Whole.ProvenVisits];
        add(own + of, step.count);
        if (node === 0) add(whole, step.count);
        step.goals.forEach((goal, role) => add(own + Of.Goals + role, goal));
        break;
      }
      case "back_up": {
        const at = this.statistics[node]! + 2 * step.move;
        put(at, step.visits);
        put(at + 1, step.mean);
        break;
      }
      case "leave":
        put(own + Of.Value, step.value ?? NaN);
        put(own + Of.Phase, 2);
        put(Whole.Current, told.parent ?? -1);
        break;
    }
  }

  /** How many leaves of the explicit tree a cut leaves out; of a game, how many branches. */
  private cutOff(node: number, remaining: number): number {
    const { places, placeOf, recording } = this.model;
    if (!recording.tree) return remaining;
    const children = places[placeOf[node]!]!.children.map((child) => places[child]!);
    return children
      .filter((child) => child.node === undefined || !this.isNew(child.node))
      .reduce((sum, child) => sum + child.leaves, 0);
  }
}

/** What steps change, in order. */
class Journal {
  length = 0;
  private places = new Int32Array(1024);
  private before = new Float64Array(1024);
  private after = new Float64Array(1024);

  constructor(private readonly cells: Float64Array) {}

  /** Puts a number into its place, and notes it if it is another one. */
  put(cell: number, value: number): void {
    const old = this.cells[cell]!;
    if (Object.is(old, value)) return;
    if (this.length === this.places.length) this.grow();
    this.places[this.length] = cell;
    this.before[this.length] = old;
    this.after[this.length] = value;
    this.length += 1;
    this.cells[cell] = value;
  }

  close(): { places: Int32Array; before: Float64Array; after: Float64Array } {
    const { places, before, after, length } = this;
    return {
      places: places.slice(0, length),
      before: before.slice(0, length),
      after: after.slice(0, length),
    };
  }

  private grow(): void {
    const copy = <A extends Int32Array | Float64Array>(to: A, from: A): A => (to.set(from), to);
    this.places = copy(new Int32Array(2 * this.length), this.places);
    this.before = copy(new Float64Array(2 * this.length), this.before);
    this.after = copy(new Float64Array(2 * this.length), this.after);
  }
}
