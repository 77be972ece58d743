// A line of play as text: `(mark 1 1) noop; noop (mark 2 2)`, as the command line writes it, too.

/** Joint moves, one move a role each. */
export type Line = string[][];

export function format(line: Line): string {
  return line.map((joint) => joint.join(" ")).join("; ");
}

/** The joint moves of a text, with a semicolon or a new line between them. */
export function parse(text: string): Line {
  return text
    .split(/[;\n]/)
    .map(terms)
    .filter((joint) => joint.length > 0);
}

/** The terms that stand beside each other, none inside another. */
function terms(text: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let current = "";
  for (const letter of text) {
    if (letter === "(") depth += 1;
    if (/\s/.test(letter) && depth <= 0) {
      if (current) found.push(current);
      current = "";
      continue;
    }
    current += letter;
    if (letter === ")") depth -= 1;
  }
  if (current) found.push(current);
  return found;
}

/** The moves of a joint move that say something: what only waits is left out, unless all do. */
export function telling(joint: string[]): { role: number; move: string }[] {
  const all = joint.map((move, role) => ({ role, move }));
  const some = all.filter(({ move }) => move !== "noop");
  return some.length > 0 ? some : all;
}
