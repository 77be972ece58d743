import type { Messages } from "../../lib/i18n.svelte";

type Key = "copied" | "failed";

export const messages: Messages<Key> = {
  en: { copied: "Copied", failed: "The browser does not allow copying." },
  ja: { copied: "コピーしました", failed: "このブラウザではコピーできません。" },
  de: { copied: "Kopiert", failed: "Der Browser erlaubt das Kopieren nicht." },
};
