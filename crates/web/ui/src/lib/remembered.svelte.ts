// Values that the browser keeps from one visit to the next.

/** A value that is kept under a name, `initial` at first or if what is kept is none that `isValid` knows. */
export function remembered<T>(name: string, initial: T, isValid: (value: unknown) => boolean = () => true): { value: T } {
  const key = `spielbaum.${name}`;
  let value = $state(read());
  function read(): T {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
      if (kept !== null && isValid(kept)) return kept as T;
    } catch {
      // The browser keeps nothing, or something else wrote it.
    }
    return initial;
  }
  return {
    get value() {
      return value;
    },
    set value(next: T) {
      value = next;
      try {
        localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // Where there is no room it is forgotten with the page.
      }
    },
  };
}
