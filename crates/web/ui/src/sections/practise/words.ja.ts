import type { en } from "./words.en";

export const ja: Record<keyof typeof en, string> = {
  // Tasks.
  "task-minimax":
    "すべての内部ノードのミニマックス値を記入してください。▲ では Max、▼ では Min が手を選びます。",
  "task-alpha-beta-cuts":
    "アルファベータ法が探索窓 (−∞, ∞) で木を左から右へ探索します。枝刈りされる枝に印を付けてください（α ≥ β となったときに枝刈りします）。枝刈りされた枝より下の枝に印は不要です。▲ では Max、▼ では Min が手を選びます。",
  "task-windows":
    "アルファベータ法が探索窓 (−∞, ∞) で木を左から右へ探索します。印の付いたノードに入るときの α と β を答えてください。無限大は −∞ と ∞（または -inf と inf）と書きます。▲ では Max、▼ では Min が手を選びます。",
  "task-maxn":
    "ノードの数字が手番のプレイヤーを示します。max^n 法によるすべての内部ノードの利得ベクトルを記入してください。各プレイヤーは自分の利得が最大になる子を選び、同じ利得なら最初の子を選びます。",
  "task-uct-whole":
    "C = {c}、訪問回数 N = {visits} のとき、各手の UCT 値 Q + C · √(ln N / n) を整数で計算してください。次に試す手はどれですか。",
  "task-uct-one":
    "C = {c}、訪問回数 N = {visits} のとき、各手の UCT 値 Q + C · √(ln N / n) を小数点以下 1 桁まで計算してください。次に試す手はどれですか。",
  "task-uct":
    "C = {c}、訪問回数 N = {visits} のとき、各手の UCT 値 Q + C · √(ln N / n) を小数点以下 {decimals} 桁まで計算してください。次に試す手はどれですか。",
  "task-labels-counting":
    "二人が交互に数を数えます。手番では 1 個以上 {most} 個以下の数を続けて言います。{target} を言った方が負けです。それぞれの数の後の局面は、手番の側の勝ちですか、負けですか。",
  "task-labels-coin-row":
    "一手で、コインを一枚、または同じ列で隣り合う二枚を取ります。最後のコインを取った方が勝ちです。各局面は手番の側の勝ちですか、負けですか。",
  "task-labels-two-rows":
    "一手で、自分の駒を一つ、列に沿って好きなだけ前後に滑らせます。飛び越しはできません。動けない方が負けです。各局面は手番の側の勝ちですか、負けですか。",
  "task-reply-counting":
    "二人が交互に数を数えます。手番では 1 個以上 {most} 個以下の数を続けて言います。{target} を言った方が負けです。最後に言われた数は {said} です。必勝手を見つけてください。",
  "task-reply-coin-row":
    "一手で、コインを一枚、または同じ列で隣り合う二枚を取ります。最後のコインを取った方が勝ちです。必勝手を見つけてください。",
  "task-reply-two-rows":
    "一手で、自分の駒を一つ、列に沿って滑らせます。飛び越しはできません。動けない方が負けです。手番は{mover}です。必勝手を見つけてください。",
  "task-reply-nim":
    "一手で、一つの山から好きなだけ取ります。最後の一つを取った方が勝ちです。必勝手を見つけてください。",
  "task-ordering":
    "アルファベータ法が探索窓 (−∞, ∞) で木を左から右へ探索します。訪問する葉ができるだけ少なくなるように、各ノードの子を並べ替えてください。▲ では Max、▼ では Min が手を選びます。",
  "task-labels-tree":
    "各葉には、Max から見た「勝ち」「引分」「負け」のラベルが付いています。すべての内部ノードにラベルを付けてください。子は左から順に調べ、手番の側がある子で勝つと分かった時点でノードを離れます。この早期終了で省略される枝に印を付けてください。省略された枝より下のノードはすべて省略されます。▲ では Max、▼ では Min が手を選びます。",
  "task-code-gaps": "プログラムに抜けている行を選んでください。",
  "task-code-order":
    "プログラムの {first} 行目から {last} 行目までは順序が誤っています（字下げは正しいです）。正しい順序に並べ替えてください。",
  "task-code-fault":
    "プログラムの一行が誤っています。それはどの行ですか。また、代わりに下のどの行が入りますか。",
  "task-expectiminimax":
    "すべての内部ノードの値を記入してください。偶然ノードの値は、子の値を確率で重み付けした平均です。5.25 や 17/3 のように正確な値で答えてください。▲ では Max、▼ では Min が手を選び、● では偶然が決めます。",
  "task-star1-cuts":
    "Star1 を用いるアルファベータ法が探索窓 (−∞, ∞) で木を左から右へ探索します。どの利得も {least} 以上 {greatest} 以下です。枝刈りされる枝に印を付けてください。枝刈りされた枝より下の枝に印は不要です。偶然ノードでは、残りの子の値がすべて {greatest} であってもノードの値が α を超えないとき、または残りの子の値がすべて {least} であってもノードの値が β を下回らないときに、残りの枝を枝刈りします。偶然ノードの子の探索窓の α は、後の子の値がすべて {greatest} のときノードの値がちょうどノード自身の α になる値、β は、後の子の値がすべて {least} のときちょうどノード自身の β になる値です。▲ では Max、▼ では Min が手を選び、● では偶然が決めます。",
  "task-maxn-cuts":
    "ノードの数字が手番のプレイヤーを示します。どの葉でも利得の和は {sum} で、各利得は {least} 以上 {greatest} 以下です。浅い枝刈りを用いる max^n 法が木を左から右へ探索します。各プレイヤーは自分の利得が最大になる子を選び、同じ利得なら最初の子を選びます。枝刈りされる枝に印を付けてください。枝刈りされた枝より下の枝に印は不要です。ノードの手番のプレイヤーが、プレイヤーの得られる最大の利得をそのノードで得たとき（即時枝刈り）、または、親ノードの手番のプレイヤーがそのノードで得られる利得が、前の子によって親ノードですでに得ている利得を超えなくなったとき（浅い枝刈り）に、残りの枝を枝刈りします。",
  "task-maxn-cuts-one-child":
    "子が一つしかないノードでは選択の余地がないので、その場合は、それより上にあって子が複数ある最も近いノードを親ノードとみなします。",
  "task-pvs":
    "PVS（主要変化探索）が探索窓 (−∞, ∞) で木を左から右へ探索します。ノードの最初の子は、ノードの探索窓で探索します。ほかの子は、まずヌルウィンドウで探索します。Max のノードでは子の値が α より大きいかどうか、Min のノードでは β より小さいかどうかを調べます。そうであれば、その子をノードの探索窓で再探索します。ただし、子が葉のとき、または見つかった値で探索窓が閉じるとき（残りは枝刈りされます）は再探索しません。ヌルウィンドウで探索されるノードでは、すべての子を同じヌルウィンドウで探索します。ヌルウィンドウの後に再探索される枝に、ほかの再探索される枝より下のものも含めて、印を付けてください。▲ では Max、▼ では Min が手を選びます。",
  "task-backup-whole":
    "UCT のシミュレーションが根からこれらの手を順に選び、プレイアウトの利得は Max が {max}、Min が {min} でした。手の平均 Q は、その手を訪問したときの、手を選ぶ側の利得の平均です。逆伝播の後の各手の訪問回数と平均を、整数で答えてください。",
  "task-backup-one":
    "UCT のシミュレーションが根からこれらの手を順に選び、プレイアウトの利得は Max が {max}、Min が {min} でした。手の平均 Q は、その手を訪問したときの、手を選ぶ側の利得の平均です。逆伝播の後の各手の訪問回数と平均を答えてください（平均は小数第 1 位まで）。",
  "task-backup":
    "UCT のシミュレーションが根からこれらの手を順に選び、プレイアウトの利得は Max が {max}、Min が {min} でした。手の平均 Q は、その手を訪問したときの、手を選ぶ側の利得の平均です。逆伝播の後の各手の訪問回数と平均を答えてください（平均は小数第 {decimals} 位まで）。",
  // What the programs are for.
  "program-minimax":
    "minimax は、Max から見たノードのミニマックス値を返します。payoff は葉での Max の利得です。max_moves はそのノードが Max の手番かどうか、min_moves は Min の手番かどうかを表します。",
  "program-negamax":
    "negamax は、手番のプレイヤーから見たノードのミニマックス値を返します。payoff は葉での Max の利得です。sign は Max の手番では 1、Min の手番では -1 です。",
  "program-alpha-beta":
    "alphabeta は、Max から見た根のミニマックス値を、必要以上の葉を調べずに返します。alpha = -inf、beta = +inf で呼び出されます。payoff は葉での Max の利得です。max_moves はそのノードが Max の手番かどうか、min_moves は Min の手番かどうかを表します。",
  "program-negamax-alpha-beta":
    "search はネガマックス形式のアルファベータ法で、手番のプレイヤーから見た根のミニマックス値を、必要以上の葉を調べずに返します。alpha = -inf、beta = +inf で呼び出されます。payoff は葉での Max の利得です。sign は Max の手番では 1、Min の手番では -1 です。",
  "program-uct":
    "simulate は UCT のシミュレーションを 1 回行い、根から繰り返し呼び出されます。visits と total は最初 0 で、total は Max の利得の合計です。payoff は葉での Max の利得、playout はノードからのプレイアウトでの Max の利得です。sign は Max の手番では 1、Min の手番では -1 です。C = 40。",
  // Moves and positions.
  moveSay: "数を {count} 個言う",
  moveTakeOne: "{row} 列目：{from} 枚目を取る",
  moveTakeTwo: "{row} 列目：{from} 枚目と {to} 枚目を取る",
  moveSlide: "{row} 列目：{from} から {to} へ",
  moveRemove: "山 {heap}：{count} 個取る",
  positionCounting: "最後の数 {said}",
  positionCoinRow: "{rows} 枚の列",
  positionTwoRows: "間隔 {gaps}",
  positionNim: "山 {heaps}",
  // Reasons.
  maxOf: "Max は {children} の最大値 {value} を選びます。",
  minOf: "Min は {children} の最小値 {value} を選びます。",
  ownBest: "{player} にとって子の利得は {own} なので、{value} を選びます。",
  windowIs: "探索窓は {alpha} … {beta} です。",
  alphaFrom: "α は {value}：Max は {node} ですでに {value} 以上を得ています。",
  betaFrom: "β は {value}：Min は {node} で {value} 以下に抑えています。",
  cutBeta:
    "{at} で βカット：{value} ≥ {bound}。{at} で Max は {value} 以上を得ますが、Min は {from} で {bound} 以下に抑えています。",
  cutAlpha:
    "{at} で αカット：{value} ≤ {bound}。{at} で Max は {value} 以下ですが、{from} で {bound} 以上を得ています。",
  notCut: "枝刈りされません：{at} では α < β です（{alpha} < {beta}）。",
  uctValue: "{mean} + {c} · √(ln {total} / {visits}) = {mean} + {bonus} = {value}。",
  greatest: "UCT 値は {values} で、手 {move} が最大です。",
  reachableLoss: "勝ち：「{move}」で局面「{to}」になり、相手の負けです。{theory}",
  onlyWins: "負け：どの手の後でも（異なる手は {moves} 通り）相手が勝てます。{theory}",
  leavesLoss: "必勝手です：「{move}」で局面「{to}」になり、相手の負けです。{theory}",
  leavesWin:
    "負ける手です：「{move}」（{to}）の後、相手が「{answer}」と応じると、局面「{then}」になります。{theory}",
  saysTarget: "すぐに負けます：負けとなる数を言う手です。",
  noSuchAnswer: "この答えは選べません。",
  theory: "各部分の排他的論理和（ニム和）は {parts} = {xor} です。",
  theoryOne: "列のグランディ数は {value} です。",
  theoryCounting: "負けとなる数の手前までに残る数の個数は、{base} を法として {value} です。",
  orderVisits: "この順序では {leaves} 個の葉のうち {visited} 個を訪問します。最善の順序では {least} 個です。",
  labelWins: "{at} は{label}です。{at} は {player} の手番で、子 {child} が{label}だからです。",
  labelDraws:
    "{at} は{label}です。{at} は {player} の手番で、{wanted}の子はなく、{child} が{label}だからです。",
  labelLoses: "{at} は{label}です。{at} は {player} の手番で、どの子も{label}だからです。",
  earlyExit:
    "{at} で早期終了します。{at} は {player} の手番で、子 {child} が{label}だからです。{child} より後の子は省略されます。",
  noEarlyExit:
    "{at} では {child} の前に早期終了しません。{at} は {player} の手番で、{child} より前に{wanted}の子がないからです。",
  expectation: "{children} をこの確率で重み付けした平均：{sum} = {value}。",
  cutAlphaShort: "{at} で αカット：{value} ≤ {bound}。",
  cutBetaShort: "{at} で βカット：{value} ≥ {bound}。",
  atMost: "{at} の値は {value} 以下です（残りの子の値がすべて {rest} のとき {value}）。",
  atLeast: "{at} の値は {value} 以上です（残りの子の値がすべて {rest} のとき {value}）。",
  alphaFromChance: "α は {value}：この子の値が {value} 以下なら、{node} の値は {node} の α を超えません。",
  betaFromChance: "β は {value}：この子の値が {value} 以上なら、{node} の値は {node} の β を下回りません。",
  chanceNotCut:
    "枝刈りされません：それまでの子から、{at} の値は {least} 以上 {greatest} 以下の可能性があり、探索窓は {alpha} … {beta} です。",
  immediateCut: "{at} で即時枝刈り：{player} の利得は {payoff} で、これより大きい利得はありません。",
  shallowCut:
    "{at} で浅い枝刈り：{most} ≤ {has}。{player} は {at} で {payoff} 以上を得るので、{other} はそこで高々 {most} ですが、{from} ですでに {has} を得ています。",
  firstBranch: "枝刈りされません：{at} の最初の枝です。",
  nothingAbove:
    "枝刈りされません：{player} の利得は {at} で {payoff} であり、さらに大きくなる可能性があります。また、親ノードに比べるべき他のプレイヤーの利得がありません。",
  enoughAbove:
    "枝刈りされません：{player} の利得は {at} で {payoff} なので、{other} はそこでまだ {most} を得る可能性があり、これは {from} での {has} より大きい利得です。",
  againMax:
    "再探索されます：{at} の α は {asked} で、ヌルウィンドウによりこの子の値は {value} 以上と分かりました。",
  againMin:
    "再探索されます：{at} の β は {asked} で、ヌルウィンドウによりこの子の値は {value} 以下と分かりました。",
  "once-skipped": "一度も探索されません：この枝は枝刈りで省かれます。",
  "once-first": "一度だけ探索されます：{at} の最初の枝なので、{at} の探索窓で探索されます。",
  "once-null-window":
    "再探索されません：{at} 自体がヌルウィンドウで探索され、子も同じヌルウィンドウで探索されます。",
  "once-leaf": "再探索されません：葉なので、値が {value} と分かっています。",
  "once-no-better":
    "再探索されません：{at} の手番の側にとって {value} は {asked} より良くないことが、ヌルウィンドウで分かりました。",
  "once-cutoff": "再探索されません：{value} で {at} の探索窓が閉じ、{at} の残りは枝刈りされます。",
  visited: "訪問が一回増えます：{visits} + 1 = {value}。",
  backedUpFirst: "最初の訪問なので、平均は {player} の利得 {payoff} です。",
  backedUp: "プレイアウトの {player} の利得は {payoff}：({visits} · {mean} + {payoff}) / {after} = {value}。",
  // What programs come to.
  sameResults: "実行した {trees} 個の木すべてで、正しいプログラムと同じ動作をします。",
  givenFails: "与えられたプログラムは誤りです。",
  stillFails: "選択肢のどの行をここに入れても正しくなりません。「{text}」の場合：",
  noLine: "そのような行はありません。選択肢は {lines} 個です。",
  notEveryLine: "{first} 行目から {last} 行目までの各行をちょうど一度ずつ並べてください。",
  onTree: "木 {tree}：",
  onTreeWithPlayouts: "木 {tree}、プレイアウトの利得 {playouts}：",
  resultsDiffer: "正しい結果は {expected}、このプログラムの結果は {found} です。",
  outcomeSearch: "{value}（調べた葉：{leaves}、枝刈りした枝：{cut} 本）",
  outcomeStatistics: "{simulations} 回目のシミュレーション後の訪問回数 {visits}、合計 {totals}",
  outcomeStopped: "{line} 行目のエラー（{why}）",
  "stop-misplaced": "この行はここに置けません",
  "stop-no-body": "下に字下げされた行がありません",
  "stop-no-value": "{name} にまだ値がありません",
  "stop-no-payoff": "葉でないノードには利得がありません",
  "stop-no-result": "計算の結果がありません",
  "stop-wrong-type": "この値では計算できません",
  "stop-no-return": "return なしで関数が終わります",
  "stop-endless": "終了しません",
  // Common mistakes.
  "slip-other-side": "手番を確かめてください。Max は最大値、Min は最小値を選びます。",
  "slip-follows-from-below": "下のノードの解答からは正しく導かれていますが、その中に間違いがあります。",
  "slip-swapped": "α と β が逆です。",
  "slip-other-label": "手番を確かめてください。Max はできれば「勝ち」を、Min はできれば「負け」を選びます。",
  "slip-chosen-at-chance": "偶然ノードでは誰も手を選びません。値は確率で重み付けした平均です。",
  "slip-unweighted": "それぞれの値に確率の重みを付けてください。",
  "slip-rounded": "丸めた値です。必要なら分数を使い、正確な値で答えてください。",
  "slip-deep-cut":
    "これは深い枝刈りです。max^n 法で考慮できるのは親ノードの手番のプレイヤーだけです。省いた部分によって、間のプレイヤーの選択が変わることがあります。",
  "slip-other-payoff": "相手側の利得を使った平均です。",
  // Hints.
  hintMax: "Max は {children} の最大値を選びます。",
  hintMin: "Min は {children} の最小値を選びます。",
  hintOwn: "{player} は {children} での自分の利得を比べます。",
  hintFirst: "先に {first} の値を求めてください。",
  hintCuts: "枝刈りされる枝は {count} 本です。最初の枝は {node} の下にあります。",
  hintAlpha: "α は {nodes} で Max がこれまでに得た最大の値です。",
  hintBeta: "β は {nodes} で Min がこれまでに得た最小の値です。",
  hintUct: "{mean} + {c} · √({log} / {visits})、ここで ln {total} = {log}。",
  hintGreatest: "UCT が試すのは平均が最大の手ではなく、UCT 値が最大の手です。",
  hintSuccessors: "各手の後の局面：{moves}。",
  hintZero: "{theory} 値が 0 の局面になる手を選んでください。",
  hintOrder: "最善の順序では {leaves} 個の葉のうち {least} 個を訪問します。根の下では {node} が最初です。",
  hintLabelMax:
    "ここでは Max が手を選びます。「勝ち」の子が見つかればその時点で「勝ち」、どの子も「負け」なら「負け」、それ以外は「引分」です。子は左から順に {children} です。",
  hintLabelMin:
    "ここでは Min が手を選びます。「負け」の子が見つかればその時点で「負け」、どの子も「勝ち」なら「勝ち」、それ以外は「引分」です。子は左から順に {children} です。",
  hintSkipped: "省略される枝は {count} 本です。最初の枝は {node} の下にあります。",
  hintNotLine: "「{text}」ではありません。",
  hintFirstLine: "{number} 行目は「{text}」です。",
  hintWrongLine: "{number} 行目が誤りです。",
  hintAverages: "偶然ノードの値は、子の値を確率で重み付けした平均です：{children}。",
  hintAgain: "再探索される枝は {count} 本です。最初の枝は {node} の下にあります。",
  hintNone: "印を付ける枝はありません。",
  hintVisit: "シミュレーションのどの手も、訪問が一回増えます。",
  hintBackUpFirst: "最初の訪問なので、平均はプレイアウトの {player} の利得です。",
  hintBackUp: "({visits} · {mean} + {payoff}) / {after}。プレイアウトの {player} の利得は {payoff} です。",
};
