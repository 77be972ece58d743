import type { Messages } from "../../lib/i18n.svelte";

type Key = "title";

export const messages: Messages<Key> = {
  en: { title: "Compare strategies" },
  ja: { title: "戦略を比較する" },
  de: { title: "Strategien vergleichen" },
};
