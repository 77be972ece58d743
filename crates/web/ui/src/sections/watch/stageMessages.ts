// How a search is gone through: by what steps, in its phases, as a lecture.

import type { Messages } from "../../lib/i18n.svelte";
import { afterPreposition } from "./german";

export type StageKey =
  | "by"
  | "byEvent"
  | "byNode"
  | "byLeaf"
  | "byCut"
  | "byPhase"
  | "bySimulation"
  | "phases"
  | "select"
  | "expand"
  | "simulate"
  | "backUpPhase"
  | "untriedMove"
  | "selection"
  | "atEnd"
  | "lecture"
  | "askEvent"
  | "askNode"
  | "askLeaf"
  | "askCut"
  | "askPhase"
  | "askSimulation"
  | "nothingMore"
  | "right"
  | "wrong"
  | "wrongCut"
  | "wrongNothing"
  | "score"
  | "boards"
  | "fullScreen"
  | "leaveFullScreen"
  | "editHint"
  | "variation"
  | "beside"
  | "reversed"
  | "besideNothing"
  | "playoutsAndProven"
  | "allWork";

export const stage: Messages<StageKey> = {
  en: {
    by: "Stop after every",
    byEvent: "event",
    byNode: "node",
    byLeaf: "leaf",
    byCut: "cut",
    byPhase: "phase",
    bySimulation: "simulation",
    phases: "Phases of a simulation",
    select: "Select",
    expand: "Expand",
    simulate: "Simulate",
    backUpPhase: "Back up",
    untriedMove: "not tried yet",
    selection: "Selection at {node}",
    atEnd: "shown at the end",
    lecture: "Ask what comes next",
    askEvent: "What comes next? Click on the node that the next event is about.",
    askNode: "What comes next? Click on the node that the search goes to.",
    askLeaf: "What comes next? Click on the leaf that is visited next.",
    askCut: "What comes next? Click on the node that is cut next.",
    askPhase: "What comes next? Click on the node that the next phase begins at.",
    askSimulation: "What comes next? Click on the node that the next playout starts from.",
    nothingMore: "Nothing more",
    right: "Right: {node}.",
    wrong: "{node} does not come next. Try again.",
    wrongCut: "{node} is not visited: {parent} is cut. Try again.",
    wrongNothing: "There is more to come. Try again.",
    score: "{right} of {asked} right at the first try",
    boards: "Boards in nodes",
    fullScreen: "Full screen",
    leaveFullScreen: "Leave full screen",
    editHint:
      "The tree can be changed: click on a leaf and give it another value, or move a branch to the left or right.",
    variation: "The thick line is the principal variation, {moves}.",
    beside: "Beside it",
    reversed: "beside it, branches in reverse order",
    besideNothing: "no other search",
    playoutsAndProven: "Playouts and proven visits",
    allWork: "This search needed {count} of them.",
  },
  ja: {
    by: "止まる単位",
    byEvent: "出来事ごと",
    byNode: "ノードごと",
    byLeaf: "葉ごと",
    byCut: "枝刈りごと",
    byPhase: "段階ごと",
    bySimulation: "シミュレーションごと",
    phases: "シミュレーションの段階",
    select: "選択",
    expand: "展開",
    simulate: "シミュレーション",
    backUpPhase: "逆伝播",
    untriedMove: "未試行",
    selection: "{node} での選択",
    atEnd: "最後に表示",
    lecture: "次に何が起こるかを問う",
    askEvent: "次に何が起こりますか。次の出来事が起こるノードをクリックしてください。",
    askNode: "次に何が起こりますか。探索が次に進むノードをクリックしてください。",
    askLeaf: "次に何が起こりますか。次に訪問される葉をクリックしてください。",
    askCut: "次に何が起こりますか。次に枝刈りされるノードをクリックしてください。",
    askPhase: "次に何が起こりますか。次の段階が始まるノードをクリックしてください。",
    askSimulation: "次に何が起こりますか。次のプレイアウトが始まるノードをクリックしてください。",
    nothingMore: "もう何も起こらない",
    right: "正解です：{node}。",
    wrong: "次は {node} ではありません。もう一度考えてください。",
    wrongCut: "{parent} が枝刈りされたので、{node} は訪問されません。もう一度考えてください。",
    wrongNothing: "まだ続きがあります。もう一度考えてください。",
    score: "一度目で正解：{asked} 問中 {right} 問",
    boards: "ノードに盤面を表示",
    fullScreen: "全画面",
    leaveFullScreen: "全画面を終了",
    editHint: "この木は変更できます。葉をクリックして値を変えたり、枝を左右に動かしたりしてください。",
    variation: "太い線は最善応手手順 {moves} です。",
    beside: "並べる探索",
    reversed: "枝を逆順にした探索を並べる",
    besideNothing: "なし",
    playoutsAndProven: "プレイアウトと証明済みへの訪問",
    allWork: "この探索に必要だった数：{count}。",
  },
  de: {
    by: "Anhalten nach",
    byEvent: "jedem Ereignis",
    byNode: "jedem Knoten",
    byLeaf: "jedem Blatt",
    byCut: "jedem Schnitt",
    byPhase: "jeder Phase",
    bySimulation: "jeder Simulation",
    phases: "Phasen einer Simulation",
    select: "Selektion",
    expand: "Expansion",
    simulate: "Simulation",
    backUpPhase: "Rückpropagation",
    untriedMove: "noch nicht versucht",
    selection: afterPreposition("Auswahl in {node}"),
    atEnd: "am Ende gezeigt",
    lecture: "Fragen, was als Nächstes kommt",
    askEvent: "Was kommt als Nächstes? Klicken Sie auf den Knoten, den das nächste Ereignis betrifft.",
    askNode: "Was kommt als Nächstes? Klicken Sie auf den Knoten, zu dem die Suche geht.",
    askLeaf: "Was kommt als Nächstes? Klicken Sie auf das Blatt, das als nächstes besucht wird.",
    askCut: "Was kommt als Nächstes? Klicken Sie auf den Knoten, der als nächster abgeschnitten wird.",
    askPhase: "Was kommt als Nächstes? Klicken Sie auf den Knoten, in dem die nächste Phase beginnt.",
    askSimulation: "Was kommt als Nächstes? Klicken Sie auf den Knoten, von dem das nächste Playout ausgeht.",
    nothingMore: "Nichts mehr",
    right: "Richtig: {node}.",
    wrong: "{node} kommt nicht als Nächstes. Versuchen Sie es noch einmal.",
    wrongCut: "{node} wird nicht besucht: {parent} ist abgeschnitten. Versuchen Sie es noch einmal.",
    wrongNothing: "Es kommt noch etwas. Versuchen Sie es noch einmal.",
    score: "{right} von {asked} beim ersten Versuch richtig",
    boards: "Bretter in den Knoten",
    fullScreen: "Vollbild",
    leaveFullScreen: "Vollbild beenden",
    editHint:
      "Der Baum lässt sich ändern: Klicken Sie auf ein Blatt und geben Sie ihm einen anderen Wert, oder schieben Sie einen Ast nach links oder rechts.",
    variation: "Die dicke Linie ist die Hauptvariante {moves}.",
    beside: "Daneben",
    reversed: "daneben mit umgekehrter Reihenfolge der Äste",
    besideNothing: "keine andere Suche",
    playoutsAndProven: "Playouts und bewiesene Besuche",
    allWork: "Diese Suche brauchte davon {count}.",
  },
};
