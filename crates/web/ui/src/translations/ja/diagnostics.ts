// What the checker says of rules: messages, labels of places, and remedies.

import type { Entries } from "../catalogue";

export const diagnostics: Entries = {
  "a `?` without a name": "名前のない `?`",
  "a variable is `?` and a name, such as `?x`": "変数は `?x` のように `?` と名前で書きます",
  "this comment is never closed": "このコメントは閉じられていません",
  "close it with `|#`": "`|#` で閉じてください",
  "this byte is not valid UTF-8": "このバイトは UTF-8 として正しくありません",
  "save the file as UTF-8, or remove the byte":
    "ファイルを UTF-8 で保存するか、このバイトを取り除いてください",
  "an invisible character (U+{number})": "見えない文字（U+{number}）",
  "remove it": "取り除いてください",
  "a word of {bytes#} bytes, the limit is {limit#}": "{bytes} バイトの語があります（上限は {limit} バイト）",
  "choose a shorter name, or add the space that is missing":
    "短い名前にするか、抜けている空白を補ってください",
  "the text has {bytes#} bytes, the limit is {limit#}":
    "テキストは {bytes} バイトあり、上限の {limit} バイトを超えています",
  "more than {limit#} parentheses are open here": "ここで {limit} 個を超える括弧が開いています",
  "this `)` has no matching `(`": "この `)` に対応する `(` がありません",
  "remove it, or add the `(` that it should close": "取り除くか、対応する `(` を補ってください",
  "this `(` is never closed": "この `(` は閉じられていません",
  "the next rule seems to start here": "次の規則はここから始まるようです",
  "add the missing `)` before the next rule": "次の規則の前に `)` を補ってください",
  "add the missing `)`; one inside a comment does not count":
    "`)` を補ってください。コメントの中の括弧は数えません",
  "expected one term": "項を 1 つ書いてください",
  "write a move such as `noop` or `(mark 1 1)`": "`noop` や `(mark 1 1)` のような手を書いてください",
  "a rule without a head": "頭部のない規則",
  "write `(<= head condition ...)`": "`(<= 頭部 条件 ...)` の形で書いてください",
  "`{relation}` cannot be the head of a rule: it is given by the state and the moves":
    "`{relation}` は状態と手によって決まるため、規則の頭部にはなれません",
  "define the next state with `next` and the initial state with `init`":
    "次の状態は `next` で、初期状態は `init` で定義してください",
  "define the legal moves with `legal`": "合法手は `legal` で定義してください",
  "`{relation}` cannot be a condition: it is only allowed in the head of a rule":
    "`{relation}` は規則の頭部にしか書けないため、条件にはなれません",
  "the condition for a fluent of the current state is `(true ...)`":
    "現在の状態のフルーエントについての条件は `(true ...)` と書きます",
  "{takes*}, here it has {count#}": "{takes}ここでは {count} 個あります",
  "`not` takes one condition": "`not` の条件は 1 つですが、",
  "`distinct` takes two terms": "`distinct` の項は 2 つですが、",
  "change the number of operands": "項や条件の数を直してください",
  "a variable where a relation is expected": "関係が必要な場所に変数があります",
  "a condition is a relation applied to terms, such as `(true ?x)`":
    "条件は `(true ?x)` のように、項に適用した関係です",
  "`{word}` is not allowed here": "`{word}` はここには書けません",
  "a relation applied to terms is expected, such as `(cell 1 1 b)`":
    "`(cell 1 1 b)` のように、項に適用した関係を書いてください",
  "`{relation}` takes {takes*}, here it has {has#}":
    "`{relation}` の引数は {takes}ですが、ここでは {has} 個あります",
  "no argument": "0 個",
  "1 argument": "1 個",
  "{count#} arguments": "{count} 個",
  "no argument here": "ここでは引数がありません",
  "1 argument here": "ここでは引数が 1 個です",
  "{count#} arguments here": "ここでは引数が {count} 個です",
  "a list starts with a name, such as `(cell 1 1 b)`": "リストは `(cell 1 1 b)` のように名前で始めてください",
  "an empty pair of parentheses": "空の括弧",
  "a variable as the name of a {what*}": "{what}の名前が変数になっています",
  relation: "関係",
  function: "関数",
  "a list as the name of a {what*}": "{what}の名前がリストになっています",
  "the disjunctions of this rule unfold into too many cases":
    "この規則の選言を展開すると、場合が多くなりすぎます",
  "a rule may unfold into {cases#} cases; define a relation for an inner `or`, with one rule for each case":
    "1 つの規則が展開できる場合は {cases} 個までです。内側の `or` に代わる関係を定義し、場合ごとに 1 つの規則を書いてください",
  "the relation `{name}` has {here*} here and {elsewhere*} elsewhere":
    "関係 `{name}` の引数が、ここでは {here}、他では {elsewhere}です",
  "the function `{name}` has {here*} here and {elsewhere*} elsewhere":
    "関数 `{name}` の引数が、ここでは {here}、他では {elsewhere}です",
  "use `{name}` with the same number of arguments everywhere, or rename one of the two":
    "`{name}` の引数の数をどこでも同じにするか、一方の名前を変えてください",
  "no rule defines `terminal`: the game never ends":
    "`terminal` を定義する規則がないため、ゲームが終わりません",
  "define the end of the game with `(<= terminal condition ...)`":
    "ゲームの終わりを `(<= terminal 条件 ...)` で定義してください",
  "no rule defines `legal`: no role can move": "`legal` を定義する規則がないため、どの役割も指せません",
  "define the legal moves with `(<= (legal role move) condition ...)`":
    "合法手を `(<= (legal 役割 手) 条件 ...)` で定義してください",
  "no rule defines `goal`: no match has a result":
    "`goal` を定義する規則がないため、対局の結果が決まりません",
  "define a goal from 0 to 100 for each role with `(<= (goal role value) condition ...)`":
    "各役割の 0 から 100 の利得を `(<= (goal 役割 値) 条件 ...)` で定義してください",
  "the goal `{goal}` is not a whole number from 0 to 100": "利得 `{goal}` が 0 から 100 の整数ではありません",
  "scale the goals: 0 is the worst, 100 the best": "利得は 0 が最悪、100 が最良になるように定めてください",
  "the recursion of `{relation}` never ends: each fact derives a larger one":
    "`{relation}` の再帰は、どの事実からもより大きい事実が導かれるため終わりません",
  "add a condition outside the recursion that bounds `{term}`":
    "再帰の外にある条件を加えて `{term}` を制限してください",
  "the argument `{term}` in the recursion of `{relation}` is not restricted":
    "`{relation}` の再帰で、引数 `{term}` が制限されていません",
  "GDL requires the argument to be ground, an argument of the head, or bound by a condition outside the recursion":
    "GDL ではこの引数は、変数を含まないか、頭部の引数であるか、再帰の外の条件で束縛されていなければなりません",
  "`{relation}` depends on its own negation": "`{relation}` が自身の否定に依存しています",
  "this negation is part of the cycle": "この否定が循環の一部です",
  "break the cycle: a negated relation must not depend on the rule that negates it":
    "循環を断ってください。否定される関係は、それを否定する規則に依存できません",
  "`{relation}` depends on its own negation and has too many clauses to compare single facts":
    "`{relation}` が自身の否定に依存しており、節が多すぎて個々の事実を比較できません",
  "negated here": "ここで否定されています",
  "define the negated facts as a relation of their own": "否定される事実を別の関係として定義してください",
  "`{relation}` depends on its own negation, but no single fact does":
    "`{relation}` は自身の否定に依存していますが、個々の事実は依存していません",
  "other programs may reject this; define the negated facts as a relation of their own":
    "他のプログラムでは受け付けられないことがあります。否定される事実を別の関係として定義してください",
  "`{relation}` depends on `does`": "`{relation}` が `does` に依存しています",
  "`{relation}` depends on `does` through {path}": "`{relation}` が {path} を通じて `does` に依存しています",
  "only `next` and `sees` may depend on moves; everything else must be known before the moves are made":
    "手に依存してよいのは `next` と `sees` だけです。それ以外は、手を指す前に定まっていなければなりません",
  "`{relation}` depends on `true`": "`{relation}` が `true` に依存しています",
  "`{relation}` depends on `true` through {path}": "`{relation}` が {path} を通じて `true` に依存しています",
  "there is no state before the initial state, so `true` never holds here":
    "初期状態より前の状態はないため、ここでは `true` が成り立つことはありません",
  "the players are those of the initial state; declare them by facts":
    "プレイヤーは初期状態での役割です。事実で宣言してください",
  "no rule for `init` or `next` gives the fluent `{fluent}`, so it never holds":
    "`init` や `next` の規則のどれからもフルーエント `{fluent}` が導かれないため、成り立つことがありません",
  "define it with `init` or `next`, or correct the names in it":
    "`init` か `next` で定義するか、その中の名前を直してください",
  "no rule for `legal` allows `{move}`, so it never holds":
    "`legal` の規則のどれも `{move}` を許さないため、成り立つことがありません",
  "define the move with `legal`, or correct the names in it":
    "手を `legal` で定義するか、その中の名前を直してください",
  "`{word}` is read as a fact; a comment begins with `;`":
    "`{word}` は事実として読まれます。コメントは `;` で始まります",
  "write `;` in front of each line of the comment": "コメントの各行の先頭に `;` を書いてください",
  "conditions of a rule hold together without `and`: write them one after the other; within `or` and `not`, define a relation":
    "規則の条件は `and` がなくてもすべて成り立つ必要があります。続けて書いてください。`or` や `not` の中では関係を定義してください",
  "no condition asks for the relation `{relation}`, so it has no effect":
    "関係 `{relation}` を問う条件がないため、何の効果もありません",
  "did you mean `{meant}`?": "`{meant}` のことですか",
  "write a rule as `(<= HEAD CONDITION ...)`": "規則は `(<= HEAD CONDITION ...)` の形で書いてください",
  "write the same variable in both places; `(distinct ?x ?y)` holds for unequal terms":
    "両方の場所に同じ変数を書いてください。等しくない項については `(distinct ?x ?y)` が成り立ちます",
  "GDL does not compute: list what is needed as facts, such as `(less 1 2)` or `(plus 1 2 3)`":
    "GDL は計算をしません。必要なものを `(less 1 2)` や `(plus 1 2 3)` のような事実として並べてください",
  "write a variable as `{variable}`, or declare the role with `(role {name})`":
    "変数は `{variable}` と書くか、役割を `(role {name})` で宣言してください",
  "write `{form}`": "`{form}` の形で書いてください",
  "write `{form}`, with the fluent in parentheses":
    "`{form}` の形で、フルーエントを括弧に入れて書いてください",
  "write `{form}`, with the move in parentheses": "`{form}` の形で、手を括弧に入れて書いてください",
  "write `{form}`, with the percept in parentheses": "`{form}` の形で、知覚を括弧に入れて書いてください",
  "shorten it, for instance by rules in place of many facts":
    "多くの事実を規則に置き換えるなどして短くしてください",
  "add the `)` that is missing before, or nest conditions and terms less deeply":
    "その前に足りない `)` を補うか、条件や項の入れ子を浅くしてください",
  "no rule defines the relation `{relation}`, so it never holds":
    "関係 `{relation}` を定義する規則がないため、成り立つことがありません",
  "define it, or correct the name; the condition for a fluent is `(true ...)`":
    "定義するか、名前を直してください。フルーエントについての条件は `(true ...)` と書きます",
  "`{name}` and `{other}` are different names": "`{name}` と `{other}` は別の名前です",
  "names are case-sensitive; write both the same way if they mean the same thing":
    "名前では大文字と小文字が区別されます。同じものを指すなら、同じように書いてください",
  "no role is declared": "役割が宣言されていません",
  "declare each player with a fact such as `(role white)`":
    "各プレイヤーを `(role white)` のような事実で宣言してください",
  "a role is derived by a rule": "役割が規則から導かれています",
  "GDL declares roles by facts; derived roles are ordered after the declared ones, by their text":
    "GDL では役割を事実で宣言します。導かれた役割は、宣言された役割の後に、綴りの順で並びます",
  "`{name}` is not a role": "`{name}` は役割ではありません",
  "declare it with `(role {name})`, or name a declared role":
    "`(role {name})` で宣言するか、宣言された役割の名前を書いてください",
  "the variable `{variable}` in the head is not bound by any positive condition":
    "頭部の変数 `{variable}` が、どの肯定の条件でも束縛されていません",
  "the variable `{variable}` under `not` is not bound by any positive condition":
    "`not` の中の変数 `{variable}` が、どの肯定の条件でも束縛されていません",
  "the variable `{variable}` in `distinct` is not bound by any positive condition":
    "`distinct` の中の変数 `{variable}` が、どの肯定の条件でも束縛されていません",
  "add a condition that binds `{variable}`, outside `not` and `distinct`":
    "`not` と `distinct` の外に、`{variable}` を束縛する条件を加えてください",
};
