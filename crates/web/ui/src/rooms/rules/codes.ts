// The names of the checker's codes. What exactly is wrong the engine says, in English.

import type { Language } from "../../lib/i18n.svelte";

export const CODES = {
  "too-large": ["Text too long", "テキストが長すぎます", "Text zu lang"],
  "too-deep": ["Nested too deeply", "入れ子が深すぎます", "Zu tief verschachtelt"],
  character: ["Stray character", "使えない文字", "Unerlaubtes Zeichen"],
  "unclosed-comment": ["Comment never closed", "閉じていないコメント", "Kommentar nicht geschlossen"],
  "unclosed-parenthesis": ["Parenthesis never closed", "閉じていない括弧", "Klammer nicht geschlossen"],
  "unopened-parenthesis": ["Parenthesis never opened", "対応する括弧がありません", "Klammer nicht geöffnet"],
  syntax: ["Not a rule", "規則として読めません", "Keine Regel"],
  misplaced: ["Relation in the wrong place", "関係の位置が正しくありません", "Relation am falschen Ort"],
  "too-many-cases": ["Too many cases", "場合分けが多すぎます", "Zu viele Fälle"],
  "arity-clash": ["Different numbers of arguments", "引数の数が一致しません", "Verschiedene Stellenzahlen"],
  "unsafe-variable": ["Unbound variable", "束縛されていない変数", "Ungebundene Variable"],
  unstratified: ["Depends on its own negation", "自身の否定に依存しています", "Hängt von der eigenen Verneinung ab"],
  "stratified-by-arguments": ["Depends on its own negation, but harmlessly", "自身の否定に依存（問題なし）", "Hängt harmlos von der eigenen Verneinung ab"],
  "unrestricted-recursion": ["Unrestricted recursion", "制限のない再帰", "Unbeschränkte Rekursion"],
  "depends-on-moves": ["Depends on moves", "手に依存しています", "Hängt von Zügen ab"],
  "depends-on-state": ["Depends on a state", "状態に依存しています", "Hängt von einem Zustand ab"],
  "no-role": ["No role", "役割がありません", "Keine Rolle"],
  "undeclared-role": ["Undeclared role", "宣言されていない役割", "Nicht erklärte Rolle"],
  "derived-role": ["Role given by a rule", "規則で定められた役割", "Rolle aus einer Regel"],
  "goal-range": ["Payoff outside 0 to 100", "利得が 0～100 の範囲外です", "Gewinn nicht von 0 bis 100"],
  "no-terminal": ["No end", "終了条件がありません", "Kein Ende"],
  "no-legal": ["No legal moves", "合法手がありません", "Keine erlaubten Züge"],
  "no-goal": ["No payoffs", "利得がありません", "Keine Gewinne"],
  "undefined-relation": ["Undefined relation", "定義されていない関係", "Nicht definierte Relation"],
  "case-mismatch": ["Names differ by case only", "大文字と小文字だけが異なる名前", "Namen nur in Groß-/Kleinschreibung verschieden"],
} satisfies Record<string, [en: string, ja: string, de: string]>;

type Code = keyof typeof CODES;

/** Where the names of a language stand. */
const PLACES: Record<Language, number> = { en: 0, ja: 1, de: 2 };

/** The name of a code in a language; for a code without a name the words of the code itself. */
export function titleOf(code: string, language: Language): string {
  const names: readonly string[] | undefined = Object.hasOwn(CODES, code) ? CODES[code as Code] : undefined;
  return names?.[PLACES[language]] ?? wordsOf(code);
}

function wordsOf(code: string): string {
  const words = code.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
