import { counted, type Messages } from "../../lib/i18n.svelte";

type Key =
  "compiling" | "optimising" | "waiting" | "next" | "seconds" | "optimisingSeconds" | "progress" | "cancel";

export const messages: Messages<Key> = {
  en: {
    compiling: "Compiling the rules …",
    optimising: "Optimising the circuit …",
    next: "Waiting; these rules are compiled next …",
    waiting: ({ ahead }) =>
      `Waiting; ${counted(ahead, "other rulesheet is", "other rulesheets are")} compiled first …`,
    seconds: "{seconds} s; after {most} s the reasoner is used instead",
    optimisingSeconds: "{seconds} s; after {most} s it is used as it is",
    progress: "Compilation",
    cancel: "Cancel the compilation",
  },
  ja: {
    compiling: "ルールをコンパイル中 …",
    optimising: "回路を最適化中 …",
    next: "待機中：次にこのルールをコンパイルします …",
    waiting: "待機中：先に {ahead} 件のルールをコンパイルします …",
    seconds: "{seconds} 秒（{most} 秒を超えると推論器で実行します）",
    optimisingSeconds: "{seconds} 秒（{most} 秒を超えると最適化していない回路で実行します）",
    progress: "コンパイル",
    cancel: "コンパイルを中止",
  },
  de: {
    compiling: "Die Regeln werden kompiliert …",
    optimising: "Die Schaltung wird optimiert …",
    next: "Warten; diese Regeln werden als nächste kompiliert …",
    waiting: ({ ahead }) =>
      `Warten; ${counted(ahead, "andere Spielbeschreibung wird", "andere Spielbeschreibungen werden")} vorher kompiliert …`,
    seconds: "{seconds} s; nach {most} s wird stattdessen die Inferenzmaschine verwendet",
    optimisingSeconds: "{seconds} s; nach {most} s wird sie unoptimiert verwendet",
    progress: "Kompilierung",
    cancel: "Kompilierung abbrechen",
  },
};
