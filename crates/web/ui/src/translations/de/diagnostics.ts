// What the checker says of rules: messages, labels of places, and remedies.

import type { Entries } from "../catalogue";

export const diagnostics: Entries = {
  "a `?` without a name": "ein `?` ohne Namen",
  "a variable is `?` and a name, such as `?x`": "eine Variable besteht aus `?` und einem Namen, etwa `?x`",
  "this comment is never closed": "dieser Kommentar wird nicht geschlossen",
  "close it with `|#`": "mit `|#` schließen",
  "this byte is not valid UTF-8": "dieses Byte ist kein gültiges UTF-8",
  "save the file as UTF-8, or remove the byte": "die Datei als UTF-8 speichern oder das Byte entfernen",
  "an invisible character (U+{number})": "ein unsichtbares Zeichen (U+{number})",
  "remove it": "entfernen",
  "a word of {bytes#} bytes, the limit is {limit#}": "ein Wort hat {bytes} Bytes, erlaubt sind {limit}",
  "choose a shorter name, or add the space that is missing":
    "einen kürzeren Namen wählen oder das fehlende Leerzeichen ergänzen",
  "the text has {bytes#} bytes, the limit is {limit#}": "der Text hat {bytes} Bytes, erlaubt sind {limit}",
  "more than {limit#} parentheses are open here": "hier sind mehr als {limit} Klammern offen",
  "this `)` has no matching `(`": "zu dieser `)` fehlt die `(`",
  "remove it, or add the `(` that it should close":
    "entfernen, oder die `(` ergänzen, die sie schließen soll",
  "this `(` is never closed": "diese `(` wird nicht geschlossen",
  "the next rule seems to start here": "die nächste Regel scheint hier zu beginnen",
  "add the missing `)` before the next rule": "die fehlende `)` vor der nächsten Regel ergänzen",
  "add the missing `)`; one inside a comment does not count":
    "die fehlende `)` ergänzen; eine in einem Kommentar zählt nicht",
  "expected one term": "erwartet wird ein einzelner Term",
  "write a move such as `noop` or `(mark 1 1)`": "einen Zug wie `noop` oder `(mark 1 1)` schreiben",
  "a rule without a head": "eine Regel ohne Kopf",
  "write `(<= head condition ...)`": "`(<= Kopf Bedingung ...)` schreiben",
  "`{relation}` cannot be the head of a rule: it is given by the state and the moves":
    "`{relation}` kann nicht Kopf einer Regel sein, denn es ist durch den Zustand und die Züge gegeben",
  "define the next state with `next` and the initial state with `init`":
    "den nächsten Zustand mit `next` und den Anfangszustand mit `init` definieren",
  "define the legal moves with `legal`": "die erlaubten Züge mit `legal` definieren",
  "`{relation}` cannot be a condition: it is only allowed in the head of a rule":
    "`{relation}` kann keine Bedingung sein, denn es ist nur im Kopf einer Regel erlaubt",
  "the condition for a fluent of the current state is `(true ...)`":
    "die Bedingung für einen Fluenten des aktuellen Zustands ist `(true ...)`",
  "{takes*}, here it has {count#}": "{takes}, hier aber {count}",
  "`not` takes one condition": "`not` hat genau eine Bedingung",
  "`distinct` takes two terms": "`distinct` hat genau zwei Terme",
  "change the number of operands": "die Anzahl der Operanden ändern",
  "a variable where a relation is expected": "eine Variable, wo eine Relation erwartet wird",
  "a condition is a relation applied to terms, such as `(true ?x)`":
    "eine Bedingung ist eine Relation mit Termen, etwa `(true ?x)`",
  "`{word}` is not allowed here": "`{word}` ist hier nicht erlaubt",
  "a relation applied to terms is expected, such as `(cell 1 1 b)`":
    "erwartet wird eine Relation mit Termen, etwa `(cell 1 1 b)`",
  "`{relation}` takes {takes*}, here it has {has#}": "`{relation}` hat {takes}, hier aber {has}",
  "no argument": "kein Argument",
  "1 argument": "ein Argument",
  "{count#} arguments": "{count} Argumente",
  "no argument here": "hier kein Argument",
  "1 argument here": "hier ein Argument",
  "{count#} arguments here": "hier {count} Argumente",
  "a list starts with a name, such as `(cell 1 1 b)`":
    "eine Liste beginnt mit einem Namen, etwa `(cell 1 1 b)`",
  "an empty pair of parentheses": "ein leeres Klammerpaar",
  "a variable as the name of a {what*}": "eine Variable als Name einer {what}",
  relation: "Relation",
  function: "Funktion",
  "a list as the name of a {what*}": "eine Liste als Name einer {what}",
  "the disjunctions of this rule unfold into too many cases":
    "die Disjunktionen dieser Regel ergeben zu viele Fälle",
  "a rule may unfold into {cases#} cases; define a relation for an inner `or`, with one rule for each case":
    "eine Regel darf höchstens {cases} Fälle ergeben; für ein inneres `or` eine Relation mit einer Regel je Fall definieren",
  "the relation `{name}` has {here*} here and {elsewhere*} elsewhere":
    "die Relation `{name}` hat hier {here} und anderswo {elsewhere}",
  "the function `{name}` has {here*} here and {elsewhere*} elsewhere":
    "die Funktion `{name}` hat hier {here} und anderswo {elsewhere}",
  "use `{name}` with the same number of arguments everywhere, or rename one of the two":
    "`{name}` überall mit gleich vielen Argumenten verwenden oder eine der beiden umbenennen",
  "no rule defines `terminal`: the game never ends": "keine Regel definiert `terminal`: Das Spiel endet nie",
  "define the end of the game with `(<= terminal condition ...)`":
    "das Ende des Spiels mit `(<= terminal Bedingung ...)` definieren",
  "no rule defines `legal`: no role can move": "keine Regel definiert `legal`: Keine Rolle kann ziehen",
  "define the legal moves with `(<= (legal role move) condition ...)`":
    "die erlaubten Züge mit `(<= (legal Rolle Zug) Bedingung ...)` definieren",
  "no rule defines `goal`: no match has a result":
    "keine Regel definiert `goal`: Keine Partie hat ein Ergebnis",
  "define a goal from 0 to 100 for each role with `(<= (goal role value) condition ...)`":
    "für jede Rolle eine Auszahlung von 0 bis 100 mit `(<= (goal Rolle Wert) Bedingung ...)` definieren",
  "the goal `{goal}` is not a whole number from 0 to 100":
    "die Auszahlung `{goal}` ist keine ganze Zahl von 0 bis 100",
  "scale the goals: 0 is the worst, 100 the best":
    "die Auszahlungen anpassen: 0 ist die schlechteste, 100 die beste",
  "the recursion of `{relation}` never ends: each fact derives a larger one":
    "die Rekursion von `{relation}` endet nie: Aus jedem Fakt folgt ein größerer",
  "add a condition outside the recursion that bounds `{term}`":
    "eine Bedingung außerhalb der Rekursion ergänzen, die `{term}` beschränkt",
  "the argument `{term}` in the recursion of `{relation}` is not restricted":
    "das Argument `{term}` in der Rekursion von `{relation}` ist nicht beschränkt",
  "GDL requires the argument to be ground, an argument of the head, or bound by a condition outside the recursion":
    "in GDL muss das Argument variablenfrei, ein Argument des Kopfes oder durch eine Bedingung außerhalb der Rekursion gebunden sein",
  "`{relation}` depends on its own negation": "`{relation}` hängt von der eigenen Negation ab",
  "this negation is part of the cycle": "diese Negation ist Teil des Zyklus",
  "break the cycle: a negated relation must not depend on the rule that negates it":
    "den Zyklus auflösen: Eine negierte Relation darf nicht von der Regel abhängen, die sie negiert",
  "`{relation}` depends on its own negation and has too many clauses to compare single facts":
    "`{relation}` hängt von der eigenen Negation ab und hat zu viele Klauseln, um einzelne Fakten zu vergleichen",
  "negated here": "hier negiert",
  "define the negated facts as a relation of their own":
    "die negierten Fakten als eigene Relation definieren",
  "`{relation}` depends on its own negation, but no single fact does":
    "`{relation}` hängt von der eigenen Negation ab, aber kein einzelner Fakt tut es",
  "other programs may reject this; define the negated facts as a relation of their own":
    "andere Programme lehnen das womöglich ab; die negierten Fakten als eigene Relation definieren",
  "`{relation}` depends on `does`": "`{relation}` hängt von `does` ab",
  "`{relation}` depends on `does` through {path}": "`{relation}` hängt über {path} von `does` ab",
  "only `next` and `sees` may depend on moves; everything else must be known before the moves are made":
    "nur `next` und `sees` dürfen von Zügen abhängen; alles andere muss vor den Zügen bekannt sein",
  "`{relation}` depends on `true`": "`{relation}` hängt von `true` ab",
  "`{relation}` depends on `true` through {path}": "`{relation}` hängt über {path} von `true` ab",
  "there is no state before the initial state, so `true` never holds here":
    "vor dem Anfangszustand gibt es keinen Zustand, daher gilt `true` hier nie",
  "the players are those of the initial state; declare them by facts":
    "die Spieler sind die des Anfangszustands; sie durch Fakten deklarieren",
  "no rule for `init` or `next` gives the fluent `{fluent}`, so it never holds":
    "keine Regel für `init` oder `next` ergibt den Fluenten `{fluent}`, daher gilt er nie",
  "define it with `init` or `next`, or correct the names in it":
    "ihn mit `init` oder `next` definieren oder die Namen darin korrigieren",
  "no rule for `legal` allows `{move}`, so it never holds":
    "keine Regel für `legal` erlaubt `{move}`, daher gilt es nie",
  "define the move with `legal`, or correct the names in it":
    "den Zug mit `legal` definieren oder die Namen darin korrigieren",
  "`{word}` is read as a fact; a comment begins with `;`":
    "`{word}` wird als Fakt gelesen; ein Kommentar beginnt mit `;`",
  "write `;` in front of each line of the comment": "jeder Zeile des Kommentars ein `;` voranstellen",
  "conditions of a rule hold together without `and`: write them one after the other; within `or` and `not`, define a relation":
    "die Bedingungen einer Regel gelten auch ohne `and` gemeinsam: sie hintereinander schreiben; innerhalb von `or` und `not` eine Relation definieren",
  "no condition asks for the relation `{relation}`, so it has no effect":
    "keine Bedingung fragt nach der Relation `{relation}`, daher hat sie keine Wirkung",
  "did you mean `{meant}`?": "ist `{meant}` gemeint?",
  "write a rule as `(<= HEAD CONDITION ...)`": "eine Regel als `(<= HEAD CONDITION ...)` schreiben",
  "write the same variable in both places; `(distinct ?x ?y)` holds for unequal terms":
    "an beiden Stellen dieselbe Variable schreiben; für ungleiche Terme gilt `(distinct ?x ?y)`",
  "GDL does not compute: list what is needed as facts, such as `(less 1 2)` or `(plus 1 2 3)`":
    "GDL rechnet nicht: was nötig ist, als Fakten aufzählen, etwa `(less 1 2)` oder `(plus 1 2 3)`",
  "write a variable as `{variable}`, or declare the role with `(role {name})`":
    "eine Variable als `{variable}` schreiben oder die Rolle mit `(role {name})` deklarieren",
  "write `{form}`": "`{form}` schreiben",
  "write `{form}`, with the fluent in parentheses": "`{form}` schreiben, mit dem Fluenten in Klammern",
  "write `{form}`, with the move in parentheses": "`{form}` schreiben, mit dem Zug in Klammern",
  "write `{form}`, with the percept in parentheses": "`{form}` schreiben, mit der Wahrnehmung in Klammern",
  "shorten it, for instance by rules in place of many facts":
    "ihn kürzen, etwa durch Regeln statt vieler Fakten",
  "add the `)` that is missing before, or nest conditions and terms less deeply":
    "die `)` ergänzen, die davor fehlt, oder Bedingungen und Terme weniger tief verschachteln",
  "no rule defines the relation `{relation}`, so it never holds":
    "keine Regel definiert die Relation `{relation}`, daher gilt sie nie",
  "define it, or correct the name; the condition for a fluent is `(true ...)`":
    "sie definieren oder den Namen korrigieren; die Bedingung für einen Fluenten ist `(true ...)`",
  "`{name}` and `{other}` are different names": "`{name}` und `{other}` sind verschiedene Namen",
  "names are case-sensitive; write both the same way if they mean the same thing":
    "bei Namen zählt die Groß- und Kleinschreibung; beide gleich schreiben, wenn sie dasselbe bedeuten",
  "no role is declared": "es ist keine Rolle deklariert",
  "declare each player with a fact such as `(role white)`":
    "jeden Spieler mit einem Fakt wie `(role white)` deklarieren",
  "a role is derived by a rule": "eine Rolle wird durch eine Regel abgeleitet",
  "GDL declares roles by facts; derived roles are ordered after the declared ones, by their text":
    "in GDL deklariert man Rollen durch Fakten; abgeleitete Rollen folgen nach den deklarierten, nach ihrem Text geordnet",
  "`{name}` is not a role": "`{name}` ist keine Rolle",
  "declare it with `(role {name})`, or name a declared role":
    "sie mit `(role {name})` deklarieren oder eine deklarierte Rolle nennen",
  "the variable `{variable}` in the head is not bound by any positive condition":
    "die Variable `{variable}` im Kopf ist durch keine positive Bedingung gebunden",
  "the variable `{variable}` under `not` is not bound by any positive condition":
    "die Variable `{variable}` unter `not` ist durch keine positive Bedingung gebunden",
  "the variable `{variable}` in `distinct` is not bound by any positive condition":
    "die Variable `{variable}` in `distinct` ist durch keine positive Bedingung gebunden",
  "add a condition that binds `{variable}`, outside `not` and `distinct`":
    "außerhalb von `not` und `distinct` eine Bedingung ergänzen, die `{variable}` bindet",
};
