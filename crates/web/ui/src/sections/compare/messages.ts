import { counted, type Messages } from "../../lib/i18n.svelte";

type Key =
  | "title"
  | "lead"
  | "strategies"
  | "suiting"
  | "suit"
  | "add"
  | "remove"
  | "edit"
  | "close"
  | "twice"
  | "player-number"
  | "games"
  | "suits"
  | "more"
  | "seed"
  | "schedule"
  | "round-robin"
  | "gauntlet"
  | "ladder"
  | "openings"
  | "moveSeconds"
  | "forfeitSeconds"
  | "plyLimit"
  | "sprt"
  | "elo0"
  | "elo1"
  | "unlimited"
  | "start"
  | "pause"
  | "resume"
  | "stop"
  | "again"
  | "wrong"
  | "preparing"
  | "running"
  | "pausing"
  | "paused"
  | "stopped"
  | "doneAll"
  | "progress"
  | "rate"
  | "left"
  | "seconds"
  | "minutes"
  | "hours"
  | "table"
  | "crossed"
  | "crossedNote"
  | "corner"
  | "wdl"
  | "never"
  | "alone"
  | "seated"
  | "player"
  | "role"
  | "draws"
  | "meanGoals"
  | "plies"
  | "gamesPlayed"
  | "details"
  | "gamesOf"
  | "meanPlies"
  | "adjudicated"
  | "won"
  | "drawn"
  | "lost"
  | "wonInterval"
  | "meanGoal"
  | "forfeited"
  | "repeated"
  | "fewGames"
  | "independent"
  | "damaged"
  | "ratings"
  | "score"
  | "scoreNote"
  | "notHowGreat"
  | "trial"
  | "h0"
  | "h1"
  | "undecided"
  | "keep"
  | "tableCsv"
  | "matchesCsv"
  | "svg"
  | "png"
  | "link"
  | "kind"
  | "kind-table"
  | "kind-pairing"
  | "kind-budget"
  | "first"
  | "second"
  | "pairingNote"
  | "sweepStrategy"
  | "sweepParameter"
  | "sweepValues"
  | "sweepHint"
  | "sweepOpponent"
  | "curve"
  | "curvePoint"
  | "curveNote"
  | "sliderLabel"
  | "sliderValue"
  | "sliderPlay"
  | "sliderHint"
  | "sliderWaiting"
  | "cutShort"
  | "frames"
  | "arrows"
  | "isPlayed"
  | "playedMark"
  | "byMatch"
  | "gamesList"
  | "replay"
  | "replayNumber"
  | "pliesOf"
  | "gameForfeited"
  | "gameUnscored"
  | "noRules"
  | "noRoom"
  | "rulesOf"
  | "previousGames"
  | "nextGames"
  | "loadingGames"
  | "folded"
  | "foldedNote"
  | "everySeating"
  | "earlier"
  | "none"
  | "id"
  | "gameColumn"
  | "players"
  | "started"
  | "state"
  | "finished"
  | "unfinished"
  | "open";

/** Hours and minutes of a time. */
function hours(seconds: number): [number, number] {
  const minutes = Math.round(seconds / 60);
  return [Math.floor(minutes / 60), minutes % 60];
}

