import type { Term } from "../glossary";

export const strategies: Term[] = [
  {
    en: [
      "strategy",
      "A method that chooses a move for a role in a state under a budget, such as alpha-beta or uct.",
    ],
    de: [
      "Strategie",
      "Ein Verfahren, das für eine Rolle in einem Zustand mit einem Budget einen Zug wählt, etwa alpha-beta oder uct.",
    ],
    ja: ["戦略", "ある状態で、予算の範囲内で役割の手を選ぶ方法。例：alpha-beta、uct。"],
    source: "von Neumann & Morgenstern, Theory of Games and Economic Behavior (1944)",
  },
  {
    en: ["evaluator", "A method that computes an evaluation, such as mobility."],
    de: ["Bewertungsfunktion", "Ein Verfahren, das eine Bewertung berechnet, etwa mobility."],
    ja: ["評価関数", "評価を計算する方法。例：mobility。"],
    source: "Shannon, Programming a computer for playing chess, Philosophical Magazine 41 (1950)",
  },
  {
    en: [
      "spec",
      "The text that names a strategy or an evaluator with its parameters, such as uct(playouts=1000,c=0.7).",
    ],
    de: [
      "Spezifikation",
      "Der Text, der eine Strategie oder Bewertungsfunktion mit ihren Parametern bezeichnet, etwa uct(playouts=1000,c=0.7).",
    ],
    ja: ["指定", "戦略または評価関数とそのパラメータを表すテキスト。例：uct(playouts=1000,c=0.7)。"],
    source: "Spielbaum",
  },
  {
    en: [
      "budget",
      "The limits of a search: playouts, nodes, depth or time. The search ends at the first one it reaches.",
    ],
    de: [
      "Budget",
      "Die Grenzen einer Suche: Playouts, Knoten, Tiefe oder Zeit. Die Suche endet bei der ersten, die sie erreicht.",
    ],
    ja: ["予算", "探索の制限。プレイアウト数、ノード数、深さ、時間のいずれかに最初に達した時点で終了する。"],
    source: "Russell & Wefald, Do the Right Thing: Studies in Limited Rationality (1991)",
  },
  {
    en: [
      "nodes of a budget",
      "What a budget of nodes counts: the states that a search visits and those that an evaluator looks at, but not those of playouts. uct counts a simulation as one node, however deep it goes; factored-uct and memory-mc count each node on its way.",
    ],
    de: [
      "Knoten eines Budgets",
      "Was ein Budget von Knoten zählt: die Zustände, die eine Suche besucht, und die, die eine Bewertungsfunktion ansieht, aber nicht die von Playouts. uct zählt eine Simulation als einen Knoten, wie tief sie auch geht; factored-uct und memory-mc zählen jeden Knoten auf ihrem Weg.",
    ],
    ja: [
      "予算のノード数",
      "ノード数の予算が数えるもの。探索が訪れる状態と評価関数が調べる状態を数え、プレイアウト中の状態は数えない。uct はシミュレーションを深さによらず 1 ノードと数え、factored-uct と memory-mc はその途中の各ノードを数える。",
    ],
    source: "Knuth & Moore, An analysis of alpha-beta pruning, Artificial Intelligence 6 (1975)",
  },
  {
    en: [
      "observer",
      "A part of the program that is informed of every action of a search, for example to record it.",
    ],
    de: [
      "Beobachter",
      "Ein Programmteil, der über jede Aktion einer Suche informiert wird, zum Beispiel um sie aufzuzeichnen.",
    ],
    ja: ["オブザーバ", "探索のすべての動作の通知を受け取るプログラムの部分。例：探索の記録。"],
    source: "Gamma, Helm, Johnson & Vlissides, Design Patterns (1994)",
  },
  {
    en: ["trace", "The record of a search: its nodes, windows, values, cuts and statistics."],
    de: ["Aufzeichnung", "Das Protokoll einer Suche: ihre Knoten, Fenster, Werte, Schnitte und Statistiken."],
    ja: ["探索の記録", "探索のノード、探索窓、値、枝刈り、統計の記録。"],
    source: "Spielbaum",
  },
  {
    en: [
      "seed",
      "The number from which all random numbers of a run are derived. The same seed gives the same run.",
    ],
    de: [
      "Startwert",
      "Die Zahl, aus der alle Zufallszahlen eines Laufs abgeleitet werden. Derselbe Startwert ergibt denselben Lauf.",
    ],
    ja: ["乱数シード", "実行中のすべての乱数の元になる数。同じシードからは同じ結果が得られる。"],
    source: "Knuth, The Art of Computer Programming, volume 2 (1969)",
  },
];
