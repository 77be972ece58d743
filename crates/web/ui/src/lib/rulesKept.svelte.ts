// What shows the rules that the browser keeps is shown anew when some are kept or deleted.

let changes = $state(0);

/** Called where they are read. */
export function readRules(): void {
  void changes;
}

/** Called where they are changed. */
export function changedRules(): void {
  changes += 1;
}
