import type { Messages } from "../../lib/i18n.svelte";

type Key =
  | "board"
  | "cell"
  | "empty"
  | "unknown"
  | "target"
  | "taken"
  | "last"
  | "hint"
  | "decisive"
  | "value"
  | "worth"
  | "facts"
  | "which"
  | "again"
  | "does"
  | "cancel";

export const messages: Messages<Key> = {
  en: {
    board: "Board, {columns} columns and {rows} rows",
    cell: "column {column}, row {row}: {content}",
    empty: "empty",
    unknown: "unknown (?)",
    target: "can be selected",
    taken: "selected",
    last: "last move",
    hint: "suggested",
    decisive: "decides the game",
    value: "value {value}",
    worth: "worth {value}",
    facts: "Other fluents",
    which: "Which move?",
    again: "Press the same cell again for {move}, or another cell for a different move.",
    does: "A press plays: {move}",
    cancel: "Cancel",
  },
  ja: {
    board: "盤面（{columns}列 × {rows}行）",
    cell: "{column}列 {row}行：{content}",
    empty: "空き",
    unknown: "不明（?）",
    target: "選べます",
    taken: "選択中",
    last: "直前の手",
    hint: "推奨手",
    decisive: "勝ちを決めた駒",
    value: "評価値 {value}",
    worth: "駒の価値 {value}",
    facts: "その他のフルーエント",
    which: "どの手にしますか？",
    again: "同じマスをもう一度押すと {move}、別のマスを押すと別の手になります。",
    does: "押すと指す手：{move}",
    cancel: "やめる",
  },
  de: {
    board: "Brett, {columns} Spalten und {rows} Zeilen",
    cell: "Spalte {column}, Zeile {row}: {content}",
    empty: "leer",
    unknown: "unbekannt (?)",
    target: "wählbar",
    taken: "ausgewählt",
    last: "letzter Zug",
    hint: "Vorschlag",
    decisive: "entscheidet das Spiel",
    value: "Wert {value}",
    worth: "Wert der Figur {value}",
    facts: "Weitere Fluenten",
    which: "Welcher Zug?",
    again: "Dasselbe Feld noch einmal drücken für {move}, ein anderes Feld für einen anderen Zug.",
    does: "Drücken spielt: {move}",
    cancel: "Abbrechen",
  },
};
