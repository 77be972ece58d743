import type { Messages } from "../../lib/i18n.svelte";
import type { Fault } from "./spec";

/** The parameters that have a name in every language. */
export const PARAMETERS = [
  "p-playouts", "p-nodes", "p-depth", "p-time", "p-eval", "p-c", "p-table", "p-memory", "p-threads", "p-visits", "p-order",
  "p-form", "p-fail", "p-tree", "p-mode", "p-seed", "p-choice", "p-cutoff", "p-final", "p-prune", "p-ties", "p-allies", "p-deepen",
] as const;

export type Key =
  | "strategy" | "evaluator" | "text" | "parameters" | "none" | "unlessBounded" | "yes" | "no" | "from-to" | "time-from-to" | "roles-range"
  | "loading" | "unreadable" | `fault-${Fault["key"]}`
  | (typeof PARAMETERS)[number];

export const messages: Messages<Key> = {
  en: {
    strategy: "Strategy", evaluator: "Evaluator", text: "As text", parameters: "Parameters of {name}",
    none: "none", unlessBounded: "{value}, if there is no other limit", yes: "yes", no: "no",
    "from-to": "{least} to {greatest}", "time-from-to": "{least} to {greatest} seconds: 0.5s or 200ms",
    "roles-range": "names or numbers of roles: red+2",
    loading: "Loading the strategies …", unreadable: "The strategies cannot be loaded: {message}",
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
    "p-playouts": "Playouts", "p-nodes": "Nodes", "p-depth": "Depth", "p-time": "Time", "p-eval": "Evaluator", "p-c": "Constant C",
    "p-table": "Transposition table", "p-memory": "Memory", "p-threads": "Threads", "p-visits": "Visits", "p-order": "Move ordering",
    "p-form": "Form", "p-fail": "Fail-soft or fail-hard", "p-tree": "Nodes in the tree", "p-mode": "Mode", "p-seed": "Seed",
    "p-choice": "Value of a set", "p-cutoff": "Playout length", "p-final": "Final choice", "p-prune": "Pruning", "p-ties": "Ties",
    "p-allies": "Allies", "p-deepen": "Iterative deepening",
  },
  ja: {
    strategy: "戦略", evaluator: "評価関数", text: "テキスト表記", parameters: "{name} のパラメータ",
    none: "なし", unlessBounded: "他に制限がなければ {value}", yes: "はい", no: "いいえ",
    "from-to": "{least} 〜 {greatest}", "time-from-to": "{least} 〜 {greatest} 秒（例：0.5s、200ms）",
    "roles-range": "役割の名前か番号（例：red+2）",
    loading: "戦略を読み込み中 …", unreadable: "戦略を読み込めません：{message}",
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
    "p-playouts": "プレイアウト数", "p-nodes": "ノード数", "p-depth": "深さ", "p-time": "時間", "p-eval": "評価関数", "p-c": "定数 C",
    "p-table": "置換表", "p-memory": "メモリ", "p-threads": "スレッド数", "p-visits": "訪問回数", "p-order": "手の順序付け",
    "p-form": "形式", "p-fail": "fail-soft / fail-hard", "p-tree": "木のノード数", "p-mode": "方式", "p-seed": "乱数シード",
    "p-choice": "集合の値", "p-cutoff": "プレイアウトの長さ", "p-final": "最終手の選択", "p-prune": "枝刈り", "p-ties": "同点の扱い",
    "p-allies": "味方", "p-deepen": "反復深化",
  },
  de: {
    strategy: "Strategie", evaluator: "Bewertungsfunktion", text: "Als Text", parameters: "Parameter von {name}",
    none: "keine", unlessBounded: "{value}, falls es keine andere Grenze gibt", yes: "ja", no: "nein",
    "from-to": "{least} bis {greatest}", "time-from-to": "{least} bis {greatest} Sekunden: 0.5s oder 200ms",
    "roles-range": "Namen oder Nummern von Rollen: red+2",
    loading: "Die Strategien werden geladen …", unreadable: "Die Strategien können nicht geladen werden: {message}",
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
    "p-playouts": "Playouts", "p-nodes": "Knoten", "p-depth": "Tiefe", "p-time": "Zeit", "p-eval": "Bewertungsfunktion", "p-c": "Konstante C",
    "p-table": "Transpositionstabelle", "p-memory": "Speicher", "p-threads": "Threads", "p-visits": "Besuche", "p-order": "Zugsortierung",
    "p-form": "Form", "p-fail": "Fail-soft oder fail-hard", "p-tree": "Knoten im Baum", "p-mode": "Modus", "p-seed": "Startwert",
    "p-choice": "Wert einer Menge", "p-cutoff": "Länge der Playouts", "p-final": "Endgültige Zugwahl", "p-prune": "Beschneidung", "p-ties": "Gleichstand",
    "p-allies": "Verbündete", "p-deepen": "Iterative Vertiefung",
  },
};
