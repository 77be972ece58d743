// Trees of one's own: the one in use, and what is written beside it and not used yet. Who chooses another
// kind, or goes elsewhere and comes back, finds both.

import { SvelteMap } from "svelte/reactivity";

/** What is written, by the tree that is in use meanwhile. */
const written = new SvelteMap<string, string>();

let latest = "((3 12 8) (2 4 6) (14 5 2))";

export const ownTree = {
  /** The tree that was in use last; at first an example. */
  get latest() {
    return latest;
  },
  /** Notes which tree is in use. */
  note(tree: string): void {
    latest = tree;
  },
  /** What the field says while a tree is in use: the tree, or what was written since. */
  textBeside(tree: string): string {
    return written.get(tree) ?? tree;
  },
  /** Keeps what is written while a tree is in use. */
  write(tree: string, text: string): void {
    written.set(tree, text);
  },
  /** The tree that is written; it is used now, and no longer kept as what waits for that. */
  taken(tree: string): string {
    const taken = ownTree.textBeside(tree).trim();
    written.delete(tree);
    written.delete(taken);
    return taken;
  },
};