export const messages: Messages<Key> = {
  en: {
    title: "Compare strategies",
    lead: "Every strategy plays every other strategy in every seat. The table shows the win rates.",
    strategies: "Strategies",
    suiting: "Strategies that fit the game are selected.",
    suit: "Strategies that fit the game",
    add: "Add a strategy",
    remove: "Remove {name}",
    edit: "Edit {name}",
    close: "Close",
    twice: "“{name}” is listed twice; the table could not distinguish the two.",
    "player-number": "Strategy {number}",
    games: "Games per pairing",
    suits: "depends on the game",
    more: "More options",
    seed: "Seed",
    schedule: "Schedule",
    "round-robin": "round robin: every pair",
    gauntlet: "gauntlet: the first against each other",
    ladder: "ladder: neighbours by rating",
    openings: "Random moves at the start",
    moveSeconds: "Seconds per move",
    forfeitSeconds: "Forfeit above this many seconds per move",
    plyLimit: "Maximum plies per game",
    sprt: "Stop each pairing when it is decided (SPRT)",
    elo0: "Elo difference under H0",
    elo1: "Elo difference under H1",
    unlimited: "no limit",
    start: "Start",
    pause: "Pause",
    resume: "Resume",
    stop: "Stop",
    again: "Start again",
    wrong: "Correct the marked fields first.",
    preparing: "Preparing the game …",
    running: "Games are being played.",
    pausing: "The games in progress are being finished …",
    paused: "Paused. Finished games are stored.",
    stopped: "Stopped. Finished games are stored, and the comparison can be resumed.",
    doneAll: "All games have been played.",
    progress: "{done} of {most} games",
    rate: "{rate} games/s",
    left: "{time} left",
    seconds: "{seconds} s",
    minutes: "{minutes} min",
    hours: ({ seconds }) => {
      const [h, m] = hours(Number(seconds));
      return `${h} h ${m} min`;
    },
    table: "Table of results",
    corner: "first ↓ second →",
    wdl: "win, draw, loss in percent:",
    crossed: "Cells: win / draw / loss of the first player (left) in %, [95 % interval of wins] · games.",
    crossedNote: "Cells: win / draw / loss of the first player (left) in %, [95 % interval of wins].",
    never: "no games",
    alone: "Games with the greatest goal in %, [95 % interval].",
    seated: "Below each player: games won in %, [95 % interval].",
    player: "Player",
    role: "Role {number}",
    draws: "Draws %",
    meanGoals: "Mean goals",
    plies: "Plies",
    gamesPlayed: "Games",
    details: "Pairing in the red frame",
    gamesOf: "Games: {games}",
    meanPlies: ({ plies }) => `${counted(plies, "ply", "plies")} per game on average`,
    adjudicated: "{games} without a result (ply limit)",
    won: "Won",
    drawn: "Drawn",
    lost: "Lost",
    wonInterval: "95 % interval of wins",
    meanGoal: "Mean goal",
    forfeited: "Forfeits",
    repeated:
      "Different games among the {games} of {players}: {distinct}. The strategies repeat their games, and the intervals count each game once. Random moves at the start make the games differ.",
    fewGames:
      "Different games among the {games} of {players}: {distinct}. The intervals hold for games like these only. Random moves at the start make the games differ.",
    independent:
      "Intervals take the games for independent; a game that strategies without random choices repeat counts once.",
    damaged: "damaged",
    ratings: "Ratings",
    score: "Score %",
    scoreNote:
      "Score: win 1, draw divided equally, over all seats; without games of a player against itself.",
    notHowGreat:
      "The score counts who has the greatest goal, not how great it is: see the mean goals of a pairing.",
    trial: "{one} against {other}: {verdict} (LLR {llr} of [{lower}, {upper}]; pairs of games: {pairs})",
    h1: "H1 accepted: {elo1} Elo stronger, not {elo0}",
    h0: "H0 accepted: {elo0} Elo stronger, not {elo1}",
    undecided: "undecided between {elo0} and {elo1} Elo",
    keep: "Save",
    tableCsv: "Table (CSV)",
    matchesCsv: "Games (CSV)",
    svg: "Picture (SVG)",
    png: "Picture (PNG)",
    link: "Copy the link",
    kind: "What is compared",
    "kind-table": "every pairing",
    "kind-pairing": "one pairing in one order of seats",
    "kind-budget": "one strategy as a parameter varies",
    first: "First strategy",
    second: "Second strategy",
    pairingNote:
      "Start plays the pairing in the red frame alone, in this order of seats. The other cells keep what has been played on this page.",
    sweepStrategy: "Strategy that varies",
    sweepParameter: "Parameter",
    sweepValues: "Values",
    sweepHint: "Separate the values by commas.",
    sweepOpponent: "Opponent",
    curve: "Score by “{parameter}” against {opponents}",
    curvePoint: "{value}: {score}, interval {low} to {high}.",
    curveNote: "Score: win 1, draw 1/2, in both seats. Bars: 95 % intervals.",
    sliderLabel: "Try another value of “{name}”",
    sliderValue: "{name}: {value}",
    sliderPlay: "Play {value}",
    sliderHint:
      "When you let go of the slider or press Enter, the games with this value are played, and its point is drawn above.",
    sliderWaiting: "These values are played next: {values}.",
    cutShort: "Not all games were played.",
    frames:
      "Red frame: the pairing whose figures are shown. Dashed frame and ▶: a game of this pairing is being played.",
    arrows: "The arrow keys move the red frame.",
    isPlayed: "being played",
    playedMark: "▶: a game with this player in this role is being played.",
    byMatch:
      "These games were played with “spielbaum match”, which can also play new ones. The form above is that of another comparison.",
    gamesList: "Games of this pairing",
    replay: "Replay",
    replayNumber: "Replay game {number}",
    pliesOf: ({ plies }) => counted(plies, "ply", "plies"),
    gameForfeited: "role {role} forfeited",
    gameUnscored: "without a result",
    noRules: "The store does not have the rules of this game.",
    noRoom: "The browser has no room to keep the rules of this game.",
    rulesOf: "comparison {id}",
    previousGames: "Previous games",
    nextGames: "Next games",
    loadingGames: "Loading the games …",
    folded: "Wins by role",
    foldedNote:
      "Games won in % in this role, whoever has the other seats · games. Games of a player against itself alone are left out.",
    everySeating: "Every way to fill the seats ({count})",
    earlier: "Earlier comparisons",
    none: "None yet.",
    id: "Number",
    gameColumn: "Game",
    players: "Strategies",
    started: "Started",
    state: "State",
    finished: "finished",
    unfinished: "not finished",
    open: "Show {id}",
  },
  ja: {
    title: "戦略を比較する",
    lead: "すべての戦略を、役割を入れ替えながら総当たりで対戦させます。表は勝率を示します。",
    strategies: "戦略",
    suiting: "ゲームに合った戦略が選択されます。",
    suit: "ゲームに合った戦略",
    add: "戦略を追加",
    remove: "{name} を削除",
    edit: "{name} を変更",
    close: "閉じる",
    twice: "「{name}」が重複しています。表で区別できません。",
    "player-number": "戦略 {number}",
    games: "組み合わせごとの対局数",
    suits: "ゲームに応じて",
    more: "その他の設定",
    seed: "乱数シード",
    schedule: "対戦方式",
    "round-robin": "総当たり",
    gauntlet: "最初の戦略対その他（ガントレット）",
    ladder: "レーティングの隣り合う戦略同士（ラダー）",
    openings: "開始時のランダムな手数",
    moveSeconds: "一手の秒数",
    forfeitSeconds: "反則負けになる一手の秒数",
    plyLimit: "一局の最大手数",
    sprt: "判定が決まった組み合わせを打ち切る（SPRT）",
    elo0: "H0 での Elo 差",
    elo1: "H1 での Elo 差",
    unlimited: "制限なし",
    start: "開始",
    pause: "一時停止",
    resume: "再開",
    stop: "停止",
    again: "最初から開始",
    wrong: "印のついた項目を先に修正してください。",
    preparing: "ゲームを準備中 …",
    running: "対局中です。",
    pausing: "進行中の対局の終了を待っています …",
    paused: "一時停止中です。終了した対局は保存されています。",
    stopped: "停止しました。終了した対局は保存されており、比較を再開できます。",
    doneAll: "すべての対局が終了しました。",
    progress: "{done} / {most} 局",
    rate: "毎秒 {rate} 局",
    left: "残り {time}",
    seconds: "{seconds} 秒",
    minutes: "{minutes} 分",
    hours: ({ seconds }) => {
      const [h, m] = hours(Number(seconds));
      return `${h} 時間 ${m} 分`;
    },
    table: "結果の表",
    corner: "先手 ↓ 後手 →",
    wdl: "勝ち・引き分け・負け（%）：",
    crossed: "各欄：先手（左）の勝ち / 引き分け / 負け（%）、[勝率の 95 % 信頼区間] · 対局数。",
    crossedNote: "各欄：先手（左）の勝ち / 引き分け / 負け（%）、[勝率の 95 % 信頼区間]。",
    never: "対戦なし",
    alone: "最大の利得を得た対局の割合（%）、[95 % 信頼区間]。",
    seated: "各戦略の下：勝った対局の割合（%）、[95 % 信頼区間]。",
    player: "戦略",
    role: "役割 {number}",
    draws: "引き分け %",
    meanGoals: "平均利得",
    plies: "手数",
    gamesPlayed: "対局数",
    details: "赤い枠の組み合わせ",
    gamesOf: "{games} 局",
    meanPlies: "平均 {plies} 手",
    adjudicated: "手数制限により結果なし {games} 局",
    won: "勝ち",
    drawn: "引き分け",
    lost: "負け",
    wonInterval: "勝率の 95 % 信頼区間",
    meanGoal: "平均利得",
    forfeited: "反則負け",
    repeated:
      "{players} の {games} 局のうち、異なる対局は {distinct} 局です。同じ対局が繰り返されているため、区間の計算では各対局を 1 回だけ数えます。開始時にランダムな手を入れると、対局が異なります。",
    fewGames:
      "{players} の {games} 局のうち、異なる対局は {distinct} 局です。区間はこのような対局についてのみ有効です。開始時にランダムな手を入れると、対局が異なります。",
    independent:
      "区間は対局が互いに独立であると仮定します。ランダムに手を選ばない戦略が繰り返した同じ対局は 1 回と数えます。",
    damaged: "破損",
    ratings: "レーティング",
    score: "得点率 %",
    scoreNote: "得点率：勝ち 1、引き分けは等分。すべての席の平均。同じ戦略同士の対局は除きます。",
    notHowGreat:
      "得点率は最大の利得を得たかどうかだけを数え、その大きさは数えません。組み合わせの平均利得を参照してください。",
    trial: "{one} 対 {other}：{verdict}（LLR {llr}、範囲 [{lower}, {upper}]、{pairs} 組）",
    h1: "H1 を採択：Elo 差は {elo0} ではなく {elo1}",
    h0: "H0 を採択：Elo 差は {elo1} ではなく {elo0}",
    undecided: "Elo 差 {elo0} と {elo1} のどちらとも判定できない",
    keep: "保存",
    tableCsv: "表（CSV）",
    matchesCsv: "対局（CSV）",
    svg: "画像（SVG）",
    png: "画像（PNG）",
    link: "リンクをコピー",
    kind: "比較の対象",
    "kind-table": "すべての組み合わせ",
    "kind-pairing": "一つの組み合わせ（席順を固定）",
    "kind-budget": "一つの戦略のパラメータ",
    first: "先手の戦略",
    second: "後手の戦略",
    pairingNote:
      "「開始」を押すと、赤い枠の組み合わせだけをこの席順で対戦させます。他の欄には、このページで行った対局の結果が残ります。",
    sweepStrategy: "変化させる戦略",
    sweepParameter: "パラメータ",
    sweepValues: "値",
    sweepHint: "値はコンマで区切って入力します。",
    sweepOpponent: "対戦相手",
    curve: "「{parameter}」と得点率（対 {opponents}）",
    curvePoint: "{value}：{score}、信頼区間 {low} 〜 {high}。",
    curveNote: "得点率：勝ち 1、引き分け 1/2（両方の席の平均）。縦線：95 % 信頼区間。",
    sliderLabel: "「{name}」の別の値を試す",
    sliderValue: "{name}：{value}",
    sliderPlay: "{value} で対局",
    sliderHint: "スライダーを離すか Enter キーを押すと、その値で対局が行われ、結果の点が上の図に描かれます。",
    sliderWaiting: "次に対局する値：{values}。",
    cutShort: "一部の対局は行われませんでした。",
    frames: "赤い枠：数値を表示している組み合わせ。破線の枠と ▶：対局中の組み合わせ。",
    arrows: "矢印キーで赤い枠を動かせます。",
    isPlayed: "対局中",
    playedMark: "▶：この戦略がこの役割で対局中です。",
    byMatch:
      "これらの対局は「spielbaum match」で行われました。新しい対局もこのコマンドで行えます。上の設定は別の比較のものです。",
    gamesList: "この組み合わせの対局",
    replay: "再生",
    replayNumber: "対局 {number} を再生",
    pliesOf: "{plies} 手",
    gameForfeited: "役割 {role} の反則負け",
    gameUnscored: "結果なし",
    noRules: "このゲームのルールは保存されていません。",
    noRoom: "ブラウザの空き容量が足りず、このゲームのルールを保存できません。",
    rulesOf: "比較 {id}",
    previousGames: "前の対局",
    nextGames: "次の対局",
    loadingGames: "対局を読み込み中 …",
    folded: "役割ごとの勝率",
    foldedNote:
      "他の席の戦略によらず、その役割で勝った対局の割合（%）· 対局数。同じ戦略だけの対局は除きます。",
    everySeating: "すべての席の組み合わせ（{count} 通り）",
    earlier: "これまでの比較",
    none: "まだありません。",
    id: "番号",
    gameColumn: "ゲーム",
    players: "戦略",
    started: "開始",
    state: "状態",
    finished: "完了",
    unfinished: "未完了",
    open: "{id} を表示",
  },
  de: {
    title: "Strategien vergleichen",
    lead: "Jede Strategie spielt in jeder Rolle gegen jede andere. Die Tabelle zeigt die Gewinnraten.",
    strategies: "Strategien",
    suiting: "Es werden Strategien ausgewählt, die zum Spiel passen.",
    suit: "Zum Spiel passende Strategien",
    add: "Strategie hinzufügen",
    remove: "{name} entfernen",
    edit: "{name} ändern",
    close: "Schließen",
    twice: "„{name}“ ist zweimal angegeben; die Tabelle könnte beide nicht unterscheiden.",
    "player-number": "Strategie {number}",
    games: "Partien je Paarung",
    suits: "je nach Spiel",
    more: "Weitere Einstellungen",
    seed: "Startwert",
    schedule: "Turnierform",
    "round-robin": "Rundenturnier: jede gegen jede",
    gauntlet: "Gauntlet: die erste gegen jede andere",
    ladder: "Leiter: Nachbarn nach Wertung",
    openings: "Zufällige Züge zu Beginn",
    moveSeconds: "Sekunden je Zug",
    forfeitSeconds: "Wertungsniederlage bei mehr als so vielen Sekunden je Zug",
    plyLimit: "Höchstzahl der Halbzüge je Partie",
    sprt: "Paarungen beenden, sobald sie entschieden sind (SPRT)",
    elo0: "Elo-Differenz unter H0",
    elo1: "Elo-Differenz unter H1",
    unlimited: "unbegrenzt",
    start: "Start",
    pause: "Anhalten",
    resume: "Fortsetzen",
    stop: "Beenden",
    again: "Neu starten",
    wrong: "Berichtigen Sie zuerst die markierten Felder.",
    preparing: "Das Spiel wird vorbereitet …",
    running: "Die Partien laufen.",
    pausing: "Die laufenden Partien werden zu Ende gespielt …",
    paused: "Angehalten. Beendete Partien sind gespeichert.",
    stopped: "Beendet. Beendete Partien sind gespeichert; der Vergleich kann fortgesetzt werden.",
    doneAll: "Alle Partien sind gespielt.",
    progress: "{done} von {most} Partien",
    rate: "{rate} Partien/s",
    left: "noch {time}",
    seconds: "{seconds} s",
    minutes: "{minutes} min",
    hours: ({ seconds }) => {
      const [h, m] = hours(Number(seconds));
      return `${h} h ${m} min`;
    },
    table: "Ergebnistabelle",
    corner: "erste ↓ zweite →",
    wdl: "Sieg, Remis, Niederlage in Prozent:",
    crossed:
      "Felder: Sieg / Remis / Niederlage der beginnenden Strategie (links) in %, [95-%-Intervall der Siege] · Partien.",
    crossedNote:
      "Felder: Sieg / Remis / Niederlage der beginnenden Strategie (links) in %, [95-%-Intervall der Siege].",
    never: "keine Partien",
    alone: "Partien mit der größten Auszahlung in %, [95-%-Intervall].",
    seated: "Unter jeder Strategie: gewonnene Partien in %, [95-%-Intervall].",
    player: "Strategie",
    role: "Rolle {number}",
    draws: "Remis %",
    meanGoals: "Mittlere Auszahlungen",
    plies: "Halbzüge",
    gamesPlayed: "Partien",
    details: "Paarung im roten Rahmen",
    gamesOf: "Partien: {games}",
    meanPlies: ({ plies }) => `im Mittel ${counted(plies, "Halbzug", "Halbzüge")}`,
    adjudicated: "{games} ohne Ergebnis (Grenze der Halbzüge)",
    won: "Gewonnen",
    drawn: "Remis",
    lost: "Verloren",
    wonInterval: "95-%-Intervall der Siege",
    meanGoal: "Mittlere Auszahlung",
    forfeited: "Wertungsniederlagen",
    repeated:
      "Verschiedene Partien unter den {games} von {players}: {distinct}. Die Strategien wiederholen ihre Partien, und die Intervalle zählen jede Partie einmal. Zufällige Züge zu Beginn machen die Partien verschieden.",
    fewGames:
      "Verschiedene Partien unter den {games} von {players}: {distinct}. Die Intervalle gelten nur für solche Partien. Zufällige Züge zu Beginn machen die Partien verschieden.",
    independent:
      "Die Intervalle setzen voneinander unabhängige Partien voraus; eine Partie, die Strategien ohne Zufall wiederholen, zählt einmal.",
    damaged: "beschädigt",
    ratings: "Wertung",
    score: "Punkte %",
    scoreNote:
      "Punkte: Sieg 1, Remis zu gleichen Teilen, über alle Plätze; ohne Partien einer Strategie gegen sich selbst.",
    notHowGreat:
      "Die Punkte zählen, wer die größte Auszahlung hat, nicht wie groß sie ist: siehe die mittleren Auszahlungen einer Paarung.",
    trial: "{one} gegen {other}: {verdict} (LLR {llr} in [{lower}, {upper}]; Paare von Partien: {pairs})",
    h1: "H1 angenommen: {elo1} Elo stärker, nicht {elo0}",
    h0: "H0 angenommen: {elo0} Elo stärker, nicht {elo1}",
    undecided: "nicht entschieden zwischen {elo0} und {elo1} Elo",
    keep: "Speichern",
    tableCsv: "Tabelle (CSV)",
    matchesCsv: "Partien (CSV)",
    svg: "Bild (SVG)",
    png: "Bild (PNG)",
    link: "Link kopieren",
    kind: "Was verglichen wird",
    "kind-table": "jede Paarung",
    "kind-pairing": "eine Paarung in einer Sitzordnung",
    "kind-budget": "eine Strategie in Abhängigkeit von einem Parameter",
    first: "Erste Strategie",
    second: "Zweite Strategie",
    pairingNote:
      "Start spielt nur die Paarung im roten Rahmen, in dieser Sitzordnung. Die anderen Felder behalten, was auf dieser Seite gespielt wurde.",
    sweepStrategy: "Strategie, die sich ändert",
    sweepParameter: "Parameter",
    sweepValues: "Werte",
    sweepHint: "Trennen Sie die Werte durch Kommas.",
    sweepOpponent: "Gegner",
    curve: "Punkte in Abhängigkeit von „{parameter}“ gegen {opponents}",
    curvePoint: "{value}: {score}, Intervall {low} bis {high}.",
    curveNote: "Punkte: Sieg 1, Remis 1/2, auf beiden Plätzen. Striche: 95-%-Intervalle.",
    sliderLabel: "Einen anderen Wert von „{name}“ versuchen",
    sliderValue: "{name}: {value}",
    sliderPlay: "{value} spielen",
    sliderHint:
      "Wenn Sie den Regler loslassen oder die Eingabetaste drücken, werden die Partien mit diesem Wert gespielt, und sein Punkt erscheint oben.",
    sliderWaiting: "Als Nächstes werden diese Werte gespielt: {values}.",
    cutShort: "Nicht alle Partien wurden gespielt.",
    frames:
      "Roter Rahmen: die Paarung, deren Zahlen angezeigt werden. Gestrichelter Rahmen und ▶: Eine Partie dieser Paarung läuft.",
    arrows: "Die Pfeiltasten bewegen den roten Rahmen.",
    isPlayed: "wird gespielt",
    playedMark: "▶: Eine Partie mit dieser Strategie in dieser Rolle läuft.",
    byMatch:
      "Diese Partien wurden mit „spielbaum match“ gespielt; dieser Befehl kann auch neue spielen. Das Formular oben gehört zu einem anderen Vergleich.",
    gamesList: "Partien dieser Paarung",
    replay: "Nachspielen",
    replayNumber: "Partie {number} nachspielen",
    pliesOf: ({ plies }) => counted(plies, "Halbzug", "Halbzüge"),
    gameForfeited: "Wertungsniederlage von Rolle {role}",
    gameUnscored: "ohne Ergebnis",
    noRules: "Die Regeln dieses Spiels sind nicht gespeichert.",
    noRoom: "Der Browser hat keinen Platz für die Regeln dieses Spiels.",
    rulesOf: "Vergleich {id}",
    previousGames: "Vorige Partien",
    nextGames: "Nächste Partien",
    loadingGames: "Die Partien werden geladen …",
    folded: "Siege nach Rolle",
    foldedNote:
      "In dieser Rolle gewonnene Partien in %, wer auch immer auf den anderen Plätzen sitzt · Partien. Partien einer Strategie nur gegen sich selbst zählen nicht.",
    everySeating: "Jede Sitzordnung ({count})",
    earlier: "Frühere Vergleiche",
    none: "Noch keine.",
    id: "Nummer",
    gameColumn: "Spiel",
    players: "Strategien",
    started: "Begonnen",
    state: "Stand",
    finished: "fertig",
    unfinished: "nicht fertig",
    open: "{id} anzeigen",
  },
};
