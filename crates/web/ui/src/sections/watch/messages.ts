import { counted, type Messages } from "../../lib/i18n.svelte";
import { afterPreposition } from "./german";
import { stage, type StageKey } from "./stageMessages";
import { telling, type TellingKey } from "./tellingMessages";

type Key =
  | StageKey
  | TellingKey
  | "title"
  | "what"
  | "ofTree"
  | "ofGame"
  | "tree"
  | "own"
  | "treeText"
  | "treeHint"
  | "moves"
  | "movesHint"
  | "covered"
  | "uncover"
  | "role"
  | "roleAuto"
  | "depth"
  | "ideas"
  | "seed"
  | "watch"
  | "stop"
  | "working"
  | "steps"
  | "first"
  | "back"
  | "play"
  | "pause"
  | "forward"
  | "last"
  | "step"
  | "stepOf"
  | "speed"
  | "follow"
  | "zoomIn"
  | "zoomOut"
  | "fit"
  | "saveSvg"
  | "saveJson"
  | "leaves"
  | "leavesOfIteration"
  | "leavesCut"
  | "branchesCut"
  | "minimaxLeaves"
  | "atLeast"
  | "playouts"
  | "provenVisits"
  | "simulations"
  | "iteration"
  | "decision"
  | "unrecorded"
  | "unrecordedSteps"
  | "begin"
  | "end"
  | "root"
  | "iterates"
  | "entersOpen"
  | "leaf"
  | "recall"
  | "updateOpen"
  | "payoffs"
  | "payoffsOne"
  | "playoutsOf"
  | "provenOf"
  | "backUp"
  | "leaves_"
  | "returns"
  | "beta"
  | "alpha"
  | "immediate"
  | "shallow"
  | "deep"
  | "dominatedStrongly"
  | "dominatedWeakly"
  | "node"
  | "value"
  | "window"
  | "static"
  | "set"
  | "probability"
  | "chance"
  | "unknown"
  | "notEntered"
  | "visits"
  | "mean"
  | "meanOf"
  | "uct"
  | "others"
  | "below"
  | "payoffOf"
  | "change"
  | "earlier"
  | "later"
  | "move"
  | "win"
  | "draw"
  | "lost"
  | "labelsOf"
  | "labelsEqual"
  | "earlyExit"
  | "how"
  | "bySearch"
  | "byLearning"
  | "algorithm"
  | "iterations"
  | "learningHint"
  | "picture"
  | "keys"
  | "keysText"
  | "asExercise"
  | "positionAsExercise"
  | "largeExercise"
  | "nothing"
  | "unwatched"
  | "same";

