import type { Term } from "../glossary";

export const trees: Term[] = [
  {
    en: ["game tree", "A tree whose nodes are the states of a game and whose branches are the moves."],
    de: ["Spielbaum", "Ein Baum, dessen Knoten die Zustände eines Spiels und dessen Äste die Züge sind."],
    ja: ["ゲーム木", "ノードがゲームの状態、枝が手を表す木。"],
    source: "von Neumann & Morgenstern, Theory of Games and Economic Behavior (1944)",
  },
  {
    en: [
      "node, root, child",
      "A node is one place in the tree. The root is the state in which a move is to be chosen; the children of a node are the states after one joint move.",
    ],
    de: [
      "Knoten, Wurzel, Kind",
      "Ein Knoten ist eine Stelle im Baum. Die Wurzel ist der Zustand, in dem ein Zug zu wählen ist; die Kinder eines Knotens sind die Zustände nach einem gemeinsamen Zug.",
    ],
    ja: ["ノード・根・子", "ノードは木の節点。根は手を選ぶべき状態、ノードの子は一つの同時手の後の状態。"],
    source: "Knuth, The Art of Computer Programming, volume 1 (1968)",
  },
  {
    en: [
      "leaf",
      "A node at which a search goes no deeper: a terminal state, or a state that an evaluator or playouts evaluate.",
    ],
    de: [
      "Blatt",
      "Ein Knoten, an dem eine Suche nicht tiefer geht: ein Endzustand oder ein Zustand, den eine Bewertungsfunktion oder Playouts bewerten.",
    ],
    ja: ["葉", "探索がそれより先に進まないノード。終端状態、または評価関数やプレイアウトで評価される状態。"],
    source: "Knuth & Moore, An analysis of alpha-beta pruning, Artificial Intelligence 6 (1975)",
  },
  {
    en: ["ply", "One joint move; in games with turns, one move of one player. Depth is counted in plies."],
    de: [
      "Halbzug",
      "Ein gemeinsamer Zug; in Spielen mit abwechselnden Zügen ein Zug eines Spielers. Die Tiefe wird in Halbzügen gezählt.",
    ],
    ja: ["プライ（手）", "一つの同時手。交互に指すゲームでは一人の一手。探索の深さの単位。"],
    source: "Samuel, Some studies in machine learning using the game of checkers, IBM Journal 3 (1959)",
  },
  {
    en: [
      "value",
      "The goal that a role can expect from a state on: exact if it is computed from terminal states only, otherwise an estimate.",
    ],
    de: [
      "Wert",
      "Die Auszahlung, die eine Rolle von einem Zustand an erwarten kann: exakt, wenn er nur aus Endzuständen berechnet ist, sonst eine Schätzung.",
    ],
    ja: [
      "値",
      "ある状態以降に役割が期待できる利得。終端状態だけから計算されれば厳密値、そうでなければ推定値。",
    ],
    source: "Shannon, Programming a computer for playing chess, Philosophical Magazine 41 (1950)",
  },
  {
    en: ["backed-up value", "The value of an inner node, computed from the values of its children."],
    de: ["zurückgegebener Wert", "Der Wert eines inneren Knotens, berechnet aus den Werten seiner Kinder."],
    ja: ["逆伝播された値", "子の値から計算された、内部ノードの値。"],
    source: "Samuel, Some studies in machine learning using the game of checkers, IBM Journal 3 (1959)",
  },
  {
    en: ["evaluation", "An estimate of the value of a state that is not terminal."],
    de: ["Bewertung", "Eine Schätzung des Werts eines Zustands, der kein Endzustand ist."],
    ja: ["評価", "終端状態でない状態の値の推定。"],
    source: "Shannon, Programming a computer for playing chess, Philosophical Magazine 41 (1950)",
  },
  {
    en: [
      "feature",
      "A number computed from a state, such as the number of legal moves, from which an evaluation is composed.",
    ],
    de: [
      "Merkmal",
      "Eine aus einem Zustand berechnete Zahl, etwa die Zahl der erlaubten Züge, aus der sich eine Bewertung zusammensetzt.",
    ],
    ja: ["特徴量", "状態から計算され、評価の要素となる数値。例：合法手の数。"],
    source: "Samuel, Some studies in machine learning using the game of checkers, IBM Journal 3 (1959)",
  },
  {
    en: [
      "minimax",
      "The value of a node is the maximum of its children's values if the searching role is to move, and the minimum if the opponent is.",
    ],
    de: [
      "Minimax",
      "Der Wert eines Knotens ist das Maximum der Werte seiner Kinder, wenn die suchende Rolle am Zug ist, und das Minimum, wenn der Gegner am Zug ist.",
    ],
    ja: [
      "ミニマックス法",
      "ノードの値を、探索する側の手番では子の値の最大値、相手の手番では最小値とする方法。",
    ],
    source:
      "von Neumann, Zur Theorie der Gesellschaftsspiele, Mathematische Annalen 100 (1928); Shannon (1950)",
  },
  {
    en: [
      "negamax",
      "Minimax with values from the view of the player to move: every node is a maximum over the negated values of its children.",
    ],
    de: [
      "Negamax",
      "Minimax mit Werten aus der Sicht des Spielers am Zug: Jeder Knoten ist das Maximum über die negierten Werte seiner Kinder.",
    ],
    ja: [
      "ネガマックス法",
      "手番の側から見た値を使うミニマックス法。各ノードは、子の値の符号を反転したものの最大値をとる。",
    ],
    source: "Knuth & Moore, An analysis of alpha-beta pruning, Artificial Intelligence 6 (1975)",
  },
  {
    en: [
      "chance node",
      "A node at which chance moves: dice, a coin, a shuffled card. Its branches have probabilities, which add up to 1.",
    ],
    de: [
      "Zufallsknoten",
      "Ein Knoten, an dem der Zufall zieht: Würfel, eine Münze, eine gemischte Karte. Seine Äste haben Wahrscheinlichkeiten, deren Summe 1 ist.",
    ],
    ja: [
      "偶然ノード",
      "さいころや硬貨、切った札のように偶然が手を決めるノード。枝には確率があり、その和は 1 になる。",
    ],
    source: "von Neumann & Morgenstern, Theory of Games and Economic Behavior (1944)",
  },
  {
    en: [
      "expectiminimax",
      "Minimax with chance nodes: the value of a chance node is the mean of its children's values, weighted by their probabilities.",
    ],
    de: [
      "Expectiminimax",
      "Minimax mit Zufallsknoten: Der Wert eines Zufallsknotens ist das mit den Wahrscheinlichkeiten gewichtete Mittel der Werte seiner Kinder.",
    ],
    ja: [
      "エクスペクティミニマックス法",
      "偶然ノードを含むミニマックス法。偶然ノードの値は、子の値を確率で重み付けした平均。",
    ],
    source:
      "Michie, Game-playing and game-learning automata, Advances in Programming and Non-Numerical Computation (1966)",
  },
  {
    en: [
      "label",
      "What a state comes to if only wins, losses and draws are told apart: WIN, LOST or DRAW for the searching role. A node has the best label that the player to move there can reach.",
    ],
    de: [
      "Markierung",
      "Was ein Zustand wert ist, wenn nur Gewinn, Verlust und Remis unterschieden werden: SIEG, VERLUST oder REMIS für die suchende Rolle. Ein Knoten hat die beste Markierung, die der Spieler am Zug dort erreichen kann.",
    ],
    ja: [
      "ラベル",
      "勝ち・負け・引き分けだけを区別したときの状態の評価。探索する側から見た「勝ち」「負け」「引分」のいずれか。ノードのラベルは、手番の側がそこで得られる最善のもの。",
    ],
    source:
      "Zermelo, Über eine Anwendung der Mengenlehre auf die Theorie des Schachspiels, 5th International Congress of Mathematicians (1912)",
  },
  {
    en: [
      "early exit",
      "To leave a node as soon as the player to move there wins by one of its children, without visiting the others.",
    ],
    de: [
      "vorzeitiges Ende",
      "Das Verlassen eines Knotens, sobald der Spieler am Zug durch eines der Kinder gewinnt, ohne die übrigen zu besuchen.",
    ],
    ja: ["早期終了", "手番の側がある子で勝つと分かった時点で、残りの子を調べずにノードを離れること。"],
    source: "Knuth & Moore, An analysis of alpha-beta pruning, Artificial Intelligence 6 (1975)",
  },
  {
    en: [
      "principal variation",
      "The sequence of best moves of all players from the root on, according to a search.",
    ],
    de: [
      "Hauptvariante",
      "Die Folge der besten Züge aller Spieler von der Wurzel an, nach dem Ergebnis einer Suche.",
    ],
    ja: ["最善応手手順", "探索の結果による、根から始まる全プレイヤーの最善手の列（主要変化、PV）。"],
    source: "Newborn, The principal continuation and the killer heuristic, ACM annual conference (1977)",
  },
  {
    en: [
      "iterative deepening",
      "A search to depth 1, then 2, and so on, until the budget ends. Each iteration uses the results of the last one for move ordering.",
    ],
    de: [
      "iterative Vertiefung",
      "Eine Suche mit Tiefe 1, dann 2 und so weiter, bis das Budget endet. Jede Iteration nutzt die Ergebnisse der vorigen für die Zugsortierung.",
    ],
    ja: [
      "反復深化",
      "深さ 1、2、… と、予算が尽きるまで探索を繰り返すこと。各反復は前の反復の結果を手の順序付けに使う。",
    ],
    source: "Slate & Atkin, Chess 4.5, in Chess Skill in Man and Machine (1977)",
  },
  {
    en: ["transposition", "A state that is reached by different sequences of moves."],
    de: ["Zugumstellung (Transposition)", "Ein Zustand, der über verschiedene Zugfolgen erreicht wird."],
    ja: ["合流（トランスポジション）", "異なる手順で到達する同一の状態。"],
    source: "Greenblatt, Eastlake & Crocker, The Greenblatt chess program, AFIPS FJCC 31 (1967)",
  },
  {
    en: [
      "transposition table",
      "A table of the results for states already searched, so that a state reached again is not searched again.",
    ],
    de: [
      "Transpositionstabelle",
      "Eine Tabelle der Ergebnisse bereits durchsuchter Zustände, damit ein erneut erreichter Zustand nicht noch einmal durchsucht wird.",
    ],
    ja: ["置換表", "探索済みの状態の結果を保存し、再び到達した状態の再探索を避けるための表。"],
    source: "Greenblatt, Eastlake & Crocker, The Greenblatt chess program, AFIPS FJCC 31 (1967)",
  },
  {
    en: ["replacement scheme", "The rule that decides which entry a full transposition table discards."],
    de: [
      "Ersetzungsstrategie",
      "Die Regel, nach der eine volle Transpositionstabelle einen Eintrag verwirft.",
    ],
    ja: ["置き換え方式", "置換表が満杯のとき、どのエントリを捨てるかを決める規則。"],
    source:
      "Breuker, Uiterwijk & van den Herik, Replacement schemes for transposition tables, ICCA Journal 17 (1994)",
  },
  {
    en: [
      "tablebase",
      "A file of the values of all states that a state leads to, which were worked out before. A search looks a state up there instead of searching it.",
    ],
    de: [
      "Endspieldatenbank (Tablebase)",
      "Eine Datei mit den vorab berechneten Werten aller Zustände, die von einem Zustand aus erreichbar sind. Eine Suche schlägt einen Zustand darin nach, statt ihn zu durchsuchen.",
    ],
    ja: [
      "テーブルベース",
      "ある状態から到達できるすべての状態の値をあらかじめ計算して保存したファイル。探索は、その中の状態については探索せずに値を参照する。",
    ],
    source: "Thompson, Retrograde analysis of certain endgames, ICCA Journal 9 (1986)",
  },
  {
    en: [
      "perft",
      "The number of move sequences of each length from a state, used to test the rules of a game (performance test).",
    ],
    de: [
      "Perft",
      "Die Anzahl der Zugfolgen jeder Länge von einem Zustand an, mit der die Regeln eines Spiels getestet werden (performance test).",
    ],
    ja: [
      "perft",
      "ある状態からの、長さごとの手順の数。ゲームのルールの実装の検証に使う（performance test）。",
    ],
    source: "Hyatt, the chess program Crafty (1990s)",
  },
  {
    en: [
      "proven value",
      "A value that follows from terminal states alone and that further search cannot change.",
    ],
    de: [
      "bewiesener Wert",
      "Ein Wert, der allein aus Endzuständen folgt und den weitere Suche nicht ändert.",
    ],
    ja: ["証明済みの値", "終端状態だけから導かれ、それ以上の探索で変わらない値。"],
    source: "Allis, Searching for Solutions in Games and Artificial Intelligence (1994)",
  },
];
