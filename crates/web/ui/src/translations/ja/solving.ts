// Why a game is not solved, explained or learned.

import type { Entries } from "../catalogue";

export const solving: Entries = {
  "there is no method `{name}`; there are auto, retrograde, search, labels, proof-number, plan and board":
    "`{name}` という方法はありません。auto、retrograde、search、labels、proof-number、plan、board があります",
  "the game hides something from its roles (`sees`), and its value is not that of its states":
    "このゲームには隠された情報があり（`sees`）、ゲームの値は状態の値では決まりません",
  "several roles choose at the same time; only the methods auto and retrograde solve such a state":
    "複数の役割が同時に手を選びます。このような状態を解けるのは auto と retrograde だけです",
  "it was cut after {states#} states were found": "{states} 個の状態を見つけたところで打ち切られました",
  "payoffs from {least#} to {greatest#} are too far apart":
    "利得 {least} から {greatest} までの幅が大きすぎます",
  "it was cut": "打ち切られました",
  "states come again, so that play need not end": "同じ状態が繰り返され、ゲームが終わるとは限りません",
  "a linear program whose solution is the value of a state was not solved":
    "状態の値を解とする線形計画問題を解けませんでした",
  "only games of two roles whose payoffs have a constant sum have one value":
    "一つの値が定まるのは 2 人定和ゲームだけです",
  "a state has {words#} words of 64 bits, more than the {limit#} that an enumeration takes":
    "状態が 64 ビットの {words} 語からなり、列挙の上限の {limit} 語を超えます",
  "a temporary file: {why}": "一時ファイル：{why}",
  "it is about games of two roles without chance, in which nothing is hidden":
    "対象は、偶然も隠された情報もない 2 人ゲームです",
  "the game is not played on a circuit: {why*}": "ゲームが回路で計算されていません：{why}",
  "the game is over": "ゲームは終わっています",
  "the roles do not take turns": "役割が交互に指すゲームではありません",
  "it is not a sum of games: a move acts in several parts, or in none":
    "ゲームの和ではありません。複数の部分に働く手、またはどの部分にも働かない手があります",
  "it is not played until a role cannot move": "一方が指せなくなるまで続くゲームではありません",
  "whoever makes the last move loses (misère play), for which values of the parts do not tell the winner of the sum":
    "最後の手を指した側が負けるため（ミゼール）、部分の値から和の勝者は分かりません",
  "it does not always end with the same payoffs for a winner and a loser":
    "勝者と敗者の利得がいつも同じとは限りません",
  "part {part#} is not equal to a heap of nim, as the roles have different moves in it or it need not end":
    "部分 {part} は、役割ごとに手が異なるか終わるとは限らないため、ニムの山と等価ではありません",
  "it has too many states to prove that it is a sum of games":
    "状態が多すぎて、ゲームの和であることを証明できません",
  "it was cut before it was proven that the theory applies":
    "理論が当てはまることを証明する前に打ち切られました",
  "there is no form `{name}` of counterfactual regret minimisation; there are cfr, cfr+, linear-cfr, discounted-cfr, external-mccfr and outcome-mccfr":
    "反実仮想後悔最小化に `{name}` という形はありません。cfr、cfr+、linear-cfr、discounted-cfr、external-mccfr、outcome-mccfr があります",
  "{roles#} roles play, and chance is none of them; equilibria are worked out for one or two":
    "偶然手番を除いて役割が {roles} 個あります。均衡を求められるのは 1 つか 2 つの場合です",
  "{role} has the legal moves {moves} in one state and {others} in another, but it cannot tell the two apart: it knows nothing yet; give it a percept (`sees`) that tells them apart":
    "{role} の合法手が、ある状態では {moves}、別の状態では {others} ですが、両者を区別できません。まだ何も知りません。区別できる知覚（`sees`）を与えてください",
  "{role} has the legal moves {moves} in one state and {others} in another, but it cannot tell the two apart: all it knows is [{known}]; give it a percept (`sees`) that tells them apart":
    "{role} の合法手が、ある状態では {moves}、別の状態では {others} ですが、両者を区別できません。知っているのは [{known}] だけです。区別できる知覚（`sees`）を与えてください",
  "the tree was not finished after {histories#} histories":
    "履歴を {histories} 個作っても木が完成しませんでした",
  "there are {sets#} information sets, and a strategy that does not tell its probabilities is asked in {most#} at most":
    "情報集合が {sets} 個あります。確率を示さない戦略に尋ねられるのは {most} 個までです",
};
