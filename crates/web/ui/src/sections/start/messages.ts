import { counted, type Messages } from "../../lib/i18n.svelte";

type Key =
  | "lead"
  | "picture"
  | "caption"
  | "experiments"
  | "recent"
  | "beats"
  | "beatsText"
  | "cut"
  | "cutText"
  | "wins"
  | "winsText"
  | "comparison"
  | "game"
  | "search"
  | "learning"
  | "exercise"
  | "exerciseOfTree"
  | "exerciseSet"
  | "rulesheet"
  | "unnamed";

export const messages: Messages<Key> = {
  en: {
    lead: "Spielbaum is a laboratory for game-tree search: write the rules of any game, let strategies play one another, and watch how they decide.",
    picture:
      "A game tree that alpha-beta searches. Max can reach 3 on the left. The node in the middle is worth at most 2, so its other two leaves are cut. The node on the right is worth 2. The value of the root is 3.",
    caption: "Alpha-beta finds the value 3 and leaves out two of nine leaves.",
    experiments: "Three experiments",
    recent: "Continue",
    beats: "Who beats alpha-beta?",
    beatsText: "Four strategies play Connect Four against one another.",
    cut: "Why was this branch cut?",
    cutText: "Alpha-beta searches a tree of nine leaves, step by step.",
    wins: "Who wins from here?",
    winsText: "A position of tic-tac-toe is solved: what is every move worth?",
    comparison: "Comparison {id}",
    game: ({ game, moves }) => `A game of ${game} after ${counted(moves, "ply", "plies")}`,
    search: "Search of {subject} by {strategy}",
    learning: "Equilibrium of {subject} by {algorithm}",
    exercise: "Exercise {number} of level {level}: {kind}",
    exerciseOfTree: "Exercise on your own tree: {kind}",
    exerciseSet: "Exercise set of level {level} with seed {seed}",
    rulesheet: "Rules of {name}",
    unnamed: "your own tree",
  },
  ja: {
    lead: "Spielbaum はゲーム木探索の実験室です。どんなゲームのルールも記述でき、戦略どうしを対戦させ、その意思決定の過程を観察できます。",
    picture:
      "アルファベータ法で探索されるゲーム木。Max は左で 3 を得られます。中央のノードの値は 2 以下なので、残りの二つの葉は枝刈りされます。右のノードの値は 2 です。根の値は 3 です。",
    caption: "アルファベータ法は値 3 を求め、九つの葉のうち二つを調べずに済ませます。",
    experiments: "三つの実験",
    recent: "続きから",
    beats: "アルファベータ法に勝つのは？",
    beatsText: "四つの戦略がコネクトフォーで総当たり戦を行います。",
    cut: "この枝はなぜ刈られたのか？",
    cutText: "九つの葉をもつ木を、アルファベータ法が一ステップずつ探索します。",
    wins: "この局面はどちらの勝ち？",
    winsText: "三目並べの局面を解き、各手の価値を示します。",
    comparison: "比較 {id}",
    game: "{game} の対局（{moves} 手目まで）",
    search: "{subject} の探索（{strategy}）",
    learning: "{subject} の均衡（{algorithm}）",
    exercise: "問題 {number}（レベル {level}）：{kind}",
    exerciseOfTree: "自作の木の問題：{kind}",
    exerciseSet: "演習セット（レベル {level}、乱数シード {seed}）",
    rulesheet: "{name} のルール",
    unnamed: "自作の木",
  },
  de: {
    lead: "Spielbaum ist ein Labor für die Suche in Spielbäumen: Schreiben Sie die Regeln eines beliebigen Spiels, lassen Sie Strategien gegeneinander spielen, und beobachten Sie, wie sie entscheiden.",
    picture:
      "Ein Spielbaum, den Alpha-Beta durchsucht. Max erreicht links 3. Der mittlere Knoten ist höchstens 2 wert, deshalb werden seine beiden anderen Blätter abgeschnitten. Der rechte Knoten ist 2 wert. Der Wert der Wurzel ist 3.",
    caption: "Alpha-Beta findet den Wert 3 und lässt zwei von neun Blättern aus.",
    experiments: "Drei Experimente",
    recent: "Weiterarbeiten",
    beats: "Wer schlägt Alpha-Beta?",
    beatsText: "Vier Strategien spielen Vier gewinnt gegeneinander.",
    cut: "Warum wurde dieser Ast abgeschnitten?",
    cutText: "Alpha-Beta durchsucht Schritt für Schritt einen Baum mit neun Blättern.",
    wins: "Wer gewinnt von hier aus?",
    winsText: "Eine Stellung von Tic-Tac-Toe wird gelöst: Was ist jeder Zug wert?",
    comparison: "Vergleich {id}",
    game: "Eine Partie {game} (Halbzüge: {moves})",
    search: "Suche in {subject} mit {strategy}",
    learning: "Gleichgewicht von {subject} mit {algorithm}",
    exercise: "Aufgabe {number} der Stufe {level}: {kind}",
    exerciseOfTree: "Aufgabe zum eigenen Baum: {kind}",
    exerciseSet: "Aufgabensatz der Stufe {level} mit Startwert {seed}",
    rulesheet: "Regeln von {name}",
    unnamed: "Ihrem eigenen Baum",
  },
};
