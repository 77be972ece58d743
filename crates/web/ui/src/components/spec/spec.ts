// The text form of a strategy with its parameters, `uct(playouts=1000,c=0.7)`, as a tree that a form can
// show, and back.

import { preset, type Catalogue, type Domain, type Entry, type Parameter } from "./catalogue";

/**
 * What a spec says: an entry of the catalogue, and the values that are given, evaluators and strategies as
 * specs of their own.
 */
export interface Spec {
  name: string;
  values: Record<string, string | Spec>;
}

/** What is wrong with a text, and where: from one place to before another. */
export interface Fault {
  start: number;
  end: number;
  key:
    | "nothing"
    | "strategy"
    | "evaluator"
    | "parameter"
    | "value"
    | "equals"
    | "closing"
    | "rest"
    | "twice"
    | "deep";
  /** What stands there. */
  found: string;
  /** What is wrong with a value is said by its domain. */
  domain?: Domain;
}

/** Specs within specs, as the server has it. */
const MOST_NESTING = 8;

/**
 * Reads a text. Where only values are wrong there is a spec with them as well as the first fault, so that a
 * form can be filled in further.
 */
export function parse(text: string, catalogue: Catalogue): { spec?: Spec; fault?: Fault } {
  const parser = new Parser(text);
  try {
    const spec = parser.spec(catalogue.strategies, catalogue, 1);
    parser.end();
    return parser.fault ? { spec, fault: parser.fault } : { spec };
  } catch (thrown) {
    if (thrown instanceof Wrong) return { fault: thrown.fault };
    throw thrown;
  }
}

/** What a value of a domain is a spec of; nothing if it is none. */
export function entriesOf(domain: Domain, catalogue: Catalogue): Entry[] | undefined {
  if (domain.type === "evaluator") return catalogue.evaluators;
  return domain.type === "strategy" ? catalogue.strategies : undefined;
}

class Wrong extends Error {
  constructor(readonly fault: Fault) {
    super(fault.key);
  }
}

class Parser {
  /** The first value that is wrong. */
  fault: Fault | undefined;
  private at = 0;

  constructor(private readonly text: string) {}

  spec(entries: Entry[], catalogue: Catalogue, nesting: number): Spec {
    const { start, word } = this.word();
    const noun = entries === catalogue.strategies ? "strategy" : "evaluator";
    if (word === "") throw this.wrong("nothing", start);
    if (nesting > MOST_NESTING) throw this.wrong("deep", start);
    const entry = entries.find((entry) => entry.name === word);
    if (!entry) throw this.wrong(noun, start);
    const spec: Spec = { name: word, values: {} };
    if (this.peek() !== "(") return spec;
    this.at += 1;
    if (this.peek() === ")") {
      this.at += 1;
      return spec;
    }
    for (let first = true; ; first = false) {
      const parameter = this.parameter(entry, first, spec);
      const within = entriesOf(parameter.domain, catalogue);
      spec.values[parameter.name] = within
        ? this.spec(within, catalogue, nesting + 1)
        : this.value(parameter);
      const next = this.peek();
      if (next !== "," && next !== ")") throw this.wrong("closing", this.at);
      this.at += 1;
      if (next === ")") return spec;
    }
  }

  end(): void {
    if (this.peek() !== "") throw this.wrong("rest", this.at, this.text.length);
  }

  private parameter(entry: Entry, first: boolean, spec: Spec): Parameter {
    this.peek();
    const before = this.at;
    const { start, word } = this.word();
    if (this.peek() !== "=") {
      const positional = entry.parameters[0];
      if (!first || !entry.positional || !positional) throw this.wrong("equals", start);
      this.at = before;
      return positional;
    }
    const parameter = entry.parameters.find((parameter) => parameter.name === word);
    if (!parameter) throw this.wrong("parameter", start, start + word.length);
    if (parameter.name in spec.values) throw this.wrong("twice", start, start + word.length);
    this.at += 1;
    return parameter;
  }

  private value(parameter: Parameter): string {
    const { start, word } = this.word();
    if (!isValue(word, parameter.domain)) {
      this.fault ??= this.wrong("value", start, start + word.length, parameter.domain).fault;
    }
    return word;
  }

  private wrong(key: Fault["key"], start: number, end = this.at, domain?: Domain): Wrong {
    return new Wrong({
      key,
      start,
      end: Math.max(start, end),
      found: this.text.slice(start, end),
      ...(domain && { domain }),
    });
  }

  private peek(): string {
    while (/\s/.test(this.text.charAt(this.at))) this.at += 1;
    return this.text.charAt(this.at);
  }

  private word(): { start: number; word: string } {
    this.peek();
    const start = this.at;
    while (this.at < this.text.length && !/[\s,=()]/.test(this.text.charAt(this.at))) this.at += 1;
    return { start, word: this.text.slice(start, this.at) };
  }
}

/** Whether a text is one of the values of a domain; the server has the last word. */
export function isValue(text: string, domain: Domain): boolean {
  const within = (value: number, { least, greatest }: { least: number; greatest: number }) =>
    value >= least && value <= greatest;
  switch (domain.type) {
    case "integer":
      return /^\d{1,15}$/.test(text) && within(Number(text), domain);
    case "decimal":
      return DECIMAL.test(text) && within(Number(text), domain);
    case "duration": {
      const seconds = text.endsWith("ms")
        ? ([text.slice(0, -2), 0.001] as const)
        : ([text.replace(/s$/, ""), 1] as const);
      return DECIMAL.test(seconds[0]) && within(Number(seconds[0]) * seconds[1], domain);
    }
    case "flag":
      return text === "true" || text === "false";
    case "choice":
      return domain.words.includes(text);
    case "weights":
      return domain.names.includes(text);
    case "roles":
      return text.split("+").every((role) => role.trim() !== "");
    case "evaluator":
    case "strategy":
    case "learned":
    case "tablebase":
    case "policy":
      return false;
  }
}

/** As the server reads decimal numbers: `decimals.txt` of the crate `search` is a table of them. */
const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)$/;

/** The text of a spec: parameters in the catalogue's order, defaults left out. */
export function print(spec: Spec, entries: Entry[], catalogue: Catalogue): string {
  const entry = entries.find((entry) => entry.name === spec.name);
  if (!entry) return spec.name;
  const given = entry.parameters.flatMap((parameter, index) => {
    const value = spec.values[parameter.name];
    if (value === undefined || value === "") return [];
    const text =
      typeof value === "string"
        ? value
        : print(value, entriesOf(parameter.domain, catalogue) ?? [], catalogue);
    // Where a bound holds only if there is no other, to give it is not the same as to leave it out.
    const plain = typeof parameter.default !== "object";
    if (plain && text === preset(parameter)) return [];
    return [index === 0 && entry.positional ? text : `${parameter.name}=${text}`];
  });
  return given.length === 0 ? spec.name : `${spec.name}(${given.join(",")})`;
}

/** Letters of a spec that is short enough to be a name. */
const SHORT = 24;

/**
 * A short name: that of the strategy without its parameters. Where others have the same, all of a short spec,
 * and a number in place of a long one.
 */
export function labels(specs: readonly string[]): string[] {
  const names = specs.map((spec) => spec.split("(", 1)[0] ?? "");
  return names.map((name, index) => {
    const alike = (names: string[]) => names.filter((other) => other === name).length;
    if (alike(names) === 1) return name;
    const spec = specs[index] ?? name;
    return spec.length <= SHORT ? spec : `${name} ${alike(names.slice(0, index + 1))}`;
  });
}
