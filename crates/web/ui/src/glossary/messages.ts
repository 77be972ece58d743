import type { Messages } from "../lib/i18n.svelte";
import type { Subject } from "./glossary";

type Key = "title" | "find" | "none" | "source" | "close" | Subject;

export const messages: Messages<Key> = {
  en: {
    title: "Glossary",
    find: "Find a term",
    none: "No term contains this text.",
    source: "Source: {source}",
    close: "Close",
    games: "Games and rules",
    trees: "Game trees",
    alphaBeta: "Alpha-beta and max^n",
    monteCarlo: "Monte Carlo search",
    strategies: "Strategies",
    circuits: "Circuits",
    tournaments: "Tournaments and statistics",
  },
  ja: {
    title: "用語集",
    find: "用語を検索",
    none: "該当する用語はありません。",
    source: "出典：{source}",
    close: "閉じる",
    games: "ゲームとルール",
    trees: "ゲーム木",
    alphaBeta: "アルファベータ法と max^n 法",
    monteCarlo: "モンテカルロ探索",
    strategies: "戦略",
    circuits: "回路",
    tournaments: "大会と統計",
  },
  de: {
    title: "Glossar",
    find: "Begriff suchen",
    none: "Kein Begriff enthält diesen Text.",
    source: "Quelle: {source}",
    close: "Schließen",
    games: "Spiele und Regeln",
    trees: "Spielbäume",
    alphaBeta: "Alpha-Beta-Suche und Max^n",
    monteCarlo: "Monte-Carlo-Suche",
    strategies: "Strategien",
    circuits: "Schaltungen",
    tournaments: "Turniere und Statistik",
  },
};
