import { counted, type Messages } from "../../lib/i18n.svelte";

type Key =
  | "title"
  | "person"
  | "network"
  | "unseen"
  | "fitting"
  | "own"
  | "paste"
  | "name"
  | "rules"
  | "playThese"
  | "full"
  | "nameTaken"
  | "seats"
  | "seat"
  | "spec"
  | "new"
  | "undo"
  | "redo"
  | "hint"
  | "values"
  | "perfect"
  | "worths"
  | "learning"
  | "learnedValue"
  | "learnedPieces"
  | "solving"
  | "states"
  | "bestPlay"
  | "perfectGoals"
  | "perfectWithin"
  | "perfectMixed"
  | "perfectSure"
  | "perfectEndless"
  | "perfectUnknown"
  | "step"
  | "auto"
  | "resume"
  | "speed"
  | "slow"
  | "fast"
  | "seconds"
  | "turn"
  | "turnSecret"
  | "thinks"
  | "advises"
  | "chooses"
  | "waits"
  | "looksBack"
  | "known"
  | "depth"
  | "nodes"
  | "playouts"
  | "best"
  | "now"
  | "stop"
  | "suggests"
  | "moved"
  | "moves"
  | "beginning"
  | "allMoves"
  | "graph"
  | "sharedLink"
  | "over"
  | "win"
  | "draw"
  | "alone"
  | "shared"
  | "unclear"
  | "goals"
  | "problem"
  | "retry"
  | "loading"
  | "position"
  | "write"
  | "and"
  | "cancelled"
  | "firstCircuit"
  | "uncover"
  | "othersChoose"
  | "othersWait"
  | "sees"
  | "knownWhole"
  | "knownAll"
  | "knownSome"
  | "knownNone"
  | "evaluation"
  | "graphOne"
  | "analyse"
  | "watchDecision"
  | "analysisStop"
  | "analysisProgress"
  | "keys"
  | "valueAfter"
  | "drop"
  | "undecided"
  | "jointMoves"
  | "jointTable"
  | "decisive"
  | "decisiveUnknown"
  | "why"
  | "whyParts"
  | "whySumWins"
  | "whySumLoses"
  | "whyOne"
  | "whyOneMisere"
  | "whyOneWins"
  | "whyOneLoses"
  | "whyReversible"
  | "whyInTime"
  | "whyTooLate"
  | "whyLimit"
  | "whyLate"
  | "whyNot"
  | "comma"
  | "space";

