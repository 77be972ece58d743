// What is wrong with a game, its rules or its moves.

import type { Entries } from "../catalogue";

export const games: Entries = {
  "there is no built-in game `{name}`": "「{name}」という組み込みのゲームはありません",
  "there is no built-in game `{name}`; did you mean `{meant}`?":
    "「{name}」という組み込みのゲームはありません。`{meant}` のことですか",
  "{name}: {error*}": "{name}：{error}",
  "`{argument}` is not a parameter and its value; write {family}":
    "「{argument}」は「パラメータ=値」の形ではありません。{family} のように書いてください",
  "the `)` at the end is missing; write {family}": "末尾の `)` がありません。{family} のように書いてください",
  "there is no parameter `{name}`; write {family}":
    "`{name}` というパラメータはありません。{family} のように書いてください",
  "the parameter `{name}` is given twice": "パラメータ `{name}` が 2 回指定されています",
  "`{name}` takes a whole number from {least#} to {greatest#}, not {value}":
    "`{name}` には {least} から {greatest} までの整数を指定してください（{value} は使えません）",
  "the request has {moves#} joint moves; the limit is {limit#}":
    "要求の同時手が {moves} 個あり、上限の {limit} 個を超えています",
  "these rules are slow: only {step#} of {moves#} joint moves were made within the time limit; send fewer moves":
    "このルールの計算には時間がかかり、制限時間内に {moves} 手のうち {step} 手しか進められませんでした。手数を減らしてください",
  "move {step#}: the game is over, no move can follow":
    "{step} 手目：ゲームは終わっており、これ以上指せません",
  "move {step#}: {moves#} moves for {roles#} roles; a joint move has one for each":
    "{step} 手目：役割が {roles} 個なのに手が {moves} 個あります。同時手には各役割の手が 1 つずつ必要です",
  "move {step#}: `{move}` is not legal for {role}; legal is {legal}":
    "{step} 手目：`{move}` は {role} の合法手ではありません。合法手：{legal}",
  "move {step#}: `{move}` is not legal for {role}; legal is nothing":
    "{step} 手目：`{move}` は {role} の合法手ではありません。合法手はありません",
  "step {step#}: {role} has no legal move in a state that is not terminal; add a legal move such as `noop`, or make the state terminal":
    "{step} 手目：終端でない状態で {role} に合法手がありません。`noop` のような合法手を加えるか、その状態を終端にしてください",
  "the role {role} has no legal move in the state {state}, which is not terminal; give it a move such as `noop`, or end the game there":
    "終端でない状態 {state} で、役割 {role} に合法手がありません。`noop` のような手を加えるか、そこでゲームを終わらせてください",
  "{fault*} ({stuck#} of {playouts#} playouts came to such a state)":
    "{fault}（{playouts} 回のプレイアウトのうち {stuck} 回がこのような状態になりました）",
  "{stuck#} of {playouts#} playouts came to a state that is not terminal, but where a role has no legal move; give it a move such as `noop`, or end the game there":
    "{playouts} 回のプレイアウトのうち {stuck} 回が、終端でないのにある役割に合法手のない状態になりました。`noop` のような手を加えるか、そこでゲームを終わらせてください",
  "{role} has no legal move in a state that is not terminal": "終端でない状態で {role} に合法手がありません",
  "there are more than {most#} joint moves in the state {state}":
    "状態 {state} の同時手が {most} 通りを超えます",
  "there are no joint moves, or more than {most#}, in the state {state}":
    "状態 {state} に同時手がないか、{most} 通りを超えます",
  "the rules give {role} no goal in the terminal state {state}; {taken#} is taken":
    "終端状態 {state} で {role} の利得がルールに定められていないため、{taken} とします",
  "the rules give {role} the goals {goals} in the terminal state {state}; {taken#} is taken":
    "終端状態 {state} で {role} の利得がルールでは {goals} のため、{taken} とします",
  "the rules have warnings, and warnings count as errors": "ルールに警告があり、警告はエラーとして扱われます",
  "the rules are not read and checked to their end: {why*}":
    "ルールの読み込みと検査が最後まで終わりませんでした：{why}",
  "it takes more than {limit~}": "{limit}を超えます",
  "it takes more than {limit*}": "{limit}を超えます",
  "{count#} steps": "{count} ステップ",
  "{count#} facts": "{count} 個の事実",
  "{count#} nested conditions": "{count} 段の入れ子の条件",
  "the rules derive more than {limit#} different terms": "ルールから導かれる項が {limit} 種類を超えます",
  "the rules derive a term of more than {limit#} nested levels; limit the recursion that builds terms":
    "ルールから {limit} 段を超える入れ子の項が導かれます。項を作る再帰を制限してください",
  "the rules derive a term of more than {limit#} names; limit the recursion that builds terms":
    "ルールから {limit} 個を超える名前をもつ項が導かれます。項を作る再帰を制限してください",
  "evaluating `{relation}` takes more than {limit~}; make the conditions of its rules more selective":
    "`{relation}` の計算が{limit}を超えます。規則の条件をもっと絞ってください",
  "evaluating `{relation}` takes more than {limit*}; make the conditions of its rules more selective":
    "`{relation}` の計算が{limit}を超えます。規則の条件をもっと絞ってください",
  "the rules derive no role; declare one with a fact, such as `(role player)`":
    "ルールから役割が導かれません。`(role player)` のような事実で宣言してください",
  "there is no answer: {why*}": "答えが得られません：{why}",
  "`{relation}` (line {line@}) cannot be grounded: {why*}":
    "`{relation}`（{line} 行目）を基礎化できません：{why}",
  "the rules cannot be grounded: {why*}": "ルールを基礎化できません：{why}",
  "there are more than {most#} new terms": "新しい項が {most} 個を超えます",
  "there are more than {most#} atoms": "アトムが {most} 個を超えます",
  "there are more than {most#} instances of rules": "規則の具体例が {most} 個を超えます",
  "there are more than {most#} bytes": "{most} バイトを超えます",
  "without variables the rules have {literals#} conditions, more than {limit#}":
    "変数をなくすとルールの条件が {literals} 個になり、上限の {limit} 個を超えます",
  "a state would have {bits#} bits, too many for a circuit": "状態が {bits} ビットになり、回路には多すぎます",
  "the circuit is not finished: {why*}": "回路の構成が終わりませんでした：{why}",
  "the circuit is not wanted any more: {why*}": "回路はもう必要ありません：{why}",
  "the reasoner was asked for": "推論器が指定されました",
};
