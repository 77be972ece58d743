// A tree in brackets as somebody types it: read, written, and what is wrong with it.

import { isSetName } from "./sets";

/** A node as it is typed. */
export interface TypedNode {
  label?: string;
  /**
   * Who moves here, if the text says so: `max`, `min` or `@2`; chance is `?`, or `?0.5|0.5` with the
   * probabilities of the children.
   */
  mover?: string;
  /** The information set of an inner node: who moves at one of its nodes does not know at which. */
  set?: string;
  /** The static value of an inner node: `4`, `1/2/3`. */
  static?: string;
  /** What a leaf pays: `3`, `1/2/3`; none at an inner node. */
  payoffs?: string;
  children: TypedNode[];
}

/** What is wrong with a text, and where. */
export interface Flaw {
  /** The place in the text, from 0. */
  at: number;
  code: FlawCode;
  /** What stands there, or is expected. */
  word: string;
}

export type FlawCode =
  | "no-tree"
  | "unclosed"
  | "too-much"
  | "no-number"
  | "open-quote"
  | "lost-label"
  | "lost-static"
  | "no-children"
  | "no-role"
  | "same-label"
  | "other-roles"
  | "too-deep"
  | "bad-set";

type Reading = { root: TypedNode; flaw?: undefined } | { root?: undefined; flaw: Flaw };

interface Token {
  at: number;
  kind: "(" | ")" | ":" | "=" | "word" | "quoted";
  text: string;
}

/** Nodes inside one another at most. */
const MOST_DEEP = 100;

const PAYOFFS = /^[+-]?(\d+\.?\d*|\.\d+)(\/[+-]?(\d+\.?\d*|\.\d+))*$/;

/** Whether a text is what a leaf may pay. */
export function isPayoffs(text: string): boolean {
  return (
    PAYOFFS.test(text) &&
    text.split("/").every((number) => (number.split(".")[1] ?? "").replace(/0+$/, "").length <= 6)
  );
}

/** For how many roles payoffs are: a single number is max's, of two roles. */
export function rolesOf(payoffs: string): number {
  return Math.max(2, payoffs.split("/").length);
}

/** Thrown where the text cannot be read further. */
class Stop extends Error {
  constructor(readonly flaw: Flaw) {
    super(flaw.code);
  }
}

/** Reads a tree, or says what is wrong with it. */
export function read(text: string): Reading {
  try {
    return { root: new Reader(text, tokensOf(text)).whole() };
  } catch (error) {
    if (error instanceof Stop) return { flaw: error.flaw };
    throw error;
  }
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const rest = text.slice(at, at + MOST_AHEAD);
    const [space] = /^[\s,]+/.exec(rest) ?? [""];
    if (space) {
      at += space.length;
      continue;
    }
    const sign = rest[0]!;
    if (sign === '"') {
      const end = text.indexOf('"', at + 1);
      if (end < 0) throw new Stop({ at, code: "open-quote", word: rest.slice(0, 20) });
      tokens.push({ at, kind: "quoted", text: text.slice(at + 1, end) });
      at = end + 1;
    } else if (sign === "(" || sign === ")" || sign === ":" || sign === "=") {
      tokens.push({ at, kind: sign, text: sign });
      at += 1;
    } else {
      const [word] = /^[^\s(),:="]+/.exec(rest)!;
      tokens.push({ at, kind: "word", text: word });
      at += word.length;
    }
  }
  return tokens;
}

/** Letters of a word or of white space at most. */
const MOST_AHEAD = 1000;

/** Goes through the tokens. */
class Reader {
  private next = 0;
  /** How many numbers payoffs have, as the first ones show. */
  private readonly count: number;

  constructor(
    private readonly text: string,
    private readonly tokens: Token[],
  ) {
    const first = tokens.find(
      ({ kind, text }, place) => kind === "word" && tokens[place + 1]?.kind !== ":" && isPayoffs(text),
    );
    this.count = first?.text.split("/").length ?? 1;
  }

  whole(): TypedNode {
    const root = this.node(0);
    const more = this.tokens[this.next];
    if (more) throw new Stop({ at: more.at, code: "too-much", word: more.text });
    return root;
  }

