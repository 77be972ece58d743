// The built-in games' rules in German, as the headers of their rulesheets have them in English.

const breakthrough = (size: string) =>
  `Das Brett hat ${size}. Beide Spieler beginnen mit zwei vollen Reihen von Bauern, Weiß unten, Schwarz oben; Weiß beginnt. Ein Zug bewegt einen Bauern eine Reihe vorwärts: gerade oder schräg auf ein leeres Feld, oder schräg auf einen gegnerischen Bauern, der geschlagen wird. Gerade nach vorn wird nicht geschlagen, und kein Bauer zieht seitwärts oder zurück. Wer zuerst einen Bauern auf die hinterste Reihe bringt oder den letzten gegnerischen Bauern schlägt, gewinnt. Ein Remis gibt es nicht.`;

const othello = (size: string) =>
  `Zwei Spieler setzen abwechselnd Steine auf ein Brett mit ${size}; Schwarz beginnt. Ein Stein muss gegnerische Steine einschließen: Von seinem Feld aus müssen in mindestens einer der acht Richtungen ein oder mehrere gegnerische Steine und dann ein eigener folgen. Alle so eingeschlossenen Steine, in welcher Richtung auch immer, wechseln die Farbe. Wer das nicht kann, passt. Das Spiel endet, wenn keiner von beiden setzen kann, spätestens auf vollem Brett. Wer dann mehr Steine hat, gewinnt.`;

const hex =
  "Ein Feld berührt bis zu sechs andere: neben sich, über und unter sich, links oben und rechts unten. Rot verbindet die untere Reihe mit der oberen, Blau die linke Spalte mit der rechten: Wer zuerst eine lückenlose Kette eigener Steine zwischen seinen beiden Seiten hat, gewinnt.";

const HIDDEN_REFEREE =
  " Ein Schiedsrichter führt das Brett. Wer ein Feld versucht, das der Gegner besetzt hat, erfährt, dass es besetzt ist, und versucht ein anderes. Beide hören, ob ein Feld frei oder besetzt war, aber nicht, welches Feld versucht wurde.";

const sliding = (tiles: string, size: string, steps: string) =>
  `${tiles} nummerierte Plättchen und eine Lücke liegen in einem Rahmen mit ${size}. Ein Zug schiebt ein Plättchen, das direkt über, unter oder neben der Lücke liegt, in sie hinein. Ziel ist es, die Plättchen in höchstens ${steps} Zügen zu ordnen, von links oben an.`;

