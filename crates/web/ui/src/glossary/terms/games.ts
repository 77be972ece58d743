import type { Term } from "../glossary";

export const games: Term[] = [
  {
    en: [
      "general game playing",
      "Playing games whose rules a program gets only at run time, without knowledge of the particular game.",
    ],
    de: [
      "General Game Playing",
      "Spielen von Spielen, deren Regeln ein Programm erst zur Laufzeit erhält, ohne Wissen über das einzelne Spiel.",
    ],
    ja: [
      "汎用ゲームプレイング",
      "実行時に初めてルールを与えられるゲームを、個別のゲームの知識なしにプレイすること。",
    ],
    source:
      "Genesereth, Love & Pell, General game playing: overview of the AAAI competition, AI Magazine 26 (2005)",
  },
  {
    en: [
      "Game Description Language (GDL)",
      "A logic language for the rules of finite games. GDL-II adds chance and incomplete information.",
    ],
    de: [
      "Game Description Language (GDL)",
      "Eine logische Sprache für die Regeln endlicher Spiele. GDL-II ergänzt Zufall und unvollständige Information.",
    ],
    ja: [
      "ゲーム記述言語（GDL）",
      "有限ゲームのルールを記述する論理型言語。GDL-II は偶然手番と不完全情報を加えたもの。",
    ],
    source:
      "Love, Hinrichs, Haley, Schkufza & Genesereth, General game playing: game description language specification, Stanford LG-2006-01 (2008)",
  },
  {
    en: ["rulesheet", "The text of a game's rules in GDL."],
    de: ["Spielbeschreibung", "Der Text der Regeln eines Spiels in GDL."],
    ja: ["ゲーム記述", "GDL で書かれた、ゲームのルールのテキスト。"],
    source: "Genesereth & Thielscher, General Game Playing (2014)",
  },
  {
    en: [
      "role",
      "One of the parties of a game, as named in the rules, for example xplayer. A strategy or a person plays a role.",
    ],
    de: [
      "Rolle",
      "Eine der Parteien eines Spiels, wie die Regeln sie nennen, zum Beispiel xplayer. Eine Strategie oder ein Mensch spielt eine Rolle.",
    ],
    ja: ["役割", "ルールで定められたゲームの当事者。例：xplayer。戦略または人間が役割を担当する。"],
    source: "Love et al., GDL specification (2008)",
  },
  {
    en: ["fluent", "A statement about a state that moves can make true or false, such as (cell 1 1 x)."],
    de: [
      "Fluent",
      "Eine Aussage über einen Zustand, die durch Züge wahr oder falsch werden kann, etwa (cell 1 1 x).",
    ],
    ja: ["フルーエント", "手によって真偽が変わる、状態についての命題。例：(cell 1 1 x)。"],
    source:
      "McCarthy & Hayes, Some philosophical problems from the standpoint of artificial intelligence, Machine Intelligence 4 (1969)",
  },
  {
    en: [
      "state",
      "The set of the fluents that are true at one time of a game; on a board also called position.",
    ],
    de: [
      "Zustand",
      "Die Menge der Fluenten, die zu einem Zeitpunkt eines Spiels wahr sind; bei Brettspielen auch Stellung.",
    ],
    ja: ["状態", "ゲームのある時点で真であるフルーエントの集合。盤上のゲームでは局面ともいう。"],
    source: "Love et al., GDL specification (2008)",
  },
  {
    en: ["move", "An action that a role chooses in a state."],
    de: ["Zug", "Eine Aktion, die eine Rolle in einem Zustand wählt."],
    ja: ["手", "ある状態で役割が選ぶ行動。"],
    source: "von Neumann & Morgenstern, Theory of Games and Economic Behavior (1944)",
  },
  {
    en: [
      "joint move",
      "One move of every role, made at the same time. In games with turns, all roles but one have only a move without effect (noop).",
    ],
    de: [
      "gemeinsamer Zug",
      "Je ein Zug jeder Rolle, zur selben Zeit ausgeführt. In Spielen mit abwechselnden Zügen haben alle Rollen bis auf eine nur einen Zug ohne Wirkung (noop).",
    ],
    ja: [
      "同時手",
      "すべての役割が同時に選ぶ手の組。交互に指すゲームでは、一つの役割以外は効果のない手（noop）だけをもつ。",
    ],
    source: "Genesereth & Thielscher, General Game Playing (2014)",
  },
  {
    en: [
      "simultaneous moves",
      "Several roles choose their moves in a state without knowing the choices of the others.",
    ],
    de: [
      "simultane Züge",
      "Mehrere Rollen wählen in einem Zustand ihre Züge, ohne die Wahl der anderen zu kennen.",
    ],
    ja: ["同時着手", "一つの状態で複数の役割が、互いの選択を知らずに手を選ぶこと。"],
    source: "Luce & Raiffa, Games and Decisions (1957)",
  },
  {
    en: [
      "legal",
      "Allowed by the rules: in each state that is not terminal, every role has at least one legal move.",
    ],
    de: [
      "erlaubt",
      "Nach den Regeln zulässig: In jedem Zustand, der kein Endzustand ist, hat jede Rolle mindestens einen erlaubten Zug.",
    ],
    ja: ["合法", "ルールで許されていること。終端状態以外では、すべての役割に少なくとも一つの合法手がある。"],
    source: "Love et al., GDL specification (2008)",
  },
  {
    en: ["terminal", "A terminal state ends the game."],
    de: ["Endzustand", "Ein Zustand, in dem das Spiel endet."],
    ja: ["終端状態", "ゲームが終了する状態。"],
    source: "Love et al., GDL specification (2008)",
  },
  {
    en: [
      "goal",
      "The result of a role in a terminal state, a number from 0 to 100; in game theory called payoff or utility.",
    ],
    de: [
      "Auszahlung",
      "Das Ergebnis einer Rolle in einem Endzustand, eine Zahl von 0 bis 100; in GDL goal, in der Spieltheorie auch Nutzen genannt.",
    ],
    ja: ["利得", "終端状態で役割が得る 0 から 100 の数値。GDL では goal という。"],
    source: "Love et al., GDL specification (2008)",
  },
  {
    en: [
      "constant-sum",
      "A game is constant-sum if the goals of all roles have the same sum in every terminal state. Two roles then have opposite interests.",
    ],
    de: [
      "Konstantsummenspiel",
      "Ein Spiel, in dem die Auszahlungen aller Rollen in jedem Endzustand dieselbe Summe haben. Zwei Rollen haben dann entgegengesetzte Interessen.",
    ],
    ja: [
      "定和ゲーム",
      "すべての終端状態で全役割の利得の和が等しいゲーム。2 人の場合、利害は完全に対立する。",
    ],
    source: "von Neumann & Morgenstern, Theory of Games and Economic Behavior (1944)",
  },
  {
    en: [
      "chance",
      "A role without interests, named random in GDL-II, whose moves are drawn at random: dice, shuffled cards.",
    ],
    de: [
      "Zufall",
      "Eine Rolle ohne eigene Interessen, in GDL-II random genannt, deren Züge zufällig gewählt werden: Würfel, gemischte Karten.",
    ],
    ja: [
      "偶然手番",
      "手が確率的に決まる、利害をもたない役割。GDL-II では random という。さいころや山札など。",
    ],
    source: "Thielscher, A general game description language for incomplete information games, AAAI (2010)",
  },
  {
    en: [
      "percept",
      "The information that a role gets after a joint move. Without percepts in the rules, every role sees all moves.",
    ],
    de: [
      "Wahrnehmung",
      "Die Information, die eine Rolle nach einem gemeinsamen Zug erhält. Legen die Regeln keine Wahrnehmungen fest, sieht jede Rolle alle Züge.",
    ],
    ja: ["知覚", "同時手の後に役割が受け取る情報。ルールに知覚の定義がなければ、すべての手が全員に見える。"],
    source: "Thielscher, A general game description language for incomplete information games, AAAI (2010)",
  },
  {
    en: ["information set", "The states that a role cannot distinguish by what it has perceived."],
    de: [
      "Informationsmenge",
      "Die Zustände, die eine Rolle anhand ihrer Wahrnehmungen nicht unterscheiden kann.",
    ],
    ja: ["情報集合", "役割がそれまでの知覚からは区別できない状態の集合。"],
    source:
      "von Neumann & Morgenstern, Theory of Games and Economic Behavior (1944); Kuhn, Extensive games and the problem of information (1953)",
  },
  {
    en: [
      "information state",
      "What a role knows: its own moves and percepts so far. The states that agree with it are an information set.",
    ],
    de: [
      "Informationszustand",
      "Was eine Rolle weiß: ihre bisherigen Züge und Wahrnehmungen. Die Zustände, die dazu passen, bilden eine Informationsmenge.",
    ],
    ja: [
      "情報状態",
      "役割が知っていること。すなわち、それまでの自分の手と知覚。これと矛盾しない状態の集まりが情報集合である。",
    ],
    source:
      "Kuhn, Extensive games and the problem of information, Contributions to the Theory of Games II (1953)",
  },
  {
    en: [
      "perfect recall",
      "A role never forgets: to all states of one information set it has come by the same information sets of its own and the same moves.",
    ],
    de: [
      "perfektes Erinnerungsvermögen (Perfect Recall)",
      "Dass eine Rolle nichts vergisst: Zu allen Zuständen einer Informationsmenge ist sie durch dieselben eigenen Informationsmengen und dieselben Züge gelangt.",
    ],
    ja: [
      "完全記憶",
      "役割が何も忘れないこと。同じ情報集合に属するどの状態にも、自分の同じ情報集合と同じ手の列を経て到達する。",
    ],
    source:
      "Kuhn, Extensive games and the problem of information, Contributions to the Theory of Games II (1953)",
  },
  {
    en: [
      "policy",
      "The probabilities by which a role chooses its moves in each information set; in game theory called behaviour strategy.",
    ],
    de: [
      "Policy (Verhaltensstrategie)",
      "Die Wahrscheinlichkeiten, mit denen eine Rolle in jeder Informationsmenge ihre Züge wählt; in der Spieltheorie Verhaltensstrategie genannt.",
    ],
    ja: ["方策（行動戦略）", "役割が各情報集合で手を選ぶ確率。ゲーム理論では行動戦略という。"],
    source:
      "Kuhn, Extensive games and the problem of information, Contributions to the Theory of Games II (1953)",
  },
  {
    en: [
      "Nash equilibrium",
      "A policy for each role such that no role gets more by another one while the others keep theirs. In constant-sum games of two roles all equilibria have the same value.",
    ],
    de: [
      "Nash-Gleichgewicht",
      "Eine Policy für jede Rolle, sodass keine Rolle mit einer anderen mehr bekommt, solange die übrigen bei ihrer bleiben. In Konstantsummenspielen mit zwei Rollen haben alle Gleichgewichte denselben Wert.",
    ],
    ja: [
      "ナッシュ均衡",
      "他の役割が方策を変えない限り、どの役割も方策を変えて得をすることがない方策の組。定和の 2 人ゲームでは、どの均衡の値も等しい。",
    ],
    source: "Nash, Non-cooperative games, Annals of Mathematics 54 (1951)",
  },
  {
    en: [
      "best response",
      "A policy by which a role gets as much as possible against given policies of the others.",
    ],
    de: [
      "beste Antwort",
      "Eine Policy, mit der eine Rolle gegen gegebene Policies der übrigen so viel wie möglich bekommt.",
    ],
    ja: ["最適応答", "他の役割の方策を固定したとき、役割の利得を最大にする方策。"],
    source: "Nash, Non-cooperative games, Annals of Mathematics 54 (1951)",
  },
  {
    en: [
      "exploitability",
      "How much a role gains by a best response, on average over the roles: 0 exactly in a Nash equilibrium. It is given on the scale of goals.",
    ],
    de: [
      "Ausnutzbarkeit (Exploitability)",
      "Wie viel eine Rolle durch eine beste Antwort gewinnt, im Mittel über die Rollen: 0 genau im Nash-Gleichgewicht. Sie wird auf der Skala der Auszahlungen angegeben.",
    ],
    ja: [
      "搾取可能性",
      "最適応答によって役割が得る利得の増分を、役割について平均した値。ナッシュ均衡のときに限り 0 になる。利得の尺度で表す。",
    ],
    source:
      "Johanson, Waugh, Bowling & Zinkevich, Accelerating best response calculation in large extensive games, IJCAI (2011)",
  },
  {
    en: [
      "counterfactual regret",
      "How much more a role would have got by always choosing a move in an information set, times the probability by which chance and the others lead there.",
    ],
    de: [
      "kontrafaktisches Bedauern (Regret)",
      "Wie viel mehr eine Rolle bekommen hätte, wenn sie in einer Informationsmenge immer einen bestimmten Zug gewählt hätte, mal der Wahrscheinlichkeit, mit der Zufall und die anderen dorthin führen.",
    ],
    ja: [
      "反実仮想後悔",
      "情報集合で常にある手を選んでいたら得られたはずの利得の増分に、偶然と他の役割がそこへ導く確率を掛けたもの。",
    ],
    source:
      "Zinkevich, Johanson, Bowling & Piccione, Regret minimization in games with incomplete information, NIPS (2007)",
  },
  {
    en: [
      "regret matching",
      "Choosing moves with probabilities in proportion to their positive regrets. If both roles of a constant-sum game for two do so again and again, their average policies approach a Nash equilibrium.",
    ],
    de: [
      "Regret Matching",
      "Züge mit Wahrscheinlichkeiten zu wählen, die ihrem positiven Bedauern proportional sind. Tun das in einem Konstantsummenspiel mit zwei Rollen beide immer wieder, so nähert sich ihre durchschnittliche Policy einem Nash-Gleichgewicht.",
    ],
    ja: [
      "後悔マッチング",
      "正の後悔に比例する確率で手を選ぶこと。定和の 2 人がこれを繰り返すと、その平均はナッシュ均衡に近づく。",
    ],
    source:
      "Hart & Mas-Colell, A simple adaptive procedure leading to correlated equilibrium, Econometrica 68 (2000)",
  },
  {
    en: [
      "factor",
      "A part of a game whose fluents and moves do not depend on those of the other parts. Factors can be searched separately.",
    ],
    de: [
      "Faktor",
      "Ein Teil eines Spiels, dessen Fluenten und Züge nicht von denen der anderen Teile abhängen. Faktoren können einzeln durchsucht werden.",
    ],
    ja: ["因子", "フルーエントと手が他の部分に依存しない、ゲームの部分。因子ごとに独立に探索できる。"],
    source:
      "Günther, Schiffel & Thielscher, Factoring general games, IJCAI workshop on General Game Playing (2009)",
  },
  {
    en: [
      "symmetry",
      "A permutation of fluents, moves and roles that does not change the rules, such as the mirror image of a board.",
    ],
    de: [
      "Symmetrie",
      "Eine Permutation der Fluenten, Züge und Rollen, die die Regeln nicht ändert, etwa die Spiegelung eines Bretts.",
    ],
    ja: ["対称性", "ルールを変えない、フルーエント・手・役割の置換。例：盤面の鏡映。"],
    source:
      "Schiffel, Symmetry detection in general game playing, Journal of Artificial Intelligence Research 39 (2010)",
  },
  {
    en: [
      "canonical state",
      "The one state that represents all states which are symmetric to it, so that a search examines only one of them.",
    ],
    de: [
      "kanonischer Zustand",
      "Der eine Zustand, der alle zu ihm symmetrischen Zustände vertritt, sodass eine Suche nur einen davon untersucht.",
    ],
    ja: ["正準状態", "互いに対称な状態を代表する一つの状態。探索はその一つだけを調べればよい。"],
    source:
      "Schiffel, Symmetry detection in general game playing, Journal of Artificial Intelligence Research 39 (2010)",
  },
  {
    en: [
      "impartial",
      "A game is impartial if in every state both roles would have the same moves, so that only whose turn it is tells them apart.",
    ],
    de: [
      "neutral",
      "Ein Spiel ist neutral, wenn in jedem Zustand beide Rollen dieselben Züge hätten, sodass sie sich nur darin unterscheiden, wer am Zug ist.",
    ],
    ja: ["不偏", "どの状態でも両方の役割の手が同じで、違いが手番だけであるゲームを不偏という。"],
    source: "Berlekamp, Conway & Guy, Winning Ways for your Mathematical Plays (1982)",
  },
  {
    en: [
      "sum of games",
      "A game of several independent parts, in which a turn moves in one of them and a role that cannot move in any part loses.",
    ],
    de: [
      "Summe von Spielen",
      "Ein Spiel aus mehreren unabhängigen Teilen, in dem ein Zug in einem davon gemacht wird und eine Rolle verliert, die in keinem Teil ziehen kann.",
    ],
    ja: [
      "ゲームの和",
      "独立な複数の部分からなり、手番ごとにその一つで手を指し、どの部分でも指せない側が負けるゲーム。",
    ],
    source: "Sprague, Über mathematische Kampfspiele (1935); Berlekamp, Conway & Guy, Winning Ways (1982)",
  },
  {
    en: [
      "Grundy value",
      "The size of the Nim heap that a position of an impartial game is equivalent to. The position is lost for the player to move exactly if the value is 0.",
    ],
    de: [
      "Grundy-Wert",
      "Die Größe des Nim-Haufens, zu dem eine Stellung eines neutralen Spiels äquivalent ist. Die Stellung ist genau dann für den Spieler am Zug verloren, wenn der Wert 0 ist.",
    ],
    ja: [
      "グランディ数",
      "不偏ゲームの局面と等価なニムの山の大きさ。値が 0 のとき、かつそのときに限り手番の側の負けである。",
    ],
    source: "Sprague, Über mathematische Kampfspiele (1935); Grundy, Mathematics and games (1939)",
  },
  {
    en: [
      "nim-sum",
      "The exclusive or of Grundy values: the Grundy value of several independent parts together.",
    ],
    de: [
      "Nim-Summe",
      "Das Exklusiv-Oder von Grundy-Werten: der Grundy-Wert mehrerer unabhängiger Teile zusammen.",
    ],
    ja: ["ニム和", "グランディ数の排他的論理和。独立な複数の部分を合わせたゲームのグランディ数になる。"],
    source: "Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901)",
  },
  {
    en: [
      "game master",
      "The program that leads a match over the network: it sends the rules, asks the players for moves, and computes the states.",
    ],
    de: [
      "Spielleiter",
      "Das Programm, das eine Partie über das Netz leitet: Es sendet die Regeln, fragt die Spieler nach Zügen und berechnet die Zustände.",
    ],
    ja: [
      "ゲームマスター",
      "ネットワーク対戦を進行するプログラム。ルールを送り、プレイヤーに手を要求し、状態を計算する。",
    ],
    source:
      "Genesereth, Love & Pell, General game playing: overview of the AAAI competition, AI Magazine 26 (2005)",
  },
  {
    en: [
      "start clock, play clock",
      "The time from receiving the rules to the first move, and the time for each move.",
    ],
    de: [
      "Startzeit, Zugzeit",
      "Die Zeit vom Empfang der Regeln bis zum ersten Zug, und die Zeit für jeden Zug.",
    ],
    ja: ["開始時間・着手時間", "ルールの受信から最初の手までの時間と、一手ごとの時間。"],
    source: "Love et al., GDL specification (2008)",
  },
];
