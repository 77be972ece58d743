// The names of the checker's codes. What exactly is wrong is said by the checker, whose texts are translated
// in `translations/`.

import type { Language } from "../../lib/i18n.svelte";

export const CODES = {
  "too-large": ["Text too long", "テキストが長すぎます", "Text zu lang"],
  "too-deep": ["Nested too deeply", "入れ子が深すぎます", "Zu tief verschachtelt"],
  character: ["Invalid character", "使えない文字", "Unerlaubtes Zeichen"],
  "unclosed-comment": ["Unclosed comment", "閉じていないコメント", "Kommentar nicht geschlossen"],
  "unclosed-parenthesis": ["Unclosed parenthesis", "閉じていない括弧", "Klammer nicht geschlossen"],
  "unopened-parenthesis": [
    "Unmatched closing parenthesis",
    "対応する括弧がありません",
    "Schließende Klammer ohne öffnende",
  ],
  syntax: ["Not a rule", "規則として読めません", "Keine Regel"],
  misplaced: ["Relation in the wrong place", "関係の位置が正しくありません", "Relation an falscher Stelle"],
  "too-many-cases": ["Too many cases", "場合分けが多すぎます", "Zu viele Fälle"],
  "arity-clash": ["Different numbers of arguments", "引数の数が一致しません", "Verschiedene Stellenzahlen"],
  "unsafe-variable": ["Unbound variable", "束縛されていない変数", "Ungebundene Variable"],
  unstratified: [
    "Depends on its own negation",
    "自身の否定に依存しています",
    "Hängt von der eigenen Negation ab",
  ],
  "stratified-by-arguments": [
    "Depends on its own negation, but not for the same arguments",
    "自身の否定に依存（引数は異なる）",
    "Hängt von der eigenen Negation ab, aber nicht für dieselben Argumente",
  ],
  "unrestricted-recursion": ["Unrestricted recursion", "制限のない再帰", "Unbeschränkte Rekursion"],
  "depends-on-moves": ["Depends on moves", "手に依存しています", "Hängt von Zügen ab"],
  "depends-on-state": ["Depends on the state", "状態に依存しています", "Hängt vom Zustand ab"],
  "no-role": ["No role", "役割がありません", "Keine Rolle"],
  "undeclared-role": ["Undeclared role", "宣言されていない役割", "Nicht deklarierte Rolle"],
  "derived-role": ["Role defined by a rule", "規則で定義された役割", "Rolle durch eine Regel definiert"],
  "goal-range": ["Goal outside 0 to 100", "利得が 0〜100 の範囲外です", "Auszahlung außerhalb von 0 bis 100"],
  "no-terminal": ["No terminal state", "終端状態がありません", "Kein Endzustand"],
  "no-legal": ["No legal moves", "合法手がありません", "Keine erlaubten Züge"],
  "no-goal": ["No goals", "利得がありません", "Keine Auszahlungen"],
  "undefined-relation": ["Undefined relation", "定義されていない関係", "Nicht definierte Relation"],
  "undefined-fluent": ["Undefined fluent", "定義されていないフルーエント", "Nicht definierter Fluent"],
  "undefined-move": ["Undefined move", "定義されていない手", "Nicht definierter Zug"],
  "unused-relation": ["Unused relation", "使われていない関係", "Unbenutzte Relation"],
  "foreign-comment": ["Comment read as a fact", "事実として読まれるコメント", "Kommentar als Fakt gelesen"],
  "case-mismatch": [
    "Names differ by case only",
    "大文字と小文字だけが異なる名前",
    "Namen nur in Groß-/Kleinschreibung verschieden",
  ],
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
