// Values of a parameter that somebody chooses one after the other: each is played in a comparison of its own.

import type { Catalogue } from "../../components/spec/catalogue";
import { parse } from "../../components/spec/spec";
import type { Comparison } from "./comparison.svelte";
import { withValue, type Curve } from "./curve";
import { toRequest, type Form, type Request } from "./form";
import { stopsOf } from "./stops";

export class Values {
  /** Those that are still to be played. */
  waiting = $state.raw<readonly string[]>([]);
  /** Whether one has been taken out and is not being played yet. */
  isBeginning = $state(false);
  /** The one that was taken out last. */
  private last: string | undefined;
  private readonly comparisons = new WeakSet<Comparison>();

  /** The values that can be chosen by a slider. */
  stops({ kind, sweep }: Form, catalogue: Catalogue): string[] {
    if (kind !== "budget") return [];
    const name = parse(sweep.spec, catalogue).spec?.name;
    const parameter = catalogue.strategies
      .find((entry) => entry.name === name)
      ?.parameters.find(({ name }) => name === sweep.parameter);
    return parameter ? stopsOf(parameter) : [];
  }

  /** Whether a value has been played often enough, or will be. */
  isKnown(value: string, { games }: Form, curve: Curve | undefined, isBusy: boolean): boolean {
    const seats = curve?.points.find(({ text }) => text === value)?.seats ?? 0;
    return (
      ((isBusy || this.isBeginning) && this.last === value) ||
      this.waiting.includes(value) ||
      (seats > 0 && (games === null || seats >= 2 * games))
    );
  }

  add(value: string): void {
    this.waiting = [...this.waiting, value];
  }

  clear(): void {
    if (this.waiting.length > 0) this.waiting = [];
  }

  /** What plays the next one. */
  next(form: Form, catalogue: Catalogue): Request | undefined {
    const [value, ...rest] = this.waiting;
    if (value === undefined) return undefined;
    this.waiting = rest;
    this.last = value;
    const spec = withValue(form.sweep.spec, form.sweep.parameter, value, catalogue);
    return spec === undefined ? undefined : toRequest({ ...form, sweep: { ...form.sweep, specs: [spec] } });
  }

  /** Whether a comparison plays a value, or is followed by those that wait: the form is not changed by it. */
  plays(comparison: Comparison): boolean {
    return this.comparisons.has(comparison);
  }

  enter(comparison: Comparison): void {
    this.comparisons.add(comparison);
  }

  leave(comparison: Comparison): void {
    this.comparisons.delete(comparison);
  }
}
