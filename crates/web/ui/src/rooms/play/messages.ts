import type { Messages } from "../../lib/i18n.svelte";

type Key = "title";

export const messages: Messages<Key> = {
  en: { title: "Play" },
  ja: { title: "対局する" },
  de: { title: "Spielen" },
};
