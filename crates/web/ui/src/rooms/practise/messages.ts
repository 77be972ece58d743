import type { Messages } from "../../lib/i18n.svelte";

type Key = "title";

export const messages: Messages<Key> = {
  en: { title: "Practise" },
  ja: { title: "演習" },
  de: { title: "Üben" },
};