export const messages: Messages<Key> = {
  en: {
    ...stage.en,
    ...telling.en,
    title: "Watch a search",
    asExercise: "This tree as an exercise",
    positionAsExercise: "This position as an exercise",
    largeExercise:
      "All moves to this depth make a tree of {count} nodes; an exercise has {most} at most. Choose a smaller depth.",
    what: "What to search",
    ofTree: "A tree",
    ofGame: "A game",
    tree: "Tree",
    own: "own tree",
    treeText: "Tree text",
    treeHint:
      "Brackets such as ((3 12 8) (2 4 6)). (min (3 5) (2 9)): min moves first. A:(3 x:5): labels. (=4 3 5): a static value for depth limits. (({h} 3 5) ({h} 2 9)): nodes of an information set. (1/2/3 4/1/2): a payoff for every player. JSON as in docs/trees.md works too.",
    moves: "Moves so far",
    movesHint: "One joint move per line, such as (mark 2 2) noop. Empty: the initial state.",
    covered: "The moves so far are not shown, as {role} does not know all of them.",
    uncover: "Show the moves",
    depth: "Depth in plies",
    ideas: "Examples",
    role: "Role",
    roleAuto: "role to move",
    seed: "Seed",
    watch: "Watch",
    stop: "Stop",
    working: "Searching …",
    steps: "Steps",
    first: "To the beginning",
    back: "One step back",
    play: "Play",
    pause: "Pause",
    forward: "One step forward",
    last: "To the end",
    step: "Step",
    stepOf: "step {step} of {steps}",
    speed: "Speed",
    follow: "Follow the search",
    zoomIn: "Zoom in",
    zoomOut: "Zoom out",
    fit: "Whole tree",
    saveSvg: "Save SVG",
    saveJson: "Save JSON",
    leaves: "Visited leaves",
    leavesOfIteration: "Leaves visited in this iteration",
    leavesCut: "Cut leaves",
    branchesCut: "Cut branches",
    minimaxLeaves: "Leaves visited by minimax",
    atLeast: "more than {count}",
    playouts: "Playouts",
    provenVisits: "Proven visits",
    simulations: "Simulations",
    iteration: "Depth of this iteration",
    decision: "Chosen move",
    unrecorded: ({ count }) =>
      `${counted(count, "visit to a further node was", "visits to further nodes were")} not recorded.`,
    unrecordedSteps: ({ count }) =>
      `${counted(count, "further step was", "further steps were")} not recorded. Limit the search to see all of it.`,
    begin: "The search has not started.",
    end: "The search has ended.",
    root: "the root",
    iterates: "A new iteration starts with depth {depth}.",
    entersOpen: "The search goes to {node}.",
    leaf: "{node} is a leaf with value {value}.",
    recall: "The transposition table has the value of {node}: {value}.",
    updateOpen: "{node} has the value {value} so far.",
    payoffs: "{node} has the payoff vectors {payoffs}.",
    payoffsOne: "{node} has the payoff vector {payoffs}.",
    playoutsOf: "{count} playouts through {node}, mean {mean}.",
    provenOf:
      "A simulation through {node} came to a known value without a playout. Visits counted: {count}, mean {mean}.",
    backUp: "{node}: move {move} now has n = {visits}, mean {mean}.",
    leaves_: "{node} returns the value {value}.",
    returns: "The search returns from {node}.",
    beta: "beta cut: {value} ≥ {bound}",
    alpha: "alpha cut: {value} ≤ {bound}",
    immediate: "immediate cut: {value} ≥ {bound}",
    shallow: "shallow cut: {value} ≤ {bound}",
    deep: "deep cut (unsound): {value} ≤ {bound}",

    dominatedStrongly:
      "{node} is strongly dominated by {by}: each vector there pays {role} more than each vector here, so {role} does not come here.",
    dominatedWeakly:
      "{node} is weakly dominated by {by}: no vector there pays {role} less than a vector here, and some vector there pays more, so {role} does not come here.",
    node: "Node",
    value: "Value",
    window: "Window",
    static: "Static value",
    set: "Information set",
    probability: "Probability",
    chance: "chance node",
    unknown: "unknown",
    notEntered: "not entered",
    visits: "Visits",
    mean: "Mean",
    meanOf: "Mean of {role}",
    uct: "UCT value",
    others: "{count} more",
    below: ({ count }) => `${counted(count, "node", "nodes")} below`,
    payoffOf: "Goal of {role}",
    change: "Edit",
    earlier: "Move to the left",
    later: "Move to the right",
    move: "Move",
    win: "WIN",
    draw: "DRAW",
    lost: "LOST",
    labelsOf: "The labels are those of {role}: WIN = {win}, LOST = {lost}, DRAW = anything between.",
    labelsEqual: "All payoffs are equal: everything is a DRAW.",
    earlyExit: "early exit: {label}",
    how: "What to watch",
    bySearch: "A search",
    byLearning: "Learning an equilibrium",
    algorithm: "Algorithm",
    iterations: "Iterations",
    learningHint:
      "One or two players learn from the initial state how to play, also with hidden information and chance. Small games such as kuhn-poker are suitable.",
    picture: "Search tree",
    keys: "Keys",
    keysText:
      "Space: play; comma and period: one step back and forward. In the tree: arrow keys move, Enter opens and closes a node, + and - zoom.",
    unwatched: "This strategy does not record the steps of its search; only its decision is shown.",
    nothing: "Nothing was searched: the strategy does not search, or there is only one legal move.",
    same: "The chosen move and the number of visited leaves are the same as before.",
  },
  ja: {
    ...stage.ja,
    ...telling.ja,
    title: "探索を観察する",
    asExercise: "この木を問題にする",
    positionAsExercise: "この局面を問題にする",
    largeExercise:
      "この深さまでのすべての手からなる木は {count} ノードで、問題の上限は {most} ノードです。深さを小さくしてください。",
    what: "探索の対象",
    ofTree: "木",
    ofGame: "ゲーム",
    tree: "木",
    own: "自分の木",
    treeText: "木のテキスト",
    treeHint:
      "((3 12 8) (2 4 6)) のような括弧で書きます。(min (3 5) (2 9))：min が先手。A:(3 x:5)：ラベル。(=4 3 5)：深さ制限のための静的評価値。(({h} 3 5) ({h} 2 9))：情報集合のノード。(1/2/3 4/1/2)：各プレイヤーの利得。docs/trees.md の JSON でも書けます。",
    moves: "これまでの手",
    movesHint: "一行に一つの同時手を書きます。例：(mark 2 2) noop。空なら初期状態。",
    covered: "{role} はこれまでの手をすべて知っているわけではないので、手順は表示していません。",
    uncover: "手順を表示",
    depth: "深さ（手数）",
    ideas: "例",
    role: "役割",
    roleAuto: "手番の役割",
    seed: "乱数シード",
    watch: "観察する",
    stop: "中止",
    working: "探索中 …",
    steps: "ステップ",
    first: "最初へ",
    back: "一つ戻る",
    play: "再生",
    pause: "一時停止",
    forward: "一つ進む",
    last: "最後へ",
    step: "ステップ",
    stepOf: "{steps} 中 {step}",
    speed: "速さ",
    follow: "探索を追う",
    zoomIn: "拡大",
    zoomOut: "縮小",
    fit: "全体を表示",
    saveSvg: "SVG を保存",
    saveJson: "JSON を保存",
    leaves: "訪問した葉",
    leavesOfIteration: "この反復で訪問した葉",
    leavesCut: "枝刈りされた葉",
    branchesCut: "枝刈りされた枝",
    minimaxLeaves: "ミニマックス法が訪問する葉",
    atLeast: "{count} より多い",
    playouts: "プレイアウト",
    provenVisits: "証明済みへの訪問",
    simulations: "シミュレーション",
    iteration: "この反復の深さ",
    decision: "選択した手",
    unrecorded: "記録されていないノードへの訪問：{count} 回。",
    unrecordedSteps: "記録されていないステップ：{count}。すべてを見るには探索を制限してください。",
    begin: "探索はまだ始まっていません。",
    end: "探索は終了しました。",
    root: "根",
    iterates: "深さ {depth} の反復を開始します。",
    entersOpen: "探索は {node} に進みます。",
    leaf: "{node} は葉で、値は {value} です。",
    recall: "置換表に {node} の値 {value} があります。",
    updateOpen: "{node} の現在の値は {value} です。",
    payoffs: "{node} の利得ベクトルは {payoffs} です。",
    payoffsOne: "{node} の利得ベクトルは {payoffs} です。",
    playoutsOf: "{node} を通るプレイアウト {count} 回、平均 {mean}。",
    provenOf:
      "{node} を通るシミュレーションはプレイアウトなしで既知の値に達しました。訪問 {count} 回として数えます。平均 {mean}。",
    backUp: "{node}：手 {move} の訪問回数は {visits}、平均は {mean} になりました。",
    leaves_: "{node} は値 {value} を返します。",
    returns: "{node} から戻ります。",
    beta: "βカット：{value} ≥ {bound}",
    alpha: "αカット：{value} ≤ {bound}",
    immediate: "即時枝刈り：{value} ≥ {bound}",
    shallow: "浅い枝刈り：{value} ≤ {bound}",
    deep: "深い枝刈り（誤り）：{value} ≤ {bound}",

    dominatedStrongly:
      "{node} は {by} に強く支配されています。{by} のどのベクトルも、ここのどのベクトルより {role} に多くの利得を与えるため、{role} はここを選びません。",
    dominatedWeakly:
      "{node} は {by} に弱く支配されています。{by} のどのベクトルも {role} の利得がここより少なくならず、多くなるものもあるため、{role} はここを選びません。",
    node: "ノード",
    value: "値",
    window: "探索窓",
    static: "静的評価値",
    set: "情報集合",
    probability: "確率",
    chance: "偶然ノード",
    unknown: "不明",
    notEntered: "未訪問",
    visits: "訪問回数",
    mean: "平均",
    meanOf: "{role} の平均",
    uct: "UCT 値",
    others: "ほか {count}",
    below: "下に {count} ノード",
    payoffOf: "{role} の利得",
    change: "変更",
    earlier: "左へ移動",
    later: "右へ移動",
    move: "手",
    win: "勝ち",
    draw: "引分",
    lost: "負け",
    labelsOf: "ラベルは {role} から見たものです。勝ち = {win}、負け = {lost}、その間はすべて引分。",
    labelsEqual: "利得がすべて等しいので、どこも引分です。",
    earlyExit: "早期終了：{label}",
    how: "表示するもの",
    bySearch: "探索",
    byLearning: "均衡の学習",
    algorithm: "アルゴリズム",
    iterations: "反復回数",
    learningHint:
      "一人または二人のプレイヤーが初期状態からの指し方を学習します。隠された情報や偶然のあるゲームにも使えます。kuhn-poker のような小さなゲームに適しています。",
    picture: "探索木",
    keys: "キー操作",
    keysText:
      "スペース：再生。コンマとピリオド：一つ戻る・進む。木の中では矢印キーで移動、Enter でノードの開閉、+ と - で拡大・縮小。",
    unwatched: "この戦略は探索の手順を記録しません。決定だけを示します。",
    nothing: "探索は行われませんでした。この戦略は探索を行わないか、合法手が一つしかありません。",
    same: "選択した手と訪問した葉の数は前と同じです。",
  },
  de: {
    ...stage.de,
    ...telling.de,
    title: "Eine Suche beobachten",
    asExercise: "Dieser Baum als Aufgabe",
    positionAsExercise: "Diese Stellung als Aufgabe",
    largeExercise:
      "Alle Züge bis zu dieser Tiefe ergeben einen Baum mit {count} Knoten; eine Aufgabe hat höchstens {most}. Wählen Sie eine kleinere Tiefe.",
    what: "Was durchsucht wird",
    ofTree: "Ein Baum",
    ofGame: "Ein Spiel",
    tree: "Baum",
    own: "eigener Baum",
    treeText: "Text des Baums",
    treeHint:
      "Klammern wie ((3 12 8) (2 4 6)). (min (3 5) (2 9)): min zieht zuerst. A:(3 x:5): Namen. (=4 3 5): ein statischer Wert für Tiefengrenzen. (({h} 3 5) ({h} 2 9)): Knoten einer Informationsmenge. (1/2/3 4/1/2): eine Auszahlung für jeden Spieler. Auch JSON wie in docs/trees.md ist möglich.",
    moves: "Züge bisher",
    movesHint: "Ein gemeinsamer Zug je Zeile, etwa (mark 2 2) noop. Leer: Anfangszustand.",
    covered: "Die bisherigen Züge sind nicht zu sehen, da {role} nicht alle kennt.",
    uncover: "Züge zeigen",
    depth: "Tiefe in Halbzügen",
    ideas: "Beispiele",
    role: "Rolle",
    roleAuto: "Rolle am Zug",
    seed: "Startwert",
    watch: "Beobachten",
    stop: "Abbrechen",
    working: "Die Suche läuft …",
    steps: "Schritte",
    first: "Zum Anfang",
    back: "Einen Schritt zurück",
    play: "Abspielen",
    pause: "Anhalten",
    forward: "Einen Schritt vor",
    last: "Zum Ende",
    step: "Schritt",
    stepOf: "Schritt {step} von {steps}",
    speed: "Tempo",
    follow: "Der Suche folgen",
    zoomIn: "Vergrößern",
    zoomOut: "Verkleinern",
    fit: "Ganzer Baum",
    saveSvg: "SVG speichern",
    saveJson: "JSON speichern",
    leaves: "Besuchte Blätter",
    leavesOfIteration: "In dieser Iteration besuchte Blätter",
    leavesCut: "Abgeschnittene Blätter",
    branchesCut: "Abgeschnittene Äste",
    minimaxLeaves: "Von Minimax besuchte Blätter",
    atLeast: "mehr als {count}",
    playouts: "Playouts",
    provenVisits: "Bewiesene Besuche",
    simulations: "Simulationen",
    iteration: "Tiefe dieser Iteration",
    decision: "Gewählter Zug",
    unrecorded: ({ count }) =>
      `${counted(count, "Besuch eines weiteren Knotens wurde", "Besuche weiterer Knoten wurden")} nicht aufgezeichnet.`,
    unrecordedSteps: ({ count }) =>
      `${counted(count, "weiterer Schritt wurde", "weitere Schritte wurden")} nicht aufgezeichnet. Begrenzen Sie die Suche, um sie vollständig zu sehen.`,
    begin: "Die Suche hat noch nicht begonnen.",
    end: "Die Suche ist zu Ende.",
    root: "die Wurzel",
    iterates: "Eine neue Iteration mit Tiefe {depth} beginnt.",
    entersOpen: afterPreposition("Die Suche geht zu {node}."),
    leaf: "{node} ist ein Blatt mit Wert {value}.",
    recall: afterPreposition("Die Transpositionstabelle enthält den Wert von {node}: {value}."),
    updateOpen: "{node} hat bisher den Wert {value}.",
    payoffs: "{node} hat die Auszahlungsvektoren {payoffs}.",
    payoffsOne: "{node} hat den Auszahlungsvektor {payoffs}.",
    playoutsOf: "{count} Playouts durch {node}, Mittelwert {mean}.",
    provenOf:
      "Eine Simulation durch {node} erreichte ohne Playout einen bekannten Wert. Gezählte Besuche: {count}, Mittelwert {mean}.",
    backUp: "{node}: Zug {move} hat nun n = {visits}, Mittelwert {mean}.",
    leaves_: "{node} gibt den Wert {value} zurück.",
    returns: afterPreposition("Die Suche kehrt aus {node} zurück."),
    beta: "Beta-Schnitt: {value} ≥ {bound}",
    alpha: "Alpha-Schnitt: {value} ≤ {bound}",
    immediate: "sofortiger Schnitt: {value} ≥ {bound}",
    shallow: "flacher Schnitt: {value} ≤ {bound}",
    deep: "tiefer Schnitt (falsch): {value} ≤ {bound}",

    dominatedStrongly: afterPreposition(
      "{node} wird von {by} stark dominiert: Jeder Vektor dort zahlt {role} mehr als jeder Vektor hier, also kommt {role} nicht hierher.",
    ),
    dominatedWeakly: afterPreposition(
      "{node} wird von {by} schwach dominiert: Kein Vektor dort zahlt {role} weniger als einer hier, und mancher mehr, also kommt {role} nicht hierher.",
    ),
    node: "Knoten",
    value: "Wert",
    window: "Fenster",
    static: "Statischer Wert",
    set: "Informationsmenge",
    probability: "Wahrscheinlichkeit",
    chance: "Zufallsknoten",
    unknown: "unbekannt",
    notEntered: "nicht betreten",
    visits: "Besuche",
    mean: "Mittelwert",
    meanOf: "Mittelwert von {role}",
    uct: "UCT-Wert",
    others: "{count} weitere",
    below: "{count} Knoten darunter",
    payoffOf: "Auszahlung von {role}",
    change: "Ändern",
    earlier: "Nach links",
    later: "Nach rechts",
    move: "Zug",
    win: "SIEG",
    draw: "REMIS",
    lost: "VERLUST",
    labelsOf:
      "Die Markierungen sind die von {role}: SIEG = {win}, VERLUST = {lost}, REMIS = alles dazwischen.",
    labelsEqual: "Alle Auszahlungen sind gleich: überall REMIS.",
    earlyExit: "vorzeitiges Ende: {label}",
    how: "Was gezeigt wird",
    bySearch: "Eine Suche",
    byLearning: "Lernen eines Gleichgewichts",
    algorithm: "Verfahren",
    iterations: "Iterationen",
    learningHint:
      "Ein oder zwei Spieler lernen vom Anfangszustand an, wie zu spielen ist, auch bei verborgener Information und Zufall. Geeignet sind kleine Spiele wie kuhn-poker.",
    picture: "Suchbaum",
    keys: "Tasten",
    keysText:
      "Leertaste: abspielen; Komma und Punkt: einen Schritt zurück und vor. Im Baum: Pfeiltasten wechseln den Knoten, die Eingabetaste öffnet und schließt einen Knoten, + und - ändern die Größe.",
    unwatched:
      "Diese Strategie zeichnet die Schritte ihrer Suche nicht auf; gezeigt wird nur ihre Entscheidung.",
    nothing: "Es wurde nichts durchsucht: Die Strategie sucht nicht, oder es gibt nur einen erlaubten Zug.",
    same: "Der gewählte Zug und die Zahl der besuchten Blätter sind wie zuvor.",
  },
};

export type WatchKey = Key;
