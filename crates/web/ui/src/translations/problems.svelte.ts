// What a problem is, said in the language of the page.

import type { Problem } from "../lib/api";
import { translator, type Messages } from "../lib/i18n.svelte";
import { shown, type Shown } from "./serverText.svelte";

const messages: Messages<"unreachable" | "status" | "notKept"> = {
  en: {
    unreachable: "The server does not answer.",
    status: "The server answered: {status}",
    notKept: "This browser has no rules named “{name}”.",
  },
  ja: {
    unreachable: "サーバーが応答しません。",
    status: "サーバーの応答：{status}",
    notKept: "このブラウザには「{name}」というルールは保存されていません。",
  },
  de: {
    unreachable: "Der Server antwortet nicht.",
    status: "Antwort des Servers: {status}",
    notKept: "Dieser Browser hat keine Regeln mit dem Namen „{name}“.",
  },
};

const t = translator(messages);

/** A problem that the page found itself, told in its language. */
export function ownProblem(message: string): Problem {
  return { code: "page", message };
}

/**
 * The problem that an address names rules that this browser does not keep: somebody else's, or those of
 * another browser.
 */
export function notKept(name: string): Problem {
  return { code: "not-kept", message: name };
}

/** What a problem is, and the language of that if it is not the page's. */
export function shownProblem({ code, message }: Problem): Shown {
  // Without a server there are no translations to be loaded, so this one is here.
  if (code === "unreachable") return { text: t("unreachable") };
  if (code === "status") return { text: t("status", { status: message }) };
  if (code === "not-kept") return { text: t("notKept", { name: message }) };
  return code === "page" ? { text: message } : shown(message);
}

/** The same as a string, for places in a message. */
export function problemText(problem: Problem): string {
  return shownProblem(problem).text;
}
