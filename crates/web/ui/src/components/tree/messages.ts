import { counted, type Messages } from "../../lib/i18n.svelte";
import type { FlawCode } from "./brackets";

type Key =
  | "draw"
  | "drawing"
  | "keys"
  | "node"
  | "leaf"
  | "root"
  | "fresh"
  | "addChild"
  | "remove"
  | "left"
  | "right"
  | "payoffs"
  | "static"
  | "label"
  | "mover"
  | "set"
  | "inTurn"
  | "max"
  | "min"
  | "chance"
  | "role"
  | "at"
  | "json"
  | "large"
  | "badPayoffs"
  | "badLabel"
  | "badSet"
  | "twin"
  | FlawCode;

export const messages: Messages<Key> = {
  en: {
    draw: "Draw the tree",
    drawing: "Drawing of the tree",
    keys: "Arrow keys go from node to node; + adds a child, Delete removes the node, Shift with ← or → moves it, Enter goes to its value.",
    node: "Node",
    leaf: "leaf {value}",
    root: "root",
    fresh: "Begin with a root",
    addChild: "Add a child",
    remove: "Delete",
    left: "Move left",
    right: "Move right",
    payoffs: "Payoff",
    static: "Static value",
    label: "Label",
    mover: "Moves",
    set: "Information set",
    inTurn: "in turn",
    max: "max",
    min: "min",
    chance: "chance",
    role: "player {number}",
    at: "Line {line}, column {column}: {what}",
    json: "A tree in JSON is not drawn here.",
    large: "A tree of more than {most} nodes is not drawn here.",
    badPayoffs: "A payoff is a number such as 3 or -0.5, or one for every player such as 1/2/3: {example}",
    badLabel: "A label has no quotation marks and no control characters.",
    badSet:
      "The name of an information set is one word without brackets, braces, quotation marks, colons, commas, slashes and equals signs.",
    twin: "Siblings must have different labels.",
    "no-tree": "a tree such as ((3 12 8) (2 4 6)) is expected",
    unclosed: ({ word }) => `${counted(word, "bracket is", "brackets are")} not closed; ) is expected`,
    "too-much": "the tree has ended before {word}",
    "no-number":
      "{word} is not a number; a payoff such as 3, 0.5 or 1/2/3, a label such as A: or a bracket is expected",
    "open-quote": "the label that begins here has no quotation mark at its end",
    "lost-label": "a node is expected after a label, as in A:(3 5) or x:5",
    "lost-static": "a static value stands at the beginning of an inner node, as in (=4 3 5)",
    "no-children": "an inner node needs a child, as in (3)",
    "no-role": "{word} is not a player of this tree",
    "same-label": "a sibling has the same label, or the place {word}",
    "other-roles": "every payoff has as many numbers as the first one of this tree: {word}",
    "too-deep": "more than {word} brackets are open",
    "bad-set":
      "{word} is not an information set here: its name is one word in braces, as in ({h} 3 5), and it has only nodes at which a player moves",
  },
  ja: {
    draw: "木を描く",
    drawing: "木の図",
    keys: "矢印キーでノードを移動します。+ で子を追加、Delete で削除、Shift と ← → で並べ替え、Enter で値の欄へ移ります。",
    node: "ノード",
    leaf: "葉 {value}",
    root: "根",
    fresh: "根から始める",
    addChild: "子を追加",
    remove: "削除",
    left: "左へ移動",
    right: "右へ移動",
    payoffs: "利得",
    static: "静的評価値",
    label: "ラベル",
    mover: "手番",
    set: "情報集合",
    inTurn: "交互",
    max: "Max",
    min: "Min",
    chance: "偶然",
    role: "プレイヤー {number}",
    at: "{line} 行目 {column} 文字目：{what}",
    json: "JSON の木はここでは描けません。",
    large: "ノードが {most} 個を超える木はここでは描けません。",
    badPayoffs: "利得は 3 や -0.5 のような数、または 1/2/3 のような各プレイヤーの数です：{example}",
    badLabel: "ラベルに引用符と制御文字は使えません。",
    badSet: "情報集合の名前は一語で、括弧、引用符、コロン、コンマ、斜線、等号は使えません。",
    twin: "兄弟のラベルは互いに異なる必要があります。",
    "no-tree": "((3 12 8) (2 4 6)) のような木が必要です",
    unclosed: "閉じていない括弧が {word} 個あります。) が必要です",
    "too-much": "{word} の前で木は終わっています",
    "no-number":
      "{word} は数ではありません。3、0.5、1/2/3 のような利得、A: のようなラベル、または括弧が必要です",
    "open-quote": "ここから始まるラベルの終わりに引用符がありません",
    "lost-label": "ラベルの後には A:(3 5) や x:5 のようにノードが必要です",
    "lost-static": "静的評価値は (=4 3 5) のように内部ノードの先頭に書きます",
    "no-children": "内部ノードには (3) のように子が必要です",
    "no-role": "{word} はこの木のプレイヤーではありません",
    "same-label": "兄弟に同じラベル、または順番 {word} があります",
    "other-roles": "どの利得も、この木の最初の利得と同じ {word} 個の数で書きます",
    "too-deep": "開いた括弧が {word} 個を超えています",
    "bad-set":
      "{word} はここでは情報集合になりません。名前は ({h} 3 5) のように波括弧に入れた一語で、プレイヤーの手番のノードにだけ書けます",
  },
  de: {
    draw: "Den Baum zeichnen",
    drawing: "Zeichnung des Baums",
    keys: "Die Pfeiltasten gehen von Knoten zu Knoten; + fügt ein Kind hinzu, Entf löscht den Knoten, Umschalt mit ← oder → verschiebt ihn, die Eingabetaste geht zu seinem Wert.",
    node: "Knoten",
    leaf: "Blatt {value}",
    root: "Wurzel",
    fresh: "Mit einer Wurzel beginnen",
    addChild: "Kind hinzufügen",
    remove: "Löschen",
    left: "Nach links",
    right: "Nach rechts",
    payoffs: "Auszahlung",
    static: "Statischer Wert",
    label: "Name",
    mover: "Am Zug",
    set: "Informationsmenge",
    inTurn: "abwechselnd",
    max: "Max",
    min: "Min",
    chance: "Zufall",
    role: "Spieler {number}",
    at: "Zeile {line}, Spalte {column}: {what}",
    json: "Ein Baum in JSON wird hier nicht gezeichnet.",
    large: "Ein Baum mit mehr als {most} Knoten wird hier nicht gezeichnet.",
    badPayoffs:
      "Eine Auszahlung ist eine Zahl wie 3 oder -0.5, oder eine für jeden Spieler wie 1/2/3: {example}",
    badLabel: "Ein Name enthält keine Anführungszeichen und keine Steuerzeichen.",
    badSet:
      "Der Name einer Informationsmenge ist ein Wort ohne Klammern, Anführungszeichen, Doppelpunkte, Kommas, Schrägstriche und Gleichheitszeichen.",
    twin: "Geschwister müssen verschiedene Namen haben.",
    "no-tree": "erwartet wird ein Baum wie ((3 12 8) (2 4 6))",
    unclosed: ({ word }) =>
      `${counted(word, "Klammer ist", "Klammern sind")} nicht geschlossen; erwartet wird )`,
    "too-much": "der Baum ist vor {word} zu Ende",
    "no-number":
      "{word} ist keine Zahl; erwartet wird eine Auszahlung wie 3, 0.5 oder 1/2/3, ein Name wie A: oder eine Klammer",
    "open-quote": "der Name, der hier beginnt, hat am Ende kein Anführungszeichen",
    "lost-label": "nach einem Namen wird ein Knoten erwartet, wie in A:(3 5) oder x:5",
    "lost-static": "ein statischer Wert steht am Anfang eines inneren Knotens, wie in (=4 3 5)",
    "no-children": "ein innerer Knoten braucht ein Kind, wie in (3)",
    "no-role": "{word} ist kein Spieler dieses Baums",
    "same-label": "ein Geschwister hat denselben Namen oder den Platz {word}",
    "other-roles": "alle Auszahlungen müssen so viele Zahlen haben wie die erste dieses Baums: {word}",
    "too-deep": "mehr als {word} Klammern sind offen",
    "bad-set":
      "{word} ist hier keine Informationsmenge: Ihr Name ist ein Wort in geschweiften Klammern, wie in ({h} 3 5), und sie enthält nur Knoten, an denen ein Spieler am Zug ist",
  },
};
