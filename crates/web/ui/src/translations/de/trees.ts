// What is wrong with a tree that is written, or not fit for an exercise or a search.

import type { Entries } from "../catalogue";

export const trees: Entries = {
  "{error*}; a tree is written in brackets, such as ((3 12 8) (2 4 6)), or as a JSON document with a `root`":
    "{error}; ein Baum wird in Klammern geschrieben, etwa ((3 12 8) (2 4 6)), oder als JSON-Dokument mit `root`",
  "line {line@}, column {column@}: {what*}": "Zeile {line}, Spalte {column}: {what}",
  "root: {what*}": "Wurzel: {what}",
  "root/{path}: {what*}": "Knoten root/{path}: {what}",
  "root ({label}): {what*}": "Wurzel ({label}): {what}",
  "the document: {what*}": "das Dokument: {what}",
  "a name has no quotation marks and no control characters, such as a line break; found `{name*}`":
    "ein Name enthält keine Anführungszeichen und keine Steuerzeichen wie einen Zeilenumbruch; gefunden wurde `{name}`",
  "`name` has control characters, such as a line break":
    "`name` enthält Steuerzeichen wie einen Zeilenumbruch",
  "there is no built-in tree `{name}`; the built-in trees are {trees}":
    "es gibt keinen eingebauten Baum `{name}`; die eingebauten Bäume sind {trees}",
  "the tree has ended, but `{found}` follows; expected nothing more":
    "der Baum ist zu Ende, aber `{found}` folgt; erwartet wird nichts mehr",
  "expected a tree such as `((3 12 8) (2 4 6))`": "erwartet wird ein Baum wie `((3 12 8) (2 4 6))`",
  "the text ends with {open#} unclosed `(`; expected `)`":
    "der Text endet mit {open} offenen `(`; erwartet wird `)`",
  '"{label}" is a label only before a colon, as in "{again}":(3 5)':
    '"{label}" ist nur vor einem Doppelpunkt ein Name, wie in "{again}":(3 5)',
  "a static value stands at the beginning of an inner node, as in `(=4 3 5)` or `(min =4 3 5)`":
    "ein statischer Wert steht am Anfang eines inneren Knotens, wie in `(=4 3 5)` oder `(min =4 3 5)`",
  "a label stands before a node, as in `A:(3 5)` or `x:5`":
    "ein Name steht vor einem Knoten, wie in `A:(3 5)` oder `x:5`",
  "a static value such as `=4` or `=1/2/3` is expected after `=`":
    "nach `=` wird ein statischer Wert wie `=4` oder `=1/2/3` erwartet",
  "`{word}` is no role of this tree; its roles are {roles}":
    "`{word}` ist keine Rolle dieses Baums; seine Rollen sind {roles}",
  'the label that begins here has no `"` at its end': 'dem Namen, der hier beginnt, fehlt am Ende das `"`',
  "expected payoffs of 1 to {most#} roles, found {count#}":
    "erwartet werden Auszahlungen für 1 bis {most} Rollen, gefunden wurden {count}",
  "{why*}; expected payoffs such as `3`, `0.5` or `1/2/3`, a label such as `A:`, `(` or `)`":
    "{why}; erwartet wird eine Auszahlung wie `3`, `0.5` oder `1/2/3`, ein Name wie `A:`, `(` oder `)`",
  "`{text}` is no number": "`{text}` ist keine Zahl",
  "a payoff has at most {decimals#} decimals": "eine Auszahlung hat höchstens {decimals} Nachkommastellen",
  "the payoff {payoff} is out of bounds: they end at {most} and -{least}":
    "die Auszahlung {payoff} liegt außerhalb der Grenzen -{least} und {most}",
  "the payoff {payoff} is out of bounds: they end at {most} and -{least} in a tree with {decimals#} decimals":
    "die Auszahlung {payoff} liegt außerhalb der Grenzen -{least} und {most} eines Baums mit {decimals} Nachkommastellen",
  "with {decimals#} decimals payoffs end at {most} and -{least}, and there are greater ones":
    "mit {decimals} Nachkommastellen reichen Auszahlungen von -{least} bis {most}, und es gibt größere",
  "with {decimals#} decimals sums of payoffs end at {most} and -{least}, and a leaf has a greater one":
    "mit {decimals} Nachkommastellen reichen Summen von Auszahlungen von -{least} bis {most}, und ein Blatt hat eine größere",
  "a tree is at most {levels#} levels deep": "ein Baum ist höchstens {levels} Ebenen tief",
  "there is no inner node to end here": "hier gibt es keinen inneren Knoten, der enden könnte",
  "an inner node has at least one child": "ein innerer Knoten hat mindestens ein Kind",
  "two moves are called `{name}`": "zwei Züge heißen `{name}`",
  "a single payoff where one payoff for each of the {roles#} roles was expected":
    "eine einzige Auszahlung, wo für jede der {roles} Rollen eine erwartet wird",
  "{count#} payoffs where one payoff for each of the {roles#} roles was expected":
    "{count} Auszahlungen, wo für jede der {roles} Rollen eine erwartet wird",
  "the leaves of a tree are either all numbers or all lists of payoffs; so are static values":
    "die Blätter eines Baums sind entweder alle Zahlen oder alle Listen von Auszahlungen, ebenso die statischen Werte",
  "a chance node is in no information set: these are of nodes where a player moves":
    "ein Zufallsknoten gehört zu keiner Informationsmenge: Informationsmengen bestehen aus Knoten, an denen ein Spieler zieht",
  "payoffs from {least} to {greatest} do not lie within the range {from}..={to}":
    "Auszahlungen von {least} bis {greatest} liegen nicht im Bereich {from}..={to}",
  "a tree has at most {nodes#} nodes": "ein Baum hat höchstens {nodes} Knoten",
  "the name of an information set is one word without brackets, braces, quotation marks and the characters `:`, `=`, `,` and `/`; found `{name}`":
    "der Name einer Informationsmenge ist ein Wort ohne Klammern, Anführungszeichen und die Zeichen `:`, `=`, `,` und `/`; gefunden wurde `{name}`",
  "it is in the information set `{set}` with {node}, but {why*}":
    "er ist mit {node} in der Informationsmenge `{set}`, aber {why}",
  "{role} moves there, and {other} here; at all nodes of a set the same role moves: give one of the two another set":
    "dort zieht {role} und hier {other}; an allen Knoten einer Menge zieht dieselbe Rolle: einem der beiden eine andere Menge geben",
  "its moves are {moves}, and here they are {others}; who cannot tell two nodes apart has the same moves in the same order: name them alike, by `moves` or by labels":
    "dort sind die Züge {moves}, hier {others}; wer zwei Knoten nicht unterscheiden kann, hat dieselben Züge in derselben Reihenfolge: sie mit `moves` oder Namen gleich benennen",
  "it is {plies*} below the root, and this one {others*}; a role counts plies, so that the nodes of a set are equally many plies from the root: give one of the two another set, or put nodes with a single move above it":
    "dort liegt er {plies} unter der Wurzel, hier {others}; eine Rolle zählt Halbzüge, daher liegen die Knoten einer Menge gleich viele Halbzüge unter der Wurzel: einem der beiden eine andere Menge geben oder Knoten mit einem einzigen Zug darüber setzen",
  "{role} came there by {way}, and here by {other}; a role remembers its own information sets and moves (perfect recall): give one of the two another set":
    "{role} kam dorthin durch {way} und hierher durch {other}; eine Rolle erinnert sich an ihre Informationsmengen und Züge (perfektes Erinnerungsvermögen): einem der beiden eine andere Menge geben",
  "1 ply": "1 Halbzug",
  "{count#} plies": "{count} Halbzüge",
  "expected 1 to {most#} roles, found {count#}":
    "erwartet werden 1 bis {most} Rollen, gefunden wurden {count}",
  "the role `{role}` is there twice": "die Rolle `{role}` kommt zweimal vor",
  "the field `{field}` is there twice": "das Feld `{field}` kommt zweimal vor",
  "JSON is nested at most {levels#} deep; write a deeper tree in brackets":
    "JSON ist höchstens {levels} Ebenen tief verschachtelt; tiefere Bäume in Klammern schreiben",
  "`{role}` is not among `roles`: a tree with chance nodes has this role by itself":
    "`{role}` steht nicht unter `roles`: Ein Baum mit Zufallsknoten hat diese Rolle von selbst",
  "{names#} move names for {children#} children": "{names} Zugnamen für {children} Kinder",
  "the mover `{name}` is not a role; the roles are {roles}":
    "am Zug ist `{name}`, aber das ist keine Rolle; die Rollen sind {roles}",
  "`chance` gives probabilities, but the mover is `{name}`, not `{chance}`":
    "`chance` nennt Wahrscheinlichkeiten, aber am Zug ist `{name}`, nicht `{chance}`",
  "a leaf has no mover, no chance, no moves, no static value and no information set":
    "ein Blatt hat keine Rolle am Zug, keine Wahrscheinlichkeiten, keine Züge, keinen statischen Wert und keine Informationsmenge",
  "a node has either children or goals, not both":
    "ein Knoten hat entweder Kinder oder Auszahlungen, nicht beides",
  "expected `children` or `goals`": "erwartet wird `children` oder `goals`",
  "found {found*}, expected a number, a list or an object":
    "gefunden wurde {found}, erwartet wird eine Zahl, eine Liste oder ein Objekt",
  "found {found*}, expected a number": "gefunden wurde {found}, erwartet wird eine Zahl",
  'found {found*}, expected a number, or a fraction such as "1/3"':
    'gefunden wurde {found}, erwartet wird eine Zahl oder ein Bruch wie "1/3"',
  "found {found*}, expected a list": "gefunden wurde {found}, erwartet wird eine Liste",
  "found {found*}, expected a string": "gefunden wurde {found}, erwartet wird eine Zeichenkette",
  "{number#}": "die Zahl {number}",
  null: "null",
  true: "true",
  false: "false",
  "a string": "eine Zeichenkette",
  "a list": "eine Liste",
  "an object": "ein Objekt",
  "in `{field}`: {what*}": "in `{field}`: {what}",
  'no probabilities; where all children are equally likely, write `"mover": "{chance}"` alone':
    'keine Wahrscheinlichkeiten; wo alle Kinder gleich wahrscheinlich sind, genügt `"mover": "{chance}"`',
  "unknown field `{field}`, expected `children`, `goals`, `mover`, `chance`, `moves`, `label`, `static` or `set`":
    "unbekanntes Feld `{field}`; erwartet wird `children`, `goals`, `mover`, `chance`, `moves`, `label`, `static` oder `set`",
  "the range [{least}, {greatest}] is empty": "der Bereich [{least}, {greatest}] ist leer",
  "a probability for each child: {probabilities#} given, {children#} needed":
    "je Kind eine Wahrscheinlichkeit: {probabilities} angegeben, {children} nötig",
  "the probabilities add up to {sum}; they must add up to 1":
    "die Wahrscheinlichkeiten ergeben zusammen {sum}; sie müssen 1 ergeben",
  "`{text}` is no probability; expected a decimal such as 0.25, or a fraction such as 1/3":
    "`{text}` ist keine Wahrscheinlichkeit; erwartet wird eine Dezimalzahl wie 0.25 oder ein Bruch wie 1/3",
  "the probability {probability} must be above 0 and at most 1":
    "die Wahrscheinlichkeit {probability} muss größer als 0 und höchstens 1 sein",
  "the tree is a single leaf; its root needs children, as in ((3 12 8) (2 4 6))":
    "der Baum ist ein einziges Blatt; seine Wurzel braucht Kinder, wie in ((3 12 8) (2 4 6))",
  "chance moves at the root of the tree, so that no strategy chooses a move there; write a root with one child above it, as in ((? (max 3 5) (max 2 9))), or learn an equilibrium in place of a search":
    "an der Wurzel des Baums zieht der Zufall, sodass dort keine Strategie einen Zug wählt; schreiben Sie darüber eine Wurzel mit einem einzigen Kind, wie in ((? (max 3 5) (max 2 9))), oder lernen Sie statt einer Suche ein Gleichgewicht",
  "`{kind}` is no exercise about a tree; those are labels-tree, minimax, alpha-beta-cuts, windows, ordering, pvs, expectiminimax, star1-cuts, maxn and maxn-cuts":
    "`{kind}` ist keine Aufgabe über einen Baum; das sind labels-tree, minimax, alpha-beta-cuts, windows, ordering, pvs, expectiminimax, star1-cuts, maxn und maxn-cuts",
  "the tree is a single leaf; an exercise needs one such as ((3 12 8) (2 4 6))":
    "der Baum ist ein einziges Blatt; eine Aufgabe braucht einen wie ((3 12 8) (2 4 6))",
  "the tree has {nodes#} nodes; an exercise has {most#} at most":
    "der Baum hat {nodes} Knoten; eine Aufgabe hat höchstens {most}",
  "chance moves in the tree; `{kind}` is about trees in which only roles decide, and expectiminimax and star1-cuts are about those with chance nodes":
    "im Baum zieht der Zufall; `{kind}` handelt von Bäumen, in denen nur Rollen entscheiden, und expectiminimax und star1-cuts von solchen mit Zufallsknoten",
  "`{kind}` is about trees with chance nodes, such as ((? 3 12) (?1/4|3/4 2 4))":
    "`{kind}` handelt von Bäumen mit Zufallsknoten, etwa ((? 3 12) (?1/4|3/4 2 4))",
  "a value in the tree is just the end of a window that Star1 calculates, so rounding decides what is cut; change a payoff":
    "ein Wert im Baum ist genau die Grenze eines Fensters, das Star1 berechnet, sodass die Rundung über Schnitte entscheidet; eine Auszahlung ändern",
  "the tree has information sets; exercises are about trees in which roles see everything":
    "der Baum hat Informationsmengen; Aufgaben handeln von Bäumen, in denen die Rollen alles sehen",
  "`{kind}` is for max and min, with one number at each leaf, such as ((3 12) (2 4)); for payoffs such as 1/2/3 there is maxn":
    "`{kind}` ist für Max und Min, mit einer Zahl an jedem Blatt, etwa ((3 12) (2 4)); für Auszahlungen wie 1/2/3 gibt es maxn",
  "`{kind}` is for three roles or more, with a payoff for each at every leaf, such as ((1/2/3 2/3/1) 3/2/1)":
    "`{kind}` ist für drei oder mehr Rollen, mit einer Auszahlung für jede an jedem Blatt, etwa ((1/2/3 2/3/1) 3/2/1)",
  "the payoffs of the leaves have different sums; shallow pruning needs one sum that is known, such as 6 in ((1/2/3 2/3/1) 3/2/1)":
    "die Auszahlungen der Blätter haben verschiedene Summen; flache Schnitte brauchen eine einzige Summe, die bekannt ist, etwa 6 in ((1/2/3 2/3/1) 3/2/1)",
  "`labels-tree` is for leaves with two or three different payoffs, the greatest a win, the least a loss, and one between them a draw, such as ((1 -1) (0 1))":
    "`labels-tree` ist für Blätter mit zwei oder drei verschiedenen Auszahlungen, die größte ein Sieg, die kleinste eine Niederlage und eine dazwischen ein Remis, etwa ((1 -1) (0 1))",
  "no inner node lies below the root, so there is no window to be given":
    "unter der Wurzel liegt kein innerer Knoten, daher ist kein Fenster anzugeben",
};
