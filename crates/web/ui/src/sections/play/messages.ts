import type { Messages } from "../../lib/i18n.svelte";

type Key =
  | "title" | "person" | "fitting" | "own" | "paste" | "name" | "rules" | "playThese" | "full" | "seats" | "seat" | "spec"
  | "new" | "undo" | "redo" | "hint" | "values" | "perfect" | "solving" | "states" | "bestPlay"
  | "perfectGoals" | "perfectWithin" | "perfectMixed" | "perfectSure" | "perfectEndless" | "perfectUnknown" | "step" | "auto" | "resume" | "speed" | "slow" | "fast" | "seconds"
  | "turn" | "turnSecret" | "thinks" | "advises" | "waits" | "looksBack" | "known" | "depth" | "nodes" | "playouts" | "best"
  | "now" | "stop" | "suggests" | "moves" | "beginning" | "allMoves" | "graph" | "sharedLink" | "copied"
  | "over" | "win" | "draw" | "alone" | "shared" | "unclear" | "goals" | "problem" | "retry" | "notKept" | "loading" | "position" | "write" | "and" | "cancelled";

export const messages: Messages<Key> = {
  en: {
    own: "Other strategy", paste: "Paste rules", name: "Name", rules: "Rulesheet (KIF)", playThese: "Play these rules", full: "The browser has no space to store these rules.",
    title: "Play", person: "Person", fitting: "Strategy that fits the game", seats: "Players",
    seat: "{role} is played by", spec: "Strategy of {role} with parameters",
    new: "New game", undo: "Undo", redo: "Redo", hint: "Hint", values: "Show the engine's values", perfect: "Show exact values", step: "Step", auto: "Continue automatically", resume: "Continue from here",
    speed: "Speed", slow: "slow", fast: "fast", seconds: "Seconds per move",
    turn: "{role} to move", turnSecret: "{role} chooses; the other players do not see the move", thinks: "{role} is searching: {strategy}", advises: "Hint for {role}: {strategy}",
    solving: "Solving the position …", states: "{states} states", bestPlay: "Best play:", perfectGoals: "With best play: {goals}.", perfectWithin: "The game ends within {plies} plies.",
    perfectMixed: "With best play, on average: {goals}. Several roles choose at the same time and mix their moves.", perfectSure: "Whatever the others do, at least: {goals}.",
    perfectEndless: "Best play does not end.", perfectUnknown: "Not solved: the position has too many states.",
    waits: "{role} to move (waiting)", looksBack: "Showing the position after move {ply} of {plies}",
    known: "{seconds} s", depth: "depth {depth}", nodes: "{nodes} nodes", playouts: "{playouts} playouts", best: "best so far: {move}",
    now: "Move now", stop: "Stop the search", suggests: "Suggested: {move}", moves: "Moves", beginning: "Initial position", allMoves: "All moves as a list ({count})",
    graph: "Expected goal of each role", sharedLink: "Copy the address of this position", copied: "Copied",
    over: "The game is over.", win: "{role} wins.", draw: "Draw: every role gets {goal}.", alone: "{role} gets {goal} of 100.",
    shared: "{roles} share the win.", unclear: "The rules do not define the goal of every role.", goals: "Goals: {goals}",
    retry: "Try again", notKept: "This browser has no rules named “{name}”.", problem: "Error: {message}", loading: "Loading the game …", position: "Position", write: "Write rules", and: " and ", cancelled: "The compilation of the rules was cancelled.",
  },
  ja: {
    own: "その他の戦略", paste: "ルールを貼り付ける", name: "名前", rules: "ゲーム記述（KIF）", playThese: "このルールで対局", full: "ブラウザにこのルールを保存する空き容量がありません。",
    title: "対局する", person: "人間", fitting: "ゲームに合う戦略", seats: "対局者",
    seat: "{role} の担当", spec: "{role} の戦略とパラメータ",
    new: "新しい対局", undo: "一手戻す", redo: "やり直す", hint: "ヒント", values: "各手の評価値を表示", perfect: "正確な値を表示", step: "一手進める", auto: "自動で進める", resume: "ここから続ける",
    speed: "速さ", slow: "遅い", fast: "速い", seconds: "一手の秒数",
    turn: "{role} の手番です", turnSecret: "{role} が選びます（他のプレイヤーには見えません）", thinks: "{role} が探索中：{strategy}", advises: "{role} へのヒント：{strategy}",
    solving: "局面を解析中 …", states: "{states} 状態", bestPlay: "最善の手順：", perfectGoals: "最善を尽くした場合の利得：{goals}。", perfectWithin: "{plies} 手以内に終局します。",
    perfectMixed: "最善を尽くした場合の期待利得：{goals}。複数の役割が同時に手を選び、混合戦略を使います。", perfectSure: "他の役割の手にかかわらず、少なくとも：{goals}。",
    perfectEndless: "最善を尽くすと対局は終わりません。", perfectUnknown: "未解決：この局面の状態数が多すぎます。",
    waits: "{role} の手番（待機中）", looksBack: "{plies} 手中 {ply} 手目の局面を表示しています",
    known: "{seconds} 秒", depth: "深さ {depth}", nodes: "{nodes} ノード", playouts: "プレイアウト {playouts} 回", best: "現在の最善手：{move}",
    now: "今すぐ指す", stop: "探索を中止", suggests: "推奨手：{move}", moves: "棋譜", beginning: "初期局面", allMoves: "すべての手の一覧（{count}）",
    graph: "各役割の期待利得", sharedLink: "この局面のアドレスをコピー", copied: "コピーしました",
    over: "対局終了。", win: "{role} の勝ちです。", draw: "引き分け：全員の利得は {goal} です。", alone: "{role} の利得は {goal} です（最大 100）。",
    shared: "{roles} が勝ちを分け合いました。", unclear: "ルールで全員の利得が定義されていません。", goals: "利得：{goals}",
    retry: "もう一度", notKept: "このブラウザには「{name}」というルールは保存されていません。", problem: "エラー：{message}", loading: "ゲームを読み込み中 …", position: "局面", write: "ルールを書く", and: "と", cancelled: "ルールのコンパイルを中止しました。",
  },
  de: {
    own: "Andere Strategie", paste: "Regeln einfügen", name: "Name", rules: "Spielbeschreibung (KIF)", playThese: "Mit diesen Regeln spielen", full: "Der Browser hat keinen Speicherplatz für diese Regeln.",
    title: "Spielen", person: "Mensch", fitting: "Strategie, die zum Spiel passt", seats: "Spieler",
    seat: "{role} wird gespielt von", spec: "Strategie von {role} mit Parametern",
    new: "Neues Spiel", undo: "Zurücknehmen", redo: "Wiederholen", hint: "Tipp", values: "Werte der Züge anzeigen", perfect: "Exakte Werte anzeigen", step: "Ein Schritt", auto: "Automatisch weiter", resume: "Von hier weiterspielen",
    speed: "Tempo", slow: "langsam", fast: "schnell", seconds: "Sekunden je Zug",
    turn: "{role} ist am Zug", turnSecret: "{role} wählt; die anderen sehen den Zug nicht", thinks: "{role} sucht: {strategy}", advises: "Tipp für {role}: {strategy}",
    solving: "Die Stellung wird gelöst …", states: "{states} Zustände", bestPlay: "Bestes Spiel:", perfectGoals: "Bei bestem Spiel: {goals}.", perfectWithin: "Das Spiel endet in höchstens {plies} Halbzügen.",
    perfectMixed: "Bei bestem Spiel im Mittel: {goals}. Mehrere Rollen wählen gleichzeitig und mischen ihre Züge.", perfectSure: "Was die anderen auch tun, mindestens: {goals}.",
    perfectEndless: "Bestes Spiel endet nicht.", perfectUnknown: "Nicht gelöst: Die Stellung hat zu viele Zustände.",
    waits: "{role} ist am Zug (wartet)", looksBack: "Stellung nach Zug {ply} von {plies}",
    known: "{seconds} s", depth: "Tiefe {depth}", nodes: "{nodes} Knoten", playouts: "{playouts} Playouts", best: "bisher bester Zug: {move}",
    now: "Jetzt ziehen", stop: "Suche abbrechen", suggests: "Vorschlag: {move}", moves: "Züge", beginning: "Anfangsstellung", allMoves: "Alle Züge als Liste ({count})",
    graph: "Erwartete Auszahlung jeder Rolle", sharedLink: "Adresse dieser Stellung kopieren", copied: "Kopiert",
    over: "Das Spiel ist zu Ende.", win: "{role} gewinnt.", draw: "Remis: Jede Rolle erhält {goal}.", alone: "{role} erhält {goal} von 100.",
    shared: "{roles} teilen sich den Sieg.", unclear: "Die Regeln legen nicht alle Auszahlungen fest.", goals: "Auszahlungen: {goals}",
    retry: "Noch einmal", notKept: "Dieser Browser hat keine Regeln mit dem Namen „{name}“.", problem: "Fehler: {message}", loading: "Das Spiel wird geladen …", position: "Stellung", write: "Regeln schreiben", and: " und ", cancelled: "Die Kompilierung der Regeln wurde abgebrochen.",
  },
};
