// The problem that there is no server any more.

import type { Problem } from "./api";

/** It has ended, or the network is gone. What is said of it is known to `translations/problems.svelte.ts`. */
export function unreachable(): Problem {
  return { code: "unreachable", message: "The server does not answer." };
}
