// What the steps of a search do and why, as sentences about the nodes of the tree.

import type { Messages } from "../../lib/i18n.svelte";
import { afterPreposition } from "./german";

export type TellingKey =
  | "playerNumber"
  | "entersMover"
  | "entersWindow"
  | "entersAgain"
  | "updateMax"
  | "updateMin"
  | "more"
  | "notMore"
  | "less"
  | "notLess"
  | "cutAlpha"
  | "cutBelow"
  | "cutBeta"
  | "cutAbove"
  | "cutNegated"
  | "cutLabel"
  | "cutImmediate"
  | "cutShallow"
  | "cutBound"
  | "cutDeep"
  | "cutDeepBound"
  | "determinization"
  | "determinizes"
  | "simulationStarts"
  | "untried"
  | "expands"
  | "selects"
  | "selectsOtherwise"
  | "goesOn"
  | "playoutOf";

export const telling: Messages<TellingKey> = {
  en: {
    playerNumber: "Player {number}",
    entersMover: "The search goes to {node}, where {role} moves.",
    entersWindow:
      "The search goes to {node}, where {role} moves. Only values between {alpha} and {beta} matter here.",
    entersAgain: "{node} is searched again, now with the window {alpha} to {beta}.",
    updateMax: "{role} gets at least {value} at {node}, by {child}.",
    updateMin: "{role} holds {node} to at most {value}, by {child}.",
    more: "{node} returns {value}. That is more than the {bound} that {role} has at {above} so far.",
    notMore: "{node} returns {value}. {role} already has {bound} at {above}, so nothing changes there.",
    less: "{node} returns {value}. That is less than the {bound} to which {role} holds {above} so far.",
    notLess: "{node} returns {value}. {role} already holds {above} to {bound}, so nothing changes there.",
    cutAlpha: "{node} is cut: its value is at most {value}, and {role} already has {bound} at {at}.",
    cutBelow:
      "{node} is cut: its value is at most {value}, and the search asks only for values above {bound}.",
    cutBeta: "{node} is cut: its value is at least {value}, and {role} already holds {at} to {bound}.",
    cutAbove:
      "{node} is cut: its value is at least {value}, and the search asks only for values below {bound}.",
    cutNegated:
      "{node} is cut: {mover} gets at least {value} here, but {role} already has {own} at {at}, which leaves {mover} at most {bound}.",
    cutLabel: "{node} is cut: {mover} wins by the last child, so the other children need not be visited.",
    cutImmediate: "{node} is cut: {mover} already has {bound}, the greatest possible goal.",
    cutShallow: "{node} is cut: {role} gets at most {value} here, and already has {bound} at {at}.",
    cutBound:
      "{node} is cut: the player who moved above gets at most {value} here, and already has {bound} elsewhere.",
    cutDeep:
      "{node} is cut: {role} gets at most {value} here, and already has {bound} at {at}. This cut is a mistake: the children left out may still decide which way a player in between takes.",
    cutDeepBound:
      "{node} is cut: a player who moved further up gets at most {value} here, and already has {bound} elsewhere. This cut is a mistake: the children left out may still decide which way a player in between takes.",
    determinization: "determinization {number}",
    determinizes:
      "{node} is a state that agrees with what {role} knows. It is searched as if every role saw all of it.",
    simulationStarts: "Simulation {number} starts at {node}.",
    untried: "{above} has a move that was not tried yet. {node} is added to the tree.",
    expands: "{node} is new. It is added to the tree.",
    selects: "{above} selects {node}, which has the greatest UCT value: {formula} = {value}.",
    selectsOtherwise: "{above} selects {node}, not by its UCT value alone: {formula} = {value}.",
    goesOn: "{above} selects {node}.",
    playoutOf: "A playout from {node} pays {mean}.",
  },
  ja: {
    playerNumber: "プレイヤー {number}",
    entersMover: "探索は {role} の手番のノード {node} に進みます。",
    entersWindow:
      "探索は {role} の手番のノード {node} に進みます。ここで意味があるのは {alpha} から {beta} までの値だけです。",
    entersAgain: "{node} をもう一度探索します。今度の探索窓は {alpha} から {beta} です。",
    updateMax: "{role} は {child} によって {node} で {value} 以上を得ます。",
    updateMin: "{role} は {child} によって {node} の値を {value} 以下に抑えます。",
    more: "{node} は {value} を返します。{role} が {above} でこれまでに得ている {bound} より大きい値です。",
    notMore:
      "{node} は {value} を返します。{role} は {above} ですでに {bound} を得ているので、何も変わりません。",
    less: "{node} は {value} を返します。{role} が {above} をこれまでに抑えている {bound} より小さい値です。",
    notLess:
      "{node} は {value} を返します。{role} は {above} をすでに {bound} に抑えているので、何も変わりません。",
    cutAlpha:
      "{node} を枝刈りします。{node} の値は {value} 以下ですが、{role} は {at} ですでに {bound} を得ています。",
    cutBelow:
      "{node} を枝刈りします。{node} の値は {value} 以下ですが、この探索は {bound} より大きい値だけを調べます。",
    cutBeta:
      "{node} を枝刈りします。{node} の値は {value} 以上ですが、{role} は {at} の値をすでに {bound} に抑えています。",
    cutAbove:
      "{node} を枝刈りします。{node} の値は {value} 以上ですが、この探索は {bound} より小さい値だけを調べます。",
    cutNegated:
      "{node} を枝刈りします。{mover} はここで {value} 以上を得ますが、{role} は {at} ですでに {own} を得ているので、{mover} に許すのは {bound} 以下です。",
    cutLabel: "{node} を枝刈りします。{mover} は最後に調べた子で勝つので、残りの子を調べる必要はありません。",
    cutImmediate: "{node} を枝刈りします。{mover} はすでに最大の利得 {bound} を得ています。",
    cutShallow:
      "{node} を枝刈りします。{role} はここで {value} 以下ですが、{at} ですでに {bound} を得ています。",
    cutBound:
      "{node} を枝刈りします。一つ上の手番の側はここで {value} 以下ですが、別の枝ですでに {bound} を得ています。",
    cutDeep:
      "{node} を枝刈りします。{role} はここで {value} 以下ですが、{at} ですでに {bound} を得ています。この枝刈りは誤りです。省いた子ノードが、間にいる側の選ぶ手を変えることがあります。",
    cutDeepBound:
      "{node} を枝刈りします。さらに上で手番だった側はここで {value} 以下ですが、別の枝ですでに {bound} を得ています。この枝刈りは誤りです。省いた子ノードが、間にいる側の選ぶ手を変えることがあります。",
    determinization: "決定化 {number}",
    determinizes:
      "{node} は {role} の知識と矛盾しない状態です。すべての役割にすべてが見えているものとして探索します。",
    simulationStarts: "{number} 回目のシミュレーションを {node} から始めます。",
    untried: "{above} にはまだ試していない手があります。{node} を木に加えます。",
    expands: "{node} は新しいノードです。木に加えます。",
    selects: "{above} では UCT 値が最大の {node} を選択します：{formula} = {value}。",
    selectsOtherwise:
      "{above} では {node} を選択します。UCT 値だけによる選択ではありません：{formula} = {value}。",
    goesOn: "{above} では {node} を選択します。",
    playoutOf: "{node} からのプレイアウトの利得は {mean} です。",
  },
  de: {
    playerNumber: "Spieler {number}",
    entersMover: afterPreposition("Die Suche geht zu {node}, wo {role} zieht."),
    entersWindow: afterPreposition(
      "Die Suche geht zu {node}, wo {role} zieht. Hier zählen nur Werte zwischen {alpha} und {beta}.",
    ),
    entersAgain: "{node} wird noch einmal durchsucht, nun mit dem Fenster {alpha} bis {beta}.",
    updateMax: afterPreposition("{role} erhält in {node} durch {child} mindestens {value}."),
    updateMin: "{role} hält {node} durch {child} auf höchstens {value}.",
    more: afterPreposition(
      "{node} gibt {value} zurück. Das ist mehr als die {bound}, die {role} in {above} bisher hat.",
    ),
    notMore: afterPreposition(
      "{node} gibt {value} zurück. {role} hat in {above} schon {bound}, dort ändert sich also nichts.",
    ),
    less: "{node} gibt {value} zurück. Das ist weniger als die {bound}, auf die {role} {above} bisher hält.",
    notLess:
      "{node} gibt {value} zurück. {role} hält {above} schon auf {bound}, dort ändert sich also nichts.",
    cutAlpha: afterPreposition(
      "{node} wird abgeschnitten: Der Wert ist höchstens {value}, und {role} hat in {at} schon {bound}.",
    ),
    cutBelow:
      "{node} wird abgeschnitten: Der Wert ist höchstens {value}, und die Suche fragt nur nach Werten über {bound}.",
    cutBeta:
      "{node} wird abgeschnitten: Der Wert ist mindestens {value}, und {role} hält {at} schon auf {bound}.",
    cutAbove:
      "{node} wird abgeschnitten: Der Wert ist mindestens {value}, und die Suche fragt nur nach Werten unter {bound}.",
    cutNegated: afterPreposition(
      "{node} wird abgeschnitten: {mover} erhält hier mindestens {value}, aber {role} hat in {at} schon {own} und lässt {mover} damit höchstens {bound}.",
    ),
    cutLabel:
      "{node} wird abgeschnitten: {mover} gewinnt durch das letzte Kind; die übrigen Kinder müssen nicht besucht werden.",
    cutImmediate: "{node} wird abgeschnitten: {mover} hat schon {bound}, die größtmögliche Auszahlung.",
    cutShallow: afterPreposition(
      "{node} wird abgeschnitten: {role} erhält hier höchstens {value} und hat in {at} schon {bound}.",
    ),
    cutBound:
      "{node} wird abgeschnitten: Wer darüber am Zug war, erhält hier höchstens {value} und hat an anderer Stelle schon {bound}.",
    cutDeep: afterPreposition(
      "{node} wird abgeschnitten: {role} erhält hier höchstens {value} und hat in {at} schon {bound}. Dieser Schnitt ist ein Fehler: Die ausgelassenen Kinder können noch entscheiden, welchen Weg ein Spieler dazwischen nimmt.",
    ),
    cutDeepBound:
      "{node} wird abgeschnitten: Ein Spieler, der weiter oben am Zug war, erhält hier höchstens {value} und hat an anderer Stelle schon {bound}. Dieser Schnitt ist ein Fehler: Die ausgelassenen Kinder können noch entscheiden, welchen Weg ein Spieler dazwischen nimmt.",
    determinization: "Determinisierung {number}",
    determinizes:
      "{node} ist ein Zustand, der zum Wissen von {role} passt. Er wird so durchsucht, als sähe ihn jede Rolle ganz.",
    simulationStarts: afterPreposition("Simulation {number} beginnt in {node}."),
    untried: "{above} hat einen Zug, der noch nicht versucht wurde. {node} kommt zum Baum hinzu.",
    expands: "{node} ist neu und kommt zum Baum hinzu.",
    selects: "{above} wählt {node} mit dem größten UCT-Wert: {formula} = {value}.",
    selectsOtherwise: "{above} wählt {node}, nicht allein nach dem UCT-Wert: {formula} = {value}.",
    goesOn: "{above} wählt {node}.",
    playoutOf: afterPreposition("Ein Playout von {node} aus zahlt {mean}."),
  },
};
