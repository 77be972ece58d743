import type { Term } from "../glossary";

export const tournaments: Term[] = [
  {
    en: [
      "player",
      "Whoever plays a role: in a tournament a strategy with its parameters, over the network a program, on the page also a person.",
    ],
    de: [
      "Spieler",
      "Wer eine Rolle spielt: im Turnier eine Strategie mit ihren Parametern, über das Netz ein Programm, auf der Seite auch ein Mensch.",
    ],
    ja: [
      "プレイヤー",
      "役割を受け持つもの。大会ではパラメータを定めた戦略、ネットワークではプログラム、このページでは人の場合もある。",
    ],
    source:
      "Genesereth, Love & Pell, General game playing: overview of the AAAI competition, AI Magazine 26 (2005)",
  },
  {
    en: ["pairing", "An assignment of players to the roles of a game."],
    de: ["Paarung", "Eine Zuordnung von Spielern zu den Rollen eines Spiels."],
    ja: ["組み合わせ", "プレイヤーをゲームの役割に割り当てたもの。"],
    source: "Elo, The Rating of Chessplayers, Past and Present (1978)",
  },
  {
    en: [
      "seat",
      "A role of a match, as a place that players take in turn; the first seat is the first role.",
    ],
    de: [
      "Platz",
      "Eine Rolle einer Partie, als Platz, den die Spieler abwechselnd einnehmen; der erste Platz ist die erste Rolle.",
    ],
    ja: ["席", "プレイヤーが交代で受け持つ場所として見た、対局の役割。最初の席は最初の役割。"],
    source: "Spielbaum",
  },
  {
    en: [
      "match",
      "A game that is played once from its beginning to its end, in a tournament or over the network; in a tournament also called a game, where that cannot be mistaken for the rules.",
    ],
    de: [
      "Partie",
      "Ein Spiel, das in einem Turnier oder über das Netz einmal vom Anfang bis zum Ende gespielt wird.",
    ],
    ja: ["対局", "大会やネットワークで、ゲームを最初から終局まで一回行うこと。"],
    source:
      "Genesereth, Love & Pell, General game playing: overview of the AAAI competition, AI Magazine 26 (2005)",
  },
  {
    en: [
      "store",
      "The SQLite file in which the program keeps tournaments with every match, and learned evaluations.",
    ],
    de: [
      "Speicher",
      "Die SQLite-Datei, in der das Programm Turniere mit allen Partien und gelernte Bewertungen ablegt.",
    ],
    ja: ["ストア", "プログラムが大会とそのすべての対局、および学習した評価を保存する SQLite ファイル。"],
    source: "Spielbaum",
  },
  {
    en: [
      "round robin, gauntlet, ladder",
      "Schedules: every player against every player, itself included; the first against each of the others; neighbours in the order of their ratings.",
    ],
    de: [
      "Rundenturnier, Gauntlet, Leiter",
      "Turnierformen: jeder gegen jeden, auch gegen sich selbst; der erste gegen jeden anderen; Nachbarn in der Reihenfolge der Wertung.",
    ],
    ja: [
      "総当たり・ガントレット・ラダー",
      "対戦方式。自分自身との対戦も含む全員の組み合わせ、最初の一人対その他、レーティング順で隣り合う者同士。",
    ],
    source: "David, The Method of Paired Comparisons (1963)",
  },
  {
    en: ["forfeit", "A loss because a player made an illegal move, failed, or exceeded its time."],
    de: [
      "Wertungsniederlage",
      "Eine Niederlage, weil ein Spieler einen unerlaubten Zug machte, ausfiel oder seine Zeit überschritt.",
    ],
    ja: ["反則負け", "不正な手、異常終了、または時間超過による負け。"],
    source: "FIDE Laws of Chess",
  },
  {
    en: ["adjudicated", "Ended at the ply limit without a result."],
    de: ["abgebrochen", "An der Grenze der Halbzüge ohne Ergebnis beendet."],
    ja: ["打ち切り", "手数制限により結果なしで終了すること。"],
    source: "Spielbaum",
  },
  {
    en: [
      "score",
      "1 for a win, 0 for a loss; a draw is divided equally among those who share the greatest goal.",
    ],
    de: [
      "Punkte",
      "1 für einen Sieg, 0 für eine Niederlage; ein Remis wird gleichmäßig unter denen mit der größten Auszahlung geteilt.",
    ],
    ja: ["得点", "勝ちは 1、負けは 0。引き分けは最大の利得を得た者で等分する。"],
    source: "Elo, The Rating of Chessplayers, Past and Present (1978)",
  },
  {
    en: [
      "confidence interval",
      "An interval computed from data that contains the true value in a given share of repeated experiments, here 95 %. Those of rates are Wilson's.",
    ],
    de: [
      "Konfidenzintervall",
      "Ein aus Daten berechnetes Intervall, das den wahren Wert in einem gegebenen Anteil wiederholter Versuche enthält, hier 95 %. Die der Raten sind Wilson-Intervalle.",
    ],
    ja: [
      "信頼区間",
      "データから計算され、実験を繰り返したとき一定の割合（ここでは 95 %）で真の値を含む区間。比率にはウィルソンの区間を使う。",
    ],
    source:
      "Wilson, Probable inference, the law of succession, and statistical inference, JASA 22 (1927); Neyman (1937)",
  },
  {
    en: [
      "effective sample size",
      "The number of independent observations that would say as much as the given ones. Of games of which some are copies of others: the square of their number, divided by the sum of the squares of how often each was played.",
    ],
    de: [
      "effektive Stichprobengröße",
      "Die Zahl unabhängiger Beobachtungen, die ebenso viel aussagen würden wie die vorliegenden. Bei Spielen, von denen einige Kopien anderer sind: das Quadrat ihrer Anzahl, geteilt durch die Summe der Quadrate der Häufigkeiten der einzelnen Spiele.",
    ],
    ja: [
      "有効標本サイズ",
      "与えられた観測と同じ情報をもつ独立な観測の数。同じ対局が繰り返された場合は、対局数の 2 乗を、各対局の回数の 2 乗の和で割った値。",
    ],
    source: "Kish, Survey Sampling (1965)",
  },
  {
    en: ["Elo", "A scale of playing strength: a difference of 400 means odds of 10 to 1."],
    de: [
      "Elo",
      "Eine Skala der Spielstärke: Eine Differenz von 400 bedeutet ein Chancenverhältnis von 10 zu 1.",
    ],
    ja: ["イロレーティング", "強さの尺度。400 の差はオッズ 10 対 1 を意味する。"],
    source: "Elo, The Rating of Chessplayers, Past and Present (1978)",
  },
  {
    en: [
      "Bradley–Terry model",
      "Every player has a strength, and the probability that one beats another is its share of the sum of both strengths. Ratings are fitted to all matches by maximum likelihood.",
    ],
    de: [
      "Bradley-Terry-Modell",
      "Jeder Spieler hat eine Stärke, und die Wahrscheinlichkeit, dass einer den anderen schlägt, ist sein Anteil an der Summe beider Stärken. Die Wertungen werden nach der Maximum-Likelihood-Methode an alle Partien angepasst.",
    ],
    ja: [
      "ブラッドリー・テリーモデル",
      "各プレイヤーが強さをもち、勝つ確率を両者の強さの和に占める割合とするモデル。全対局から最尤法でレーティングを求める。",
    ],
    source: "Bradley & Terry, Rank analysis of incomplete block designs, Biometrika 39 (1952)",
  },
  {
    en: [
      "likelihood of superiority",
      "The probability that one player is stronger than another, given their results.",
    ],
    de: [
      "Überlegenheitswahrscheinlichkeit",
      "Die Wahrscheinlichkeit, dass ein Spieler stärker ist als ein anderer, gegeben ihre Ergebnisse.",
    ],
    ja: ["優越確率", "対局結果のもとで、一方が他方より強い確率。"],
    source: "Coulom, the rating program Bayesian Elo (2005)",
  },
  {
    en: [
      "sequential probability ratio test (SPRT)",
      "A test of two hypotheses that computes the log-likelihood ratio (LLR) after each result and ends as soon as it reaches one of two bounds.",
    ],
    de: [
      "sequentieller Quotiententest (SPRT)",
      "Ein Test zweier Hypothesen, der nach jedem Ergebnis den Logarithmus des Likelihood-Quotienten (LLR) berechnet und endet, sobald dieser eine von zwei Schranken erreicht.",
    ],
    ja: [
      "逐次確率比検定（SPRT）",
      "二つの仮説の検定。結果が得られるたびに対数尤度比（LLR）を計算し、二つの境界の一方に達した時点で終了する。",
    ],
    source: "Wald, Sequential tests of statistical hypotheses, Annals of Mathematical Statistics 16 (1945)",
  },
  {
    en: [
      "pentanomial",
      "The five possible results of a pair of matches with the same opening and swapped seats: 0, ½, 1, 1½ or 2 points.",
    ],
    de: [
      "Pentanomialmodell",
      "Die fünf möglichen Ergebnisse zweier Partien mit gleicher Eröffnung und vertauschten Plätzen: 0, ½, 1, 1½ oder 2 Punkte.",
    ],
    ja: ["五項モデル", "同じ開始局面で先後を入れ替えた 2 局の五つの結果：0、½、1、1½、2 点。"],
    source: "Van den Bergh, the statistics of the testing framework fishtest (2020)",
  },
];