export const messages: Messages<Key> = {
  en: {
    own: "Other strategy",
    paste: "Paste rules",
    name: "Name",
    rules: "Rulesheet (KIF)",
    playThese: "Play these rules",
    full: "The browser has no space to store these rules.",
    nameTaken: "Other rules have the name “{name}”. These are stored as “{kept}”.",
    title: "Play",
    person: "Person",
    network: "Player on the network: {address}",
    unseen:
      "{address} played over the network: this decision cannot be watched. A person can go on from here.",
    fitting: "Strategy that fits the game",
    seats: "Players",
    seat: "{role} is played by",
    spec: "Strategy of {role} with parameters",
    new: "New game",
    undo: "Undo",
    redo: "Redo",
    hint: "Hint",
    values: "Show the engine's values",
    perfect: "Show exact values",
    worths: "Show what the pieces are worth",
    step: "Step",
    auto: "Continue automatically",
    resume: "Continue from here",
    speed: "Speed",
    slow: "slow",
    fast: "fast",
    seconds: "Seconds per move",
    turn: "{role} to move",
    turnSecret: "{role} chooses; the other players do not see the move",
    thinks: "{role} is searching: {strategy}",
    advises: "Hint for {role}: {strategy}",
    chooses: "Looking for the strategy that fits the game, for {role}: {strategy}",
    learning: "Learning an evaluation from self-play: {games} games …",
    learnedValue: "Learned evaluation: {value} for {role}.",
    learnedPieces:
      "Learned from {games} games. The numbers with a sign on the board are what the pieces would add to the value for {role} in an even position, compared with what else may be in their cells.",
    solving: "Solving the position …",
    states: "{states} states",
    bestPlay: "Principal variation:",
    perfectGoals: "With best play: {goals}.",
    perfectWithin: ({ plies }) => `The game ends within ${counted(plies, "ply", "plies")}.`,
    perfectMixed:
      "With best play, on average: {goals}. Several roles choose at the same time and mix their moves.",
    perfectSure: "Whatever the others do, at least: {goals}.",
    perfectEndless: "With best play the game does not end.",
    perfectUnknown: "Not solved: the position has too many states.",
    waits: "{role} to move (waiting)",
    looksBack: "Showing the position after move {ply} of {plies}",
    known: "{seconds} s",
    depth: "depth {depth}",
    nodes: "{nodes} nodes",
    playouts: "{playouts} playouts",
    best: "best so far: {move}",
    now: "Move now",
    stop: "Stop the search",
    suggests: "Suggested: {move}",
    moved: "Last move of {role}: {move}.",
    moves: "Moves",
    beginning: "Initial position",
    allMoves: "All moves as a list ({count})",
    graph: "Expected goal of each role",
    sharedLink: "Copy the address of this position",
    over: "The game is over.",
    win: "{role} wins.",
    draw: "Draw: every role gets {goal}.",
    alone: "{role} gets {goal} of 100.",
    shared: "{roles} share the win.",
    unclear: "The rules do not define the goal of every role.",
    goals: "Goals: {goals}",
    retry: "Try again",
    problem: "Error: {message}",
    loading: "Loading the game …",
    position: "Position",
    write: "Write rules",
    and: " and ",
    cancelled: "The compilation of the rules was cancelled.",
    firstCircuit: "The rules are large. Until their circuit is optimised, strategies search more slowly.",
    uncover: "Show everything",
    othersChoose: "The other players are choosing …",
    othersWait: "The other players are to move (waiting)",
    sees: "sees",
    knownWhole: "{role} knows the whole state.",
    knownAll:
      "The information set of {role} has {states} states. The picture shows what is the same in all of them.",
    knownSome:
      "The picture shows what is the same in {states} states drawn from the information set of {role}.",
    knownNone:
      "No state of the information set of {role} was found in time. The list of moves shows the moves and percepts of {role}.",
    evaluation: "Evaluation and moves",
    graphOne: "Expected goal of {role}",
    analyse: "Evaluate all positions",
    watchDecision: "Watch the decision in this position",
    analysisStop: "Stop the evaluation",
    analysisProgress: "{done} of {of} positions are evaluated.",
    keys: "← and → go through the moves.",
    valueAfter: "Value of the position after this move",
    drop: "The expected goal of {role} fell by {by}.",
    undecided: "No hint: a search of {seconds} s found no move that is better than the others.",
    jointTable: "Outcome of each pair of moves",
    jointMoves:
      "Both players choose at the same time. At the end of the game the table shows the goals of {one} and {other}, before that how the positions after their moves differ.",
    decisive: "The framed pieces decided the game.",
    decisiveUnknown: "Which pieces decide the game could not be found in time.",
    why: "Why?",
    comma: ", ",
    space: " ",
    whyParts: "The game is a sum of {count} independent parts, which are worth {values}.",
    whySumWins:
      "Their nim-sum {sum} is not 0, so {role}, who is to move, wins: the nim-sum becomes 0 by {moves}.",
    whySumLoses:
      "Their nim-sum is {sum}, so {role}, who is to move, loses: every move makes it different from 0, and {winner} can make it 0 again.",
    whyOne: "The Grundy value of the position is {value}.",
    whyOneMisere:
      "Whoever makes the last move loses. In the game in which that move is forbidden, the Grundy value of the position is {value}.",
    whyOneWins: "As it is not 0, {role}, who is to move, wins: it becomes 0 by {moves}.",
    whyOneLoses:
      "So {role}, who is to move, loses: every move makes the value different from 0 or ends the game, and {winner} can make it 0 again.",
    whyReversible:
      "The roles have moves of their own, but each part behaves like a heap of Nim: a move that makes its value larger can be answered there by one that makes it smaller, and that comes to an end.",
    whyInTime: ({ plies }) =>
      `The limit leaves ${counted(plies, "ply", "plies")}, which is time enough for that.`,
    whyTooLate: ({ plies, winner }) =>
      `But the limit leaves only ${counted(plies, "ply", "plies")}: by the exact value of the position ${winner} does not win in time.`,
    whyLimit: ({ plies }) =>
      `That holds as far as the limit leaves time, which is ${counted(plies, "ply", "plies")} away.`,
    whyLate: "Too late for it: {moves}.",
    whyNot:
      "The theory of sums of games does not tell who wins this game. Hints and values of moves come from searches.",
  },
  ja: {
    own: "その他の戦略",
    paste: "ルールを貼り付ける",
    name: "名前",
    rules: "ゲーム記述（KIF）",
    playThese: "このルールで対局",
    full: "ブラウザにこのルールを保存する空き容量がありません。",
    nameTaken: "「{name}」は別のルールの名前です。このルールは「{kept}」として保存しました。",
    title: "対局する",
    person: "人間",
    network: "ネットワーク上のプレイヤー：{address}",
    unseen:
      "{address} はネットワーク経由で対局したため、この意思決定は観察できません。ここからは人間が指せます。",
    fitting: "ゲームに合う戦略",
    seats: "対局者",
    seat: "{role} の担当",
    spec: "{role} の戦略とパラメータ",
    new: "新しい対局",
    undo: "一手戻す",
    redo: "やり直す",
    hint: "ヒント",
    values: "各手の評価値を表示",
    perfect: "正確な値を表示",
    worths: "駒の価値を表示",
    step: "一手進める",
    auto: "自動で進める",
    resume: "ここから続ける",
    speed: "速さ",
    slow: "遅い",
    fast: "速い",
    seconds: "一手の秒数",
    turn: "{role} の手番です",
    turnSecret: "{role} が選びます（他のプレイヤーには見えません）",
    thinks: "{role} が探索中：{strategy}",
    advises: "{role} へのヒント：{strategy}",
    chooses: "{role} のために、ゲームに合う戦略を探しています：{strategy}",
    learning: "自己対局から評価関数を学習中：{games} 局 …",
    learnedValue: "学習した評価値：{role} にとって {value}。",
    learnedPieces:
      "{games} 局から学習しました。盤上の符号付きの数は、形勢が互角の場合に、そのマスに他のものがあるときと比べて、駒が {role} の評価値をどれだけ増やすかを示します。",
    solving: "局面を解析中 …",
    states: "{states} 状態",
    bestPlay: "最善応手手順：",
    perfectGoals: "最善を尽くした場合の利得：{goals}。",
    perfectWithin: "{plies} 手以内に終局します。",
    perfectMixed: "最善を尽くした場合の期待利得：{goals}。複数の役割が同時に手を選び、混合戦略を使います。",
    perfectSure: "他の役割の手にかかわらず、少なくとも：{goals}。",
    perfectEndless: "最善を尽くすと対局は終わりません。",
    perfectUnknown: "未解決：この局面の状態数が多すぎます。",
    waits: "{role} の手番（待機中）",
    looksBack: "{plies} 手中 {ply} 手目の局面を表示しています",
    known: "{seconds} 秒",
    depth: "深さ {depth}",
    nodes: "{nodes} ノード",
    playouts: "プレイアウト {playouts} 回",
    best: "現在の最善手：{move}",
    now: "今すぐ指す",
    stop: "探索を中止",
    suggests: "推奨手：{move}",
    moved: "{role} の直前の手：{move}。",
    moves: "棋譜",
    beginning: "初期局面",
    allMoves: "すべての手の一覧（{count}）",
    graph: "各役割の期待利得",
    sharedLink: "この局面のアドレスをコピー",
    over: "対局終了。",
    win: "{role} の勝ちです。",
    draw: "引き分け：全員の利得は {goal} です。",
    alone: "{role} の利得は {goal} です（最大 100）。",
    shared: "{roles} が勝ちを分け合いました。",
    unclear: "ルールで全員の利得が定義されていません。",
    goals: "利得：{goals}",
    retry: "もう一度",
    problem: "エラー：{message}",
    loading: "ゲームを読み込み中 …",
    position: "局面",
    write: "ルールを書く",
    and: "と",
    cancelled: "ルールのコンパイルを中止しました。",
    firstCircuit: "ルールが大きいため、回路の最適化が終わるまで戦略の探索は遅くなります。",
    uncover: "すべて表示",
    othersChoose: "他のプレイヤーが選択中です …",
    othersWait: "他のプレイヤーの手番（待機中）",
    sees: "知覚：",
    knownWhole: "{role} は状態をすべて知っています。",
    knownAll: "{role} の情報集合は {states} 個の状態からなります。図はそのすべてに共通する内容です。",
    knownSome: "図は、{role} の情報集合から抽出した {states} 個の状態に共通する内容です。",
    knownNone:
      "{role} の情報集合に属する状態は時間内に見つかりませんでした。{role} の手と知覚は棋譜に示します。",
    evaluation: "評価と棋譜",
    graphOne: "{role} の期待利得",
    analyse: "全局面を評価",
    watchDecision: "この局面の意思決定を観察する",
    analysisStop: "評価を中止",
    analysisProgress: "{of} 局面中 {done} 局面を評価しました。",
    keys: "← と → で棋譜を移動できます。",
    valueAfter: "この手の後の局面の評価値",
    drop: "{role} の期待利得が {by} 下がりました。",
    undecided: "ヒントなし：{seconds} 秒の探索では、他より良い手は見つかりませんでした。",
    jointTable: "両者の手の組み合わせごとの結果",
    jointMoves:
      "両者は同時に手を選びます。表は、終局なら {one} と {other} の利得を、そうでなければ手の後の局面の違いを示します。",
    decisive: "枠で囲んだ駒が勝ちを決めました。",
    decisiveUnknown: "どの駒が勝ちを決めたかは、時間内に求められませんでした。",
    why: "なぜ？",
    comma: "、",
    space: "",
    whyParts: "このゲームは独立な {count} 個の部分の和で、各部分のグランディ数は {values} です。",
    whySumWins:
      "ニム和 {sum} は 0 ではないので、手番の {role} の勝ちです。次の手でニム和が 0 になります：{moves}。",
    whySumLoses:
      "ニム和は {sum} なので、手番の {role} の負けです。どの手でもニム和は 0 でなくなり、{winner} はそれを再び 0 にできます。",
    whyOne: "この局面のグランディ数は {value} です。",
    whyOneMisere:
      "最後の手を指した側が負けです。最後の手を禁じたゲームでのこの局面のグランディ数は {value} です。",
    whyOneWins: "0 ではないので、手番の {role} の勝ちです。次の手で 0 になります：{moves}。",
    whyOneLoses:
      "そのため手番の {role} の負けです。どの手でも値は 0 でなくなるか対局が終わり、{winner} は値を再び 0 にできます。",
    whyReversible:
      "両者の手は異なりますが、各部分はニムの山と同じように振る舞います。値を増やす手には同じ部分で値を減らす手で応じることができ、それは必ず終わります。",
    whyInTime: "手数制限まで {plies} 手あり、そのための手数は足ります。",
    whyTooLate:
      "ただし手数制限まで {plies} 手しかありません。局面の正確な値によれば、{winner} は制限までに勝てません。",
    whyLimit: "ただし、これは手数制限（残り {plies} 手）に間に合う場合に限ります。",
    whyLate: "間に合わない手：{moves}。",
    whyNot:
      "このゲームの勝敗は、ゲームの和の理論では説明できません。ヒントと各手の評価値は探索によるものです。",
  },
  de: {
    own: "Andere Strategie",
    paste: "Regeln einfügen",
    name: "Name",
    rules: "Spielbeschreibung (KIF)",
    playThese: "Mit diesen Regeln spielen",
    full: "Der Browser hat keinen Speicherplatz für diese Regeln.",
    nameTaken: "Andere Regeln heißen „{name}“. Diese sind als „{kept}“ gespeichert.",
    title: "Spielen",
    person: "Mensch",
    network: "Spieler im Netz: {address}",
    unseen:
      "{address} spielte über das Netz: Diese Entscheidung lässt sich nicht beobachten. Von hier an kann ein Mensch spielen.",
    fitting: "Strategie, die zum Spiel passt",
    seats: "Spieler",
    seat: "{role} wird gespielt von",
    spec: "Strategie von {role} mit Parametern",
    new: "Neue Partie",
    undo: "Zurücknehmen",
    redo: "Wiederholen",
    hint: "Hinweis",
    values: "Werte der Züge anzeigen",
    perfect: "Exakte Werte anzeigen",
    worths: "Wert der Figuren anzeigen",
    step: "Ein Schritt",
    auto: "Automatisch weiter",
    resume: "Von hier weiterspielen",
    speed: "Tempo",
    slow: "langsam",
    fast: "schnell",
    seconds: "Sekunden je Zug",
    turn: "{role} ist am Zug",
    turnSecret: "{role} wählt; die anderen sehen den Zug nicht",
    thinks: "{role} sucht: {strategy}",
    advises: "Hinweis für {role}: {strategy}",
    chooses: "Für {role} wird die Strategie gesucht, die zum Spiel passt: {strategy}",
    learning: "Aus Partien gegen sich selbst wird eine Bewertung gelernt: {games} Partien …",
    learnedValue: "Gelernte Bewertung: {value} für {role}.",
    learnedPieces:
      "Gelernt aus {games} Partien. Die Zahlen mit Vorzeichen auf dem Brett sagen, um wie viel die Figuren den Wert für {role} in einer ausgeglichenen Stellung erhöhen würden, verglichen mit dem, was sonst in ihren Feldern stehen kann.",
    solving: "Die Stellung wird gelöst …",
    states: "{states} Zustände",
    bestPlay: "Hauptvariante:",
    perfectGoals: "Bei bestem Spiel: {goals}.",
    perfectWithin: ({ plies }) => `Das Spiel endet in höchstens ${counted(plies, "Halbzug", "Halbzügen")}.`,
    perfectMixed:
      "Bei bestem Spiel im Mittel: {goals}. Mehrere Rollen wählen gleichzeitig und mischen ihre Züge.",
    perfectSure: "Was die anderen auch tun, mindestens: {goals}.",
    perfectEndless: "Bei bestem Spiel endet die Partie nicht.",
    perfectUnknown: "Nicht gelöst: Die Stellung hat zu viele Zustände.",
    waits: "{role} ist am Zug (wartet)",
    looksBack: "Stellung nach Zug {ply} von {plies}",
    known: "{seconds} s",
    depth: "Tiefe {depth}",
    nodes: "{nodes} Knoten",
    playouts: "{playouts} Playouts",
    best: "bisher bester Zug: {move}",
    now: "Jetzt ziehen",
    stop: "Suche abbrechen",
    suggests: "Vorschlag: {move}",
    moved: "Letzter Zug von {role}: {move}.",
    moves: "Züge",
    beginning: "Anfangsstellung",
    allMoves: "Alle Züge als Liste ({count})",
    graph: "Erwartete Auszahlung jeder Rolle",
    sharedLink: "Adresse dieser Stellung kopieren",
    over: "Das Spiel ist zu Ende.",
    win: "{role} gewinnt.",
    draw: "Remis: Jede Rolle erhält {goal}.",
    alone: "{role} erhält {goal} von 100.",
    shared: "{roles} teilen sich den Sieg.",
    unclear: "Die Regeln legen nicht alle Auszahlungen fest.",
    goals: "Auszahlungen: {goals}",
    retry: "Noch einmal",
    problem: "Fehler: {message}",
    loading: "Das Spiel wird geladen …",
    position: "Stellung",
    write: "Regeln schreiben",
    and: " und ",
    cancelled: "Die Kompilierung der Regeln wurde abgebrochen.",
    firstCircuit:
      "Die Regeln sind umfangreich. Bis ihre Schaltung optimiert ist, suchen die Strategien langsamer.",
    uncover: "Alles zeigen",
    othersChoose: "Die anderen Spieler wählen …",
    othersWait: "Die anderen Spieler sind am Zug (warten)",
    sees: "sieht",
    knownWhole: "{role} kennt den ganzen Zustand.",
    knownAll:
      "Die Informationsmenge von {role} hat {states} Zustände. Das Bild zeigt, was in allen gleich ist.",
    knownSome:
      "Das Bild zeigt, was in {states} Zuständen gleich ist, die aus der Informationsmenge von {role} gezogen wurden.",
    knownNone:
      "In der verfügbaren Zeit wurde kein Zustand der Informationsmenge von {role} gefunden. Die Zugliste zeigt die Züge und Wahrnehmungen von {role}.",
    evaluation: "Bewertung und Züge",
    graphOne: "Erwartete Auszahlung von {role}",
    analyse: "Alle Stellungen bewerten",
    watchDecision: "Die Entscheidung in dieser Stellung beobachten",
    analysisStop: "Bewertung abbrechen",
    analysisProgress: "{done} von {of} Stellungen sind bewertet.",
    keys: "← und → führen durch die Züge.",
    valueAfter: "Wert der Stellung nach diesem Zug",
    drop: "Die erwartete Auszahlung von {role} ist um {by} gefallen.",
    undecided: "Kein Hinweis: Eine Suche von {seconds} s fand keinen Zug, der besser ist als die anderen.",
    jointTable: "Ergebnis jedes Paars von Zügen",
    jointMoves:
      "Beide wählen gleichzeitig. Am Ende des Spiels zeigt die Tabelle die Auszahlungen von {one} und {other}, davor, worin sich die Stellungen nach ihren Zügen unterscheiden.",
    decisive: "Die umrahmten Figuren haben das Spiel entschieden.",
    decisiveUnknown: "Welche Figuren das Spiel entscheiden, ließ sich nicht rechtzeitig feststellen.",
    why: "Warum?",
    comma: ", ",
    space: " ",
    whyParts: "Das Spiel ist eine Summe aus {count} unabhängigen Teilen mit den Grundy-Werten {values}.",
    whySumWins:
      "{role} ist am Zug und gewinnt, denn die Nim-Summe {sum} ist nicht 0: Sie wird 0 durch {moves}.",
    whySumLoses:
      "{role} ist am Zug und verliert, denn die Nim-Summe ist {sum}: Nach jedem Zug ist sie nicht mehr 0, und {winner} kann sie wieder zu 0 machen.",
    whyOne: "Der Grundy-Wert der Stellung ist {value}.",
    whyOneMisere:
      "Wer den letzten Zug macht, verliert; wenn niemand ihn machen darf, ist der Grundy-Wert der Stellung {value}.",
    whyOneWins: "{role} ist am Zug und gewinnt, da er nicht 0 ist: Er wird 0 durch {moves}.",
    whyOneLoses:
      "{role} ist am Zug und verliert darum: Nach jedem Zug ist der Wert nicht mehr 0, oder das Spiel ist zu Ende, und {winner} kann ihn wieder zu 0 machen.",
    whyReversible:
      "Die Spieler haben verschiedene Züge, aber jeder Teil verhält sich wie ein Nim-Haufen: Auf einen Zug, der seinen Wert vergrößert, kann dort einer antworten, der ihn verkleinert, und das endet.",
    whyInTime: ({ plies }) =>
      `Die Zuggrenze lässt noch ${counted(plies, "Halbzug", "Halbzüge")} zu; das reicht dafür.`,
    whyTooLate: ({ plies, winner }) =>
      `Aber die Zuggrenze lässt nur noch ${counted(plies, "Halbzug", "Halbzüge")} zu: Nach dem genauen Wert der Stellung gewinnt ${winner} nicht rechtzeitig.`,
    whyLimit: ({ plies }) =>
      `Das gilt, soweit die Zuggrenze Zeit lässt; sie lässt noch ${counted(plies, "Halbzug", "Halbzüge")} zu.`,
    whyLate: "Zu spät dafür: {moves}.",
    whyNot:
      "Die Theorie der Summen von Spielen sagt bei diesem Spiel nicht, wer gewinnt. Hinweise und Werte der Züge kommen aus Suchen.",
  },
};
