import type { Messages } from "../../lib/i18n.svelte";
import { de } from "./messages.de";
import { en } from "./messages.en";
import { ja } from "./messages.ja";

export type Key = keyof typeof en;

export const messages: Messages<Key> = { en, ja, de };