export const de: Record<string, string> = {
  "breakthrough-6x6": breakthrough("sechs Spalten und sechs Reihen"),
  breakthrough: breakthrough("acht Spalten und acht Reihen"),
  checkers:
    "Beide Spieler haben je zwölf Steine auf den dunklen Feldern eines Bretts mit acht mal acht Feldern, Schwarz unten, Weiß oben; Schwarz beginnt. Ein Stein zieht schräg vorwärts auf ein leeres Feld, oder er springt schräg vorwärts über einen gegnerischen Stein, den er schlägt, auf das leere Feld dahinter. Damen tun dasselbe vorwärts und rückwärts. Wer springen kann, muss springen. Kann der Stein, der gesprungen ist, weiterspringen, so muss er es, und sein Spieler bleibt am Zug. Ein Stein, der die hinterste Reihe erreicht, wird zur Dame und springt nicht weiter. Wer nicht ziehen kann, hat verloren. Nach vierzig Zügen in Folge ohne Zug eines Steins und ohne Sprung ist das Spiel remis.",
  "coin-row":
    "Münzen liegen nebeneinander in zwei Reihen, eine mit fünf und eine mit sechs Münzen. Ein Zug nimmt eine Münze oder zwei Münzen einer Reihe, die direkt nebeneinander liegen. Die Lücken bleiben: Münzen mit einer Lücke dazwischen liegen nicht nebeneinander, sodass eine Reihe in zwei zerfallen kann. Wer die letzte Münze von allen nimmt, gewinnt.",
  "connect-four-3p":
    "Drei Spieler werfen reihum Scheiben in die Spalten eines aufrechten Bretts, das acht Spalten breit und sechs Reihen hoch ist. Eine Scheibe fällt auf das unterste leere Feld ihrer Spalte; eine volle Spalte nimmt keine mehr auf. Wer zuerst vier Scheiben seiner Farbe nebeneinander in einer Spalte, Reihe oder Diagonale hat, gewinnt. Ist das Brett ohne eine solche Linie voll, teilen sich alle drei den Sieg.",
  "connect-four":
    "Zwei Spieler werfen abwechselnd Scheiben in die Spalten eines aufrechten Bretts, das sieben Spalten breit und sechs Reihen hoch ist. Eine Scheibe fällt auf das unterste leere Feld ihrer Spalte; eine volle Spalte nimmt keine mehr auf. Wer zuerst vier Scheiben seiner Farbe nebeneinander in einer Spalte, Reihe oder Diagonale hat, gewinnt. Ist das Brett ohne eine solche Linie voll, endet das Spiel remis.",
  "counting-to-21":
    "Zwei Spieler zählen gemeinsam von 1 bis 21. Ein Zug nennt die nächste Zahl, die nächsten zwei oder die nächsten drei. Wer 21 sagt, verliert.",
  "dark-hex-3x3": `Hex auf drei Spalten und drei Reihen, bei dem keiner die Steine des anderen sieht. Die Spieler setzen abwechselnd Steine in die Felder einer Raute aus Sechsecken; Rot beginnt. ${hex}${HIDDEN_REFEREE}`,
  "eight-puzzle": sliding("Acht", "drei Spalten und drei Reihen", "sechzig"),
  "einstein-dice":
    "Jeder Spieler hat sechs Steine mit den Nummern 1 bis 6 in einer Ecke eines Bretts mit fünf Spalten und fünf Reihen. Abwechselnd würfeln die Spieler und ziehen den Stein mit dieser Nummer; fehlt er, so wählen sie zwischen der nächsthöheren und der nächstniedrigeren Nummer, die sie noch haben. Ein Stein zieht ein Feld auf die gegenüberliegende Ecke zu: längs der Spalte, längs der Reihe oder schräg. Er schlägt, was auf seinem neuen Feld steht, auch einen eigenen Stein. Wer zuerst die gegenüberliegende Ecke erreicht oder den letzten Stein des anderen schlägt, gewinnt. Ein Remis gibt es nicht, und nichts ist verborgen.",
  "fifteen-puzzle": sliding("Fünfzehn", "vier Spalten und vier Reihen", "hundert"),
  goofspiel:
    "Jeder Spieler hat die Karten 1 bis 5, und ebenso gibt es die Preise 1 bis 5. Ein Preis nach dem anderen wird in zufälliger Folge aufgedeckt. Beide bieten gleichzeitig eine Karte dafür und verlieren sie; das höhere Gebot gewinnt den Preis, gleiche Gebote gewinnen nichts. Keiner sieht, was der andere geboten hat, nur, wer gewonnen hat. Am Ende gewinnt die höhere Summe der Preise.",
  "hex-7x7": `Zwei Spieler setzen abwechselnd Steine in die leeren Felder einer Raute aus Sechsecken mit sieben Spalten und sieben Reihen; Rot beginnt. ${hex} Ein Remis gibt es nicht, denn auf vollem Brett gibt es genau eine der Ketten. Niemand darf nach dem ersten Zug die Seiten tauschen.`,
  "hidden-coin":
    "Eine Münze wird geworfen und verdeckt. Der Spieler kann aussteigen und hat dann sichere 60 Punkte, oder er rät, wie die Münze liegt: für 100 Punkte, ohne hinzusehen, oder für 80, nachdem er hingesehen hat. Wer falsch rät, bekommt nichts.",
  "knights-tour":
    "Ein Springer beginnt in der linken unteren Ecke eines Bretts mit sechs Spalten und sechs Reihen und springt wie im Schach: zwei Felder längs einer Reihe oder Spalte und eines zur Seite. Kein Feld betritt er ein zweites Mal. Das Spiel endet, wenn er nicht mehr springen kann. Ziel ist es, alle Felder zu besuchen.",
  "kuhn-poker":
    "Das kleinste Poker: drei Karten, Bube, Dame und König. Jeder Spieler setzt einen Chip ein und bekommt eine Karte, die nur er sieht. Alice passt oder setzt einen weiteren Chip. Nach einem Einsatz passt der andere, und der Setzende gewinnt die Einsätze; oder er setzt ebenfalls, und die höhere Karte gewinnt vier Chips. Hat Alice gepasst, so hat Bob dieselbe Wahl: Passt auch er, so gewinnt die höhere Karte die Einsätze; setzt er, so antwortet Alice.",
  "leduc-poker":
    "Ein Poker in zwei Runden mit sechs Karten: Bube, Dame und König in Herz und Pik. Jeder Spieler setzt einen Chip ein und bekommt eine Karte, die nur er sieht. In einer Setzrunde, die Alice beginnt, geht ein Spieler mit, zahlt also so viel, wie der andere gezahlt hat, oder er erhöht; nach einer Erhöhung darf man auch aussteigen. In einer Runde gibt es höchstens zwei Erhöhungen, um zwei Chips in der ersten und um vier in der zweiten. Mitgehen beendet die Runde, außer im ersten Zug der Runde. Zwischen den Runden wird eine Karte auf dem Tisch aufgedeckt. Nach der zweiten Runde gewinnt, wessen Karte den Rang der Karte auf dem Tisch hat, sonst der höhere Rang; gleiche Ränge teilen die Chips.",
  "liars-dice":
    "Jeder Spieler würfelt mit einem Würfel unter einem Becher und sieht ihn an. Dann bieten sie abwechselnd: Ein Gebot behauptet, dass mindestens eine bestimmte Zahl der beiden Würfel eine bestimmte Augenzahl zeigt; die 6 zählt dabei als jede andere. Ein Gebot muss höher sein als das vorige: mehr Würfel, oder ebenso viele mit einer höheren Augenzahl. Statt zu bieten, kann ein Spieler das letzte Gebot eine Lüge nennen. Dann werden die Becher gehoben: Wer das Gebot bezweifelt hat, gewinnt, wenn es falsch ist, sonst gewinnt, wer geboten hat.",
  "lights-out":
    "Auf einem Brett mit fünf Spalten und fünf Reihen brennen einige der Lampen. Ein Zug drückt eine von ihnen, ob sie brennt oder nicht: Diese Lampe und die direkt darüber, darunter und daneben gehen aus, wenn sie brannten, und an, wenn nicht. Ziel ist es, in höchstens zwölf Zügen alle auszuschalten.",
  mastermind:
    "Ein Code aus drei Stiften in vier Farben ist verborgen. Der Codeknacker nennt Codes. Nach jedem Versuch erfährt er, wie viele Stifte die richtige Farbe am richtigen Platz haben, und wie viele weitere die richtige Farbe an einem anderen Platz. Es gibt höchstens fünf Versuche.",
  maze: "Ein Roboter sucht den Ausgang eines kleinen Labyrinths. Ein Zug geht ein Feld nach Norden, Osten, Süden oder Westen; Wände kann er nicht betreten. Das Spiel endet, wenn der Roboter am Ausgang steht, oder nach 24 Zügen. Zwei Wege führen hinaus, einer mit 16 und einer mit 20 Zügen; alle anderen sind Sackgassen.",
  "minesweeper-small":
    "Auf einem Brett mit sechzehn Feldern sind drei Minen verborgen, auf beliebigen drei Feldern mit gleicher Wahrscheinlichkeit. Der Räumer deckt Felder auf. Ein Feld ohne Mine zeigt, wie viele seiner acht Nachbarn eine haben. Eine Mine beendet das Spiel, und ebenso das letzte Feld ohne Mine. Wer eine Null aufdeckt, deckt ihre Nachbarn nicht mit auf.",
  "mini-bridge":
    "Zwei Partnerschaften, Nord und Süd gegen Ost und West, spielen drei Stiche. Es gibt Ass, König, Dame und Bube in Pik, Herz und Karo; jeder Spieler bekommt drei Karten, die nur er sieht. Pik ist Trumpf, und es wird nicht gereizt. West spielt zum ersten Stich aus; dann werden Nords Karten als Dummy offen hingelegt. In jedem Stich folgen die Spieler im Uhrzeigersinn, also West, Nord, Ost, Süd. Wer eine Karte der ausgespielten Farbe hat, muss sie bedienen. Das höchste Pik gewinnt den Stich, ohne Pik die höchste Karte der ausgespielten Farbe, und wer gewonnen hat, spielt zum nächsten Stich aus.",
  "monty-hall":
    "Hinter einer von drei Türen steht ein Auto, hinter den anderen stehen Ziegen. Der Kandidat wählt eine Tür. Der Moderator, der weiß, wo das Auto ist, öffnet eine andere Tür mit einer Ziege; gibt es zwei davon, so jede mit gleicher Wahrscheinlichkeit. Dann kann der Kandidat bei seiner Tür bleiben oder zur anderen geschlossenen wechseln.",
  nannon:
    "Backgammon auf sechs Punkten. Jeder Spieler hat drei Steine. Sie kommen von zu Hause auf eine Reihe von sechs Punkten und verlassen sie am anderen Ende, Weiß aufwärts und Schwarz abwärts; am Anfang stehen je einer zu Hause und zwei auf den ersten beiden Punkten. Abwechselnd würfeln die Spieler und ziehen einen Stein um diese Zahl, von zu Hause, auf der Reihe oder über ihr Ende hinaus; dafür genügt jede Zahl, die groß genug ist. Ein Stein kann nicht auf einen eigenen ziehen. Ein einzelner gegnerischer Stein wird geschlagen und kehrt nach Hause zurück; zwei benachbarte einer Farbe können nicht geschlagen werden. Wer ziehen kann, muss; wer nicht kann, setzt aus. Für den ersten Zug würfeln beide, bis die Zahlen verschieden sind; die höhere beginnt, mit dem Unterschied der beiden. Wer zuerst alle drei Steine über die Reihe hinausgebracht hat, gewinnt. Nach 60 Zügen ist das Spiel remis. Nichts ist verborgen.",
  nim: "Es gibt drei Haufen mit drei, fünf und sieben Gegenständen. Ein Zug nimmt einen oder mehrere Gegenstände von einem Haufen. Wer den letzten Gegenstand von allen nimmt, gewinnt.",
  "othello-4x4": othello("vier Spalten und vier Reihen"),
  "othello-6x6": othello("sechs Spalten und sechs Reihen"),
  othello: othello("acht Spalten und acht Reihen"),
  "peg-solitaire":
    "Zweiunddreißig Stifte stecken in den dreiunddreißig Löchern eines kreuzförmigen Bretts; das mittlere Loch ist leer. Ein Zug springt mit einem Stift in einer Spalte oder Reihe über einen benachbarten in das leere Loch dahinter; der übersprungene Stift wird entfernt. Das Spiel endet, wenn kein Sprung möglich ist. Ziel ist es, einen einzigen Stift in der Mitte übrig zu lassen.",
  "phantom-tictactoe": `Tic-Tac-Toe, bei dem keiner die Zeichen des anderen sieht: Zwei Spieler schreiben abwechselnd ihre Zeichen auf ein Brett mit drei Spalten und drei Reihen, und wer zuerst eine Linie aus drei eigenen Zeichen hat, gewinnt.${HIDDEN_REFEREE}`,
  pig: "Ein Wettlauf auf 30 Punkte mit einem Würfel. Ein Zug ist eine Folge von Würfen. Eine Eins beendet den Zug, und seine Punkte sind verloren. Nach jedem anderen Wurf kommt die Zahl zu den Punkten des Zugs, und der Spieler würfelt weiter oder hört auf; dann kommen die Punkte des Zugs zu seinem Stand. Wer mit Stand und Zug zusammen auf 30 Punkte kommt, gewinnt sofort. Nach 10 Zügen jedes Spielers gewinnt der höhere Stand. Nichts ist verborgen.",
  "prisoners-dilemma":
    "In jeder von zehn Runden entscheiden beide Spieler gleichzeitig, ob sie kooperieren oder den anderen verraten. Kooperieren beide, so bekommt jeder 3 Punkte, verraten beide, so jeder 1. Verrät nur einer, so bekommt er 5 Punkte und der andere keinen. Die Punkte aller Runden werden addiert; die Auszahlung ist das Doppelte der Summe.",
  "rock-paper-scissors":
    "Beide Spieler zeigen gleichzeitig und nur einmal eine Hand. Stein macht Schere stumpf, Papier wickelt Stein ein, Schere schneidet Papier; gleiche Hände sind ein Remis.",
  "tictactoe-3p":
    "Drei Spieler schreiben reihum ihre Zeichen in die leeren Felder eines Bretts mit vier Spalten und vier Reihen. Wer zuerst drei eigene Zeichen nebeneinander in einer Spalte, Reihe oder Diagonale hat, gewinnt. Ist das Brett ohne eine solche Linie voll, teilen sich alle drei den Sieg.",
  tictactoe:
    "Zwei Spieler schreiben abwechselnd ihre Zeichen in die leeren Felder eines Bretts mit drei Spalten und drei Reihen; X beginnt. Wer zuerst eine Linie aus drei eigenen Zeichen hat (eine Spalte, Reihe oder Diagonale), gewinnt. Ist das Brett ohne eine solche Linie voll, endet das Spiel remis. So endet es auch bei bestem Spiel beider Seiten.",
  tron: "Zwei Fahrer starten aufeinander zu, aus gegenüberliegenden Ecken eines Bretts mit acht Spalten und acht Reihen. In jedem Zug fahren beide gleichzeitig auf ein leeres Feld nördlich, östlich, südlich oder westlich von ihnen, und jeder lässt auf dem Feld, von dem er kam, eine Wand zurück. Wer kein leeres Feld mehr findet, verliert. Finden beide keines oder fahren beide auf dasselbe Feld, so endet das Spiel remis.",
  "two-rows":
    "Auf jeder von zwei Reihen mit sechs Feldern stehen ein weißer und ein schwarzer Stein einander gegenüber, Weiß links; Weiß beginnt. Ein Zug schiebt einen eigenen Stein auf seiner Reihe beliebig viele Felder vor oder zurück, ohne über den anderen Stein zu springen oder auf ihm zu landen. Wer nicht ziehen kann, weil jeder seiner Steine zwischen Wand und gegnerischem Stein eingeschlossen ist, verliert. Da Steine zurückgehen können, könnte das Spiel ewig dauern; darum ist es remis, wenn zwanzig Züge gespielt sind und der Spieler am Zug noch ziehen könnte.",
};
