// Values that the browser keeps from one visit to the next, or a tab until it is closed.

/**
 * A value that is kept under a name, `initial` at first or if what is kept is none that `isValid` knows. In
 * `sessionStorage` each tab has its own; in `localStorage` they have one, and what another tab writes is read
 * again, so that it is not overwritten with something older.
 */
export function remembered<T>(
  name: string,
  initial: T,
  isValid: (value: unknown) => boolean = () => true,
  where: "localStorage" | "sessionStorage" = "localStorage",
): { value: T } {
  const key = `spielbaum.${name}`;
  let value = $state(read());
  function read(): T {
    try {
      const kept: unknown = JSON.parse(globalThis[where].getItem(key) ?? "null");
      if (kept !== null && isValid(kept)) return kept as T;
    } catch {
      // The browser keeps nothing, or something else wrote it.
    }
    return initial;
  }
  if (where === "localStorage") {
    // Where there is no browser there are no other tabs. Without a key everything has been deleted.
    globalThis.addEventListener?.("storage", (event) => {
      if (event.key === key || event.key === null) value = read();
    });
  }
  return {
    get value() {
      return value;
    },
    set value(next: T) {
      value = next;
      try {
        globalThis[where].setItem(key, JSON.stringify(next));
      } catch {
        // Where there is no room it is forgotten with the page.
      }
    },
  };
}
