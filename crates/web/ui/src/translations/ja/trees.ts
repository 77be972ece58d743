// What is wrong with a tree that is written, or not fit for an exercise or a search.

import type { Entries } from "../catalogue";

export const trees: Entries = {
  "{error*}; a tree is written in brackets, such as ((3 12 8) (2 4 6)), or as a JSON document with a `root`":
    "{error}。木は ((3 12 8) (2 4 6)) のように括弧で書くか、`root` をもつ JSON 文書として書きます",
  "line {line@}, column {column@}: {what*}": "{line} 行目 {column} 文字目：{what}",
  "root: {what*}": "根：{what}",
  "root/{path}: {what*}": "ノード root/{path}：{what}",
  "root ({label}): {what*}": "根（{label}）：{what}",
  "the document: {what*}": "文書：{what}",
  "a name has no quotation marks and no control characters, such as a line break; found `{name*}`":
    "名前に引用符と、改行などの制御文字は使えません：`{name}`",
  "`name` has control characters, such as a line break": "`name` に改行などの制御文字が含まれています",
  "there is no built-in tree `{name}`; the built-in trees are {trees}":
    "「{name}」という組み込みの木はありません。組み込みの木：{trees}",
  "the tree has ended, but `{found}` follows; expected nothing more":
    "木は終わっているのに「{found}」が続いています",
  "expected a tree such as `((3 12 8) (2 4 6))`": "`((3 12 8) (2 4 6))` のような木を書いてください",
  "the text ends with {open#} unclosed `(`; expected `)`":
    "`(` が {open} 個閉じられないままテキストが終わっています。`)` が必要です",
  '"{label}" is a label only before a colon, as in "{again}":(3 5)':
    '"{label}" はコロンの前でだけラベルになります（例："{again}":(3 5)）',
  "a static value stands at the beginning of an inner node, as in `(=4 3 5)` or `(min =4 3 5)`":
    "静的評価値は、`(=4 3 5)` や `(min =4 3 5)` のように内部ノードの先頭に書きます",
  "a label stands before a node, as in `A:(3 5)` or `x:5`":
    "ラベルは、`A:(3 5)` や `x:5` のようにノードの前に書きます",
  "a static value such as `=4` or `=1/2/3` is expected after `=`":
    "`=` の後には、`=4` や `=1/2/3` のような静的評価値が必要です",
  "`{word}` is no role of this tree; its roles are {roles}":
    "「{word}」はこの木の役割ではありません。役割：{roles}",
  'the label that begins here has no `"` at its end': 'ここで始まるラベルの終わりに `"` がありません',
  "expected payoffs of 1 to {most#} roles, found {count#}":
    "利得は 1 個から {most} 個までの役割の分を書きますが、{count} 個あります",
  "{why*}; expected payoffs such as `3`, `0.5` or `1/2/3`, a label such as `A:`, `(` or `)`":
    "{why}。`3`、`0.5`、`1/2/3` のような利得、`A:` のようなラベル、`(` または `)` が必要です",
  "`{text}` is no number": "「{text}」は数ではありません",
  "a payoff has at most {decimals#} decimals": "利得の小数は {decimals} 桁までです",
  "the payoff {payoff} is out of bounds: they end at {most} and -{least}":
    "利得 {payoff} は範囲外です。範囲は -{least} から {most} までです",
  "the payoff {payoff} is out of bounds: they end at {most} and -{least} in a tree with {decimals#} decimals":
    "利得 {payoff} は範囲外です。小数 {decimals} 桁の木では -{least} から {most} までです",
  "with {decimals#} decimals payoffs end at {most} and -{least}, and there are greater ones":
    "小数 {decimals} 桁では利得は -{least} から {most} までですが、これを超えるものがあります",
  "with {decimals#} decimals sums of payoffs end at {most} and -{least}, and a leaf has a greater one":
    "小数 {decimals} 桁では利得の合計は -{least} から {most} までですが、これを超える葉があります",
  "a tree is at most {levels#} levels deep": "木の深さは {levels} 段までです",
  "there is no inner node to end here": "ここで閉じる内部ノードがありません",
  "an inner node has at least one child": "内部ノードには少なくとも 1 つの子が必要です",
  "two moves are called `{name}`": "「{name}」という手が 2 つあります",
  "a single payoff where one payoff for each of the {roles#} roles was expected":
    "{roles} 個の役割それぞれに利得が必要ですが、1 つしかありません",
  "{count#} payoffs where one payoff for each of the {roles#} roles was expected":
    "{roles} 個の役割それぞれに 1 つの利得が必要ですが、{count} 個あります",
  "the leaves of a tree are either all numbers or all lists of payoffs; so are static values":
    "木の葉は、すべて数であるか、すべて利得の組でなければなりません。静的評価値も同様です",
  "a chance node is in no information set: these are of nodes where a player moves":
    "偶然ノードは情報集合に属しません。情報集合はプレイヤーの手番のノードからなります",
  "payoffs from {least} to {greatest} do not lie within the range {from}..={to}":
    "利得の範囲 {least} から {greatest} が、指定された範囲 {from}..={to} に収まっていません",
  "a tree has at most {nodes#} nodes": "木のノードは {nodes} 個までです",
  "the name of an information set is one word without brackets, braces, quotation marks and the characters `:`, `=`, `,` and `/`; found `{name}`":
    "情報集合の名前は、括弧・引用符や `:`、`=`、`,`、`/` を含まない 1 語です。「{name}」が見つかりました",
  "it is in the information set `{set}` with {node}, but {why*}":
    "{node} と同じ情報集合 `{set}` にありますが、{why}",
  "{role} moves there, and {other} here; at all nodes of a set the same role moves: give one of the two another set":
    "手番がそちらでは {role}、ここでは {other} です。一つの集合の全ノードで手番は同じでなければなりません。一方を別の集合にしてください",
  "its moves are {moves}, and here they are {others}; who cannot tell two nodes apart has the same moves in the same order: name them alike, by `moves` or by labels":
    "そちらの手は {moves}、ここでは {others} です。区別できないノードでは同じ手が同じ順に並びます。`moves` かラベルで同じ名前を付けてください",
  "it is {plies*} below the root, and this one {others*}; a role counts plies, so that the nodes of a set are equally many plies from the root: give one of the two another set, or put nodes with a single move above it":
    "そちらは根から {plies}、ここは {others}です。役割は手数を数えるので、一つの集合のノードは根から同じ手数でなければなりません。一方を別の集合にするか、手が 1 つのノードを上に加えてください",
  "{role} came there by {way}, and here by {other}; a role remembers its own information sets and moves (perfect recall): give one of the two another set":
    "{role} はそちらへは {way}、ここへは {other} を経て来ています。役割は自分の情報集合と手を覚えています（完全記憶）。一方を別の集合にしてください",
  "1 ply": "1 手",
  "{count#} plies": "{count} 手",
  "expected 1 to {most#} roles, found {count#}": "役割は 1 から {most} 個ですが、{count} 個あります",
  "the role `{role}` is there twice": "役割「{role}」が 2 つあります",
  "the field `{field}` is there twice": "フィールド「{field}」が 2 つあります",
  "JSON is nested at most {levels#} deep; write a deeper tree in brackets":
    "JSON の入れ子は {levels} 段までです。それより深い木は括弧で書いてください",
  "`{role}` is not among `roles`: a tree with chance nodes has this role by itself":
    "`{role}` は `roles` に含めません。偶然ノードのある木には自動的にこの役割があります",
  "{names#} move names for {children#} children": "子が {children} 個なのに、手の名前が {names} 個あります",
  "the mover `{name}` is not a role; the roles are {roles}":
    "手番の「{name}」は役割ではありません。役割：{roles}",
  "`chance` gives probabilities, but the mover is `{name}`, not `{chance}`":
    "`chance` に確率がありますが、手番は `{chance}` でなく `{name}` です",
  "a leaf has no mover, no chance, no moves, no static value and no information set":
    "葉には手番、確率、手、静的評価値、情報集合がありません",
  "a node has either children or goals, not both": "ノードには子か利得のどちらか一方だけを書きます",
  "expected `children` or `goals`": "`children` か `goals` が必要です",
  "found {found*}, expected a number, a list or an object":
    "数、リスト、オブジェクトのいずれかが必要ですが、{found}があります",
  "found {found*}, expected a number": "数が必要ですが、{found}があります",
  'found {found*}, expected a number, or a fraction such as "1/3"':
    '数、または "1/3" のような分数が必要ですが、{found}があります',
  "found {found*}, expected a list": "リストが必要ですが、{found}があります",
  "found {found*}, expected a string": "文字列が必要ですが、{found}があります",
  "{number#}": "数 {number}",
  null: "null",
  true: "true",
  false: "false",
  "a string": "文字列",
  "a list": "リスト",
  "an object": "オブジェクト",
  "in `{field}`: {what*}": "`{field}` で、{what}",
  'no probabilities; where all children are equally likely, write `"mover": "{chance}"` alone':
    '確率がありません。すべての子が等確率なら `"mover": "{chance}"` とだけ書いてください',
  "unknown field `{field}`, expected `children`, `goals`, `mover`, `chance`, `moves`, `label`, `static` or `set`":
    "`{field}` という項目はありません。`children`、`goals`、`mover`、`chance`、`moves`、`label`、`static`、`set` があります",
  "the range [{least}, {greatest}] is empty": "範囲 [{least}, {greatest}] は空です",
  "a probability for each child: {probabilities#} given, {children#} needed":
    "子ごとに確率が 1 つ必要です：{children} 個のところ {probabilities} 個です",
  "the probabilities add up to {sum}; they must add up to 1": "確率の和が {sum} です。1 にしてください",
  "`{text}` is no probability; expected a decimal such as 0.25, or a fraction such as 1/3":
    "「{text}」は確率ではありません。0.25 のような小数か 1/3 のような分数が必要です",
  "the probability {probability} must be above 0 and at most 1":
    "確率 {probability} は、0 より大きく 1 以下ではありません",
  "the tree is a single leaf; its root needs children, as in ((3 12 8) (2 4 6))":
    "木が葉 1 つだけです。((3 12 8) (2 4 6)) のように根に子が必要です",
  "chance moves at the root of the tree, so that no strategy chooses a move there; write a root with one child above it, as in ((? (max 3 5) (max 2 9))), or learn an equilibrium in place of a search":
    "木の根が偶然手番なので、そこで手を選ぶ戦略はありません。((? (max 3 5) (max 2 9))) のように、子が一つだけの根をその上に書くか、探索の代わりに均衡を学習してください",
  "`{kind}` is no exercise about a tree; those are labels-tree, minimax, alpha-beta-cuts, windows, ordering, pvs, expectiminimax, star1-cuts, maxn and maxn-cuts":
    "`{kind}` は木の問題ではありません。木の問題は labels-tree、minimax、alpha-beta-cuts、windows、ordering、pvs、expectiminimax、star1-cuts、maxn、maxn-cuts です",
  "the tree is a single leaf; an exercise needs one such as ((3 12 8) (2 4 6))":
    "木が葉 1 つだけです。問題には ((3 12 8) (2 4 6)) のような木が必要です",
  "the tree has {nodes#} nodes; an exercise has {most#} at most":
    "木のノードが {nodes} 個あります。問題では {most} 個までです",
  "chance moves in the tree; `{kind}` is about trees in which only roles decide, and expectiminimax and star1-cuts are about those with chance nodes":
    "木に偶然手番があります。`{kind}` は役割だけが手を選ぶ木の問題です。偶然ノードのある木の問題は expectiminimax と star1-cuts です",
  "`{kind}` is about trees with chance nodes, such as ((? 3 12) (?1/4|3/4 2 4))":
    "`{kind}` は ((? 3 12) (?1/4|3/4 2 4)) のように偶然ノードのある木の問題です",
  "a value in the tree is just the end of a window that Star1 calculates, so rounding decides what is cut; change a payoff":
    "木の中の値が Star1 の計算する窓の端とちょうど等しく、枝刈りが丸め誤差で決まってしまいます。利得を変えてください",
  "the tree has information sets; exercises are about trees in which roles see everything":
    "木に情報集合があります。問題は、役割にすべてが見えている木についてのものです",
  "`{kind}` is for max and min, with one number at each leaf, such as ((3 12) (2 4)); for payoffs such as 1/2/3 there is maxn":
    "`{kind}` は、((3 12) (2 4)) のように各葉に 1 つの数がある Max と Min の問題です。1/2/3 のような利得には maxn があります",
  "`{kind}` is for three roles or more, with a payoff for each at every leaf, such as ((1/2/3 2/3/1) 3/2/1)":
    "`{kind}` は、((1/2/3 2/3/1) 3/2/1) のように各葉に 3 つ以上の役割の利得がある木の問題です",
  "the payoffs of the leaves have different sums; shallow pruning needs one sum that is known, such as 6 in ((1/2/3 2/3/1) 3/2/1)":
    "葉の利得の合計が一致しません。浅い枝刈りには、((1/2/3 2/3/1) 3/2/1) の 6 のように、一定で既知の合計が必要です",
  "`labels-tree` is for leaves with two or three different payoffs, the greatest a win, the least a loss, and one between them a draw, such as ((1 -1) (0 1))":
    "`labels-tree` は、((1 -1) (0 1)) のように葉の利得が 2 種類か 3 種類の木の問題です。最大が勝ち、最小が負け、その間が引き分けです",
  "no inner node lies below the root, so there is no window to be given":
    "根の下に内部ノードがないため、答えるべき探索窓がありません",
};
