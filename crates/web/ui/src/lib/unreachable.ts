// The problem that there is no server any more.

import type { Problem } from "./api";
import { translator, type Messages } from "./i18n.svelte";

const messages: Messages<"unreachable"> = {
  en: { unreachable: "The server does not answer." },
  ja: { unreachable: "サーバーが応答しません。" },
  de: { unreachable: "Der Server antwortet nicht." },
};

const t = translator(messages);

/** It has ended, or the network is gone. */
export function unreachable(): Problem {
  return { code: "unreachable", message: t("unreachable") };
}
