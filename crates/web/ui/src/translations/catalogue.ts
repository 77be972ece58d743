// Translations of the server's texts: the English text is the key, as in gettext, with places for
// what varies.
//
// A place in an English text: `{name}` is any text, `{name#}` a number, `{name@}` one by which something is
// called, such as a tournament, `{name~}` a time such as 20s or 1.5ms, `{name*}` a text of the server that is
// translated itself. The translation has the same places as `{name}`, in any order.

/** English texts and their translations. */
export type Entries = Record<string, string>;

/** How numbers and times are written in the language. */
export interface Format {
  number(value: number): string;
  seconds(value: number): string;
}

/** What may stand at a place. */
type Kind = "text" | "number" | "name" | "time" | "inner";

interface Place {
  name: string;
  kind: Kind;
}

interface Pattern {
  english: string;
  /** What stands before, between and behind the places: one more than these. */
  between: string[];
  places: Place[];
  translation: string;
}

const KINDS: Record<string, Kind> = { "": "text", "#": "number", "@": "name", "~": "time", "*": "inner" };

const PLACE = /\{(\w+)([#@~*]?)\}/g;

/** A text with something in parentheses behind it. */
const ADDITION = /^\{\w+\*\} \([^()]*\)$/;

const NUMBER = /^-?\d{1,15}(\.\d{1,12})?$/;

const TIME = /^(\d{1,12}(?:\.\d{1,12})?)(s|ms|µs|ns)$/;

const SECONDS: Record<string, number> = { s: 1, ms: 1e-3, µs: 1e-6, ns: 1e-9 };

/** A longer text is not looked at: it is a text of somebody who sent it, more than one of the server. */
const LONGEST = 8_000;

/** Patterns that are tried for one text and the texts within it. It bounds the time, whatever the text is. */
const MOST_TRIES = 4_000;

/** Texts within texts. */
const DEEPEST = 5;

/** The places in a text. */
export function placesOf(text: string): Place[] {
  return [...text.matchAll(PLACE)].map(([, name = "", sign = ""]) => ({ name, kind: KINDS[sign] ?? "text" }));
}

export class Catalogue {
  /** Texts in which nothing varies. */
  private readonly fixed = new Map<string, string>();
  /**
   * The others, the most specific first: those that add something in parentheses to a whole text, whose
   * places could swallow it, then those with the most letters of their own.
   */
  private readonly patterns: Pattern[] = [];

  constructor(
    files: readonly Entries[],
    private readonly format: Format,
  ) {
    for (const [english, translation] of files.flatMap(Object.entries) as [string, string][]) {
      const places = placesOf(english);
      if (places.length === 0) this.fixed.set(english, translation);
      else this.patterns.push({ english, translation, places, between: english.split(/\{\w+[#@~*]?\}/) });
    }
    const letters = ({ between }: Pattern) => between.join("").length;
    const isAddition = ({ english }: Pattern) => Number(ADDITION.test(english));
    this.patterns.sort((a, b) => isAddition(b) - isAddition(a) || letters(b) - letters(a));
  }

  /** The text in the language of the catalogue; nothing if it is not there. */
  translate(text: string): string | undefined {
    return text.length > LONGEST ? undefined : this.within(text, 0, { left: MOST_TRIES });
  }

  /** The key that a text is translated by. */
  keyOf(text: string): string | undefined {
    if (this.fixed.has(text)) return text;
    return this.patterns.find((pattern) => this.match(pattern, text, 0, { left: MOST_TRIES }) !== undefined)
      ?.english;
  }

  private within(text: string, depth: number, tries: { left: number }): string | undefined {
    const fixed = this.fixed.get(text);
    if (fixed !== undefined || depth > DEEPEST) return fixed;
    for (const pattern of this.patterns) {
      tries.left -= 1;
      if (tries.left < 0) return undefined;
      const values = this.match(pattern, text, depth, tries);
      if (values)
        return pattern.translation.replace(PLACE, (place, name: string) => values.get(name) ?? place);
    }
    return undefined;
  }

  /** What stands at the places of a pattern, in the language; nothing if the text is another one. */
  private match(
    { between, places }: Pattern,
    text: string,
    depth: number,
    tries: { left: number },
  ): Map<string, string> | undefined {
    const [first = "", last = ""] = [between[0], between[places.length]];
    const end = text.length - last.length;
    if (end <= first.length || !text.startsWith(first) || !text.endsWith(last)) return undefined;
    const values = new Map<string, string>();
    /** Fills the places from one on, what they stand in beginning `from`. */
    const fill = (index: number, from: number): boolean => {
      const place = places[index]!;
      if (index === places.length - 1) return from < end && keep(place, text.slice(from, end));
      // The first end of the place that leads on; after a place for any text there is no second try, so that
      // long texts are read once.
      for (
        let to = text.indexOf(between[index + 1]!, from + 1);
        to !== -1 && to < end;
        to = text.indexOf(between[index + 1]!, to + 1)
      ) {
        tries.left -= 1;
        if (tries.left < 0) return false;
        if (keep(place, text.slice(from, to)) && fill(index + 1, to + between[index + 1]!.length))
          return true;
        if (place.kind === "text" && places.slice(index + 1).every(({ kind }) => kind === "text"))
          return false;
      }
      return false;
    };
    const keep = ({ name, kind }: Place, found: string): boolean => {
      const value = this.value(kind, found, depth, tries);
      if (value !== undefined) values.set(name, value);
      return value !== undefined;
    };
    return fill(0, first.length) ? values : undefined;
  }

  private value(kind: Kind, found: string, depth: number, tries: { left: number }): string | undefined {
    switch (kind) {
      case "text":
        return found;
      case "number":
        return NUMBER.test(found) ? this.format.number(Number(found)) : undefined;
      case "name":
        return NUMBER.test(found) ? found : undefined;
      case "time": {
        const [, amount, unit = ""] = TIME.exec(found) ?? [];
        return amount === undefined ? undefined : this.format.seconds(Number(amount) * SECONDS[unit]!);
      }
      case "inner":
        return this.within(found, depth + 1, tries);
    }
  }
}
