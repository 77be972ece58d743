// A question whose answer changes.

/**
 * Asks whenever it is told to: one question at a time, with a pause of so many milliseconds after each, in
 * which what changes is asked about once. What is answered after the end is of no interest any more.
 */
export function asking<Answer>(
  ask: () => Promise<Answer>,
  take: (answer: Answer) => void,
  fail: (error: unknown) => void,
  pause: number,
): { again(): void; end(): void } {
  let [isBusy, isWanted, isOver] = [false, false, false];
  async function go(): Promise<void> {
    isBusy = true;
    while (isWanted && !isOver) {
      isWanted = false;
      await ask().then(
        (answer) => isOver || take(answer),
        (error: unknown) => isOver || fail(error),
      );
      await new Promise((rested) => setTimeout(rested, pause));
    }
    isBusy = false;
  }
  return {
    again() {
      isWanted = true;
      if (!isBusy) void go();
    },
    end() {
      isOver = true;
    },
  };
}