  /** Reads a node inside so many open brackets. */
  private node(open: number): TypedNode {
    if (open > MOST_DEEP)
      throw new Stop({
        at: this.tokens[this.next]?.at ?? this.text.length,
        code: "too-deep",
        word: String(MOST_DEEP),
      });
    const label = this.label();
    const token = this.tokens[this.next++];
    if (!token)
      throw new Stop({
        at: this.text.length,
        code: label !== undefined ? "lost-label" : open > 0 ? "unclosed" : "no-tree",
        word: label ?? String(open),
      });
    const node: TypedNode = { ...(label === undefined ? {} : { label }), children: [] };
    switch (token.kind) {
      case "word":
        return { ...node, payoffs: this.payoffs(token) };
      case "(":
        return this.inner(node, token, open + 1);
      case "=":
        throw new Stop({ at: token.at, code: "lost-static", word: token.text });
      case ")":
        throw new Stop({
          at: token.at,
          code: label === undefined && open === 0 ? "too-much" : "lost-label",
          word: token.text,
        });
      default:
        throw new Stop({ at: token.at, code: "lost-label", word: token.text });
    }
  }

  private inner(node: TypedNode, begin: Token, open: number): TypedNode {
    const [first, second] = [this.tokens[this.next], this.tokens[this.next + 1]];
    if (first?.kind === "word" && second?.kind !== ":" && /^(max|min|@.*|\?.*)$/.test(first.text)) {
      const number = Number(first.text.slice(1));
      const known =
        first.text.startsWith("?") ||
        (first.text.startsWith("@")
          ? Number.isInteger(number) && number >= 1 && number <= Math.max(2, this.count)
          : this.count <= 2);
      if (!known) throw new Stop({ at: first.at, code: "no-role", word: first.text });
      node.mover = first.text;
      this.next += 1;
    }
    const [braces, colon] = [this.tokens[this.next], this.tokens[this.next + 1]];
    if (braces?.kind === "word" && colon?.kind !== ":" && /^\{.*\}$/.test(braces.text)) {
      node.set = braces.text.slice(1, -1);
      if (!isSetName(node.set) || node.mover?.startsWith("?"))
        throw new Stop({ at: braces.at, code: "bad-set", word: braces.text });
      this.next += 1;
    }
    if (this.tokens[this.next]?.kind === "=") {
      const value = this.tokens[this.next + 1];
      if (value?.kind !== "word")
        throw new Stop({ at: value?.at ?? this.text.length, code: "lost-static", word: value?.text ?? "" });
      node.static = this.payoffs(value);
      this.next += 2;
    }
    const places: number[] = [];
    while (this.tokens[this.next]?.kind !== ")") {
      places.push(this.tokens[this.next]?.at ?? this.text.length);
      node.children.push(this.node(open));
    }
    if (node.children.length === 0) throw new Stop({ at: begin.at, code: "no-children", word: "" });
    this.next += 1;
    const twin = sameLabel(node.children);
    if (twin !== undefined)
      throw new Stop({ at: places[twin]!, code: "same-label", word: node.children[twin]!.label ?? "" });
    return node;
  }

  private label(): string | undefined {
    const [token, colon] = [this.tokens[this.next], this.tokens[this.next + 1]];
    if ((token?.kind !== "word" && token?.kind !== "quoted") || colon?.kind !== ":") return undefined;
    this.next += 2;
    return token.text;
  }

  private payoffs({ at, text }: Token): string {
    if (!isPayoffs(text)) throw new Stop({ at, code: "no-number", word: text });
    if (text.split("/").length !== this.count)
      throw new Stop({ at, code: "other-roles", word: String(this.count) });
    return text;
  }
}

/**
 * The place of a child that is called as another one is; moves without a label are called by their places.
 */
export function sameLabel(children: readonly TypedNode[]): number | undefined {
  const names = children.map(({ label }, place) => label ?? String(place + 1));
  const twin = names.findIndex((name, place) => names.indexOf(name) < place);
  if (twin < 0) return undefined;
  // Of a label and a place, the label is what can be changed.
  return children[twin]?.label === undefined ? names.indexOf(names[twin]!) : twin;
}

/** A tree as text. */
export function write(node: TypedNode): string {
  const label =
    node.label === undefined ? "" : `${/^[^\s(),:="]+$/.test(node.label) ? node.label : `"${node.label}"`}:`;
  if (node.payoffs !== undefined) return label + node.payoffs;
  const head = [
    ...(node.mover === undefined ? [] : [node.mover]),
    ...(node.set === undefined ? [] : [`{${node.set}}`]),
    ...(node.static === undefined ? [] : [`=${node.static}`]),
  ];
  return `${label}(${[...head, ...node.children.map(write)].join(" ")})`;
}
