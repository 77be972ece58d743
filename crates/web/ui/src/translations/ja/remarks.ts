// Remarks on decisions and on the choice of a strategy.

import type { Entries } from "../catalogue";

export const remarks: Entries = {
  "{first*}; {second*}": "{first}。{second}",
  "{first*}, {second*}": "{first}、{second}",
  "auto: {strategy} decides": "auto：{strategy} が決めます",
  "the search left off {plies#} plies deep, where the memory for it was full, so that it has not looked at all moves; a bound on its depth prevents that (`depth=`)":
    "探索用のメモリが一杯になったため、探索は深さ {plies} で打ち切られ、すべての手を調べてはいません。深さの制限（`depth=`）で防げます",
  "there is one legal move, which was not searched": "合法手は一つだけなので、探索は行われませんでした",
  "a plan of {plies#} ply that {method} found": "{method} が見つけた {plies} 手の手順",
  "a plan of {plies#} plies that {method} found": "{method} が見つけた {plies} 手の手順",
  "neither a win nor a loss can be proven": "勝ちも負けも証明できません",
  "neither a win nor a loss is proven yet": "勝ちも負けもまだ証明されていません",
  "not settled: the search was over before the state had a label":
    "未確定：状態にラベルが付く前に探索が終わりました",
  "values between the least and the greatest payoff differ, and all of them count as DRAW: labels are proven, values of draws are not":
    "最小と最大の間の異なる利得をすべて「引分」と数えています。ラベルは証明済みですが、引き分けの値は証明されていません",
  "{spec}: {seen*}: {chosen}": "{spec}：{seen}。選んだ戦略：{chosen}",
  "a role that plays alone": "1 人ゲーム",
  "two roles that move in turn": "交互に指す 2 人ゲーム",
  "many roles that move in turn": "交互に指す多人数ゲーム",
  "roles that choose at the same time": "同時に指すゲーム",
  "the rules hide something": "隠された情報がある",
  "chance moves": "偶然手番がある",
  "constant sum as far as seen": "調べた限り定和",
  "no constant sum": "定和でない",
  "{moves#} moves a choice": "1 回の選択に {moves} 手",
  "slow rules": "計算に時間のかかるルール",
  "{role} is sure of {value#}": "{role} は {value} を確保できる",
  "an evaluation was learned from {games#} games": "{games} 局から評価を学習した",
  "an evaluation is known that was learned from {games#} games": "{games} 局から学習した評価がある",
  "an evaluation is known that was learned from {games#} games and now {more#} more games":
    "{games} 局と今回の {more} 局から学習した評価がある",
  "{challenger} scores {score#} % in {matches#} matches against {other}":
    "{challenger} が {other} との {matches} 局で得点率 {score} %",
  "too few matches to compare strategies": "戦略を比較するには対局数が足りない",
  "which scores {score#} % against itself": "その戦略どうしでは得点率 {score} %",
  "{challenger} scored {score#} % in {matches#} matches against {other} when an evaluation was learned":
    "評価の学習時に {challenger} が {other} との {matches} 局で得点率 {score} %",
};
