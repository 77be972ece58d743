import type { Term } from "../glossary";

export const circuits: Term[] = [
  {
    en: [
      "reasoner",
      "The program that derives legal moves, next states and goals from the rules as they are written. It is the reference for circuits.",
    ],
    de: [
      "Inferenzmaschine",
      "Das Programm, das erlaubte Züge, Folgezustände und Auszahlungen direkt aus den Regeln ableitet. Es ist die Referenz für Schaltungen.",
    ],
    ja: ["推論器", "ルールから直接、合法手・次の状態・利得を導くプログラム。回路の正しさの基準となる。"],
    source: "Genesereth & Thielscher, General Game Playing (2014)",
  },
  {
    en: [
      "grounding",
      "Replacing the variables of the rules by all values that can occur. The result has no variables and can be compiled to a circuit.",
    ],
    de: [
      "Instanziierung (Grounding)",
      "Das Ersetzen der Variablen der Regeln durch alle Werte, die vorkommen können. Das Ergebnis hat keine Variablen und kann in eine Schaltung übersetzt werden.",
    ],
    ja: [
      "基礎化",
      "ルールの変数を、現れ得るすべての値で置き換えること。結果は変数を含まず、回路に変換できる。",
    ],
    source: "Gebser, Kaminski, Kaufmann & Schaub, Answer Set Solving in Practice (2012)",
  },
  {
    en: [
      "circuit",
      "Boolean functions as a network of gates. The rules of a game are compiled to one: from a state and a joint move it computes legal moves, goals and the next state.",
    ],
    de: [
      "Schaltung",
      "Boolesche Funktionen als Netz von Gattern. Die Regeln eines Spiels werden in eine Schaltung übersetzt: Sie berechnet aus einem Zustand und einem gemeinsamen Zug die erlaubten Züge, die Auszahlungen und den Folgezustand.",
    ],
    ja: [
      "回路",
      "論理関数を、つながったゲートで表したもの。ゲームのルールは回路に変換され、状態と同時手から合法手・利得・次の状態を計算する。",
    ],
    source: "Shannon, A symbolic analysis of relay and switching circuits (1938)",
  },
  {
    en: [
      "gate",
      "A node of a Boolean circuit: the logical and of two inputs, each of which may be inverted.",
    ],
    de: [
      "Gatter",
      "Ein Knoten einer Booleschen Schaltung: das logische Und zweier Eingänge, die jeweils negiert sein können.",
    ],
    ja: ["ゲート", "論理回路の節点。二つの入力（それぞれ否定できる）の論理積。"],
    source: "Shannon, A symbolic analysis of relay and switching circuits (1938)",
  },
  {
    en: [
      "propositional network",
      "The rules of a game as a Boolean circuit: from fluents and moves to legal moves, goals and the next state.",
    ],
    de: [
      "aussagenlogisches Netz",
      "Die Regeln eines Spiels als Boolesche Schaltung: von Fluenten und Zügen zu erlaubten Zügen, Auszahlungen und dem Folgezustand.",
    ],
    ja: [
      "命題ネットワーク",
      "ゲームのルールを表す論理回路。フルーエントと手から、合法手・利得・次の状態を求める。",
    ],
    source:
      "Schkufza, Love & Genesereth, Propositional automata and cell automata, Australasian AI conference (2008)",
  },
  {
    en: [
      "and-inverter graph",
      "A circuit of and gates with two inputs and of inverters, in which equal gates are stored once.",
    ],
    de: [
      "And-Inverter-Graph",
      "Eine Schaltung aus Und-Gattern mit zwei Eingängen und Invertern, in der gleiche Gatter nur einmal gespeichert werden.",
    ],
    ja: [
      "AND インバータグラフ",
      "2 入力 AND ゲートとインバータからなり、等しいゲートを一つだけ保持する回路。",
    ],
    source:
      "Kuehlmann, Paruthi, Krohm & Ganai, Robust Boolean reasoning for equivalence checking and functional property verification, IEEE TCAD 21 (2002)",
  },
  {
    en: [
      "lane",
      "One bit of the machine words in which a circuit is evaluated. Every lane holds a different game, so that up to 512 games are computed at once.",
    ],
    de: [
      "Lane",
      "Ein Bit der Maschinenwörter, in denen eine Schaltung ausgewertet wird. Jede Lane enthält ein anderes Spiel, sodass bis zu 512 Spiele zugleich berechnet werden.",
    ],
    ja: [
      "レーン",
      "回路を評価する機械語の 1 ビット。レーンごとに別のゲームを表し、最大 512 局を同時に計算する。",
    ],
    source: "Biham, A fast new DES implementation in software, Fast Software Encryption (1997)",
  },
  {
    en: [
      "one-hot group",
      "Fluents of which exactly one is true in every reachable state, such as the possible contents of one cell.",
    ],
    de: [
      "One-Hot-Gruppe",
      "Fluenten, von denen in jedem erreichbaren Zustand genau einer wahr ist, etwa die möglichen Inhalte eines Feldes.",
    ],
    ja: [
      "ワンホット群",
      "到達可能なすべての状態で、ちょうど一つが真であるフルーエントの集まり。例：一つのマスの内容。",
    ],
    source:
      "Helmert, Concise finite-domain representations for PDDL planning tasks, Artificial Intelligence 173 (2009)",
  },
  {
    en: [
      "state variable",
      "A group of fluents of which at most one is true in every reachable state, such as the possible contents of one cell. Its value is the fluent that is true, or that none is.",
    ],
    de: [
      "Zustandsvariable",
      "Eine Gruppe von Fluenten, von denen in jedem erreichbaren Zustand höchstens einer wahr ist, etwa die möglichen Inhalte eines Feldes. Ihr Wert ist der wahre Fluent, oder dass keiner wahr ist.",
    ],
    ja: [
      "状態変数",
      "到達可能なすべての状態で高々一つが真であるフルーエントの集まり。例：一つのマスの内容。その値は、真であるフルーエント、または「どれも真でない」である。",
    ],
    source: "Bäckström & Nebel, Complexity results for SAS+ planning, Computational Intelligence 11 (1995)",
  },
  {
    en: [
      "pattern database",
      "For some fluents that depend on no others, how many moves it takes from each combination of their values to the goal. It is computed once, backwards from the goal, and looked up by searches.",
    ],
    de: [
      "Musterdatenbank",
      "Zu einigen Fluenten, die von keinen anderen abhängen, wie viele Züge es von jeder Kombination ihrer Werte zum Ziel braucht. Sie wird einmal rückwärts vom Ziel aus berechnet; Suchen schlagen in ihr nach.",
    ],
    ja: [
      "パターンデータベース",
      "ほかのフルーエントに依存しない一部のフルーエントについて、その値の組み合わせごとに目標までに必要な手数を記録した表。目標から逆向きに一度計算し、探索で参照する。",
    ],
    source: "Culberson & Schaeffer, Pattern databases, Computational Intelligence 14 (1998)",
  },
  {
    en: [
      "invariant",
      "A property of all reachable states. It is proven by induction: it is true in the initial state, and every joint move preserves it.",
    ],
    de: [
      "Invariante",
      "Eine Eigenschaft aller erreichbaren Zustände. Sie wird durch Induktion bewiesen: Sie gilt im Anfangszustand, und jeder gemeinsame Zug erhält sie.",
    ],
    ja: [
      "不変条件",
      "到達可能なすべての状態で成り立つ性質。初期状態で成り立ち、どの同時手でも保たれることを帰納法で証明する。",
    ],
    source:
      "Sheeran, Singh & Stålmarck, Checking safety properties using induction and a SAT-solver, FMCAD (2000)",
  },
  {
    en: [
      "SAT",
      "The problem of whether a Boolean formula has an assignment that makes it true. A SAT solver decides it and is used for proofs about circuits.",
    ],
    de: [
      "SAT (Erfüllbarkeitsproblem)",
      "Die Frage, ob eine Boolesche Formel eine Belegung hat, die sie wahr macht. Ein SAT-Solver entscheidet sie und dient zu Beweisen über Schaltungen.",
    ],
    ja: [
      "充足可能性問題（SAT）",
      "論理式を真にする割り当てがあるかを問う問題。SAT ソルバーがこれを解き、回路についての証明に使われる。",
    ],
    source: "Biere, Heule, van Maaren & Walsh (eds.), Handbook of Satisfiability (2009)",
  },
  {
    en: [
      "native board",
      "A game whose rules are written by hand in Rust with bitboards, for comparison with the circuit.",
    ],
    de: [
      "natives Brett",
      "Ein Spiel, dessen Regeln von Hand in Rust mit Bitboards geschrieben sind, zum Vergleich mit der Schaltung.",
    ],
    ja: ["ネイティブ盤", "回路との比較のため、ルールを Rust のビットボードで手書きしたゲーム。"],
    source: "Spielbaum",
  },
];
