import type { Messages } from "../../lib/i18n.svelte";

type Key = "compiling" | "waiting" | "next" | "seconds" | "progress" | "cancel";

export const messages: Messages<Key> = {
  en: {
    compiling: "Compiling the rules …", next: "Waiting; these rules are compiled next …",
    waiting: ({ ahead }) => `Waiting; ${ahead} other ${ahead === 1 ? "rulesheet is" : "rulesheets are"} compiled first …`,
    seconds: "{seconds} s; after {most} s the reasoner is used instead", progress: "Compilation", cancel: "Cancel the compilation",
  },
  ja: {
    compiling: "ルールをコンパイル中 …", next: "待機中：次にこのルールをコンパイルします …",
    waiting: "待機中：先に {ahead} 件のルールをコンパイルします …",
    seconds: "{seconds} 秒（{most} 秒を超えると推論器で実行します）", progress: "コンパイル", cancel: "コンパイルを中止",
  },
  de: {
    compiling: "Die Regeln werden kompiliert …", next: "Warten; diese Regeln werden als nächste kompiliert …",
    waiting: ({ ahead }) => (ahead === 1 ? "Warten; 1 andere Spielbeschreibung wird vorher kompiliert …" : `Warten; ${ahead} andere Spielbeschreibungen werden vorher kompiliert …`),
    seconds: "{seconds} s; nach {most} s wird der Reasoner verwendet", progress: "Kompilierung", cancel: "Kompilierung abbrechen",
  },
};
