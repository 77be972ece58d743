import type { Messages } from "./lib/i18n.svelte";

type Key =
  | "compare" | "play" | "watch" | "practise" | "rules"
  | "sections" | "glossary" | "language" | "theme" | "system" | "light" | "dark" | "skip" | "loading" | "broken" | "reload" | "settings";

export const messages: Messages<Key> = {
  en: {
    compare: "Compare", play: "Play", watch: "Watch", practise: "Practise", rules: "Rules",
    sections: "Sections", glossary: "Glossary", language: "Language", theme: "Theme", system: "System", light: "Light", dark: "Dark",
    skip: "Skip to the content", loading: "Loading …",
    broken: "This section cannot be shown: {message}", reload: "Reload the page", settings: "Glossary and settings",
  },
  ja: {
    compare: "比較", play: "対局", watch: "観察", practise: "演習", rules: "ルール",
    sections: "画面", glossary: "用語集", language: "言語", theme: "配色", system: "自動", light: "ライト", dark: "ダーク",
    skip: "本文へ移動", loading: "読み込み中 …",
    broken: "この画面を表示できません：{message}", reload: "ページを再読み込み", settings: "用語集と設定",
  },
  de: {
    compare: "Vergleichen", play: "Spielen", watch: "Beobachten", practise: "Üben", rules: "Regeln",
    sections: "Bereiche", glossary: "Glossar", language: "Sprache", theme: "Farben", system: "System", light: "Hell", dark: "Dunkel",
    skip: "Zum Inhalt", loading: "Wird geladen …",
    broken: "Dieser Bereich kann nicht angezeigt werden: {message}", reload: "Seite neu laden", settings: "Glossar und Einstellungen",
  },
};
