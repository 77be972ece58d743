import type { Term } from "../glossary";

export const monteCarlo: Term[] = [
  {
    en: [
      "playout",
      "A game played from a state to its end with random or simple moves. Its goals estimate the value of the state.",
    ],
    de: [
      "Playout",
      "Ein Spiel, das von einem Zustand an mit zufälligen oder einfachen Zügen zu Ende gespielt wird. Seine Auszahlungen schätzen den Wert des Zustands.",
    ],
    ja: [
      "プレイアウト",
      "ある状態から終局まで、ランダムまたは単純な手で進めた一局。その利得で状態の値を推定する。",
    ],
    source: "Abramson, Expected-outcome: a general model of static evaluation, IEEE PAMI 12 (1990)",
  },
  {
    en: [
      "flat Monte Carlo search",
      "The same number of playouts for every legal move; the move with the greatest mean is chosen.",
    ],
    de: [
      "flache Monte-Carlo-Suche",
      "Gleich viele Playouts für jeden erlaubten Zug; gewählt wird der Zug mit dem größten Mittelwert.",
    ],
    ja: ["原始モンテカルロ法", "すべての合法手に同数のプレイアウトを行い、平均が最大の手を選ぶ方法。"],
    source: "Abramson, Expected-outcome: a general model of static evaluation, IEEE PAMI 12 (1990)",
  },
  {
    en: [
      "Monte Carlo tree search (MCTS)",
      "A search that grows a tree by simulations and prefers moves with good results in earlier simulations.",
    ],
    de: [
      "Monte-Carlo-Baumsuche (MCTS)",
      "Eine Suche, die einen Baum durch Simulationen vergrößert und Züge bevorzugt, die in früheren Simulationen gute Ergebnisse hatten.",
    ],
    ja: [
      "モンテカルロ木探索（MCTS）",
      "シミュレーションを繰り返して木を成長させ、結果の良い手を優先して調べる探索。",
    ],
    source:
      "Coulom, Efficient selectivity and backup operators in Monte-Carlo tree search, Computers and Games (2006)",
  },
  {
    en: [
      "simulation",
      "One pass of MCTS: select a path down the tree, add a node, make one playout from it or several, and update the statistics on the path.",
    ],
    de: [
      "Simulation",
      "Ein Durchlauf von MCTS: einen Pfad im Baum auswählen, einen Knoten hinzufügen, ein Playout oder mehrere von dort ausführen und die Statistik auf dem Pfad aktualisieren.",
    ],
    ja: [
      "シミュレーション",
      "MCTS の一回の処理。木を下る経路の選択、ノードの追加、そこからの一回または複数回のプレイアウト、経路上の統計の更新からなる。",
    ],
    source: "Browne et al., A survey of Monte Carlo tree search methods, IEEE TCIAIG 4 (2012)",
  },
  {
    en: [
      "visits",
      "In MCTS the number of playouts and proven visits through a move; a simulation that makes several playouts from its leaf counts several times. In other searches the number of nodes entered below the move.",
    ],
    de: [
      "Besuche",
      "Bei MCTS die Anzahl der Playouts und bewiesenen Besuche durch einen Zug; eine Simulation, die mehrere Playouts von ihrem Blatt aus macht, zählt mehrfach. Bei anderen Suchverfahren die Anzahl der unter dem Zug betretenen Knoten.",
    ],
    ja: [
      "訪問回数",
      "MCTS では、その手を通ったプレイアウトと証明済みへの訪問の回数。葉から複数回のプレイアウトを行うシミュレーションは、その回数だけ数える。他の探索では、その手の下で訪れたノードの数。",
    ],
    source: "Kocsis & Szepesvári, Bandit based Monte-Carlo planning, ECML (2006)",
  },
  {
    en: [
      "UCB1",
      "A rule for choosing among options with unknown means: take the greatest mean + C √(ln N / n), where n is the number of trials of the option and N that of all options.",
    ],
    de: [
      "UCB1",
      "Eine Regel zur Wahl zwischen Möglichkeiten mit unbekannten Mittelwerten: die mit dem größten Mittelwert + C √(ln N / n), wobei n die Zahl der Versuche der Möglichkeit und N die aller Möglichkeiten ist.",
    ],
    ja: [
      "UCB1",
      "平均が未知の選択肢から、平均 + C √(ln N / n) が最大のものを選ぶ規則。n はその選択肢の、N は全選択肢の試行回数。",
    ],
    source:
      "Auer, Cesa-Bianchi & Fischer, Finite-time analysis of the multiarmed bandit problem, Machine Learning 47 (2002)",
  },
  {
    en: [
      "UCT",
      "Monte Carlo tree search that selects moves in every node of the tree by UCB1 (upper confidence bounds applied to trees).",
    ],
    de: [
      "UCT",
      "Monte-Carlo-Baumsuche, die in jedem Knoten des Baums die Züge nach UCB1 auswählt (upper confidence bounds applied to trees).",
    ],
    ja: [
      "UCT",
      "木の各ノードで UCB1 により手を選ぶモンテカルロ木探索（upper confidence bounds applied to trees）。",
    ],
    source: "Kocsis & Szepesvári, Bandit based Monte-Carlo planning, ECML (2006)",
  },
  {
    en: [
      "exploration constant",
      "The factor C in UCB1: the greater it is, the more often moves with few visits are tried.",
    ],
    de: [
      "Explorationskonstante",
      "Der Faktor C in UCB1: Je größer er ist, desto öfter werden Züge mit wenigen Besuchen versucht.",
    ],
    ja: ["探査定数", "UCB1 の係数 C。大きいほど、訪問回数の少ない手が多く試される。"],
    source: "Kocsis & Szepesvári, Bandit based Monte-Carlo planning, ECML (2006)",
  },
  {
    en: ["first-play urgency", "The value that UCT assumes for a move without visits."],
    de: ["First-Play Urgency", "Der Wert, den UCT für einen Zug ohne Besuche annimmt."],
    ja: ["初回着手緊急度（FPU）", "訪問されていない手に UCT が仮定する値。"],
    source: "Gelly & Wang, Exploration exploitation in Go: UCT for Monte-Carlo Go, NIPS workshop (2006)",
  },
  {
    en: [
      "final choice",
      "The rule for the move that is made when the search ends: most visits, greatest mean, or highest lower confidence bound.",
    ],
    de: [
      "endgültige Zugwahl",
      "Die Regel für den Zug, der am Ende der Suche ausgeführt wird: die meisten Besuche, der größte Mittelwert oder die höchste untere Konfidenzschranke.",
    ],
    ja: [
      "最終手の選択",
      "探索の終了時に指す手を決める規則。訪問回数最大、平均最大、または信頼下限が最大の手。",
    ],
    source:
      "Chaslot et al., Progressive strategies for Monte-Carlo tree search, New Mathematics and Natural Computation 4 (2008)",
  },
  {
    en: [
      "lower confidence bound",
      "The mean minus a term that shrinks with the number of visits: a value that the true mean exceeds with high probability.",
    ],
    de: [
      "untere Konfidenzschranke",
      "Der Mittelwert minus ein Term, der mit der Zahl der Besuche kleiner wird: ein Wert, den der wahre Mittelwert mit hoher Wahrscheinlichkeit übertrifft.",
    ],
    ja: ["信頼下限", "平均から、訪問回数とともに小さくなる項を引いた値。真の平均は高い確率でこれを上回る。"],
    source:
      "Chaslot et al., Progressive strategies for Monte-Carlo tree search, New Mathematics and Natural Computation 4 (2008)",
  },
  {
    en: [
      "RAVE, GRAVE",
      "Statistics of a move over all simulations in which it was played at any later time, used while a move has few visits. GRAVE takes those of an ancestor with enough visits.",
    ],
    de: [
      "RAVE, GRAVE",
      "Statistik eines Zuges über alle Simulationen, in denen er irgendwann später gespielt wurde; sie wird verwendet, solange ein Zug wenige Besuche hat. GRAVE nimmt die eines Vorfahren mit genügend Besuchen.",
    ],
    ja: [
      "RAVE・GRAVE",
      "その後のどこかでその手が指された全シミュレーションの統計。訪問回数が少ない間に使う。GRAVE は訪問回数が十分な祖先の統計を使う。",
    ],
    source:
      "Gelly & Silver, Combining online and offline knowledge in UCT, ICML (2007); Cazenave, Generalized rapid action value estimation, IJCAI (2015)",
  },
  {
    en: [
      "MAST",
      "A playout policy that prefers moves with a good mean over all simulations (move-average sampling technique).",
    ],
    de: [
      "MAST",
      "Eine Playout-Strategie, die Züge mit gutem Mittelwert über alle Simulationen bevorzugt (move-average sampling technique).",
    ],
    ja: [
      "MAST",
      "全シミュレーションでの平均が良い手を優先するプレイアウト方策（move-average sampling technique）。",
    ],
    source: "Finnsson & Björnsson, Simulation-based approach to general game playing, AAAI (2008)",
  },
  {
    en: [
      "progressive bias",
      "A term from an evaluation that is added to the UCB1 value and shrinks with the number of visits.",
    ],
    de: [
      "Progressive Bias",
      "Ein Term aus einer Bewertung, der zum UCB1-Wert addiert wird und mit der Zahl der Besuche kleiner wird.",
    ],
    ja: ["プログレッシブバイアス", "評価から求め、UCB1 値に加える項。訪問回数とともに小さくなる。"],
    source:
      "Chaslot et al., Progressive strategies for Monte-Carlo tree search, New Mathematics and Natural Computation 4 (2008)",
  },
  {
    en: [
      "decisive move, anti-decisive move",
      "A move that wins at once, and a move that prevents the opponent from winning at once.",
    ],
    de: [
      "entscheidender Zug, anti-entscheidender Zug",
      "Ein Zug, der sofort gewinnt, und ein Zug, der den sofortigen Gewinn des Gegners verhindert.",
    ],
    ja: ["決定手・反決定手", "直ちに勝つ手と、相手が直ちに勝つのを防ぐ手。"],
    source:
      "Teytaud & Teytaud, On the huge benefit of decisive moves in Monte-Carlo tree search algorithms, IEEE CIG (2010)",
  },
  {
    en: [
      "MCTS solver",
      "MCTS that also backs up proven values, so that it finds forced wins and stops at a proven root.",
    ],
    de: [
      "MCTS-Solver",
      "MCTS, das auch bewiesene Werte zurückgibt, sodass es erzwungene Gewinne findet und bei bewiesener Wurzel anhält.",
    ],
    ja: ["MCTS ソルバー", "証明済みの値も逆伝播する MCTS。必勝手順を見つけ、根の値が証明されれば終了する。"],
    source: "Winands, Björnsson & Saito, Monte-Carlo tree search solver, Computers and Games (2008)",
  },
  {
    en: [
      "proven visit",
      "A visit that MCTS counts without a playout, because the simulation reached a state whose goals are known: a terminal or a proven one.",
    ],
    de: [
      "bewiesener Besuch",
      "Ein Besuch, den MCTS ohne Playout zählt, weil die Simulation einen Zustand mit bekannten Auszahlungen erreicht hat: einen Endzustand oder einen bewiesenen.",
    ],
    ja: [
      "証明済みへの訪問",
      "シミュレーションが利得の分かっている状態（終端状態または証明済みの状態）に達し、プレイアウトなしで数える訪問。",
    ],
    source: "Winands, Björnsson & Saito, Monte-Carlo tree search solver, Computers and Games (2008)",
  },
  {
    en: [
      "tree reuse",
      "Keeping the part of the search tree below the moves that were made, for the next search.",
    ],
    de: [
      "Wiederverwendung des Baums",
      "Das Behalten des Teils des Suchbaums unter den ausgeführten Zügen für die nächste Suche.",
    ],
    ja: ["木の再利用", "実際に指された手の下の部分木を、次の探索で引き続き使うこと。"],
    source: "Finnsson & Björnsson, Simulation-based approach to general game playing, AAAI (2008)",
  },
  {
    en: [
      "decoupled UCT",
      "UCT for simultaneous moves: in every node each role selects its move by UCB1 from statistics of its own moves only.",
    ],
    de: [
      "entkoppeltes UCT",
      "UCT für simultane Züge: In jedem Knoten wählt jede Rolle ihren Zug nach UCB1 nur aus der Statistik der eigenen Züge.",
    ],
    ja: ["分離型 UCT", "同時着手のための UCT。各ノードで各役割が、自分の手の統計だけから UCB1 で手を選ぶ。"],
    source: "Finnsson & Björnsson, Simulation-based approach to general game playing, AAAI (2008)",
  },
  {
    en: [
      "determinization",
      "A state that agrees with what a role knows, searched as if every role saw all of it.",
    ],
    de: [
      "Determinisierung",
      "Ein Zustand, der zum Wissen einer Rolle passt und so durchsucht wird, als sähe ihn jede Rolle ganz.",
    ],
    ja: [
      "決定化",
      "ある役割の知識と矛盾しない状態を、全役割にすべてが見えているものとして探索すること。また、その状態。",
    ],
    source: "Ginsberg, GIB: imperfect information in a computationally challenging game, JAIR 14 (2001)",
  },
  {
    en: [
      "strategy fusion",
      "The mistake of planning different moves in states of one information set, between which the role will not be able to choose.",
    ],
    de: [
      "Strategiefusion",
      "Der Fehler, in Zuständen derselben Informationsmenge verschiedene Züge zu planen, zwischen denen die Rolle nicht wird wählen können.",
    ],
    ja: [
      "戦略融合",
      "区別できない（同じ情報集合の）状態ごとに異なる手を指せるものとして計画してしまう誤り。",
    ],
    source: "Frank & Basin, Search in games with incomplete information, Artificial Intelligence 100 (1998)",
  },
];
