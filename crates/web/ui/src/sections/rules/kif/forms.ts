// What stands where in a rulesheet: which names are relations, fluents and moves, and what may follow at
// a place.

import { type Token, tokens } from "./tokens";
import { connective, keyword } from "./words";

/**
 * What is expected at a place: a fact or a rule, the head of a rule, a condition, the name of a role, a
 * fluent, a move, or any term.
 */
export type Place = "statement" | "head" | "condition" | "role" | "fluent" | "move" | "term";

/** A parenthesis that is open. */
interface Frame {
  place: Place;
  /** Its first word, once that has come. */
  name: string | undefined;
  /** Things that have come after the name. */
  arguments: number;
}

/** Where somebody is writing. */
export interface Spot {
  place: Place;
  /** Whether a name is expected that an open parenthesis begins with. */
  afterOpen: boolean;
  /** The variables of the rule so far, each once. */
  variables: string[];
}

/** The names of a text with how many arguments they have; of those used with several the greatest number. */
export interface Vocabulary {
  relations: Map<string, number>;
  fluents: Map<string, number>;
  moves: Map<string, number>;
  roles: Set<string>;
}

/** The names that a rulesheet defines or uses; it need not be whole. */
export function vocabulary(text: string): Vocabulary {
  const words: Vocabulary = { relations: new Map(), fluents: new Map(), moves: new Map(), roles: new Set() };
  const reader = new Reader((name, place, places) => {
    const names = namesAt(words, place);
    if (names instanceof Map) names.set(name, Math.max(places, names.get(name) ?? 0));
    else names?.add(name);
  });
  for (const token of tokens(text)) reader.read(token);
  return words;
}

function namesAt(words: Vocabulary, place: Place): Map<string, number> | Set<string> | undefined {
  switch (place) {
    case "statement":
    case "head":
    case "condition":
      return words.relations;
    case "fluent":
      return words.fluents;
    case "move":
      return words.moves;
    case "role":
      return words.roles;
    case "term":
      return undefined;
  }
}

/** What is expected after a text. */
export function spotAfter(text: string): Spot {
  const reader = new Reader(() => {});
  for (const token of tokens(text)) reader.read(token);
  return reader.spot();
}

/** Reads tokens one after the other, and tells what names stand where. */
class Reader {
  private readonly frames: Frame[] = [];
  private readonly variables = new Set<string>();

  constructor(private readonly tell: (name: string, place: Place, places: number) => void) {}

  read(token: Token): void {
    const frame = this.frames.at(-1);
    switch (token.kind) {
      case "open":
        if (!frame) this.variables.clear();
        this.frames.push({ place: expected(frame), name: undefined, arguments: 0 });
        break;
      case "close":
        this.frames.pop();
        if (frame?.name !== undefined) this.note(frame.name, frame.place, frame.arguments);
        this.count();
        break;
      case "variable":
        this.variables.add(token.text);
        this.count();
        break;
      case "word":
        if (frame && frame.name === undefined) {
          frame.name = token.text;
        } else {
          this.note(token.text, expected(frame), 0);
          this.count();
        }
    }
  }

  spot(): Spot {
    const frame = this.frames.at(-1);
    const afterOpen = frame !== undefined && frame.name === undefined;
    return { place: afterOpen ? frame.place : expected(frame), afterOpen, variables: [...this.variables] };
  }

  private note(name: string, place: Place, places: number): void {
    const isRelation = place === "statement" || place === "head" || place === "condition";
    if (!isRelation || (!keyword(name) && !connective(name))) this.tell(name, place, places);
  }

  private count(): void {
    const frame = this.frames.at(-1);
    if (frame) frame.arguments += 1;
  }
}

/** What is expected next in a frame; outside all of them, a statement. */
function expected(frame: Frame | undefined): Place {
  if (!frame) return "statement";
  if (frame.place === "fluent" || frame.place === "move" || frame.place === "role" || frame.place === "term")
    return "term";
  const name = frame.name ?? "";
  const first = frame.arguments === 0;
  switch (keyword(name)) {
    case "role":
      return "role";
    case "init":
    case "true":
    case "next":
    case "base":
      return "fluent";
    case "does":
    case "legal":
    case "input":
      return first ? "role" : "move";
    case "goal":
    case "sees":
      return first ? "role" : "term";
    default:
  }
  switch (connective(name)) {
    case "<=":
      return first ? "head" : "condition";
    case "not":
    case "or":
      return "condition";
    default:
      return "term";
  }
}
