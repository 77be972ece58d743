import { counted, type Messages } from "../../../lib/i18n.svelte";

export type LearningKey =
  | "iterations"
  | "iteration"
  | "told"
  | "begin"
  | "value"
  | "curve"
  | "curveTold"
  | "tree"
  | "treeTold"
  | "branches"
  | "average"
  | "current"
  | "sets"
  | "role"
  | "set"
  | "move"
  | "regret"
  | "further"
  | "explanation"
  | "cut-time"
  | "cut-memory"
  | "cut-stopped"
  | "large"
  | "save"
  | "ended"
  | "comma"
  | "semicolon";

export const messages: Messages<LearningKey> = {
  en: {
    iterations: "Iterations",
    iteration: "iteration {iteration} of {iterations}",
    ended: ({ iterations, method }) => `${counted(iterations, "iteration", "iterations")} of ${method}.`,
    begin: "Before the first iteration every move has the same probability.",
    told: "After iteration {iteration}: {values}; exploitability {exploitability}.",
    value: "{role} gets {value} on average",
    curve: "Exploitability by iteration, both on logarithmic scales",
    curveTold: "{from} at the beginning, {now} in this iteration, {to} at the end",
    tree: "The game tree under these strategies",
    treeTold: "Information sets: {sets}. The first player expects {value}.",
    branches: "Probabilities at the branches",
    average: "Average strategy",
    current: "Current strategy",
    sets: "Information sets",
    role: "Player",
    set: "Information set",
    move: "Move",
    regret: "Cumulative regret",
    further: ({ count }) =>
      `${counted(count, "further information set is", "further information sets are")} not shown.`,
    explanation:
      "Counterfactual regret minimisation: in each iteration both players play against each other and add to the regret of each move how much more it would have got. The current strategy is regret matching: moves in proportion to their positive regrets. The average strategy converges to an equilibrium if the payoffs of the two players have a constant sum. The exploitability tells how far it is from one.",
    "cut-time": "The time was over before all iterations were made.",
    "cut-memory": "The memory was full before all iterations were made.",
    "cut-stopped": "The learning was stopped before all iterations were made.",
    large: "A tree of more than {most} nodes is not drawn.",
    save: "Save JSON",
    comma: ", ",
    semicolon: "; ",
  },
  ja: {
    iterations: "反復",
    iteration: "{iterations} 回中 {iteration} 回目",
    ended: "{method} による {iterations} 回の反復。",
    begin: "最初の反復の前は、どの手の確率も等しくなっています。",
    told: "反復 {iteration} の後：{values}、搾取可能性 {exploitability}。",
    value: "{role} の平均利得 {value}",
    curve: "反復ごとの搾取可能性（両対数目盛）",
    curveTold: "最初は {from}、この反復では {now}、最後は {to}",
    tree: "戦略に従ったゲーム木",
    treeTold: "情報集合：{sets}。最初のプレイヤーの期待利得は {value}。",
    branches: "枝の確率",
    average: "平均戦略",
    current: "現在の戦略",
    sets: "情報集合",
    role: "プレイヤー",
    set: "情報集合",
    move: "手",
    regret: "累積後悔",
    further: "ほかの {count} 個の情報集合は表示されていません。",
    explanation:
      "反実仮想後悔最小化：反復のたびに両プレイヤーが対戦し、各手について、その手を選んでいれば利得がどれだけ増えたかを後悔に加えます。現在の戦略は後悔マッチング、つまり正の後悔に比例した確率で手を選びます。定和の 2 人ゲームでは、平均戦略は均衡に収束します。搾取可能性は均衡からの隔たりを表します。",
    "cut-time": "すべての反復を終える前に時間が切れました。",
    "cut-memory": "すべての反復を終える前にメモリが不足しました。",
    "cut-stopped": "すべての反復を終える前に学習が中止されました。",
    large: "ノードが {most} 個を超える木は描けません。",
    save: "JSON を保存",
    comma: "、",
    semicolon: "；",
  },
  de: {
    iterations: "Iterationen",
    iteration: "Iteration {iteration} von {iterations}",
    ended: ({ iterations, method }) => `${counted(iterations, "Iteration", "Iterationen")} von ${method}.`,
    begin: "Vor der ersten Iteration haben alle Züge dieselbe Wahrscheinlichkeit.",
    told: "Nach Iteration {iteration}: {values}; Ausnutzbarkeit {exploitability}.",
    value: "{role} erhält im Mittel {value}",
    curve: "Ausnutzbarkeit je Iteration, beide Achsen logarithmisch",
    curveTold: "{from} zu Beginn, {now} in dieser Iteration, {to} am Ende",
    tree: "Der Spielbaum unter diesen Strategien",
    treeTold: "Informationsmengen: {sets}. Der erste Spieler erwartet {value}.",
    branches: "Wahrscheinlichkeiten an den Ästen",
    average: "Durchschnittsstrategie",
    current: "Aktuelle Strategie",
    sets: "Informationsmengen",
    role: "Spieler",
    set: "Informationsmenge",
    move: "Zug",
    regret: "Kumuliertes Bedauern",
    further: ({ count }) =>
      `${counted(count, "weitere Informationsmenge wird", "weitere Informationsmengen werden")} nicht gezeigt.`,
    explanation:
      "Minimierung des kontrafaktischen Bedauerns (CFR): In jeder Iteration spielen beide Spieler gegeneinander und addieren zum Bedauern jedes Zuges, wie viel mehr er eingebracht hätte. Die aktuelle Strategie ergibt sich durch Regret Matching: Die Wahrscheinlichkeiten der Züge sind proportional zu ihrem positiven Bedauern. Die Durchschnittsstrategie konvergiert gegen ein Gleichgewicht, wenn die Summe der Auszahlungen beider Spieler konstant ist. Die Ausnutzbarkeit gibt an, wie weit die Durchschnittsstrategie von einem Gleichgewicht entfernt ist.",
    "cut-time": "Die Zeit war um, bevor alle Iterationen ausgeführt waren.",
    "cut-memory": "Der Arbeitsspeicher war voll, bevor alle Iterationen ausgeführt waren.",
    "cut-stopped": "Das Lernen wurde abgebrochen, bevor alle Iterationen ausgeführt waren.",
    large: "Ein Baum mit mehr als {most} Knoten wird nicht gezeichnet.",
    save: "JSON speichern",
    comma: ", ",
    semicolon: "; ",
  },
};
