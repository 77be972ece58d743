import type { Messages } from "../../lib/i18n.svelte";

type Key =
  | "title" | "lead" | "strategies" | "suiting" | "suit" | "add" | "remove" | "edit" | "close" | "twice" | "player-number"
  | "games" | "suits" | "more" | "seed" | "schedule" | "round-robin" | "gauntlet" | "ladder" | "openings" | "moveSeconds" | "forfeitSeconds" | "plyLimit" | "sprt"
  | "elo0" | "elo1" | "unlimited" | "default"
  | "start" | "pause" | "resume" | "stop" | "again" | "wrong"
  | "preparing" | "running" | "pausing" | "paused" | "stopped" | "doneAll" | "progress" | "rate" | "left" | "seconds" | "minutes" | "hours"
  | "table" | "crossed" | "crossedNote" | "corner" | "wdl" | "never" | "alone" | "seated" | "player" | "role" | "draws" | "meanGoals" | "plies" | "gamesPlayed"
  | "details" | "gamesOf" | "meanPlies" | "adjudicated" | "won" | "drawn" | "lost" | "wonInterval" | "meanGoal" | "forfeited"
  | "repeated"
  | "ratings" | "score" | "scoreNote" | "trial" | "h0" | "h1" | "undecided"
  | "keep" | "tableCsv" | "matchesCsv" | "svg" | "png" | "link" | "copied"
  | "earlier" | "none" | "id" | "gameColumn" | "players" | "started" | "state" | "finished" | "unfinished" | "open";

const hours = (seconds: number) => [Math.floor(seconds / 3600), Math.round((seconds % 3600) / 60)];

