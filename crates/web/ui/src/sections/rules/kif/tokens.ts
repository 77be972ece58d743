// KIF text cut into words and parentheses, as the engine's lexer does it.

export interface Token {
  kind: "open" | "close" | "word" | "variable";
  text: string;
  /** The offset of its first letter. */
  at: number;
}

/**
 * A comment to the end of the line, a comment between `#|` and `|#` (or to the end of the text), a
 * parenthesis, or a word.
 */
const PIECE = /;[^\n\r]*|#\|(?:[^]*?\|#|[^]*)|[()]|(?:(?!#\|)[^\s();])+/g;

/** The tokens of a text. */
export function* tokens(text: string): Generator<Token> {
  for (const { 0: piece, index: at } of text.matchAll(PIECE)) {
    if (piece.startsWith(";") || piece.startsWith("#|")) continue;
    yield { kind: kindOf(piece), text: piece, at };
  }
}

function kindOf(piece: string): Token["kind"] {
  if (piece === "(") return "open";
  if (piece === ")") return "close";
  return piece.startsWith("?") ? "variable" : "word";
}
