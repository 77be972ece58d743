import type { Term } from "../glossary";

export const alphaBeta: Term[] = [
  {
    en: ["alpha-beta", "Minimax without the branches that cannot change the value of the root."],
    de: ["Alpha-Beta-Suche", "Minimax ohne die Äste, die den Wert der Wurzel nicht ändern können."],
    ja: ["アルファベータ法", "根の値に影響しない枝を省いたミニマックス法。"],
    source: "Knuth & Moore, An analysis of alpha-beta pruning, Artificial Intelligence 6 (1975)",
  },
  {
    en: [
      "window",
      "The interval from alpha to beta. Alpha is the value that the searching role already gets elsewhere, beta the value that the opponent already concedes elsewhere; only values between them matter.",
    ],
    de: [
      "Fenster",
      "Das Intervall von Alpha bis Beta. Alpha ist der Wert, den die suchende Rolle an anderer Stelle bereits erhält, Beta der, den der Gegner an anderer Stelle bereits zulässt; nur Werte dazwischen sind von Bedeutung.",
    ],
    ja: [
      "探索窓",
      "α から β までの区間。α は探索する側が、β は相手が、別の枝ですでに確保した値。その間の値だけが意味をもつ。",
    ],
    source: "Knuth & Moore, An analysis of alpha-beta pruning, Artificial Intelligence 6 (1975)",
  },
  {
    en: [
      "cut",
      "To leave out the remaining children of a node, because the value cannot lie in the window any more. A beta cut occurs where the searching role is to move, an alpha cut where the opponent is.",
    ],
    de: [
      "Schnitt",
      "Das Weglassen der übrigen Kinder eines Knotens, weil der Wert nicht mehr im Fenster liegen kann. Ein Beta-Schnitt geschieht, wo die suchende Rolle am Zug ist, ein Alpha-Schnitt, wo der Gegner am Zug ist.",
    ],
    ja: [
      "枝刈り（カット）",
      "値が探索窓に入り得ないため、ノードの残りの子を省くこと。βカットは探索する側の手番で、αカットは相手の手番で起こる。",
    ],
    source: "Knuth & Moore, An analysis of alpha-beta pruning, Artificial Intelligence 6 (1975)",
  },
  {
    en: [
      "Star1, Star2",
      "Cuts at chance nodes. Star1 bounds the children not yet searched by the least and the greatest payoff of the game; Star2 first searches one move of each child, which bounds the child from one side.",
    ],
    de: [
      "Star1, Star2",
      "Schnitte an Zufallsknoten. Star1 begrenzt die noch nicht durchsuchten Kinder durch die kleinste und die größte Auszahlung des Spiels; Star2 durchsucht zuerst einen Zug jedes Kindes, der das Kind von einer Seite begrenzt.",
    ],
    ja: [
      "Star1・Star2",
      "偶然ノードでの枝刈り。Star1 は未探索の子を利得の最小値と最大値で抑える。Star2 はまず各子の一手だけを調べ、その子の値を片側から抑える。",
    ],
    source:
      "Ballard, The *-minimax search procedure for trees containing chance nodes, Artificial Intelligence 21 (1983)",
  },
  {
    en: [
      "fail-soft, fail-hard",
      "If the value lies outside the window, fail-soft returns the best bound found, fail-hard the end of the window.",
    ],
    de: [
      "fail-soft, fail-hard",
      "Liegt der Wert außerhalb des Fensters, gibt fail-soft die beste gefundene Schranke zurück, fail-hard das Ende des Fensters.",
    ],
    ja: [
      "fail-soft・fail-hard",
      "値が探索窓の外にあるとき、fail-soft は得られた最良の限界値を、fail-hard は窓の端の値を返す。",
    ],
    source: "Fishburn, Another optimization of alpha-beta search, SIGART Bulletin 84 (1983)",
  },
  {
    en: [
      "move ordering",
      "The order in which the children of a node are searched. With the best move first, alpha-beta visits the fewest leaves.",
    ],
    de: [
      "Zugsortierung",
      "Die Reihenfolge, in der die Kinder eines Knotens durchsucht werden. Mit dem besten Zug zuerst besucht die Alpha-Beta-Suche die wenigsten Blätter.",
    ],
    ja: [
      "手の順序付け",
      "ノードの子を探索する順序。最善手を先に調べると、アルファベータ法が訪問する葉は最も少なくなる。",
    ],
    source:
      "Slagle & Dixon, Experiments with some programs that search game trees, Journal of the ACM 16 (1969)",
  },
  {
    en: [
      "killer move",
      "A move that caused a cut in another node at the same depth, and is therefore searched early.",
    ],
    de: [
      "Killerzug",
      "Ein Zug, der in einem anderen Knoten derselben Tiefe einen Schnitt bewirkt hat und deshalb früh durchsucht wird.",
    ],
    ja: ["キラー手", "同じ深さの別のノードで枝刈りを起こしたため、早い順番で調べる手。"],
    source: "Newborn, The principal continuation and the killer heuristic, ACM annual conference (1977)",
  },
  {
    en: [
      "history heuristic",
      "Move ordering by how often, and at what depth, each move caused cuts anywhere in the tree.",
    ],
    de: [
      "History-Heuristik",
      "Zugsortierung danach, wie oft und in welcher Tiefe jeder Zug irgendwo im Baum Schnitte bewirkt hat.",
    ],
    ja: ["ヒストリーヒューリスティック", "木全体で各手が枝刈りを起こした回数と深さに基づく手の順序付け。"],
    source:
      "Schaeffer, The history heuristic and alpha-beta search enhancements in practice, IEEE PAMI 11 (1989)",
  },
  {
    en: [
      "null window",
      "A window so narrow that no value lies inside. The search only decides whether the value is above or below it.",
    ],
    de: [
      "Nullfenster",
      "Ein so enges Fenster, dass kein Wert darin liegt. Die Suche entscheidet nur, ob der Wert darüber oder darunter liegt.",
    ],
    ja: ["ヌルウィンドウ", "内部に値を含まない最小幅の探索窓。値がその上か下かだけを判定する。"],
    source: "Pearl, Scout: a simple game-searching algorithm with proven optimal properties, AAAI (1980)",
  },
  {
    en: [
      "principal variation search (PVS)",
      "Alpha-beta that searches the first child with the full window and the others with a null window, and repeats a search if a value is better than expected.",
    ],
    de: [
      "Hauptvariantensuche (PVS)",
      "Alpha-Beta-Suche, die das erste Kind mit dem vollen Fenster und die übrigen mit einem Nullfenster durchsucht und die Suche wiederholt, wenn ein Wert besser ist als erwartet.",
    ],
    ja: [
      "PVS（主要変化探索）",
      "最初の子だけを通常の探索窓で、残りをヌルウィンドウで探索し、予想より良い値なら再探索するアルファベータ法。",
    ],
    source:
      "Marsland & Campbell, Parallel search of strongly ordered game trees, ACM Computing Surveys 14 (1982)",
  },
  {
    en: [
      "aspiration window",
      "A narrow window around the expected value, used at the root. If the value lies outside, the search is repeated with a wider window.",
    ],
    de: [
      "Aspirationsfenster",
      "Ein enges Fenster um den erwarteten Wert an der Wurzel. Liegt der Wert außerhalb, wird die Suche mit einem weiteren Fenster wiederholt.",
    ],
    ja: ["アスピレーション窓", "根で使う、予想値の周りの狭い探索窓。値が外れたら窓を広げて再探索する。"],
    source: "Slate & Atkin, Chess 4.5, in Chess Skill in Man and Machine (1977)",
  },
  {
    en: [
      "max^n",
      "A search for any number of players: a node's value is a vector with one payoff per player, and the player to move chooses the child with the greatest payoff of its own.",
    ],
    de: [
      "Max^n",
      "Eine Suche für beliebig viele Spieler: Der Wert eines Knotens ist ein Vektor mit einer Auszahlung je Spieler, und der Spieler am Zug wählt das Kind mit der größten eigenen Auszahlung.",
    ],
    ja: [
      "max^n 法",
      "任意の人数のための探索。ノードの値は各プレイヤーの利得からなるベクトルで、手番の側は自分の利得が最大の子を選ぶ。",
    ],
    source: "Luckhardt & Irani, An algorithmic solution of N-person games, AAAI (1986)",
  },
  {
    en: ["payoff vector", "One payoff for each player, as max^n backs them up."],
    de: ["Auszahlungsvektor", "Je eine Auszahlung für jeden Spieler, wie Max^n sie zurückgibt."],
    ja: ["利得ベクトル", "max^n 法が逆伝播する、各プレイヤーの利得の組。"],
    source: "Luckhardt & Irani, An algorithmic solution of N-person games, AAAI (1986)",
  },
  {
    en: [
      "immediate pruning, shallow pruning, deep pruning",
      "The cuts of max^n. Immediate: the player to move has the greatest possible payoff. Shallow: the player to move in the parent cannot get more here than elsewhere, because the sum of payoffs is bounded. Deep: the same for a player further up, which is unsound.",
    ],
    de: [
      "sofortiger Schnitt, flacher Schnitt, tiefer Schnitt",
      "Die Schnitte von Max^n. Sofortig: Der Spieler am Zug hat die größtmögliche Auszahlung. Flach: Der Spieler am Zug im Elternknoten kann hier nicht mehr erhalten als an anderer Stelle, weil die Summe der Auszahlungen beschränkt ist. Tief: dasselbe für einen Spieler weiter oben, was falsch ist.",
    ],
    ja: [
      "即時枝刈り・浅い枝刈り・深い枝刈り",
      "max^n 法の枝刈り。即時：手番の側がすでに最大の利得を得た。浅い：利得の和に上限があるため、親ノードの手番の側がここで別の枝より多く得られない。深い：さらに上の手番の側について同じことをするが、正しくない。",
    ],
    source: "Korf, Multi-player alpha-beta pruning, Artificial Intelligence 48 (1991)",
  },
  {
    en: [
      "soft-max^n",
      "Max^n without an assumption about ties: a node has the set of all payoff vectors that are not dominated.",
    ],
    de: [
      "Soft-Max^n",
      "Max^n ohne Annahme über Gleichstände: Ein Knoten hat die Menge aller nicht dominierten Auszahlungsvektoren.",
    ],
    ja: [
      "soft-max^n 法",
      "同点の扱いを仮定しない max^n 法。ノードは、支配されない利得ベクトル全体の集合をもつ。",
    ],
    source: "Sturtevant & Bowling, Robust game play against unknown opponents, AAMAS (2006)",
  },
  {
    en: [
      "paranoid search",
      "A search with many roles that assumes all others play together against the searching role, so that alpha-beta applies.",
    ],
    de: [
      "paranoide Suche",
      "Eine Suche bei vielen Rollen unter der Annahme, dass alle anderen gemeinsam gegen die suchende Rolle spielen, sodass die Alpha-Beta-Suche anwendbar ist.",
    ],
    ja: [
      "パラノイド探索",
      "他の全員が協力して探索する側に対抗すると仮定し、アルファベータ法を使えるようにした多人数ゲームの探索。",
    ],
    source: "Sturtevant & Korf, On pruning techniques for multi-player games, AAAI (2000)",
  },
];
