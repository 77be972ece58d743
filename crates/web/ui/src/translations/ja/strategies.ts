// The help texts of strategies, evaluators and their parameters.

import type { Entries } from "../catalogue";

export const strategies: Entries = {
  "a legal move, drawn uniformly at random": "合法手を一様ランダムに選ぶ",
  "the first legal move in the game's order": "ゲームが並べる順で最初の合法手を選ぶ",
  "minimax without cuts: every line of play to the end of the game, or to a depth":
    "枝刈りのないミニマックス法：終局まで、または指定した深さまでの全手順を調べる",
  "plies to look ahead; without it the search goes to the end of the game":
    "先読みする手数。指定しなければ終局まで探索する",
  "the evaluator for states at the depth limit": "深さの限界にある状態の評価関数",
  "the file of a tablebase, which `spielbaum solve GAME -o FILE` writes: states in it are not searched, as their values are known":
    "`spielbaum solve ゲーム -o ファイル` が書き出すテーブルベースのファイル。その中の状態は値が既知なので探索しない",
  "states to visit at most, those that an evaluator looks at included, those of playouts not":
    "訪問する状態数の上限。評価関数が調べる状態も数え、プレイアウト中の状態は数えない",
  "nodes at most: each simulation counts as one, however deep it goes, and so does each state that `eval` looks at":
    "ノード数の上限。シミュレーションは深さによらず 1 と数え、`eval` が調べる状態もそれぞれ 1 と数える",
  "time for one decision": "1 手の決定にかける時間",
  "minimax in its negamax form: every node maximises, and values change their sign from one side to the other":
    "ネガマックス形式のミニマックス法：どのノードも最大化し、手番が替わるごとに値の符号を反転する",
  "minimax that cuts the branches which cannot change the value of the root":
    "根の値に影響しない枝を刈るミニマックス法",
  "whose values an observer sees: the searching role's everywhere (minimax), or those of the role that moves (negamax)":
    "オブザーバが見る値：常に探索する役割の値（minimax）、または手番の役割の値（negamax）",
  "what a node returns whose value is outside the window: the bound it found (soft), or the window's end (hard)":
    "値が探索窓の外にあるノードが返す値：得られた限界値（soft）、または窓の端（hard）",
  "the window of the root: (-inf, +inf) (open), the goal range (range), or the goal range on games and open on explicit trees (auto)":
    "根の探索窓：(-inf, +inf)（open）、利得の範囲（range）、またはゲームでは利得の範囲、明示的な木では全範囲（auto）",
  "megabytes for the transposition table; 0 for none": "置換表のメガバイト数。0 なら使わない",
  "replacement scheme of the table: it replaces entries of shallower or earlier searches (depth), or any entry (always)":
    "置換表の置き換え方式：より浅い探索や以前の探索のエントリだけ（depth）、またはどのエントリでも（always）",
  "move ordering: the game's own (none), or by the evaluator (static)":
    "手の順序付け：ゲームが並べる順（none）、または評価関数の順（static）",
  "killer heuristic: moves that last caused a cut at the same ply come first":
    "キラーヒューリスティック：同じ手数で直前に枝刈りを起こした手を先に調べる",
  "history heuristic: moves that often caused cuts anywhere come first":
    "ヒストリーヒューリスティック：木のどこかで何度も枝刈りを起こした手を先に調べる",
  "half the width of the aspiration window about the expected value; 0 for the first window (`window`)":
    "予想値を中心とするアスピレーション窓の幅の半分。0 なら最初の窓（`window`）のまま",
  "principal variation search: later moves are first searched with a null window":
    "主要変化探索：2 番目以降の手を、まずヌルウィンドウで探索する",
  "whether states that are equal by a symmetry of the game count as one":
    "ゲームの対称性で移り合う状態を同一とみなすかどうか",
  "late-move reductions: moves late in the order are searched less deep at first, and again if they seem better than the best":
    "後の手の深さ削減：順序が後の手はまず浅く探索し、最善手より良さそうなら改めて探索する",
  "quiescence search: plies beyond the depth in which captures are searched, if the rules show that pieces are captured":
    "静止探索：駒を取る手を、深さの限界を超えて探索する手数。ルールから駒の取り合いが分かる場合に限る",
  "whether a state in which a role wins at once is seen to be won, if the game shows that by its circuit: a ply beyond the depth":
    "ある役割が直ちに勝つ状態を勝ちと判定するかどうか（ゲームの回路から分かる場合）：深さの限界の 1 手先までを見る",
  "cuts at chance nodes: by the range of the payoffs and one move of each outcome (star2), by the range alone (star1), or none (plain)":
    "偶然ノードでの枝刈り：利得の範囲と各結果の 1 手による（star2）、範囲だけによる（star1）、または行わない（plain）",
  "iterative deepening: alpha-beta to depth 1, 2 and so on, until the value is proven or the budget is spent":
    "反復深化：深さ 1、2、… とアルファベータ法を繰り返し、値が証明されるか予算が尽きたら終える",
  "whether all root moves are searched equally deep, or those with worse values less deep":
    "根の手をすべて同じ深さまで探索するか、値の悪い手ほど浅く探索するか",
  "plies that the worst root move is searched less deep than the best one, if the mode is non-uniform":
    "方式が non-uniform のとき、根の最悪手を最善手より何手浅く探索するか",
  "recursive labelling with early exit: each state is WIN, LOST or DRAW for the searcher, moves are tried in the order given":
    "早期終了付きの再帰的ラベル付け：各状態は探索する役割から見て「勝ち」「負け」「引分」のいずれかで、手は与えられた順に試す",
  "early exit: whether a node whose mover wins by a child is left at once; without it, all nodes are labelled":
    "早期終了：手番の側が勝つ子が見つかったら、そのノードを直ちに離れるかどうか。離れなければ全ノードにラベルを付ける",
  "proof-number search: whether the searcher wins, and by which moves it loses; it estimates nothing":
    "証明数探索：探索する役割が勝つかどうかと、負ける手を求める。推定は行わない",
  "megabytes for what is known about states, half of them for each of the two questions":
    "状態についての情報のメガバイト数。二つの問いに半分ずつ使う",
  "maximin over joint moves: at every ply the others know the searcher's move and minimise its payoff; plays any game":
    "同時手についてのマキシミン法：他の役割は毎回、探索する役割の手を知った上でその利得を最小化すると仮定する。どのゲームでも使える",
  "iterative deepening: never, always, or where playouts, nodes or time are bounded, except on explicit trees (auto)":
    "反復深化：行わない、常に行う、またはプレイアウト数・ノード数・時間に制限があるときに行う（auto。明示的な木では行わない）",
  "expectimax against opponents that move uniformly at random: the greatest mean over their answers; plays any game":
    "一様ランダムに指す相手に対する期待値最大化：相手の応手についての平均が最大の手を選ぶ。どのゲームでも使える",
  "paranoid search: all other roles but its allies together minimise the searcher's payoff; cuts as alpha-beta does":
    "パラノイド探索：味方以外の全役割が協力して探索する役割の利得を最小化すると仮定し、アルファベータ法と同様に枝を刈る",
  "roles that play with the searcher, and maximise its payoff; all others minimise it":
    "探索する役割の味方となってその利得を最大化する役割。それ以外の役割は最小化する",
  "max^n: every role maximises its own payoff, for any number of roles":
    "max^n 法：各役割が自分の利得を最大化する。役割の数は任意",
  "which of the moves with the same payoff for a role it takes: the first, any, or the one with the least payoff for the leader of the others":
    "自分の利得が等しい手からの選び方：最初の手、任意の手、または他の役割のうち首位の利得が最小になる手",
  "cuts by the bounds on payoffs: none, immediate ones after a payoff that cannot be beaten, also shallow ones, or also deep ones (deep), which are unsound: a mistake to be watched":
    "利得の限界による枝刈り：行わない、これ以上ない利得の後の即時枝刈り、浅い枝刈りも行う、または深い枝刈りも行う（deep）。深い枝刈りは正しくなく、その誤りを観察するためのもの",
  "upper bound on the sum of all payoffs; without it the game's":
    "全役割の利得の和の上限。指定しなければゲームの値を使う",
  "lower bound on every payoff; without it the game's": "各役割の利得の下限。指定しなければゲームの値を使う",
  "soft max^n: sets of payoff vectors, one vector for each way to break ties":
    "soft-max^n 法：利得ベクトルの集合を用い、同点の解消の仕方ごとに 1 つのベクトルをもつ",
  "which moves a role is sure not to make: those worse than another one in every case (strong), or never better and in some case worse (weak)":
    "役割が決して選ばない手：あらゆる場合に他の手より悪い手（strong）、または良い場合がなく悪い場合がある手（weak）",
  "decision criterion, by which a set is worth the searcher's least, mean or greatest payoff in it":
    "決定基準：集合の値を、その中の探索する役割の利得の最小・平均・最大のいずれとするか",
  "payoff vectors in a set at most; a search that meets more is refused":
    "1 つの集合に含まれる利得ベクトルの上限。これを超える探索は受け付けない",
  "flat Monte Carlo: random playouts of every move in turn; makes the move with the highest mean":
    "原始モンテカルロ法：各手について順にランダムなプレイアウトを行い、平均が最大の手を選ぶ",
  "playouts of all moves together": "全部の手を合わせたプレイアウト数",
  "whether the moves take turns with playouts or are drawn at random":
    "プレイアウトを行う手を順番に回すか、ランダムに選ぶか",
  "Monte Carlo with a tree that grows by one node a playout and is kept, but does not guide the playouts; makes the move with the highest mean":
    "プレイアウトごとに 1 ノードずつ成長する木を保持するモンテカルロ法。木はプレイアウトを導かない。平均が最大の手を選ぶ",
  "nodes of the tree at most, after which it grows no more; one of more than a kilobyte counts as several":
    "木のノード数の上限。達すると成長しない。1 キロバイトを超えるノードは複数と数える",
  "Monte Carlo that steps through whole games, with UCB1 selection at each ply; makes the most visited move":
    "対局全体を一手ずつ進め、各手で UCB1 により手を選ぶモンテカルロ法。訪問回数が最大の手を選ぶ",
  "stepped games, each of which makes hundreds of random playouts on its way":
    "一手ずつ進める対局の数。1 局ごとに途中で数百回のランダムなプレイアウトを行う",
  "visits at which a move is played on the board of a stepped game":
    "一手ずつ進める対局の盤上で手を指すまでの訪問回数",
  "the constant in UCB1 = w/n + sqrt(c ln N / n)": "UCB1 = w/n + sqrt(c ln N / n) の定数",
  "Monte Carlo tree search: a tree grown by playouts, with UCB1 selection in each of its nodes":
    "モンテカルロ木探索：プレイアウトで木を成長させ、各ノードで UCB1 により手を選ぶ",
  "visits: playouts, and visits to values that are proven, which need none":
    "訪問回数：プレイアウトと、プレイアウトの要らない証明済みの値への訪問の合計",
  "the search of the paper and nothing else, one playout and one new node at a time; the move is still chosen by `final`":
    "論文のとおりの探索だけを行う。一度に 1 プレイアウト、1 ノードずつ。最終手の選択は `final` に従う",
  "the constant in Q + c sqrt(ln N / n), the goal range being 0 to 1":
    "Q + c sqrt(ln N / n) の定数。利得の範囲は 0〜1 とする",
  "first-play urgency: the value of an unvisited move, the goal range being 0 to 1; without it such moves come first":
    "初回着手緊急度（FPU）：未訪問の手の値。利得の範囲は 0〜1 とする。指定しなければ未訪問の手を先に試す",
  "the move that is made: the one with the highest lower confidence bound (secure), the most visits, or the highest mean":
    "最終手の選択：信頼下限が最大（secure）、訪問回数が最大（visits）、または平均が最大（mean）の手",
  "how roles choose at the same time: each by its own statistics, each by the marginals of the joint moves' statistics, one by UCB1 and the others at random, or each by a mixed strategy that it learns by regret matching or by Exp3, whose average decides in the end":
    "同時着手の選び方：各自の統計による、同時手の統計の周辺値による、1 人が UCB1 で他はランダム、または後悔マッチングか Exp3 で学習した混合戦略により、最後はその平均で決める",
  "the share of moves drawn uniformly under simultaneous=regret and exp3":
    "simultaneous=regret と exp3 で、手を一様ランダムに選ぶ割合",
  "where payoffs have no constant sum: the share of what the searching role misses in what the other roles choose by; a little breaks ties against it, 1 is paranoid":
    "利得の和が一定でないとき、他の役割の選択の基準に、探索する役割が取り損なった利得を含める割合。わずかなら同点を自分に不利に解消し、1 ならパラノイドになる",
  "MCTS-Solver: whether proven values go up the tree": "MCTS ソルバー：証明済みの値を木の上へ伝えるかどうか",
  "leaves evaluated together, if the game plays many playouts at once":
    "まとめて評価する葉の数。ゲームが多数のプレイアウトを一度に行える場合に限る",
  "playouts from each of these leaves; fewer where the budget would allow less than a thousand leaves":
    "それぞれの葉からのプレイアウト数。予算では葉が千に満たない場合は減らす",
  "whether equal states reached by different moves share one node":
    "異なる手順で到達した等しい状態を 1 つのノードにまとめるかどうか",
  "whether the tree is kept for the next decision": "木を次の手の決定で再利用するかどうか",
  "megabytes for the tree and the statistics of moves, of all threads together; when they are full, the tree's least visited parts are removed":
    "木と手の統計のメガバイト数（全スレッドの合計）。一杯になると、訪問の少ない部分木を取り除く",
  "UCT with a tree for each independent game that the game consists of: moves are made of what is chosen in all trees":
    "ゲームを構成する独立なゲームごとに木をもつ UCT：各々の木で選んだものを組み合わせて手とする",
  "visits: playouts, and visits to ends of the game, which need none":
    "訪問回数：プレイアウトと、プレイアウトの要らない終端状態への訪問の合計",
  "simulations that go down the trees side by side, if the game plays many playouts at once":
    "並んで木を降りるシミュレーションの数。ゲームが多数のプレイアウトを一度に行える場合に限る",
  "playouts of each of these simulations; fewer where the budget would allow less than a thousand simulations":
    "それぞれのシミュレーションのプレイアウト数。予算ではシミュレーションが千に満たない場合は減らす",
  "megabytes for the trees, which grow no more when they are full":
    "木のメガバイト数。一杯になると、木はそれ以上成長しない",
  "threads that search side by side, each with a share of the playouts":
    "並行して探索するスレッドの数。プレイアウトは各スレッドで分け合う",
  "whether threads grow one tree, in which simulations under way count as visits (tree parallelism; no seed gives the same decision again), or each a tree of its own, the statistics of whose roots are added up (root parallelism); auto: one tree, unless playouts or nodes are bounded, so that a seed gives the same decision again, or threads wait for the tree for a third of their time, after which all but one go on with trees of their own":
    "スレッドが一つの木を共同で成長させ、実行中のシミュレーションも訪問として数えるか（木並列化。同じシードでも決定は同じにならない）、それぞれ自分の木を成長させ、根の統計を合算するか（根並列化）。auto では一つの木を使う。ただしプレイアウト数やノード数に上限があるとき（同じシードから同じ決定が得られるように）と、スレッドが時間の三分の一を木の待ち合わせに費やしたときは、一つを除いてそれぞれ自分の木で探索を続ける",
  "rapid action value estimation (RAVE, GRAVE): all-moves-as-first statistics of the nearest node above with so many visits; without it off":
    "RAVE・GRAVE：この訪問回数に達した最も近い祖先の all-moves-as-first 統計を使う。指定しなければ使わない",
  "how soon the all-moves-as-first statistics give way to the move's own mean":
    "all-moves-as-first 統計が、手自身の平均に置き換わる速さ",
  "weight of progressive bias: the value of a move by `eval`, divided by its visits":
    "プログレッシブバイアスの重み：`eval` による手の値を訪問回数で割ったもの",
  "PUCT in place of UCB1, with this constant in Q + c P sqrt(N) / (1 + n): the prior P of a move comes of the values of all moves by `eval`; without it UCB1":
    "UCB1 の代わりに PUCT を使い、これを Q + c P sqrt(N) / (1 + n) の定数とする。手の事前確率 P は `eval` による全部の手の値から求める。指定しなければ UCB1",
  "the temperature of the softmax that makes priors of values under puct, the goal range being 0 to 1":
    "puct で値から事前確率を求めるソフトマックスの温度。利得の範囲は 0〜1 とする",
  "the share of the minimax value by `eval` in the value of a move, beside its mean, for two roles of constant sum":
    "手の値に、平均と並べて `eval` によるミニマックス値を加える割合。役割が 2 つの定和ゲームに限る",
  "weight of progressive history: the mean result of a move anywhere in the tree, divided by its losses":
    "プログレッシブヒストリーの重み：木全体でのその手の平均結果を負けの数で割ったもの",
  "move-average sampling technique: playouts prefer moves with high mean results, epsilon-greedily or by a Gibbs distribution; lanes: by the means of the tree's moves, if the game plays many playouts at once, and each then favours other moves":
    "MAST：平均結果の良い手をプレイアウトで優先する。ε-グリーディ（greedy）、ギブス分布（gibbs）、または木の手の平均による（lanes。ゲームが多数のプレイアウトを一度に行える場合で、それぞれが異なる手を優先する）",
  "the probability of a random move under mast=greedy": "mast=greedy でランダムな手を選ぶ確率",
  "the temperature under mast=gibbs and mast=lanes, the goal range being 0 to 1":
    "mast=gibbs と mast=lanes の温度。利得の範囲は 0〜1 とする",
  "whether mast also uses statistics of sequences of up to three moves":
    "MAST で、最大 3 手の並びの統計も使うかどうか",
  "whether playouts make decisive moves, which win at once, and avoid moves that let another role win at once; lanes: as far as the game sees such moves by its circuit, so that many playouts are made at once":
    "プレイアウトで、直ちに勝つ決定手を指し、他の役割を直ちに勝たせる手を避けるかどうか。lanes：ゲームの回路から分かる範囲で行い、多数のプレイアウトを一度に行う",
  "plies after which `eval` ends a playout, 0 for no playouts at all; without it playouts go to the end of the game":
    "`eval` でプレイアウトを打ち切る手数。0 ならプレイアウトを行わない。指定しなければ終局まで行う",
  "dynamic early termination: a playout ends where `eval`, asked at every fourth ply, gives some role at least this, the goal range being 0 to 1; without it playouts go on":
    "動的な早期打ち切り：4 手ごとに `eval` を求め、ある役割の値がこれ以上になったらプレイアウトを終える。利得の範囲は 0〜1 とする。指定しなければ打ち切らない",
  "the share of the budget of proof-number searches, which comes on top of a budget of playouts, as many nodes as it has playouts counting as all: half of it looks for a forced win before the simulations, and half for a proof that the favoured move loses, which is then not made":
    "証明数探索に使う予算の割合。プレイアウト数の予算には上乗せされ、その数だけのノードを全体とする。半分はシミュレーションの前に必勝手順を探し、残りの半分は最有力の手が負けであることの証明を探す。負けと証明された手は指さない",
  "the evaluator of bias, puct, implicit, cutoff and decided":
    "bias、puct、implicit、cutoff、decided の評価関数",
  "for puzzles, games of one role: looks for a way to the greatest goal by several methods side by side, and follows it":
    "パズル（役割が 1 つのゲーム）用：複数の方法を並行して用い、最大の利得に至る手順を探して、それに従う",
  "the one method that looks for plans, or all of them by turns":
    "手順を探す方法を 1 つに限るか、すべてを順に使うか",
  "whether to look for a shortest plan of the greatest goal: A* and SAT planning with one ply more at a time prove plans to be shortest, and all other methods look for shorter ones":
    "最大の利得に至る最短の手順を求めるかどうか：A* と、1 手ずつ延ばす SAT プランニングが最短であることを証明し、ほかの方法はより短い手順を探す",
  "megabytes for states and clauses, of all methods together": "状態と節のメガバイト数（すべての方法の合計）",
  "how many methods have their turns at the same time, each on a core; one if states or playouts are bounded, so that a seed gives the same decision again":
    "同時に実行する方法の数（それぞれ一つのコアを使う）。状態数やプレイアウト数に上限があるときは一つずつ実行し、同じシードから同じ決定が得られるようにする",
  "playouts of a decision": "1 回の決定のプレイアウト数",
  "plays by the exact values of a tablebase, without a search":
    "テーブルベースの正確な値に従って指す。探索は行わない",
  "the file of the tablebase, which `spielbaum solve GAME -o FILE` writes":
    "`spielbaum solve ゲーム -o ファイル` が書き出すテーブルベースのファイル",
  "draws its moves by the probabilities of a policy, in games with hidden information":
    "隠された情報のあるゲームで、方策の確率に従って手を選ぶ",
  "the file of the policy, which `spielbaum solve GAME --method cfr+ -o FILE.policy` writes":
    "`spielbaum solve ゲーム --method cfr+ -o ファイル.policy` が書き出す方策のファイル",
  "perfect-information Monte Carlo: another strategy searches states that agree with what the role knows; makes the move with the highest mean value":
    "完全情報モンテカルロ法：役割の知識と矛盾しない状態を別の戦略で探索し、値の平均が最大の手を選ぶ",
  "the strategy that searches each state as if all roles saw everything":
    "すべての役割にすべてが見えているものとして各状態を探索する戦略",
  "states of the information set that are searched for a decision":
    "1 回の決定で探索する、情報集合の状態の数",
  "states of the information set that are kept where there are too many to keep them all":
    "情報集合の状態が多すぎて全部は保持できないときに保持する数",
  "the greatest number of states of the information set that are all kept, with their probabilities":
    "情報集合の状態をすべて確率とともに保持する数の上限",
  "information-set Monte Carlo tree search: each simulation draws a state that agrees with what the role knows, and chooses in trees over what roles know":
    "情報集合モンテカルロ木探索：シミュレーションごとに役割の知識と矛盾しない状態を 1 つ選び、役割の知識についての木の中で手を選ぶ",
  "visits: playouts, and visits to terminal states, which need none":
    "訪問回数：プレイアウトと、プレイアウトの要らない終端状態への訪問の合計",
  "whose information the trees are of: each role chooses by a tree of what it knows itself (multiple), or all by one of what the searching role knows (single)":
    "どの役割の知識についての木か：各役割が自分の知識の木で選ぶ（multiple）、または全員が探索する役割の知識の木で選ぶ（single）",
  "the constant in Q + c sqrt(ln N / n), where N counts how often the move was available, the goal range being 0 to 1":
    "Q + c sqrt(ln N / n) の定数。N はその手を指せた回数、利得の範囲は 0〜1 とする",
  "playouts from each of these leaves": "それぞれの葉からのプレイアウト数",
  "nested sampling: imagines plays from states that agree with what the role knows, in which the role learns no more than it would; makes the move with the highest mean payoff":
    "入れ子のサンプリング：役割の知識と矛盾しない状態から、その役割が実際に知り得ることだけを知るものとして対局を想定し、利得の平均が最大の手を選ぶ",
  "the strategy of the role in imagined plays, where it is told what the role would know":
    "想定した対局でのその役割の戦略。役割が知るはずのことだけを知らされる",
  "the strategy of all other roles in imagined plays, where it is told the state":
    "想定した対局での他の全役割の戦略。状態を知らされる",
  "imagined plays of a decision: as many of each move, or one fewer where they end before the round does":
    "1 回の決定で想定する対局の数：どの手も同数。一巡の途中で尽きた場合は 1 局少ない手もある",
  "the strategy that fits the game: chosen before the first move by the kind of the game, by what has been learned of it, and by short matches":
    "ゲームに合った戦略：最初の手の前に、ゲームの種類、すでに学習したこと、短い対局の結果から選ぶ",
  "time to choose the strategy in, before the first move; 5s if not given. With 3 s or more an evaluation is learned and tried in matches":
    "最初の手の前に戦略を選ぶ時間。指定しなければ 5 秒。3 秒以上なら評価を学習し、対局で試す",
  "the static values that a drawn tree gives to its inner nodes; in every other game the middle of the goal range":
    "明示的な木が内部ノードに与えている静的評価値。それ以外のゲームでは利得の範囲の中央",
  "a constant, the middle of the goal range": "定数：利得の範囲の中央",
  "the mean goal of random playouts from the state": "その状態からのランダムなプレイアウトの平均利得",
  "playouts per state": "状態ごとのプレイアウト数",
  "the role's share in its own and the other roles' legal moves, each counted where it is to move":
    "自分と他の役割の合法手の数のうち自分が占める割合。それぞれ手番のときに数える",
  "in a game of turns, moves after which the moves of those who wait are counted, spread evenly over the legal ones; where these are fewer than all, mirror images may have different values, which `symmetry` takes for equal":
    "交互に指すゲームで、待っている役割の手を数えるために調べる手の数。合法手から均等に選ぶ。すべての手でないときは、`symmetry` が等しいとみなす鏡像どうしの値が異なることがある",
  "how far the role's goal conditions in the rulesheet are satisfied, in fuzzy logic":
    "ゲーム記述にある自分の利得の条件がどこまで満たされているか（ファジィ論理による）",
  "whether the others' proximity to their goals is subtracted from one's own":
    "自分の近さから、他の役割の利得への近さを引くかどうか",
  "an evaluation learned from the rules alone by `spielbaum learn`: tables of weights for combinations of values":
    "`spielbaum learn` がルールだけから学習した評価：値の組み合わせに対する重みの表",
  "the file that `spielbaum learn` has written": "`spielbaum learn` が書き出したファイル",
  "the lines of the board still open to the role, minus those still open to the other role":
    "自分にまだ開いている盤上のラインの数から、相手にまだ開いているラインの数を引いたもの",
  "cells in a line; without it as many as the shorter side of the board has, but at most four":
    "ラインのマス数。指定しなければ盤の短い辺の長さ（ただし 4 以下）",
  "piece-square tables, one for each phase of the game: the weights of the role's pieces minus those of the other role's":
    "ゲームの段階ごとの駒の位置の表：自分の駒の重みの和から相手の駒の重みの和を引いたもの",
  "the weights: the name of a built-in table, or the path of a TOML file":
    "重み：組み込みの表の名前、または TOML ファイルのパス",
};
