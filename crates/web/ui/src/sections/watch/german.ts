// What German needs beyond words in their places.

import { fill, number, type Message } from "../../lib/i18n.svelte";

/**
 * A message in which the name of a node stands after a preposition with the dative: the root is called by a
 * noun with an article, others by letters or moves.
 */
export function afterPreposition(message: string): Message {
  return (values) =>
    fill(message, values, number).replaceAll(/\b(in|zu|aus|von) die Wurzel\b/g, "$1 der Wurzel");
}
