import type { Messages } from "./lib/i18n.svelte";

type Key =
  | "compare"
  | "play"
  | "watch"
  | "practise"
  | "rules"
  | "start"
  | "sections"
  | "glossary"
  | "language"
  | "theme"
  | "system"
  | "light"
  | "dark"
  | "skip"
  | "loading"
  | "broken"
  | "reload"
  | "settings"
  | "lost"
  | "back"
  | "underWay"
  | "runs"
  | "runsAt"
  | "runsElsewhere"
  | "ended"
  | "local";

export const messages: Messages<Key> = {
  en: {
    compare: "Compare",
    play: "Play",
    watch: "Watch",
    practise: "Practise",
    rules: "Rules",
    start: "Start page",
    sections: "Sections",
    glossary: "Glossary",
    language: "Language",
    theme: "Theme",
    system: "System",
    light: "Light",
    dark: "Dark",
    skip: "Skip to the content",
    loading: "Loading …",
    broken: "This section cannot be shown: {message}",
    reload: "Reload the page",
    settings: "Glossary and settings",
    lost: "The server does not answer. Start it again; this page then goes on by itself.",
    back: "The server answers again.",
    underWay: "Comparisons",
    runs: "Comparison runs",
    runsAt: "Comparison {id}: game {done} of {most}",
    runsElsewhere: "Comparison {id} is being played",
    ended: "Comparison {id} has ended",
    local:
      "These rules are too long for an address: the address of this page works in this browser only. Save the rules to a file to pass them on.",
  },
  ja: {
    compare: "比較",
    play: "対局",
    watch: "観察",
    practise: "演習",
    rules: "ルール",
    start: "トップページ",
    sections: "画面",
    glossary: "用語集",
    language: "言語",
    theme: "配色",
    system: "自動",
    light: "ライト",
    dark: "ダーク",
    skip: "本文へ移動",
    loading: "読み込み中 …",
    broken: "この画面を表示できません：{message}",
    reload: "ページを再読み込み",
    settings: "用語集と設定",
    lost: "サーバーが応答しません。サーバーを再起動すると、このページは自動的に再開します。",
    back: "サーバーが再び応答しています。",
    underWay: "比較の実行状況",
    runs: "比較を実行中",
    runsAt: "比較 {id}：{most} 局中 {done} 局",
    runsElsewhere: "比較 {id} を実行中",
    ended: "比較 {id} が終了しました",
    local:
      "このルールは長すぎてアドレスに含められないため、このページのアドレスはこのブラウザでのみ有効です。ルールを渡すにはファイルに保存してください。",
  },
  de: {
    compare: "Vergleichen",
    play: "Spielen",
    watch: "Beobachten",
    practise: "Üben",
    rules: "Regeln",
    start: "Startseite",
    sections: "Bereiche",
    glossary: "Glossar",
    language: "Sprache",
    theme: "Farben",
    system: "System",
    light: "Hell",
    dark: "Dunkel",
    skip: "Zum Inhalt",
    loading: "Wird geladen …",
    broken: "Dieser Bereich kann nicht angezeigt werden: {message}",
    reload: "Seite neu laden",
    settings: "Glossar und Einstellungen",
    lost: "Der Server antwortet nicht. Starten Sie ihn neu; danach setzt diese Seite ihre Arbeit von selbst fort.",
    back: "Der Server antwortet wieder.",
    underWay: "Vergleiche",
    runs: "Vergleich läuft",
    runsAt: "Vergleich {id}: Partie {done} von {most}",
    runsElsewhere: "Vergleich {id} läuft",
    ended: "Vergleich {id} ist beendet",
    local:
      "Diese Regeln sind zu lang für eine Adresse: Die Adresse dieser Seite gilt nur in diesem Browser. Speichern Sie die Regeln in einer Datei, um sie weiterzugeben.",
  },
};
