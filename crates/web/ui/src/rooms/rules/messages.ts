import type { Messages } from "../../lib/i18n.svelte";

type Key = "title";

export const messages: Messages<Key> = {
  en: { title: "Write rules" },
  ja: { title: "ルールを書く" },
  de: { title: "Regeln schreiben" },
};
