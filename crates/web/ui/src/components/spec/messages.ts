import type { Messages } from "../../lib/i18n.svelte";
import type { Fault } from "./spec";

export type Key =
  | "strategy"
  | "evaluator"
  | "text"
  | "parameters"
  | "none"
  | "unlessBounded"
  | "yes"
  | "no"
  | "from-to"
  | "time-from-to"
  | "roles-range"
  | "loading"
  | "unreadable"
  | "option"
  | `fault-${Fault["key"]}`;

export const messages: Messages<Key> = {
  en: {
    strategy: "Strategy",
    evaluator: "Evaluator",
    text: "As text",
    parameters: "Parameters of {name}",
    none: "none",
    option: "{name} ({word})",
    unlessBounded: "{value}, if there is no other limit",
    yes: "yes",
    no: "no",
    "from-to": "{least} to {greatest}",
    "time-from-to": "{least} to {greatest} seconds: 0.5s or 200ms",
    "roles-range": "names or numbers of roles: red+2",
    loading: "Loading the strategies …",
    unreadable: "The strategies cannot be loaded: {message}",
    "fault-nothing": "The name of a strategy is missing here.",
    "fault-strategy": "There is no strategy “{found}”.",
    "fault-evaluator": "There is no evaluator “{found}”.",
    "fault-parameter": "There is no parameter “{found}”.",
    "fault-value": "“{found}” is not a valid value. {range}",
    "fault-equals": "parameter=value is expected here.",
    "fault-closing": "A comma or a closing parenthesis is expected here.",
    "fault-rest": "Unexpected text after the end: “{found}”.",
    "fault-twice": "“{found}” is given twice.",
    "fault-deep": "The evaluators are nested too deeply.",
  },
  ja: {
    strategy: "戦略",
    evaluator: "評価関数",
    text: "テキスト表記",
    parameters: "{name} のパラメータ",
    none: "なし",
    option: "{name}（{word}）",
    unlessBounded: "他に制限がなければ {value}",
    yes: "はい",
    no: "いいえ",
    "from-to": "{least} 〜 {greatest}",
    "time-from-to": "{least} 〜 {greatest} 秒（例：0.5s、200ms）",
    "roles-range": "役割の名前か番号（例：red+2）",
    loading: "戦略を読み込み中 …",
    unreadable: "戦略を読み込めません：{message}",
    "fault-nothing": "ここに戦略の名前が必要です。",
    "fault-strategy": "「{found}」という戦略はありません。",
    "fault-evaluator": "「{found}」という評価関数はありません。",
    "fault-parameter": "「{found}」というパラメータはありません。",
    "fault-value": "「{found}」は無効な値です。{range}",
    "fault-equals": "ここには「パラメータ=値」が必要です。",
    "fault-closing": "ここにコンマか閉じ括弧が必要です。",
    "fault-rest": "末尾に余分な文字列があります：「{found}」",
    "fault-twice": "「{found}」が重複して指定されています。",
    "fault-deep": "評価関数の入れ子が深すぎます。",
  },
  de: {
    strategy: "Strategie",
    evaluator: "Bewertungsfunktion",
    text: "Als Text",
    parameters: "Parameter von {name}",
    none: "keine",
    option: "{name} ({word})",
    unlessBounded: "{value}, falls es keine andere Grenze gibt",
    yes: "ja",
    no: "nein",
    "from-to": "{least} bis {greatest}",
    "time-from-to": "{least} bis {greatest} Sekunden: 0.5s oder 200ms",
    "roles-range": "Namen oder Nummern von Rollen: red+2",
    loading: "Die Strategien werden geladen …",
    unreadable: "Die Strategien können nicht geladen werden: {message}",
    "fault-nothing": "Hier fehlt der Name einer Strategie.",
    "fault-strategy": "Es gibt keine Strategie „{found}“.",
    "fault-evaluator": "Es gibt keine Bewertungsfunktion „{found}“.",
    "fault-parameter": "Es gibt keinen Parameter „{found}“.",
    "fault-value": "„{found}“ ist kein gültiger Wert. {range}",
    "fault-equals": "Hier wird Parameter=Wert erwartet.",
    "fault-closing": "Hier wird ein Komma oder eine schließende Klammer erwartet.",
    "fault-rest": "Unerwarteter Text nach dem Ende: „{found}“.",
    "fault-twice": "„{found}“ ist zweimal angegeben.",
    "fault-deep": "Die Bewertungsfunktionen sind zu tief verschachtelt.",
  },
};
