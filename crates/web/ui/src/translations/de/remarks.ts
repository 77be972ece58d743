// Remarks on decisions and on the choice of a strategy.

import type { Entries } from "../catalogue";

export const remarks: Entries = {
  "{first*}; {second*}": "{first}; {second}",
  "{first*}, {second*}": "{first}, {second}",
  "auto: {strategy} decides": "auto: {strategy} entscheidet",
  "the search left off {plies#} plies deep, where the memory for it was full, so that it has not looked at all moves; a bound on its depth prevents that (`depth=`)":
    "die Suche brach {plies} Halbzüge tief ab, weil ihr Speicher voll war, und hat daher nicht alle Züge angesehen; eine Grenze der Tiefe verhindert das (`depth=`)",
  "there is one legal move, which was not searched":
    "es gibt einen einzigen erlaubten Zug; er wurde nicht durchsucht",
  "a plan of {plies#} ply that {method} found": "ein Plan von {plies} Halbzug, den {method} fand",
  "a plan of {plies#} plies that {method} found": "ein Plan von {plies} Halbzügen, den {method} fand",
  "neither a win nor a loss can be proven": "weder ein Sieg noch eine Niederlage lässt sich beweisen",
  "neither a win nor a loss is proven yet": "weder ein Sieg noch eine Niederlage ist bisher bewiesen",
  "not settled: the search was over before the state had a label":
    "nicht entschieden: Die Suche endete, bevor der Zustand eine Markierung hatte",
  "values between the least and the greatest payoff differ, and all of them count as DRAW: labels are proven, values of draws are not":
    "Werte zwischen der kleinsten und der größten Auszahlung unterscheiden sich, und alle zählen als REMIS: Die Markierungen sind bewiesen, die Werte der Remis nicht",
  "{spec}: {seen*}: {chosen}": "{spec}: {seen}. Gewählt: {chosen}",
  "a role that plays alone": "eine Rolle, die allein spielt",
  "two roles that move in turn": "zwei Rollen, die abwechselnd ziehen",
  "many roles that move in turn": "viele Rollen, die abwechselnd ziehen",
  "roles that choose at the same time": "Rollen, die gleichzeitig wählen",
  "the rules hide something": "die Regeln verbergen etwas",
  "chance moves": "der Zufall zieht",
  "constant sum as far as seen": "konstante Summe, soweit gesehen",
  "no constant sum": "keine konstante Summe",
  "{moves#} moves a choice": "{moves} Züge je Wahl",
  "slow rules": "langsame Regeln",
  "{role} is sure of {value#}": "{role} hat {value} sicher",
  "an evaluation was learned from {games#} games": "aus {games} Partien wurde eine Bewertung gelernt",
  "an evaluation is known that was learned from {games#} games":
    "eine aus {games} Partien gelernte Bewertung ist bekannt",
  "an evaluation is known that was learned from {games#} games and now {more#} more games":
    "eine Bewertung ist bekannt, gelernt aus {games} und nun {more} weiteren Partien",
  "{challenger} scores {score#} % in {matches#} matches against {other}":
    "{challenger} erreicht {score} % in {matches} Partien gegen {other}",
  "too few matches to compare strategies": "zu wenige Partien, um Strategien zu vergleichen",
  "which scores {score#} % against itself": "das gegen sich selbst {score} % erreicht",
  "{challenger} scored {score#} % in {matches#} matches against {other} when an evaluation was learned":
    "{challenger} erreichte {score} % in {matches} Partien gegen {other}, als eine Bewertung gelernt wurde",
};
