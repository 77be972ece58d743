// Why a game is not solved, explained or learned.

import type { Entries } from "../catalogue";

export const solving: Entries = {
  "there is no method `{name}`; there are auto, retrograde, search, labels, proof-number, plan and board":
    "es gibt kein Verfahren `{name}`; es gibt auto, retrograde, search, labels, proof-number, plan und board",
  "the game hides something from its roles (`sees`), and its value is not that of its states":
    "das Spiel verbirgt seinen Rollen etwas (`sees`), und sein Wert ist nicht der seiner Zustände",
  "several roles choose at the same time; only the methods auto and retrograde solve such a state":
    "mehrere Rollen wählen gleichzeitig; nur die Verfahren auto und retrograde lösen einen solchen Zustand",
  "it was cut after {states#} states were found":
    "die Suche wurde nach {states} gefundenen Zuständen abgebrochen",
  "payoffs from {least#} to {greatest#} are too far apart":
    "Auszahlungen von {least} bis {greatest} liegen zu weit auseinander",
  "it was cut": "es wurde abgebrochen",
  "states come again, so that play need not end":
    "Zustände wiederholen sich, sodass das Spiel nicht enden muss",
  "a linear program whose solution is the value of a state was not solved":
    "ein lineares Programm, dessen Lösung der Wert eines Zustands ist, wurde nicht gelöst",
  "only games of two roles whose payoffs have a constant sum have one value":
    "nur Spiele mit zwei Rollen und konstanter Summe haben einen einzigen Wert",
  "a state has {words#} words of 64 bits, more than the {limit#} that an enumeration takes":
    "ein Zustand hat {words} Wörter zu 64 Bit, mehr als die {limit} einer Aufzählung",
  "a temporary file: {why}": "eine temporäre Datei: {why}",
  "it is about games of two roles without chance, in which nothing is hidden":
    "es geht um Spiele mit zwei Rollen ohne Zufall, in denen nichts verborgen ist",
  "the game is not played on a circuit: {why*}": "das Spiel wird nicht auf einer Schaltung gespielt: {why}",
  "the game is over": "das Spiel ist zu Ende",
  "the roles do not take turns": "die Rollen ziehen nicht abwechselnd",
  "it is not a sum of games: a move acts in several parts, or in none":
    "es ist keine Summe von Spielen: Ein Zug wirkt in mehreren Teilen oder in keinem",
  "it is not played until a role cannot move":
    "es wird nicht gespielt, bis eine Rolle nicht mehr ziehen kann",
  "whoever makes the last move loses (misère play), for which values of the parts do not tell the winner of the sum":
    "wer den letzten Zug macht, verliert (Misère), und dann zeigen die Werte der Teile nicht den Gewinner der Summe",
  "it does not always end with the same payoffs for a winner and a loser":
    "es endet nicht immer mit denselben Auszahlungen für Gewinner und Verlierer",
  "part {part#} is not equal to a heap of nim, as the roles have different moves in it or it need not end":
    "Teil {part} entspricht keinem Nim-Haufen, denn die Rollen haben darin verschiedene Züge oder er muss nicht enden",
  "it has too many states to prove that it is a sum of games":
    "es hat zu viele Zustände, um zu beweisen, dass es eine Summe von Spielen ist",
  "it was cut before it was proven that the theory applies":
    "es wurde abgebrochen, bevor bewiesen war, dass die Theorie gilt",
  "there is no form `{name}` of counterfactual regret minimisation; there are cfr, cfr+, linear-cfr, discounted-cfr, external-mccfr and outcome-mccfr":
    "es gibt keine Form `{name}` der Minimierung des kontrafaktischen Bedauerns; es gibt cfr, cfr+, linear-cfr, discounted-cfr, external-mccfr und outcome-mccfr",
  "{roles#} roles play, and chance is none of them; equilibria are worked out for one or two":
    "es spielen {roles} Rollen, den Zufall nicht gezählt; Gleichgewichte werden für eine oder zwei berechnet",
  "{role} has the legal moves {moves} in one state and {others} in another, but it cannot tell the two apart: it knows nothing yet; give it a percept (`sees`) that tells them apart":
    "{role} hat in einem Zustand die erlaubten Züge {moves} und in einem anderen {others}, kann sie aber nicht unterscheiden: Sie weiß noch nichts; ihr eine Wahrnehmung (`sees`) geben, die sie unterscheidet",
  "{role} has the legal moves {moves} in one state and {others} in another, but it cannot tell the two apart: all it knows is [{known}]; give it a percept (`sees`) that tells them apart":
    "{role} hat in einem Zustand die erlaubten Züge {moves} und in einem anderen {others}, kann sie aber nicht unterscheiden: Sie weiß nur [{known}]; ihr eine Wahrnehmung (`sees`) geben, die sie unterscheidet",
  "the tree was not finished after {histories#} histories":
    "der Baum war nach {histories} Verläufen nicht fertig",
  "there are {sets#} information sets, and a strategy that does not tell its probabilities is asked in {most#} at most":
    "es gibt {sets} Informationsmengen, und eine Strategie, die ihre Wahrscheinlichkeiten nicht nennt, wird in höchstens {most} gefragt",
};
