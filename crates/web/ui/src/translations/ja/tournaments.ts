// What is wrong with a comparison, and remarks on it.

import type { Entries } from "../catalogue";

export const tournaments: Entries = {
  "no tournament has been played yet": "まだ大会は行われていません",
  "the match {players} (seed {seed}) failed at ply {ply#}: {cause*}":
    "対局 {players}（シード {seed}）が {ply} 手目で失敗しました：{cause}",
  "{player} chose {move}, which is not legal": "{player} が合法でない手 {move} を選びました",
  "{player} gave up: {why*}": "{player} が続けられなくなりました：{why}",
  "{player} took {taken~}, more than the {allowed~} it has":
    "{player} が制限の{allowed}を超え、{taken}かかりました",
  "{player} panicked: {why}": "{player} で内部エラーが起きました：{why}",
  "{players#} players for {roles#} roles": "役割が {roles} 個なのに、プレイヤーが {players} 人います",
  "the game is over within {plies#} plies of random play, {tries#} times in a row; ask for shorter openings":
    "ランダムに {plies} 手進める間に {tries} 回続けてゲームが終わりました。開始局面を短くしてください",
  "`{option}` takes {range*}": "`{option}` は{range}にしてください",
  "{least#} to {most#} strategies": "{least} から {most} 個の戦略",
  "{least#} to {most#} seconds": "{least} 秒から {most} 秒まで",
  "{least#} to {most#}": "{least} から {most} まで",
  "{least#} or more": "{least} 以上",
  "{players#} strategies fill the seats of {roles#} roles in more than {most#} ways; take fewer strategies, or a gauntlet":
    "{players} 個の戦略を {roles} 個の役割に割り当てる方法が {most} 通りを超えます。戦略を減らすか、ガントレットにしてください",
  "{players#} strategies fill the seats of {roles#} roles in more than {most#} ways":
    "{players} 個の戦略を {roles} 個の役割に割り当てる方法が {most} 通りを超えます",
  "{pairings#} pairings of {games#} games each are more than {most#} games; take fewer games or strategies":
    "{pairings} 組が {games} 局ずつ対局すると {most} 局を超えます。対局数か戦略を減らしてください",
  "the tournament was stopped before it began": "大会は始まる前に中止されました",
  "a tournament needs at least one strategy": "大会には少なくとも 1 つの戦略が必要です",
  "a tournament needs at least one game per pairing": "大会には各組み合わせに少なくとも 1 局が必要です",
  "its matches were played one by one, also with players on the network; `spielbaum match` begins new ones":
    "この大会は、ネットワーク上のプレイヤーも交えて 1 局ずつ行われました。新しい対局は `spielbaum match` で始めます",
  "`{player}` is named twice; a table could not tell them apart":
    "`{player}` が 2 回指定されています。表の中で区別できません",
  "`{player}` chose `{strategy}`, the same as `{other}`; leave one of them out":
    "`{player}` は `{other}` と同じ `{strategy}` になりました。どちらかを外してください",
  "{player}: threads that grow one tree come to other decisions each time, so that the same seed gives other games; `parallel=root` gives the same":
    "{player}：一つの木を共有するスレッドの決定は毎回異なるため、同じシードでも対局が変わります。`parallel=root` なら同じになります",
  "there are no pairings: {why*}": "組み合わせがありません：{why}",
  "a game for one role has no opponents; take the round-robin schedule without a test":
    "1 人ゲームには相手がいません。検定なしの総当たりにしてください",
  "name at least two strategies": "少なくとも 2 つの戦略を指定してください",
  "in this schedule every strategy has one seat: name {roles#} strategies instead of {players#}":
    "この方式では各戦略が 1 つの席につきます。{players} 個でなく {roles} 個の戦略を指定してください",
  "a sequential test swaps seats, and in this schedule nobody does; take the round-robin schedule":
    "逐次検定では席を入れ替えますが、この方式では入れ替えません。総当たりにしてください",
  "a sequential test compares players of games for two roles; this one has {roles#}":
    "逐次検定は役割が 2 つのゲームで行います。このゲームには {roles} 個あります",
  "the tournament cannot go on: {why*}": "大会を続けられません：{why}",
  "there is no copy of the file `{file}`, which a player of the tournament needs":
    "プレイヤーに必要なファイル `{file}` の控えがありません",
  "`{file}` is not what it was when the tournament began; put the file with the SHA-256 {hash} back":
    "`{file}` は大会の開始時のものと異なります。SHA-256 が {hash} のファイルに戻してください",
  "the tournament was planned for a game of {planned#} roles; this one has {found#}":
    "この大会は役割が {planned} 個のゲームのものですが、このゲームには {found} 個あります",
  "the tournament was planned for another game, in which chance has another role or none":
    "この大会は別のゲームのものです。そのゲームでは偶然の役割が異なるか、ありません",
  "the ply limit {limit#} ends every match within its {plies#} random moves; ask for shorter openings or longer matches":
    "手数の上限 {limit} では、最初のランダムな {plies} 手の間にすべての対局が終わります。開始局面を短くするか、上限を増やしてください",
  "`{name}` takes a number from -1000 to 1000, not {value}":
    "`{name}` は -1000 から 1000 までの数です。{value} は使えません",
  "`{name}` takes a number greater than 0 and less than 0.5, not {value}":
    "`{name}` は 0 より大きく 0.5 より小さい数です。{value} は使えません",
  "elo0 must be less than elo1, but elo0={elo0} and elo1={elo1} (the defaults are 0 and 20)":
    "elo0 は elo1 より小さくなければなりませんが、elo0={elo0}、elo1={elo1} です（既定値は 0 と 20）",
  "tournament {id@} has no pairing of the players `{players}`":
    "大会 {id} には、プレイヤー `{players}` の組み合わせがありません",
  "there is no tournament {id@} in the store": "ストアに大会 {id} はありません",
  "there is no match {id@} in the store": "ストアに対局 {id} はありません",
  "the moves of match {id@} were not kept; it was played with an earlier version of this program":
    "対局 {id} は以前のバージョンで行われたため、手が保存されていません",
  "tournament {id@} is being played by another process as well; let that one finish":
    "大会 {id} は別のプロセスでも進行中です。終わるのを待ってください",
  "tournament {id@} cannot go on: the store does not hold its rules, since an earlier version of this program wrote it":
    "以前のバージョンで書かれたストアにルールがないため、大会 {id} は続けられません",
  "tournament {id@} cannot go on: its matches were played one by one, also with players on the network; `spielbaum match` begins new ones":
    "大会 {id} は、ネットワーク上のプレイヤーも交えて 1 局ずつ行われたため、続けられません。新しい対局は `spielbaum match` で始めます",
  "tournament {id@} cannot go on: what is kept of it is not what was recorded; `spielbaum results verify` tells what is damaged and what to do":
    "保存された内容が記録と異なるため、大会 {id} は続けられません。破損箇所と対処は `spielbaum results verify` で分かります",
  "tournament {id@} is damaged, so its figures may be wrong: not as recorded are {parts}; `spielbaum results verify` tells what to do":
    "大会 {id} が破損しているため、数値が正しくない可能性があります。記録と異なる部分：{parts}。対処は `spielbaum results verify` で分かります",
  "there is no store of tournaments at {path}": "{path} に大会のストアがありません",
  "{path} is not a store of tournaments": "{path} は大会のストアではありません",
  "{path} was written by a later version of this program (schema {found}, this one knows {known}); update the program":
    "{path} は新しいバージョンのプログラムで書かれています（形式 {found}、このプログラムは {known} まで）。プログラムを更新してください",
  "{path} is damaged: {what}; put a copy in its place, or save what can be saved with `sqlite3 {same} .recover`":
    "{path} が破損しています：{what}。控えと置き換えるか、`sqlite3 {same} .recover` で救出してください",
  "cannot create the directory of {path}: {why}": "{path} のフォルダを作れません：{why}",
  "cannot open {path}: it is a directory, or the file or its directory does not allow it":
    "{path} を開けません。フォルダであるか、ファイルまたはフォルダの権限がありません",
  "cannot write {path}: the file or its directory is read-only":
    "{path} に書き込めません。ファイルまたはフォルダが読み取り専用です",
  "cannot write {path}: the disk is full; make room, what has been recorded is safe":
    "{path} に書き込めません。ディスクが一杯です。空きを作ってください。記録済みの内容は失われません",
  "cannot read or write {path}: {what}; check the disk":
    "{path} を読み書きできません：{what}。ディスクを確認してください",
  "{path} has been locked by another process for too long; end that process or wait for it":
    "{path} が別のプロセスに長時間ロックされています。そのプロセスを終わらせるか、待ってください",
  "{path} was deleted or moved while it was in use; what is recorded now would be lost":
    "使用中に {path} が削除または移動されました。これから記録する内容は失われます",
  "{path} was changed by another process while it was being read; try again":
    "読み込み中に {path} が別のプロセスで変更されました。もう一度お試しください",
  "{path} was left unfinished when it was created; write to it once, and it can be read":
    "{path} は作成の途中で終わっています。一度書き込めば読めるようになります",
  "the line-up is one for {kind*}: {reach*}": "戦略の顔ぶれは{kind}に向けたものです：{reach}",
  "the line-up is one for a game that hides something from its roles: {reach*}":
    "戦略の顔ぶれは隠された情報のあるゲームに向けたものです：{reach}",
  "small enough for a search to the end of the game": "終局まで探索できる大きさです",
  "too large for a quick search to its end without a table of states, so all look ahead within fixed numbers of plies, nodes or playouts, whatever time they take":
    "状態の表を使わずに短時間で終局まで探索するには大きすぎるので、時間によらず決まった手数・ノード数・プレイアウト数の範囲で先読みします",
  "too large for a table of its states, so all look ahead within fixed numbers of plies, nodes or playouts, whatever time they take":
    "すべての状態を表にするには大きすぎるので、時間によらず決まった手数・ノード数・プレイアウト数の範囲で先読みします",
  "all look ahead within fixed numbers of playouts, whatever time they take":
    "時間によらず決まったプレイアウト数の範囲で先読みします",
  "its rules are evaluated anew at every move, so that searches are short and games few":
    "ルールを手ごとに計算し直すので、探索は短く、対局は少なくしています",
};
