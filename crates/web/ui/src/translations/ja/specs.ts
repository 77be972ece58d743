// What is wrong with a strategy's text, and why a strategy does not apply to a game.

import type { Entries } from "../catalogue";

export const specs: Entries = {
  "{problem*} (at column {column@})": "{problem}（{column} 文字目）",
  "a spec has at most {most#} bytes": "戦略の指定は {most} バイトまでです",
  "specs nest at most {most#} deep": "戦略の指定の入れ子は {most} 段までです",
  "expected {expected*}, found {found*}": "{expected}が必要ですが、{found}があります",
  "the end": "末尾",
  "`{word}`": "`{word}`",
  "`,` or the end": "`,` か末尾",
  "the strategy's name": "戦略の名前",
  "the evaluator's name": "評価関数の名前",
  "`parameter=value`": "「パラメータ=値」",
  '`"` at the end of the quoted text': '引用の終わりの `"`',
  "`{name}` is no {noun*} (known: {known})": "`{name}` という{noun}はありません（あるもの：{known}）",
  "`{name}` is no {noun*}; did you mean `{meant}`? (known: {known})":
    "`{name}` という{noun}はありません。`{meant}` のことですか（あるもの：{known}）",
  strategy: "戦略",
  evaluator: "評価関数",
  "parameter of {name}": "{name} のパラメータ",
  "value of {name}": "{name} の値",
  "`{name}` is given twice": "`{name}` が 2 回指定されています",
  "`{name}` has no effect {with*}; {remedy*}, or leave `{again}` out":
    "`{name}` は{with}効果がありません。{remedy}か、`{again}` を省いてください",
  "without `{other}`": "`{other}` なしでは",
  "with `{other}`": "`{other}` では",
  "give `{other}`": "`{other}` を指定する",
  "give `{other}` or `{more}`": "`{other}` または `{more}` を指定する",
  "give `{other}` another value": "`{other}` の値を変える",
  "`{name}` takes {domain*}, not `{value}`": "`{name}` の値は{domain}で、`{value}` は使えません",
  "a whole number from {least#} to {greatest#}": "{least} から {greatest} までの整数",
  "a number from {least#} to {greatest#}": "{least} から {greatest} までの数",
  "`true` or `false`": "`true` か `false`",
  "a time from {least~} to {greatest~}, such as `0.5s` or `200ms`":
    "{least}から{greatest}までの時間（例：`0.5s`、`200ms`）",
  "one of {words}": "{words} のいずれか",
  "an evaluator": "評価関数",
  "a strategy": "戦略",
  "a table of weights: {names}, or a path that ends in .toml":
    "重みの表（{names}、または .toml で終わるパス）",
  "a learned evaluation: a path that ends in .json": "学習した評価（.json で終わるパス）",
  "a tablebase: a path that ends in .solved": "テーブルベース（.solved で終わるパス）",
  "a policy: a path that ends in .policy": "方策（.policy で終わるパス）",
  "roles by their names or their numbers from 1, with `+` between them":
    "役割の名前か 1 からの番号を `+` でつないだもの",
  'a path with spaces needs quotation marks: "{path}"': '空白を含むパスは引用符で囲みます: "{path}"',
  "`{path}` is a file, and a server reads no files for pages; name a table that comes with the program":
    "`{path}` はファイルです。サーバーはページのためにファイルを読みません。組み込みの表の名前を書いてください",
  "`start` may be at most {most~} on a server; the command line has no such bound":
    "サーバーでは `start` は {most}までです。コマンドラインにはこの制限はありません",
  "`{name}` may be at most {most#} on a server; the command line has no such bound":
    "サーバーでは `{name}` は {most} までです。コマンドラインにはこの制限はありません",
  "the game is over in this state, there is nothing to choose":
    "この状態でゲームは終わっており、選ぶ手がありません",
  "there is no role `{role}`; the roles are {roles}": "「{role}」という役割はありません。役割：{roles}",
  "the role {role} moves by chance here, so that no strategy chooses its move; go on by one of its moves":
    "ここは偶然手番 {role} なので、その手を選ぶ戦略はありません。その手の一つで先へ進めてください",
  "several roles choose at the same time; name the one that searches: {roles}":
    "複数の役割が同時に手を選びます。探索する役割を選んでください：{roles}",
  "{strategy} does not apply to this game: {why*}": "{strategy} はこのゲームに使えません：{why}",
  "it hides parts of the state from its roles (by `sees`, or by information sets of a tree), and {strategy} needs all of it; pimc(inner={same}) searches states that agree with what the role knows, policy plays by a policy that was computed before, and ismcts, hyperplay, random and first-legal can play it":
    "状態の一部が役割から隠されていますが（`sees`、または木の情報集合による）、{strategy} は状態のすべてを必要とします。pimc(inner={same}) は役割の知識と矛盾しない状態を探索し、policy は前もって計算した方策に従います。ismcts、hyperplay、random、first-legal も使えます",
  "the role `random` draws its moves, and nobody chooses for it; random can draw them":
    "役割 `random` の手は確率で決まり、誰も選びません。戦略 random なら引くことができます",
  "the role `random` moves by chance, and {reason*}": "役割 `random` が偶然に従って指します。{reason}",
  "tablebases are of games without it; minimax and alpha-beta find the value":
    "テーブルベースは偶然のないゲームのものです。minimax と alpha-beta なら値が求まります",
  "a plan is made for one course of events; uct and minimax reckon with all":
    "plan は一通りの展開だけを考えます。uct と minimax はすべての展開を考えます",
  "proofs are of what a role can force, whatever happens; minimax and alpha-beta find what it can expect":
    "証明できるのは、何が起きても強制できることだけです。期待値は minimax と alpha-beta で求まります",
  "several roles choose at the same time; uct, flat-mc, pessimistic and random-opponent can play it":
    "複数の役割が同時に手を選びます。uct、flat-mc、pessimistic、random-opponent なら使えます",
  "goal-proximity reads the goals of a rulesheet that has a circuit, and not too many conditions for them; playouts and zero need none":
    "goal-proximity は、回路のあるゲーム記述の、条件の多すぎない利得を読みます。playouts と zero には要りません",
  "positional needs pieces on a board of columns and rows; playouts and zero do not":
    "positional には、行と列のある盤上の駒が必要です。playouts と zero には要りません",
  "open-lines needs pieces on a board of columns and rows; playouts and zero do not":
    "open-lines には、行と列のある盤上の駒が必要です。playouts と zero には要りません",
  "the table {table} of positional has weights for {columns#} columns and {rows#} rows, but the board has {others#} and {theirs#}; give it the path of a table of that size":
    "positional の表 {table} の重みは {columns} 列 {rows} 行ですが、盤は {others} 列 {theirs} 行です。その大きさの表のパスを指定してください",
  "no line of {length#} fits on a board of {columns#} columns and {rows#} rows; give open-lines a smaller length":
    "{columns} 列 {rows} 行の盤に長さ {length} のラインは収まりません。open-lines の length を小さくしてください",
  "mobility compares roles, and there is only one; goal-proximity, playouts and zero can judge it":
    "mobility は役割どうしを比べますが、役割は 1 つだけです。goal-proximity、playouts、zero なら評価できます",
  "learned has no evaluation of this game: `spielbaum learn GAME` makes one and keeps it in the store, or name a file, as in learned(FILE)":
    "learned にはこのゲームの評価がありません。`spielbaum learn ゲーム` で学習するとストアに保存されます。または learned(ファイル) のようにファイルを指定してください",
  "learned reads the states of a rulesheet that has a circuit; playouts and zero need none":
    "learned は回路のあるゲーム記述の状態を読みます。playouts と zero には要りません",
  "the file `{path}`, which its evaluator needs, has not been read":
    "評価関数に必要なファイル `{path}` が読み込まれていません",
  "the file `{path}` of its tablebase has not been read":
    "テーブルベースのファイル `{path}` が読み込まれていません",
  "it has no tablebase: `spielbaum solve GAME -o FILE` writes one, which is named as in solved(FILE)":
    "テーブルベースがありません。`spielbaum solve ゲーム -o ファイル` で作り、solved(ファイル) のように指定します",
  "it has no policy: `spielbaum solve GAME --method cfr+ -o FILE.policy` writes one of a game with `sees`, which is named as in policy(FILE.policy)":
    "方策がありません。`spielbaum solve ゲーム --method cfr+ -o ファイル.policy` で `sees` のあるゲームの方策を作り、policy(ファイル.policy) のように指定します",
  "the roles have more than 2^64 joint moves in a state; flat-mc can play it":
    "ある状態の同時手が 2^64 通りを超えます。flat-mc なら使えます",
  "a set has more than {most#} payoff vectors; give more by vectors=, or a depth, or dominance=weak, or use maxn, which keeps one":
    "集合の利得ベクトルが {most} 個を超えました。vectors= を増やすか、深さを制限するか、dominance=weak とするか、1 つだけ保持する maxn を使ってください",
  "{roles#} roles that get at least {least} each do not stay within {greatest} and a sum of {sum}; give other bounds or none":
    "{roles} 個の役割がそれぞれ {least} 以上を得ると、{greatest} 以下で和 {sum} 以下には収まりません。限界を変えるか、指定しないでください",
  "there are payoffs {payoffs}, against the bounds least={least} and sum={sum}; give wider ones or none":
    "限界 least={least}、sum={sum} に反する利得 {payoffs} があります。限界を広げるか、指定しないでください",
  "{why*} (`allies=`); its roles are {roles}": "{why}（`allies=`）。役割：{roles}",
  "it has no role `{role}`": "役割 `{role}` はありません",
  "{role} searches, and cannot be its own ally": "{role} は探索する側なので、自分の味方にはなれません",
  "it has {roles#} roles, and plans are for a role alone; uct and deepening can play it":
    "役割が {roles} 個あります。plan は役割が 1 つのゲームに使います。uct や deepening なら使えます",
  "a tablebase tells what each role can be sure of, which is what best play pays it only in games for one role and in games for two whose payoffs are known to have a constant sum; leave out `tablebase`":
    "テーブルベースが示すのは各役割が確保できる値で、それが最善の結果と一致するのは 1 人ゲームと、定和と分かっている 2 人ゲームだけです。`tablebase` を外してください",
  "implicit minimax values are for two roles whose payoffs are proven to have a constant sum, without chance; `bias` and `puct` use an evaluator in any game":
    "implicit のミニマックス値は、定和と証明された、偶然のない 2 人ゲームに限ります。`bias` と `puct` ならどのゲームでも評価関数を使えます",
  "no history of the game agrees with what {role} did and saw; its moves and percepts must be those of all plies from the initial state on":
    "{role} の手と知覚に合うゲームの経過がありません。初期状態からのすべての手と知覚が必要です",
  "the game failed: {fault*}": "ゲームを進められません：{fault}",
  "{node} has no static value, and the search must judge it; write one, as in `(=4 3 5)`, or name an evaluator, such as eval=zero":
    "探索でノード {node} の評価が必要ですが、静的評価値がありません。`(=4 3 5)` のように書くか、eval=zero のように評価関数を指定してください",
};
