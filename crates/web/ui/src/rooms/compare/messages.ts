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
    lead: "Strategies play one another, everyone in every seat. The table shows who wins how often.",
    strategies: "Strategies", suiting: "Strategies that suit the game are chosen.", suit: "Those that suit the game",
    add: "Add a strategy", remove: "Remove {name}", edit: "Change {name}", close: "Close",
    twice: "“{name}” is named twice; a table could not tell them apart.", "player-number": "Strategy {number}",
    games: "Games a pairing", suits: "as suits the game", more: "More choices", seed: "Seed", schedule: "Who meets whom",
    "round-robin": "everyone everyone", gauntlet: "the first each of the others", ladder: "neighbours by rating (ladder)",
    openings: "Random moves first", moveSeconds: "Seconds a move", forfeitSeconds: "Forfeit above so many seconds a move", plyLimit: "Moves a game at most", sprt: "Stop each pairing when it is decided (SPRT)",
    elo0: "Elo, if not stronger", elo1: "Elo, if stronger", unlimited: "no bound", default: "10,000",
    start: "Start", pause: "Pause", resume: "Resume", stop: "Stop", again: "Start anew", wrong: "Put right what is marked first.",
    preparing: "Preparing the game …", running: "Games are being played.", pausing: "The games in play are ending …",
    paused: "Paused. What has been played is kept.", stopped: "Stopped. What has been played is kept, and can be resumed from the list below.", doneAll: "All games have been played.",
    progress: "{done} of {most} games", rate: "{rate} games/s", left: "{time} left",
    seconds: "{seconds} s", minutes: "{minutes} min", hours: ({ seconds }) => { const [h, m] = hours(Number(seconds)); return `${h} h ${m} min`; },
    table: "Table of results", corner: "first ↓ second →", wdl: "win, draw, loss in per cent:",
    crossed: "Cells: win / draw / loss of the first player (left) in %, [95 % interval of wins] · games. Arrow keys move the red frame.",
    crossedNote: "Cells: win / draw / loss of the first player (left) in %, [95 % interval of wins].",
    never: "did not meet", alone: "Games with the greatest goal, in %, [95 % interval].", seated: "Below each player: the games it won, in %, [95 % interval].",
    player: "Player", role: "Role {number}", draws: "Draws %", meanGoals: "Mean goals", plies: "Moves", gamesPlayed: "Games",
    details: "The pairing in the red frame", gamesOf: "{games} games", meanPlies: "{plies} moves a game in the mean",
    adjudicated: "{games} without a result (move limit)", won: "Won", drawn: "Drawn", lost: "Lost", wonInterval: "Won, 95 %", meanGoal: "Mean goal", forfeited: "Forfeited",
    repeated: "All {games} games of {players} were the same game, so the intervals of this pairing mean nothing. Random moves first make the games differ.",
    ratings: "Ratings", score: "Score %", scoreNote: "Score: a win 1, a draw its share, over all seats; games against oneself left out.",
    trial: "{one} against {other}: {verdict} (LLR {llr} of [{lower}, {upper}] in {pairs} pairs of games)",
    h1: "{elo1} Elo stronger rather than {elo0}", h0: "{elo0} Elo stronger rather than {elo1}", undecided: "undecided whether {elo0} or {elo1} Elo stronger",
    keep: "Keep", tableCsv: "Table (CSV)", matchesCsv: "Games (CSV)", svg: "Picture (SVG)", png: "Picture (PNG)", link: "Copy the link", copied: "Copied",
    earlier: "Earlier comparisons", none: "None yet.", id: "Number", gameColumn: "Game", players: "Strategies", started: "Begun", state: "State",
    finished: "finished", unfinished: "not finished", open: "Show {id}",
  },
  ja: {
    title: "戦略を比較する",
    lead: "すべての戦略を、先手と後手を入れ替えながら対戦させます。表には勝率が示されます。",
    strategies: "戦略", suiting: "ゲームに合った戦略が選ばれます。", suit: "ゲームに合った戦略",
    add: "戦略を追加", remove: "{name} を外す", edit: "{name} を変更", close: "閉じる",
    twice: "「{name}」が二度指定されています。表で区別できません。", "player-number": "戦略 {number}",
    games: "組み合わせごとの対局数", suits: "ゲームに応じて", more: "その他の設定", seed: "乱数の種", schedule: "対戦方式",
    "round-robin": "総当たり", gauntlet: "最初の戦略対その他", ladder: "レーティングの近い者同士(ラダー)",
    openings: "最初のランダムな手数", moveSeconds: "一手の秒数", forfeitSeconds: "反則負けになる一手の秒数", plyLimit: "一局の最大手数", sprt: "決着した組み合わせは打ち切る(SPRT)",
    elo0: "強くない場合の Elo", elo1: "強い場合の Elo", unlimited: "制限なし", default: "10,000",
    start: "開始", pause: "一時停止", resume: "再開", stop: "停止", again: "新しく開始", wrong: "まず、印のついた箇所を直してください。",
    preparing: "ゲームを準備中 …", running: "対局中です。", pausing: "進行中の対局を終えています …",
    paused: "一時停止中です。終わった対局は保存されています。", stopped: "停止しました。終わった対局は保存され、下の一覧から再開できます。", doneAll: "すべての対局が終わりました。",
    progress: "{done} / {most} 局", rate: "毎秒 {rate} 局", left: "残り {time}",
    seconds: "{seconds} 秒", minutes: "{minutes} 分", hours: ({ seconds }) => { const [h, m] = hours(Number(seconds)); return `${h} 時間 ${m} 分`; },
    table: "結果の表", corner: "先手 ↓ 後手 →", wdl: "勝ち・引き分け・負け(%):",
    crossed: "各欄: 先手(左)の 勝ち / 引き分け / 負け(%)、[勝率の 95 % 区間] · 対局数。矢印キーで赤い枠が動きます。",
    crossedNote: "各欄: 先手(左)の 勝ち / 引き分け / 負け(%)、[勝率の 95 % 区間]。",
    never: "対戦なし", alone: "最高得点を得た対局の割合(%)、[95 % 区間]。", seated: "各戦略の下: 勝った対局の割合(%)、[95 % 区間]。",
    player: "戦略", role: "役 {number}", draws: "引き分け %", meanGoals: "平均得点", plies: "手数", gamesPlayed: "対局数",
    details: "赤い枠の組み合わせ", gamesOf: "{games} 局", meanPlies: "平均 {plies} 手",
    adjudicated: "手数制限により結果なし {games} 局", won: "勝ち", drawn: "引き分け", lost: "負け", wonInterval: "勝率の 95 % 区間", meanGoal: "平均得点", forfeited: "反則負け",
    repeated: "{players} の {games} 局はすべて同じ内容でした。この組み合わせの区間に意味はありません。最初にランダムな手を入れると、対局が異なります。",
    ratings: "レーティング", score: "得点率 %", scoreNote: "得点率: 勝ち 1、引き分けは等分。すべての席の平均で、自分自身との対局は除きます。",
    trial: "{one} 対 {other}: {verdict}(LLR {llr}、範囲 [{lower}, {upper}]、{pairs} 組)",
    h1: "{elo0} より {elo1} Elo 強いと判定", h0: "{elo1} ではなく {elo0} Elo と判定", undecided: "{elo0} か {elo1} Elo か未決",
    keep: "保存", tableCsv: "表(CSV)", matchesCsv: "対局(CSV)", svg: "画像(SVG)", png: "画像(PNG)", link: "リンクをコピー", copied: "コピーしました",
    earlier: "これまでの比較", none: "まだありません。", id: "番号", gameColumn: "ゲーム", players: "戦略", started: "開始", state: "状態",
    finished: "完了", unfinished: "未完了", open: "{id} を表示",
  },
  de: {
    title: "Strategien vergleichen",
    lead: "Strategien spielen gegeneinander, jede auf jedem Platz. Die Tabelle zeigt, wer wie oft gewinnt.",
    strategies: "Strategien", suiting: "Es werden Strategien gewählt, die zum Spiel passen.", suit: "Die zum Spiel passenden",
    add: "Strategie hinzufügen", remove: "{name} entfernen", edit: "{name} ändern", close: "Schließen",
    twice: "„{name}“ kommt zweimal vor; die Tabelle könnte sie nicht unterscheiden.", "player-number": "Strategie {number}",
    games: "Spiele je Paarung", suits: "passend zum Spiel", more: "Weitere Einstellungen", seed: "Startwert des Zufalls", schedule: "Wer trifft wen",
    "round-robin": "jede jede", gauntlet: "die erste jede andere", ladder: "Nachbarn nach Wertung (Leiter)",
    openings: "Zufällige Züge zu Beginn", moveSeconds: "Sekunden je Zug", forfeitSeconds: "Verwirkt bei mehr Sekunden je Zug", plyLimit: "Züge je Spiel höchstens", sprt: "Paarungen beenden, sobald sie entschieden sind (SPRT)",
    elo0: "Elo, wenn nicht stärker", elo1: "Elo, wenn stärker", unlimited: "unbegrenzt", default: "10 000",
    start: "Start", pause: "Anhalten", resume: "Fortsetzen", stop: "Beenden", again: "Neu starten", wrong: "Zuerst ist zu berichtigen, was markiert ist.",
    preparing: "Das Spiel wird vorbereitet …", running: "Es wird gespielt.", pausing: "Die laufenden Spiele werden beendet …",
    paused: "Angehalten. Was gespielt wurde, bleibt erhalten.", stopped: "Beendet. Was gespielt wurde, bleibt erhalten und lässt sich aus der Liste unten fortsetzen.", doneAll: "Alle Spiele sind gespielt.",
    progress: "{done} von {most} Spielen", rate: "{rate} Spiele/s", left: "noch {time}",
    seconds: "{seconds} s", minutes: "{minutes} min", hours: ({ seconds }) => { const [h, m] = hours(Number(seconds)); return `${h} h ${m} min`; },
    table: "Ergebnistabelle", corner: "zuerst ↓ danach →", wdl: "Sieg, Remis, Niederlage in Prozent:",
    crossed: "Felder: Sieg / Remis / Niederlage der beginnenden Strategie (links) in %, [95-%-Intervall der Siege] · Spiele. Pfeiltasten bewegen den roten Rahmen.",
    crossedNote: "Felder: Sieg / Remis / Niederlage der beginnenden Strategie (links) in %, [95-%-Intervall der Siege].",
    never: "trafen sich nicht", alone: "Spiele mit der größten Punktzahl in %, [95-%-Intervall].", seated: "Unter jeder Strategie: gewonnene Spiele in %, [95-%-Intervall].",
    player: "Strategie", role: "Rolle {number}", draws: "Remis %", meanGoals: "Mittlere Punkte", plies: "Züge", gamesPlayed: "Spiele",
    details: "Die Paarung im roten Rahmen", gamesOf: "{games} Spiele", meanPlies: "im Mittel {plies} Züge",
    adjudicated: "{games} ohne Ergebnis (Zuggrenze)", won: "Gewonnen", drawn: "Remis", lost: "Verloren", wonInterval: "Gewonnen, 95 %", meanGoal: "Mittlere Punkte", forfeited: "Verwirkt",
    repeated: "Alle {games} Spiele von {players} waren dasselbe Spiel; die Intervalle dieser Paarung sagen nichts aus. Zufällige Züge zu Beginn machen die Spiele verschieden.",
    ratings: "Wertung", score: "Punkte %", scoreNote: "Punkte: ein Sieg 1, ein Remis sein Anteil, über alle Plätze; Spiele gegen sich selbst zählen nicht.",
    trial: "{one} gegen {other}: {verdict} (LLR {llr} in [{lower}, {upper}] nach {pairs} Spielpaaren)",
    h1: "eher {elo1} Elo stärker als {elo0}", h0: "eher {elo0} Elo stärker als {elo1}", undecided: "unentschieden, ob {elo0} oder {elo1} Elo stärker",
    keep: "Aufheben", tableCsv: "Tabelle (CSV)", matchesCsv: "Spiele (CSV)", svg: "Bild (SVG)", png: "Bild (PNG)", link: "Link kopieren", copied: "Kopiert",
    earlier: "Frühere Vergleiche", none: "Noch keine.", id: "Nummer", gameColumn: "Spiel", players: "Strategien", started: "Begonnen", state: "Stand",
    finished: "fertig", unfinished: "nicht fertig", open: "{id} zeigen",
  },
};
