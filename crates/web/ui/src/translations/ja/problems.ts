// What the server says of requests, jobs and exercises.

import type { Entries } from "../catalogue";

export const problems: Entries = {
  "the work was cancelled": "処理は中止されました",
  "it was cancelled": "中止されました",
  "internal error of the server; its terminal shows the cause":
    "サーバーの内部エラーです。原因はサーバーの端末に表示されています",
  "there was no answer within {seconds#} s; ask for less, or again in a moment":
    "{seconds} 秒以内に応答がありませんでした。要求を小さくするか、少し待ってからもう一度お試しください",
  "this address takes other methods; /api/openapi.json lists them":
    "このアドレスが受け付けるのは別のメソッドです。一覧は /api/openapi.json にあります",
  "too many requests at once; try again in a moment":
    "同時の要求が多すぎます。少し待ってからもう一度お試しください",
  "{jobs#} jobs are running, which is the limit; cancel one, or wait until one ends":
    "上限である {jobs} 件の処理が実行中です。一つを中止するか、終わるまで待ってください",
  "there is no job {job@}, or its result is no longer kept":
    "処理 {job} は存在しないか、結果がもう保存されていません",
  "{requests#} requests from your address wait for rules to be compiled, which is the limit; cancel some, or wait":
    "ルールのコンパイルを待つ要求が、このアドレスからの上限である {requests} 件に達しています。いくつかを中止するか、待ってください",
  "the server exceeded its memory limit of {limit#} MiB, so this work was ended; use smaller limits (depth, playouts, table), or start the server with a larger --memory":
    "サーバーがメモリの上限 {limit} MiB を超えたため、この処理を終了しました。制限（depth、playouts、table）を小さくするか、より大きい --memory でサーバーを起動してください",
  "the request exceeds the size limit of this server": "要求がこのサーバーのサイズの上限を超えています",
  "the body is not as the description of the API says: {error}":
    "要求の内容が API の記述に合っていません：{error}",
  "the API has no such path; /api/openapi.json lists all paths":
    "API にこのパスはありません。すべてのパスは /api/openapi.json にあります",
  "chance moves in the game, and evaluations are learned only of games without chance":
    "このゲームには偶然手があり、評価関数を学習できるのは偶然手のないゲームだけです",
  "the game hides something from its roles (`sees`), and an evaluation of what nobody sees would be wrong":
    "このゲームには役割に対して隠された情報（`sees`）があり、誰にも見えないものの評価は正しくなりません",
  "the game is over at once: there is nothing to learn about":
    "このゲームは開始と同時に終わるため、学習するものがありません",
  "the game has no circuit, without which no evaluation can be learned of it":
    "このゲームには回路がないため、評価関数を学習できません",
  "no game was played to its end in five seconds, so that nothing was learned; `spielbaum learn` takes as much time as it is given":
    "5 秒間に最後まで進んだ対局がなかったため、何も学習できませんでした。`spielbaum learn` なら好きなだけ時間をかけられます",
  "the states of the game have too many fluents for so many roles to learn about":
    "このゲームの状態は役割の数に対してフルーエントが多すぎるため、評価関数を学習できません",
  "the access token is missing or wrong; open the complete address that the server printed, with `?token=…`":
    "アクセストークンがないか、間違っています。サーバーが表示した、`?token=…` を含むアドレス全体を開いてください",
  "the `Host` of the request is not an address of this server; open the address that the server printed":
    "要求の `Host` がこのサーバーのアドレスではありません。サーバーが表示したアドレスを開いてください",
  "requests from pages of other origins are not allowed":
    "他のオリジンのページからの要求は許可されていません",
  "requests from pages of other sites are not allowed": "他のサイトのページからの要求は許可されていません",
  "`seconds` is {seconds#}; it must be from {least#} to {greatest#}":
    "`seconds` が {seconds} です。{least} から {greatest} までにしてください",
  "`iterations` is {iterations#}; it must be from {least#} to {greatest#}":
    "`iterations` が {iterations} です。{least} から {greatest} までにしてください",
  "`nodes` must be from {least#} to {greatest#}, `depth` and `playouts` at least {one#}":
    "`nodes` は {least} から {greatest} まで、`depth` と `playouts` は {one} 以上にしてください",
  "give one of `tree` and `game`, and not both": "`tree` と `game` のどちらか一方だけを指定してください",
  "the exercise has no blank of this name": "この問題にその名前の解答欄はありません",
  "there is no exercise `{name}`; the exercises are {exercises}":
    "「{name}」という問題はありません。問題の種類：{exercises}",
  "there is no level {level#}; the levels are {least#} to {greatest#}":
    "レベル {level} はありません。レベルは {least} から {greatest} までです",
};