export const messages: Messages<Key> = {
  en: {
    title: "Compare strategies",
    lead: "Every strategy plays every other strategy in every seat. The table shows the win rates.",
    strategies: "Strategies", suiting: "Strategies that fit the game are selected.", suit: "Strategies that fit the game",
    add: "Add a strategy", remove: "Remove {name}", edit: "Edit {name}", close: "Close",
    twice: "“{name}” is listed twice; the table could not distinguish the two.", "player-number": "Strategy {number}",
    games: "Games per pairing", suits: "depends on the game", more: "More options", seed: "Seed", schedule: "Schedule",
    "round-robin": "round robin: every pair", gauntlet: "gauntlet: the first against each other", ladder: "ladder: neighbours by rating",
    openings: "Random moves at the start", moveSeconds: "Seconds per move", forfeitSeconds: "Forfeit above this many seconds per move", plyLimit: "Maximum plies per game", sprt: "Stop each pairing when it is decided (SPRT)",
    elo0: "Elo difference under H0", elo1: "Elo difference under H1", unlimited: "no limit", default: "10,000",
    start: "Start", pause: "Pause", resume: "Resume", stop: "Stop", again: "Start again", wrong: "Correct the marked fields first.",
    preparing: "Preparing the game …", running: "Games are being played.", pausing: "The games in progress are being finished …",
    paused: "Paused. Finished games are stored.", stopped: "Stopped. Finished games are stored; the list below can resume the comparison.", doneAll: "All games have been played.",
    progress: "{done} of {most} games", rate: "{rate} games/s", left: "{time} left",
    seconds: "{seconds} s", minutes: "{minutes} min", hours: ({ seconds }) => { const [h, m] = hours(Number(seconds)); return `${h} h ${m} min`; },
    table: "Table of results", corner: "first ↓ second →", wdl: "win, draw, loss in percent:",
    crossed: "Cells: win / draw / loss of the first player (left) in %, [95 % interval of wins] · games. The arrow keys move the red frame.",
    crossedNote: "Cells: win / draw / loss of the first player (left) in %, [95 % interval of wins].",
    never: "no games", alone: "Games with the greatest goal in %, [95 % interval].", seated: "Below each player: games won in %, [95 % interval].",
    player: "Player", role: "Role {number}", draws: "Draws %", meanGoals: "Mean goals", plies: "Plies", gamesPlayed: "Games",
    details: "Pairing in the red frame", gamesOf: "{games} games", meanPlies: "{plies} plies per game on average",
    adjudicated: "{games} without a result (ply limit)", won: "Won", drawn: "Drawn", lost: "Lost", wonInterval: "95 % interval of wins", meanGoal: "Mean goal", forfeited: "Forfeits",
    repeated: "All {games} games of {players} were the same game, so the intervals of this pairing mean nothing. Random moves at the start make the games differ.",
    ratings: "Ratings", score: "Score %", scoreNote: "Score: win 1, draw divided equally, over all seats; without games of a player against itself.",
    trial: "{one} against {other}: {verdict} (LLR {llr} of [{lower}, {upper}] in {pairs} pairs of games)",
    h1: "H1 accepted: {elo1} Elo stronger, not {elo0}", h0: "H0 accepted: {elo0} Elo stronger, not {elo1}", undecided: "undecided between {elo0} and {elo1} Elo",
    keep: "Save", tableCsv: "Table (CSV)", matchesCsv: "Games (CSV)", svg: "Picture (SVG)", png: "Picture (PNG)", link: "Copy the link", copied: "Copied",
    earlier: "Earlier comparisons", none: "None yet.", id: "Number", gameColumn: "Game", players: "Strategies", started: "Started", state: "State",
    finished: "finished", unfinished: "not finished", open: "Show {id}",
  },
  ja: {
    title: "戦略を比較する",
    lead: "すべての戦略を、役割を入れ替えながら総当たりで対戦させます。表は勝率を示します。",
    strategies: "戦略", suiting: "ゲームに合った戦略が選択されます。", suit: "ゲームに合った戦略",
    add: "戦略を追加", remove: "{name} を削除", edit: "{name} を変更", close: "閉じる",
    twice: "「{name}」が重複しています。表で区別できません。", "player-number": "戦略 {number}",
    games: "組み合わせごとの対局数", suits: "ゲームに応じて", more: "その他の設定", seed: "乱数シード", schedule: "対戦方式",
    "round-robin": "総当たり", gauntlet: "最初の戦略対その他（ガントレット）", ladder: "レーティングの隣り合う戦略同士（ラダー）",
    openings: "開始時のランダムな手数", moveSeconds: "一手の秒数", forfeitSeconds: "反則負けになる一手の秒数", plyLimit: "一局の最大手数", sprt: "判定が決まった組み合わせを打ち切る（SPRT）",
    elo0: "H0 での Elo 差", elo1: "H1 での Elo 差", unlimited: "制限なし", default: "10,000",
    start: "開始", pause: "一時停止", resume: "再開", stop: "停止", again: "最初から開始", wrong: "印のついた項目を先に修正してください。",
    preparing: "ゲームを準備中 …", running: "対局中です。", pausing: "進行中の対局の終了を待っています …",
    paused: "一時停止中です。終了した対局は保存されています。", stopped: "停止しました。終了した対局は保存されており、下の一覧から再開できます。", doneAll: "すべての対局が終了しました。",
    progress: "{done} / {most} 局", rate: "毎秒 {rate} 局", left: "残り {time}",
    seconds: "{seconds} 秒", minutes: "{minutes} 分", hours: ({ seconds }) => { const [h, m] = hours(Number(seconds)); return `${h} 時間 ${m} 分`; },
    table: "結果の表", corner: "先手 ↓ 後手 →", wdl: "勝ち・引き分け・負け（%）：",
    crossed: "各欄：先手（左）の勝ち / 引き分け / 負け（%）、[勝率の 95 % 信頼区間] · 対局数。矢印キーで赤い枠を移動します。",
    crossedNote: "各欄：先手（左）の勝ち / 引き分け / 負け（%）、[勝率の 95 % 信頼区間]。",
    never: "対戦なし", alone: "最大の利得を得た対局の割合（%）、[95 % 信頼区間]。", seated: "各戦略の下：勝った対局の割合（%）、[95 % 信頼区間]。",
    player: "戦略", role: "役割 {number}", draws: "引き分け %", meanGoals: "平均利得", plies: "手数", gamesPlayed: "対局数",
    details: "赤い枠の組み合わせ", gamesOf: "{games} 局", meanPlies: "平均 {plies} 手",
    adjudicated: "手数制限により結果なし {games} 局", won: "勝ち", drawn: "引き分け", lost: "負け", wonInterval: "勝率の 95 % 信頼区間", meanGoal: "平均利得", forfeited: "反則負け",
    repeated: "{players} の {games} 局はすべて同じ内容でした。この組み合わせの区間に意味はありません。開始時にランダムな手を入れると、対局が異なります。",
    ratings: "レーティング", score: "得点率 %", scoreNote: "得点率：勝ち 1、引き分けは等分。すべての席の平均。同じ戦略同士の対局は除きます。",
    trial: "{one} 対 {other}：{verdict}（LLR {llr}、範囲 [{lower}, {upper}]、{pairs} 組）",
    h1: "H1 を採択：Elo 差は {elo0} ではなく {elo1}", h0: "H0 を採択：Elo 差は {elo1} ではなく {elo0}", undecided: "Elo 差 {elo0} と {elo1} のどちらとも判定できない",
    keep: "保存", tableCsv: "表（CSV）", matchesCsv: "対局（CSV）", svg: "画像（SVG）", png: "画像（PNG）", link: "リンクをコピー", copied: "コピーしました",
    earlier: "これまでの比較", none: "まだありません。", id: "番号", gameColumn: "ゲーム", players: "戦略", started: "開始", state: "状態",
    finished: "完了", unfinished: "未完了", open: "{id} を表示",
  },
  de: {
    title: "Strategien vergleichen",
    lead: "Jede Strategie spielt in jeder Rolle gegen jede andere. Die Tabelle zeigt die Gewinnraten.",
    strategies: "Strategien", suiting: "Es werden Strategien ausgewählt, die zum Spiel passen.", suit: "Zum Spiel passende Strategien",
    add: "Strategie hinzufügen", remove: "{name} entfernen", edit: "{name} ändern", close: "Schließen",
    twice: "„{name}“ ist zweimal angegeben; die Tabelle könnte beide nicht unterscheiden.", "player-number": "Strategie {number}",
    games: "Spiele je Paarung", suits: "je nach Spiel", more: "Weitere Einstellungen", seed: "Startwert", schedule: "Turnierform",
    "round-robin": "Rundenturnier: jede gegen jede", gauntlet: "Gauntlet: die erste gegen jede andere", ladder: "Leiter: Nachbarn nach Wertung",
    openings: "Zufällige Züge zu Beginn", moveSeconds: "Sekunden je Zug", forfeitSeconds: "Verloren bei mehr Sekunden je Zug", plyLimit: "Höchstzahl der Halbzüge je Spiel", sprt: "Paarungen beenden, sobald sie entschieden sind (SPRT)",
    elo0: "Elo-Differenz unter H0", elo1: "Elo-Differenz unter H1", unlimited: "unbegrenzt", default: "10 000",
    start: "Start", pause: "Anhalten", resume: "Fortsetzen", stop: "Beenden", again: "Neu starten", wrong: "Berichtigen Sie zuerst die markierten Felder.",
    preparing: "Das Spiel wird vorbereitet …", running: "Die Spiele laufen.", pausing: "Die laufenden Spiele werden beendet …",
    paused: "Angehalten. Beendete Spiele sind gespeichert.", stopped: "Beendet. Beendete Spiele sind gespeichert; der Vergleich kann aus der Liste unten fortgesetzt werden.", doneAll: "Alle Spiele sind gespielt.",
    progress: "{done} von {most} Spielen", rate: "{rate} Spiele/s", left: "noch {time}",
    seconds: "{seconds} s", minutes: "{minutes} min", hours: ({ seconds }) => { const [h, m] = hours(Number(seconds)); return `${h} h ${m} min`; },
    table: "Ergebnistabelle", corner: "erste ↓ zweite →", wdl: "Sieg, Remis, Niederlage in Prozent:",
    crossed: "Felder: Sieg / Remis / Niederlage der beginnenden Strategie (links) in %, [95-%-Intervall der Siege] · Spiele. Die Pfeiltasten bewegen den roten Rahmen.",
    crossedNote: "Felder: Sieg / Remis / Niederlage der beginnenden Strategie (links) in %, [95-%-Intervall der Siege].",
    never: "keine Spiele", alone: "Spiele mit der größten Auszahlung in %, [95-%-Intervall].", seated: "Unter jeder Strategie: gewonnene Spiele in %, [95-%-Intervall].",
    player: "Strategie", role: "Rolle {number}", draws: "Remis %", meanGoals: "Mittlere Auszahlungen", plies: "Halbzüge", gamesPlayed: "Spiele",
    details: "Paarung im roten Rahmen", gamesOf: "{games} Spiele", meanPlies: "im Mittel {plies} Halbzüge",
    adjudicated: "{games} ohne Ergebnis (Grenze der Halbzüge)", won: "Gewonnen", drawn: "Remis", lost: "Verloren", wonInterval: "95-%-Intervall der Siege", meanGoal: "Mittlere Auszahlung", forfeited: "Wertungsniederlagen",
    repeated: "Alle {games} Spiele von {players} waren dasselbe Spiel; die Intervalle dieser Paarung sagen nichts aus. Zufällige Züge zu Beginn machen die Spiele verschieden.",
    ratings: "Wertung", score: "Punkte %", scoreNote: "Punkte: Sieg 1, Remis zu gleichen Teilen, über alle Plätze; ohne Spiele einer Strategie gegen sich selbst.",
    trial: "{one} gegen {other}: {verdict} (LLR {llr} in [{lower}, {upper}] nach {pairs} Spielpaaren)",
    h1: "H1 angenommen: {elo1} Elo stärker, nicht {elo0}", h0: "H0 angenommen: {elo0} Elo stärker, nicht {elo1}", undecided: "nicht entschieden zwischen {elo0} und {elo1} Elo",
    keep: "Speichern", tableCsv: "Tabelle (CSV)", matchesCsv: "Spiele (CSV)", svg: "Bild (SVG)", png: "Bild (PNG)", link: "Link kopieren", copied: "Kopiert",
    earlier: "Frühere Vergleiche", none: "Noch keine.", id: "Nummer", gameColumn: "Spiel", players: "Strategien", started: "Begonnen", state: "Stand",
    finished: "fertig", unfinished: "nicht fertig", open: "{id} anzeigen",
  },
};
