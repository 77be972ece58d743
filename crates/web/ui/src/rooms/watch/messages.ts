import type { Messages } from "../../lib/i18n.svelte";

type Key = "title";

export const messages: Messages<Key> = {
  en: { title: "Watch a search" },
  ja: { title: "探索を観察する" },
  de: { title: "Einer Suche zuschauen" },
};
