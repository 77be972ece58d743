import type { en } from "./words.en";

export const de: Record<keyof typeof en, string> = {
  // Tasks.
  "task-minimax": "Tragen Sie den Minimax-Wert jedes inneren Knotens ein. Bei ▲ zieht Max, bei ▼ Min.",
  "task-alpha-beta-cuts":
    "Alpha-Beta durchsucht den Baum von links nach rechts mit dem Fenster (−∞, ∞). Markieren Sie die Äste, die abgeschnitten werden (geschnitten wird, sobald Alpha ≥ Beta ist). Äste unter einem abgeschnittenen Ast brauchen nicht markiert zu werden. Bei ▲ zieht Max, bei ▼ Min.",
  "task-windows":
    "Alpha-Beta durchsucht den Baum von links nach rechts mit dem Fenster (−∞, ∞). Geben Sie Alpha und Beta beim Betreten der markierten Knoten an. Unendliche Schranken werden −∞ und ∞ geschrieben (oder -inf und inf). Bei ▲ zieht Max, bei ▼ Min.",
  "task-maxn":
    "Die Zahl im Knoten nennt den Spieler am Zug. Tragen Sie den Auszahlungsvektor jedes inneren Knotens nach Max^n ein: Jeder Spieler wählt das Kind mit der größten eigenen Auszahlung, von gleich guten das erste.",
  "task-uct-whole":
    "Berechnen Sie den UCT-Wert Q + C · √(ln N / n) jedes Zuges für C = {c} und N = {visits} Besuche, gerundet auf eine ganze Zahl. Welcher Zug wird als Nächstes versucht?",
  "task-uct-one":
    "Berechnen Sie den UCT-Wert Q + C · √(ln N / n) jedes Zuges für C = {c} und N = {visits} Besuche, auf eine Nachkommastelle genau. Welcher Zug wird als Nächstes versucht?",
  "task-uct":
    "Berechnen Sie den UCT-Wert Q + C · √(ln N / n) jedes Zuges für C = {c} und N = {visits} Besuche, auf {decimals} Nachkommastellen genau. Welcher Zug wird als Nächstes versucht?",
  "task-labels-counting":
    "Zwei Spieler zählen abwechselnd; der Spieler am Zug nennt mindestens eine und höchstens {most} Zahlen. Wer {target} nennt, verliert. Ist die Stellung nach jeder dieser Zahlen für den Spieler am Zug gewonnen oder verloren?",
  "task-labels-coin-row":
    "Ein Zug nimmt eine Münze oder zwei benachbarte Münzen einer Reihe. Wer die letzte Münze nimmt, gewinnt. Welche Stellungen sind für den Spieler am Zug gewonnen, welche verloren?",
  "task-labels-two-rows":
    "Ein Zug schiebt einen eigenen Stein entlang seiner Reihe beliebig weit vor oder zurück, ohne zu springen. Wer nicht ziehen kann, verliert. Welche Stellungen sind für den Spieler am Zug gewonnen, welche verloren?",
  "task-reply-counting":
    "Zwei Spieler zählen abwechselnd; der Spieler am Zug nennt mindestens eine und höchstens {most} Zahlen. Wer {target} nennt, verliert. Die letzte Zahl war {said}. Finden Sie einen Gewinnzug.",
  "task-reply-coin-row":
    "Ein Zug nimmt eine Münze oder zwei benachbarte Münzen einer Reihe. Wer die letzte Münze nimmt, gewinnt. Finden Sie einen Gewinnzug.",
  "task-reply-two-rows":
    "Ein Zug schiebt einen eigenen Stein entlang seiner Reihe, ohne zu springen. Wer nicht ziehen kann, verliert. {mover} ist am Zug. Finden Sie einen Gewinnzug.",
  "task-reply-nim":
    "Ein Zug nimmt beliebig viele Gegenstände von einem Haufen. Wer den letzten Gegenstand nimmt, gewinnt. Finden Sie einen Gewinnzug.",
  "task-ordering":
    "Alpha-Beta durchsucht den Baum von links nach rechts mit dem Fenster (−∞, ∞). Ordnen Sie die Kinder jedes Knotens so, dass möglichst wenige Blätter besucht werden. Bei ▲ zieht Max, bei ▼ Min.",
  "task-labels-tree":
    "Jedes Blatt ist SIEG, REMIS oder VERLUST für Max. Geben Sie die Markierungen der inneren Knoten an. Die Kinder werden von links nach rechts besucht, und ein Knoten wird verlassen, sobald der Spieler am Zug dort durch ein Kind gewinnt. Kennzeichnen Sie die Äste, die durch dieses vorzeitige Ende übersprungen werden; jeder Knoten unter einem übersprungenen Ast wird übersprungen. Bei ▲ zieht Max, bei ▼ Min.",
  "task-code-gaps": "Wählen Sie die Zeilen, die dem Programm fehlen.",
  "task-code-order":
    "Die Zeilen {first} bis {last} des Programms stehen in falscher Reihenfolge; ihre Einrückung stimmt. Bringen Sie sie in eine richtige Reihenfolge.",
  "task-code-fault":
    "Eine Zeile des Programms ist falsch. Welche ist es, und welche der Zeilen darunter muss an ihrer Stelle stehen?",
  "task-expectiminimax":
    "Tragen Sie den Wert jedes inneren Knotens ein. Der Wert eines Zufallsknotens ist das mit den Wahrscheinlichkeiten gewichtete Mittel der Werte seiner Kinder. Geben Sie die Werte genau an, zum Beispiel 5,25 oder 17/3. Bei ▲ zieht Max, bei ▼ Min, bei ● der Zufall.",
  "task-star1-cuts":
    "Alpha-Beta mit Star1 durchsucht den Baum von links nach rechts mit dem Fenster (−∞, ∞). Jede Auszahlung liegt zwischen {least} und {greatest}. Markieren Sie die Äste, die abgeschnitten werden. Äste unter einem abgeschnittenen Ast brauchen nicht markiert zu werden. An einem Zufallsknoten wird geschnitten, sobald sein Wert selbst dann nicht über Alpha läge, wenn alle übrigen Ausgänge den Wert {greatest} hätten, oder selbst dann nicht unter Beta, wenn sie den Wert {least} hätten. Im Fenster eines Ausgangs ist Alpha der Wert, mit dem der Knoten gerade sein eigenes Alpha wert ist, wenn alle späteren Ausgänge den Wert {greatest} haben, und Beta der Wert, mit dem er gerade sein eigenes Beta wert ist, wenn sie den Wert {least} haben. Bei ▲ zieht Max, bei ▼ Min, bei ● der Zufall.",
  "task-maxn-cuts":
    "Die Zahl im Knoten nennt den Spieler am Zug. Die Auszahlungen jedes Blatts haben die Summe {sum}, und jede liegt zwischen {least} und {greatest}. Max^n mit flachen Schnitten durchsucht den Baum von links nach rechts; jeder Spieler wählt das Kind mit der größten eigenen Auszahlung, von gleich guten das erste. Markieren Sie die Äste, die abgeschnitten werden. Äste unter einem abgeschnittenen Ast brauchen nicht markiert zu werden. An einem Knoten wird geschnitten, sobald der Spieler am Zug dort die größte Auszahlung hat, die ein Spieler erhalten kann (sofortiger Schnitt), oder sobald er dem Spieler am Zug im Elternknoten nicht mehr übrig lässt, als dieser dort durch ein früheres Kind schon hat (flacher Schnitt).",
  "task-maxn-cuts-one-child":
    "An einem Knoten mit nur einem Kind wählt niemand: Als Elternknoten gilt dann der nächste Knoten darüber, der mehrere Kinder hat.",
  "task-pvs":
    "Die Hauptvariantensuche (PVS) durchsucht den Baum von links nach rechts mit dem Fenster (−∞, ∞). Das erste Kind eines Knotens erhält das Fenster des Knotens. Jedes andere Kind wird zuerst mit einem Nullfenster durchsucht: Bei einem Max-Knoten fragt es, ob das Kind mehr wert ist als Alpha, bei einem Min-Knoten, ob es weniger wert ist als Beta. Ist das so, wird das Kind mit dem Fenster des Knotens noch einmal durchsucht, außer wenn es ein Blatt ist oder das Gefundene das Fenster schließt (dann wird der Rest abgeschnitten). Ein Knoten, der selbst mit einem Nullfenster durchsucht wird, gibt es an alle seine Kinder weiter. Markieren Sie die Äste, die nach ihrem Nullfenster noch einmal durchsucht werden, auch unter anderen solchen Ästen. Bei ▲ zieht Max, bei ▼ Min.",
  "task-backup-whole":
    "Eine Simulation von UCT macht von der Wurzel aus diese Züge, und ihr Playout zahlt Max {max} und Min {min}. Der Mittelwert Q eines Zuges ist das Mittel dessen, was seine Besuche dem Spieler gezahlt haben, der ihn macht. Geben Sie Besuche und Mittelwert jedes Zuges nach der Rückpropagation an, als ganze Zahlen.",
  "task-backup-one":
    "Eine Simulation von UCT macht von der Wurzel aus diese Züge, und ihr Playout zahlt Max {max} und Min {min}. Der Mittelwert Q eines Zuges ist das Mittel dessen, was seine Besuche dem Spieler gezahlt haben, der ihn macht. Geben Sie Besuche und Mittelwert jedes Zuges nach der Rückpropagation an, Mittelwerte auf eine Nachkommastelle.",
  "task-backup":
    "Eine Simulation von UCT macht von der Wurzel aus diese Züge, und ihr Playout zahlt Max {max} und Min {min}. Der Mittelwert Q eines Zuges ist das Mittel dessen, was seine Besuche dem Spieler gezahlt haben, der ihn macht. Geben Sie Besuche und Mittelwert jedes Zuges nach der Rückpropagation an, Mittelwerte auf {decimals} Nachkommastellen.",
  // What the programs are for.
  "program-minimax":
    "minimax gibt den Minimax-Wert eines Knotens für Max zurück. payoff ist die Auszahlung eines Blatts für Max; max_moves sagt, ob an einem Knoten Max zieht, min_moves, ob Min zieht.",
  "program-negamax":
    "negamax gibt den Minimax-Wert eines Knotens für den Spieler am Zug zurück. payoff ist die Auszahlung eines Blatts für Max; sign ist 1, wo Max zieht, und -1, wo Min zieht.",
  "program-alpha-beta":
    "alphabeta gibt den Minimax-Wert der Wurzel für Max zurück und sieht nicht mehr Blätter an als nötig; der Aufruf ist mit alpha = -inf und beta = +inf. payoff ist die Auszahlung eines Blatts für Max; max_moves sagt, ob an einem Knoten Max zieht, min_moves, ob Min zieht.",
  "program-negamax-alpha-beta":
    "search ist Alpha-Beta in der Negamax-Form: Es gibt den Minimax-Wert der Wurzel für den Spieler am Zug zurück und sieht nicht mehr Blätter an als nötig; der Aufruf ist mit alpha = -inf und beta = +inf. payoff ist die Auszahlung eines Blatts für Max; sign ist 1, wo Max zieht, und -1, wo Min zieht.",
  "program-uct":
    "simulate macht eine Simulation von UCT, immer wieder von der Wurzel aus. visits und total sind zuerst 0; total ist die Summe der Auszahlungen für Max. payoff ist die Auszahlung eines Blatts für Max, playout die einer zufälligen Partie von einem Knoten aus; sign ist 1, wo Max zieht, und -1, wo Min zieht. C = 40.",
  // Moves and positions.
  moveSay: "um {count} weiterzählen",
  moveTakeOne: "Reihe {row}: Münze {from} nehmen",
  moveTakeTwo: "Reihe {row}: Münzen {from} und {to} nehmen",
  moveSlide: "Reihe {row}: von Spalte {from} nach {to}",
  moveRemove: "Haufen {heap}: {count} nehmen",
  positionCounting: "letzte Zahl {said}",
  positionCoinRow: "Reihen aus {rows}",
  positionTwoRows: "Lücken {gaps}",
  positionNim: "Haufen {heaps}",
  // Reasons.
  maxOf: "Max wählt das Maximum von {children}: {value}.",
  minOf: "Min wählt das Minimum von {children}: {value}.",
  ownBest: "Für {player} haben die Kinder die Auszahlungen {own}; gewählt wird {value}.",
  windowIs: "Das Fenster ist {alpha} … {beta}.",
  alphaFrom: "Alpha ist {value}: Max erhält bei {node} bereits mindestens {value}.",
  betaFrom: "Beta ist {value}: Min lässt bei {node} höchstens {value} zu.",
  cutBeta:
    "Beta-Schnitt bei {at}: {value} ≥ {bound}. Max erhält bei {at} mindestens {value}, aber Min lässt bei {from} höchstens {bound} zu.",
  cutAlpha:
    "Alpha-Schnitt bei {at}: {value} ≤ {bound}. Max erhält bei {at} höchstens {value}, aber bei {from} mindestens {bound}.",
  notCut: "Kein Schnitt: Bei {at} ist Alpha kleiner als Beta, {alpha} < {beta}.",
  uctValue: "{mean} + {c} · √(ln {total} / {visits}) = {mean} + {bonus} = {value}.",
  greatest: "Die UCT-Werte sind {values}; Zug {move} hat den größten.",
  reachableLoss:
    "Gewonnen: „{move}“ führt zur Stellung „{to}“, und diese ist für den Gegner verloren. {theory}",
  onlyWins: "Verloren: Nach jedem Zug (verschiedene Züge: {moves}) kann der Gegner gewinnen. {theory}",
  leavesLoss:
    "Der Zug gewinnt: „{move}“ führt zur Stellung „{to}“, und diese ist für den Gegner verloren. {theory}",
  leavesWin:
    "Der Zug verliert: Auf „{move}“ ({to}) antwortet der Gegner mit „{answer}“; das führt zur Stellung „{then}“. {theory}",
  saysTarget: "Der Zug verliert sofort: Er nennt die verlierende Zahl.",
  noSuchAnswer: "Diese Antwort ist hier nicht möglich.",
  theory: "Das Exklusiv-Oder der Teile (die Nim-Summe) ist {parts} = {xor}.",
  theoryOne: "Die Reihe hat den Grundy-Wert {value}.",
  theoryCounting: "Die Anzahl der noch übrigen Zahlen vor der verlierenden Zahl ist {value} modulo {base}.",
  orderVisits:
    "In dieser Reihenfolge besucht Alpha-Beta {visited} von {leaves} Blättern, in der besten {least}.",
  labelWins: "{at} ist {label}: Das Kind {child} ist {label}, und bei {at} zieht {player}.",
  labelDraws: "{at} ist {label}: Bei {at} zieht {player}, kein Kind ist {wanted}, und {child} ist {label}.",
  labelLoses: "{at} ist {label}: Bei {at} zieht {player}, und jedes Kind ist {label}.",
  earlyExit:
    "Vorzeitiges Ende bei {at}: Das Kind {child} ist {label}, und bei {at} zieht {player}. Die Kinder nach {child} werden übersprungen.",
  noEarlyExit:
    "Kein vorzeitiges Ende bei {at} vor {child}: Bei {at} zieht {player}, und kein Kind vor {child} ist {wanted}.",
  expectation: "Das Mittel von {children} mit diesen Wahrscheinlichkeiten: {sum} = {value}.",
  cutAlphaShort: "Alpha-Schnitt bei {at}: {value} ≤ {bound}.",
  cutBetaShort: "Beta-Schnitt bei {at}: {value} ≥ {bound}.",
  atMost: "{at} ist höchstens {value} wert, nämlich dann, wenn jeder übrige Ausgang den Wert {rest} hat.",
  atLeast: "{at} ist mindestens {value} wert, nämlich dann, wenn jeder übrige Ausgang den Wert {rest} hat.",
  alphaFromChance:
    "Alpha ist {value}: Hat dieser Ausgang keinen größeren Wert, so liegt der Wert von {node} nicht über dem Alpha von {node}.",
  betaFromChance:
    "Beta ist {value}: Hat dieser Ausgang keinen kleineren Wert, so liegt der Wert von {node} nicht unter dem Beta von {node}.",
  chanceNotCut:
    "Kein Schnitt: Nach den Ausgängen davor kann {at} noch {least} bis {greatest} wert sein, und das Fenster ist {alpha} … {beta}.",
  immediateCut: "Sofortiger Schnitt bei {at}: {player} hat {payoff}, und mehr kann kein Spieler erhalten.",
  shallowCut:
    "Flacher Schnitt bei {at}: {most} ≤ {has}. {player} erhält bei {at} mindestens {payoff}; {other} erhält dort also höchstens {most}, hat bei {from} aber schon {has}.",
  firstBranch: "Kein Schnitt: Es ist der erste Ast von {at}.",
  nothingAbove:
    "Kein Schnitt: {player} hat bei {at} {payoff} und könnte mehr erhalten, und im Elternknoten gibt es keine Auszahlung eines anderen Spielers, mit der zu vergleichen wäre.",
  enoughAbove:
    "Kein Schnitt: {player} hat bei {at} {payoff}; {other} kann dort also noch {most} erhalten, mehr als die {has} bei {from}.",
  againMax:
    "Noch einmal durchsucht: Alpha ist bei {at} {asked}, und das Nullfenster hat gezeigt, dass dieses Kind mindestens {value} wert ist.",
  againMin:
    "Noch einmal durchsucht: Beta ist bei {at} {asked}, und das Nullfenster hat gezeigt, dass dieses Kind höchstens {value} wert ist.",
  "once-skipped": "Gar nicht durchsucht: Der Ast fällt durch einen Schnitt weg.",
  "once-first": "Einmal durchsucht: Es ist der erste Ast von {at} und erhält das Fenster von {at}.",
  "once-null-window":
    "Nicht noch einmal durchsucht: {at} wird selbst mit einem Nullfenster durchsucht und gibt es weiter.",
  "once-leaf": "Nicht noch einmal durchsucht: Der Ast führt zu einem Blatt, dessen Wert {value} bekannt ist.",
  "once-no-better":
    "Nicht noch einmal durchsucht: Das Nullfenster hat gezeigt, dass {value} für den Spieler am Zug bei {at} nicht besser ist als {asked}.",
  "once-cutoff":
    "Nicht noch einmal durchsucht: {value} schließt das Fenster von {at}, der Rest von {at} wird abgeschnitten.",
  visited: "Ein Besuch mehr: {visits} + 1 = {value}.",
  backedUpFirst: "Der erste Besuch: Der Mittelwert ist die Auszahlung von {player}, also {payoff}.",
  backedUp: "Das Playout zahlt {player} {payoff}: ({visits} · {mean} + {payoff}) / {after} = {value}.",
  // What programs come to.
  sameResults:
    "Für alle {trees} Bäume, auf die es angewandt wurde, liefert das Programm dasselbe wie das richtige.",
  givenFails: "So, wie es gegeben ist, ist das Programm falsch.",
  stillFails: "Keine der Zeilen zur Auswahl macht das Programm an dieser Stelle richtig. Mit „{text}“:",
  noLine: "Diese Zeile gibt es nicht; zur Auswahl stehen {lines}.",
  notEveryLine: "Die Reihenfolge muss jede der Zeilen {first} bis {last} einmal nennen.",
  onTree: "Baum {tree}:",
  onTreeWithPlayouts: "Baum {tree}, Playouts mit den Auszahlungen {playouts}:",
  resultsDiffer: "richtig ist {expected}; das Programm ergibt {found}.",
  outcomeSearch: "{value}, besuchte Blätter {leaves}, abgeschnittene Äste {cut}",
  outcomeStatistics: "Besuche {visits} und Summen {totals} nach Simulation {simulations}",
  outcomeStopped: "einen Fehler in Zeile {line}: {why}",
  "stop-misplaced": "die Zeile kann hier nicht stehen",
  "stop-no-body": "darunter ist nichts eingerückt",
  "stop-no-value": "{name} hat noch keinen Wert",
  "stop-no-payoff": "der Knoten ist kein Blatt und hat keine Auszahlung",
  "stop-no-result": "die Rechnung hat kein Ergebnis",
  "stop-wrong-type": "damit lässt sich nicht rechnen",
  "stop-no-return": "die Funktion endet ohne return",
  "stop-endless": "das Programm kommt zu keinem Ende",
  // Common mistakes.
  "slip-other-side": "Prüfen Sie, wer am Zug ist: Max wählt das Maximum, Min das Minimum.",
  "slip-follows-from-below": "Das folgt aus Ihren Antworten darunter, aber eine davon ist falsch.",
  "slip-swapped": "Alpha und Beta sind vertauscht.",
  "slip-other-label": "Prüfen Sie, wer am Zug ist: Max wählt nach Möglichkeit SIEG, Min VERLUST.",
  "slip-chosen-at-chance": "An einem Zufallsknoten wählt niemand: Sein Wert ist ein gewichtetes Mittel.",
  "slip-unweighted": "Gewichten Sie jeden Wert mit seiner Wahrscheinlichkeit.",
  "slip-rounded": "Das ist gerundet. Geben Sie den Wert genau an, wenn nötig als Bruch.",
  "slip-deep-cut":
    "Das wäre ein tiefer Schnitt. Bei Max^n zählt nur der Spieler am Zug im Elternknoten: Was ausgelassen wird, kann ändern, was ein Spieler dazwischen wählt.",
  "slip-other-payoff": "Das ist der Mittelwert mit der Auszahlung des anderen Spielers.",
  // Hints.
  hintMax: "Max wählt das Maximum von {children}.",
  hintMin: "Min wählt das Minimum von {children}.",
  hintOwn: "{player} vergleicht die eigenen Auszahlungen in {children}.",
  hintFirst: "Bestimmen Sie zuerst die Werte von {first}.",
  hintCuts: "Zahl der abgeschnittenen Äste: {count}. Der erste liegt unter {node}.",
  hintAlpha: "Alpha ist der größte Wert, den Max bisher bei {nodes} hat.",
  hintBeta: "Beta ist der kleinste Wert, den Min bisher bei {nodes} hat.",
  hintUct: "{mean} + {c} · √({log} / {visits}), mit ln {total} = {log}.",
  hintGreatest: "UCT versucht den Zug mit dem größten UCT-Wert, nicht den mit dem größten Mittelwert.",
  hintSuccessors: "Die Stellungen nach den Zügen: {moves}.",
  hintZero: "{theory} Ziehen Sie in eine Stellung mit dem Wert 0.",
  hintOrder:
    "In der besten Reihenfolge besucht Alpha-Beta {least} von {leaves} Blättern. Unter der Wurzel steht {node} zuerst.",
  hintLabelMax:
    "Hier zieht Max. Der Knoten ist SIEG, sobald ein Kind SIEG ist, VERLUST, wenn jedes Kind VERLUST ist, sonst REMIS. Die Kinder von links nach rechts: {children}.",
  hintLabelMin:
    "Hier zieht Min. Der Knoten ist VERLUST, sobald ein Kind VERLUST ist, SIEG, wenn jedes Kind SIEG ist, sonst REMIS. Die Kinder von links nach rechts: {children}.",
  hintSkipped: "Zahl der übersprungenen Äste: {count}. Der erste liegt unter {node}.",
  hintNotLine: "„{text}“ ist es nicht.",
  hintFirstLine: "Zeile {number} ist „{text}“.",
  hintWrongLine: "Zeile {number} ist falsch.",
  hintAverages:
    "Der Wert eines Zufallsknotens ist das mit den Wahrscheinlichkeiten gewichtete Mittel der Werte seiner Kinder: {children}.",
  hintAgain: "Zahl der Äste, die noch einmal durchsucht werden: {count}. Der erste liegt unter {node}.",
  hintNone: "Kein Ast ist zu markieren.",
  hintVisit: "Jeder Zug der Simulation wird einmal mehr besucht.",
  hintBackUpFirst: "Das ist der erste Besuch: Der Mittelwert ist, was das Playout {player} zahlt.",
  hintBackUp: "({visits} · {mean} + {payoff}) / {after}; das Playout zahlt {player} {payoff}.",
};
