// What is wrong with a strategy's text, and why a strategy does not apply to a game.

import type { Entries } from "../catalogue";

export const specs: Entries = {
  "{problem*} (at column {column@})": "{problem} (Spalte {column})",
  "a spec has at most {most#} bytes": "eine Spezifikation hat höchstens {most} Bytes",
  "specs nest at most {most#} deep": "Spezifikationen sind höchstens {most} Ebenen tief verschachtelt",
  "expected {expected*}, found {found*}": "erwartet wird {expected}, gefunden wurde {found}",
  "the end": "das Ende",
  "`{word}`": "`{word}`",
  "`,` or the end": "`,` oder das Ende",
  "the strategy's name": "der Name der Strategie",
  "the evaluator's name": "der Name der Bewertungsfunktion",
  "`parameter=value`": "`Parameter=Wert`",
  '`"` at the end of the quoted text': '`"` am Ende des Texts in Anführungszeichen',
  "`{name}` is no {noun*} (known: {known})": "`{name}` ist {noun} (bekannt: {known})",
  "`{name}` is no {noun*}; did you mean `{meant}`? (known: {known})":
    "`{name}` ist {noun}; ist `{meant}` gemeint? (bekannt: {known})",
  strategy: "keine Strategie",
  evaluator: "keine Bewertungsfunktion",
  "parameter of {name}": "kein Parameter von {name}",
  "value of {name}": "kein Wert von {name}",
  "`{name}` is given twice": "`{name}` ist zweimal angegeben",
  "`{name}` has no effect {with*}; {remedy*}, or leave `{again}` out":
    "`{name}` wirkt {with} nicht; {remedy} oder `{again}` weglassen",
  "without `{other}`": "ohne `{other}`",
  "with `{other}`": "mit `{other}`",
  "give `{other}`": "`{other}` angeben",
  "give `{other}` or `{more}`": "`{other}` oder `{more}` angeben",
  "give `{other}` another value": "`{other}` einen anderen Wert geben",
  "`{name}` takes {domain*}, not `{value}`": "`{name}` verlangt {domain}, nicht `{value}`",
  "a whole number from {least#} to {greatest#}": "eine ganze Zahl von {least} bis {greatest}",
  "a number from {least#} to {greatest#}": "eine Zahl von {least} bis {greatest}",
  "`true` or `false`": "`true` oder `false`",
  "a time from {least~} to {greatest~}, such as `0.5s` or `200ms`":
    "eine Zeit von {least} bis {greatest}, etwa `0.5s` oder `200ms`",
  "one of {words}": "eines von {words}",
  "an evaluator": "eine Bewertungsfunktion",
  "a strategy": "eine Strategie",
  "a table of weights: {names}, or a path that ends in .toml":
    "eine Tabelle von Gewichten: {names}, oder einen Pfad, der auf .toml endet",
  "a learned evaluation: a path that ends in .json":
    "eine gelernte Bewertung: einen Pfad, der auf .json endet",
  "a tablebase: a path that ends in .solved": "eine Endspieldatenbank: einen Pfad, der auf .solved endet",
  "a policy: a path that ends in .policy": "eine Policy: einen Pfad, der auf .policy endet",
  "roles by their names or their numbers from 1, with `+` between them":
    "Rollen mit ihren Namen oder ihren Nummern ab 1, durch `+` verbunden",
  'a path with spaces needs quotation marks: "{path}"':
    'ein Pfad mit Leerzeichen braucht Anführungszeichen: "{path}"',
  "`{path}` is a file, and a server reads no files for pages; name a table that comes with the program":
    "`{path}` ist eine Datei, und ein Server liest für Seiten keine Dateien; eine eingebaute Tabelle nennen",
  "`start` may be at most {most~} on a server; the command line has no such bound":
    "`start` darf auf einem Server höchstens {most} sein; die Kommandozeile hat diese Grenze nicht",
  "`{name}` may be at most {most#} on a server; the command line has no such bound":
    "`{name}` darf auf einem Server höchstens {most} sein; die Kommandozeile hat diese Grenze nicht",
  "the game is over in this state, there is nothing to choose":
    "das Spiel ist in diesem Zustand zu Ende, es gibt nichts zu wählen",
  "there is no role `{role}`; the roles are {roles}": "es gibt keine Rolle `{role}`; die Rollen sind {roles}",
  "the role {role} moves by chance here, so that no strategy chooses its move; go on by one of its moves":
    "die Rolle {role} zieht hier durch Zufall, sodass keine Strategie ihren Zug wählt; mit einem ihrer Züge weitergehen",
  "several roles choose at the same time; name the one that searches: {roles}":
    "mehrere Rollen wählen gleichzeitig; die Rolle nennen, die sucht: {roles}",
  "{strategy} does not apply to this game: {why*}":
    "{strategy} lässt sich auf dieses Spiel nicht anwenden: {why}",
  "it hides parts of the state from its roles (by `sees`, or by information sets of a tree), and {strategy} needs all of it; pimc(inner={same}) searches states that agree with what the role knows, policy plays by a policy that was computed before, and ismcts, hyperplay, random and first-legal can play it":
    "es verbirgt seinen Rollen Teile des Zustands (durch `sees` oder durch Informationsmengen eines Baums), und {strategy} braucht den ganzen; pimc(inner={same}) durchsucht Zustände, die zum Wissen der Rolle passen, policy spielt nach einer vorher berechneten Policy, und auch ismcts, hyperplay, random und first-legal können es spielen",
  "the role `random` draws its moves, and nobody chooses for it; random can draw them":
    "die Rolle `random` zieht ihre Züge zufällig, niemand wählt für sie; die Strategie random kann sie ziehen",
  "the role `random` moves by chance, and {reason*}": "die Rolle `random` zieht durch Zufall; {reason}",
  "tablebases are of games without it; minimax and alpha-beta find the value":
    "Endspieldatenbanken gibt es nur für Spiele ohne ihn; minimax und alpha-beta finden den Wert",
  "a plan is made for one course of events; uct and minimax reckon with all":
    "ein Plan ist für einen einzigen Verlauf; uct und minimax rechnen mit allen",
  "proofs are of what a role can force, whatever happens; minimax and alpha-beta find what it can expect":
    "Beweise zeigen, was eine Rolle in jedem Fall erzwingen kann; minimax und alpha-beta finden, was sie erwarten kann",
  "several roles choose at the same time; uct, flat-mc, pessimistic and random-opponent can play it":
    "mehrere Rollen wählen gleichzeitig; uct, flat-mc, pessimistic und random-opponent können es spielen",
  "goal-proximity reads the goals of a rulesheet that has a circuit, and not too many conditions for them; playouts and zero need none":
    "goal-proximity liest die Auszahlungen einer Spielbeschreibung mit Schaltung und nicht zu vielen Bedingungen dafür; playouts und zero brauchen keine",
  "positional needs pieces on a board of columns and rows; playouts and zero do not":
    "positional braucht Figuren auf einem Brett aus Spalten und Zeilen; playouts und zero nicht",
  "open-lines needs pieces on a board of columns and rows; playouts and zero do not":
    "open-lines braucht Figuren auf einem Brett aus Spalten und Zeilen; playouts und zero nicht",
  "the table {table} of positional has weights for {columns#} columns and {rows#} rows, but the board has {others#} and {theirs#}; give it the path of a table of that size":
    "die Tabelle {table} von positional hat Gewichte für {columns} Spalten und {rows} Zeilen, das Brett aber hat {others} und {theirs}; den Pfad einer Tabelle dieser Größe angeben",
  "no line of {length#} fits on a board of {columns#} columns and {rows#} rows; give open-lines a smaller length":
    "auf ein Brett mit {columns} Spalten und {rows} Zeilen passt keine Linie der Länge {length}; open-lines eine kleinere Länge geben",
  "mobility compares roles, and there is only one; goal-proximity, playouts and zero can judge it":
    "mobility vergleicht Rollen, und es gibt nur eine; goal-proximity, playouts und zero können es bewerten",
  "learned has no evaluation of this game: `spielbaum learn GAME` makes one and keeps it in the store, or name a file, as in learned(FILE)":
    "learned hat keine Bewertung dieses Spiels: `spielbaum learn SPIEL` lernt eine und legt sie im Speicher ab, oder eine Datei nennen, wie in learned(DATEI)",
  "learned reads the states of a rulesheet that has a circuit; playouts and zero need none":
    "learned liest die Zustände einer Spielbeschreibung mit Schaltung; playouts und zero brauchen keine",
  "the file `{path}`, which its evaluator needs, has not been read":
    "die Datei `{path}`, die ihre Bewertungsfunktion braucht, wurde nicht gelesen",
  "the file `{path}` of its tablebase has not been read":
    "die Datei `{path}` ihrer Endspieldatenbank wurde nicht gelesen",
  "it has no tablebase: `spielbaum solve GAME -o FILE` writes one, which is named as in solved(FILE)":
    "ihr fehlt eine Endspieldatenbank: `spielbaum solve SPIEL -o DATEI` schreibt eine, die man wie in solved(DATEI) nennt",
  "it has no policy: `spielbaum solve GAME --method cfr+ -o FILE.policy` writes one of a game with `sees`, which is named as in policy(FILE.policy)":
    "ihr fehlt eine Policy: `spielbaum solve SPIEL --method cfr+ -o DATEI.policy` schreibt eine für ein Spiel mit `sees`, die man wie in policy(DATEI.policy) nennt",
  "the roles have more than 2^64 joint moves in a state; flat-mc can play it":
    "die Rollen haben in einem Zustand mehr als 2^64 gemeinsame Züge; flat-mc kann es spielen",
  "a set has more than {most#} payoff vectors; give more by vectors=, or a depth, or dominance=weak, or use maxn, which keeps one":
    "eine Menge hat mehr als {most} Auszahlungsvektoren; mit vectors= mehr erlauben, eine Tiefe oder dominance=weak angeben, oder maxn verwenden, das nur einen behält",
  "{roles#} roles that get at least {least} each do not stay within {greatest} and a sum of {sum}; give other bounds or none":
    "{roles} Rollen, die je mindestens {least} bekommen, bleiben nicht bei höchstens {greatest} und einer Summe von {sum}; andere Schranken oder keine angeben",
  "there are payoffs {payoffs}, against the bounds least={least} and sum={sum}; give wider ones or none":
    "es gibt Auszahlungen {payoffs}, entgegen den Schranken least={least} und sum={sum}; weitere oder keine angeben",
  "{why*} (`allies=`); its roles are {roles}": "{why} (`allies=`); die Rollen sind {roles}",
  "it has no role `{role}`": "es hat keine Rolle `{role}`",
  "{role} searches, and cannot be its own ally": "{role} sucht und kann nicht mit sich selbst verbündet sein",
  "it has {roles#} roles, and plans are for a role alone; uct and deepening can play it":
    "es hat {roles} Rollen, und Pläne sind für eine Rolle allein; uct und deepening können es spielen",
  "a tablebase tells what each role can be sure of, which is what best play pays it only in games for one role and in games for two whose payoffs are known to have a constant sum; leave out `tablebase`":
    "eine Endspieldatenbank sagt, was jeder Rolle sicher ist; nur in Spielen mit einer Rolle und in Spielen mit zwei Rollen, von denen bekannt ist, dass die Summe konstant ist, ist das auch der Wert bei bestem Spiel; `tablebase` weglassen",
  "implicit minimax values are for two roles whose payoffs are proven to have a constant sum, without chance; `bias` and `puct` use an evaluator in any game":
    "implizite Minimax-Werte sind für zwei Rollen mit bewiesen konstanter Summe und ohne Zufall; `bias` und `puct` nutzen eine Bewertungsfunktion in jedem Spiel",
  "no history of the game agrees with what {role} did and saw; its moves and percepts must be those of all plies from the initial state on":
    "kein Verlauf des Spiels passt zu dem, was {role} tat und sah; nötig sind ihre Züge und Wahrnehmungen aller Halbzüge vom Anfangszustand an",
  "the game failed: {fault*}": "das Spiel lässt sich nicht fortsetzen: {fault}",
  "{node} has no static value, and the search must judge it; write one, as in `(=4 3 5)`, or name an evaluator, such as eval=zero":
    "{node} hat keinen statischen Wert, und die Suche muss ihn bewerten; einen angeben, wie in `(=4 3 5)`, oder eine Bewertungsfunktion nennen, etwa eval=zero",
};
