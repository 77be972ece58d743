// The problem that there is no server any more.

import type { Problem } from "./api";
import { translator, type Messages } from "./i18n.svelte";

const messages: Messages<"unreachable"> = {
  en: { unreachable: "The server does not answer. Restart it, then reload this page." },
  ja: { unreachable: "サーバーが応答しません。再起動してから、このページを再読み込みしてください。" },
  de: { unreachable: "Der Server antwortet nicht. Starten Sie ihn neu, und laden Sie dann diese Seite neu." },
};

const t = translator(messages);

/** It has ended, or the network is gone. */
export function unreachable(): Problem {
  return { code: "unreachable", message: t("unreachable") };
}
