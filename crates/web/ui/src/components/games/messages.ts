import type { Messages } from "../../lib/i18n.svelte";

type Key = "game" | "builtin" | "mine" | "pasted" | "loading" | "unreadable";

export const messages: Messages<Key> = {
  en: {
    game: "Game", builtin: "Built-in games", mine: "My rules", pasted: "Rules from the previous section",
    loading: "Loading the games …", unreadable: "The games cannot be loaded: {message}",
  },
  ja: {
    game: "ゲーム", builtin: "組み込みのゲーム", mine: "自作のルール", pasted: "前の画面のルール",
    loading: "ゲームを読み込み中 …", unreadable: "ゲームを読み込めません：{message}",
  },
  de: {
    game: "Spiel", builtin: "Eingebaute Spiele", mine: "Meine Regeln", pasted: "Regeln aus dem vorigen Bereich",
    loading: "Die Spiele werden geladen …", unreadable: "Die Spiele können nicht geladen werden: {message}",
  },
};
