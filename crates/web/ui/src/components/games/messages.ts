import type { Messages } from "../../lib/i18n.svelte";

type Key =
  | "game"
  | "builtin"
  | "mine"
  | "pasted"
  | "rules"
  | "howToPlay"
  | "noWords"
  | "wordsUnreadable"
  | "loading"
  | "unreadable";

export const messages: Messages<Key> = {
  en: {
    game: "Game",
    rules: "Rules of this game",
    howToPlay: "How to play",
    noWords: "These rules begin with no comment that says how to play.",
    wordsUnreadable: "The rules cannot be loaded: {message}",
    builtin: "Built-in games",
    mine: "My rules",
    pasted: "Rules from the previous section",
    loading: "Loading the games …",
    unreadable: "The games cannot be loaded: {message}",
  },
  ja: {
    game: "ゲーム",
    rules: "このゲームのルール",
    howToPlay: "遊び方",
    noWords: "このルールの先頭には、遊び方を説明するコメントがありません。",
    wordsUnreadable: "ルールを読み込めません：{message}",
    builtin: "組み込みのゲーム",
    mine: "自作のルール",
    pasted: "前の画面のルール",
    loading: "ゲームを読み込み中 …",
    unreadable: "ゲームを読み込めません：{message}",
  },
  de: {
    game: "Spiel",
    rules: "Regeln dieses Spiels",
    howToPlay: "Spielanleitung",
    noWords: "Diese Regeln beginnen ohne Kommentar, der sagt, wie gespielt wird.",
    wordsUnreadable: "Die Regeln können nicht geladen werden: {message}",
    builtin: "Eingebaute Spiele",
    mine: "Meine Regeln",
    pasted: "Regeln aus dem vorigen Bereich",
    loading: "Die Spiele werden geladen …",
    unreadable: "Die Spiele können nicht geladen werden: {message}",
  },
};
