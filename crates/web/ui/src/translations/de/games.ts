// What is wrong with a game, its rules or its moves.

import type { Entries } from "../catalogue";

export const games: Entries = {
  "there is no built-in game `{name}`": "es gibt kein eingebautes Spiel `{name}`",
  "there is no built-in game `{name}`; did you mean `{meant}`?":
    "es gibt kein eingebautes Spiel `{name}`; ist `{meant}` gemeint?",
  "{name}: {error*}": "{name}: {error}",
  "`{argument}` is not a parameter and its value; write {family}":
    "`{argument}` ist kein Parameter mit einem Wert; {family} schreiben",
  "the `)` at the end is missing; write {family}": "am Ende fehlt `)`; {family} schreiben",
  "there is no parameter `{name}`; write {family}": "es gibt keinen Parameter `{name}`; {family} schreiben",
  "the parameter `{name}` is given twice": "der Parameter `{name}` ist zweimal angegeben",
  "`{name}` takes a whole number from {least#} to {greatest#}, not {value}":
    "`{name}` verlangt eine ganze Zahl von {least} bis {greatest}, nicht {value}",
  "the request has {moves#} joint moves; the limit is {limit#}":
    "die Anfrage hat {moves} gemeinsame Züge; erlaubt sind {limit}",
  "these rules are slow: only {step#} of {moves#} joint moves were made within the time limit; send fewer moves":
    "diese Regeln sind langsam: In der erlaubten Zeit wurden nur {step} von {moves} gemeinsamen Zügen gemacht; weniger Züge senden",
  "move {step#}: the game is over, no move can follow":
    "Zug {step}: Das Spiel ist zu Ende, es kann kein Zug folgen",
  "move {step#}: {moves#} moves for {roles#} roles; a joint move has one for each":
    "Zug {step}: {moves} Züge für {roles} Rollen; ein gemeinsamer Zug hat einen für jede",
  "move {step#}: `{move}` is not legal for {role}; legal is {legal}":
    "Zug {step}: `{move}` ist für {role} nicht erlaubt; erlaubt ist {legal}",
  "move {step#}: `{move}` is not legal for {role}; legal is nothing":
    "Zug {step}: `{move}` ist für {role} nicht erlaubt; es gibt keinen erlaubten Zug",
  "step {step#}: {role} has no legal move in a state that is not terminal; add a legal move such as `noop`, or make the state terminal":
    "Schritt {step}: {role} hat keinen erlaubten Zug in einem Zustand, der kein Endzustand ist; einen Zug wie `noop` erlauben oder den Zustand zum Endzustand machen",
  "the role {role} has no legal move in the state {state}, which is not terminal; give it a move such as `noop`, or end the game there":
    "die Rolle {role} hat im Zustand {state}, der kein Endzustand ist, keinen erlaubten Zug; ihr einen Zug wie `noop` geben oder das Spiel dort beenden",
  "{fault*} ({stuck#} of {playouts#} playouts came to such a state)":
    "{fault} ({stuck} von {playouts} Playouts kamen in einen solchen Zustand)",
  "{stuck#} of {playouts#} playouts came to a state that is not terminal, but where a role has no legal move; give it a move such as `noop`, or end the game there":
    "{stuck} von {playouts} Playouts kamen in einen Zustand, der kein Endzustand ist, in dem aber eine Rolle keinen erlaubten Zug hat; ihr einen Zug wie `noop` geben oder das Spiel dort beenden",
  "{role} has no legal move in a state that is not terminal":
    "{role} hat keinen erlaubten Zug in einem Zustand, der kein Endzustand ist",
  "there are more than {most#} joint moves in the state {state}":
    "im Zustand {state} gibt es mehr als {most} gemeinsame Züge",
  "there are no joint moves, or more than {most#}, in the state {state}":
    "im Zustand {state} gibt es keine gemeinsamen Züge oder mehr als {most}",
  "the rules give {role} no goal in the terminal state {state}; {taken#} is taken":
    "die Regeln geben {role} im Endzustand {state} keine Auszahlung; {taken} wird genommen",
  "the rules give {role} the goals {goals} in the terminal state {state}; {taken#} is taken":
    "die Regeln geben {role} im Endzustand {state} die Auszahlungen {goals}; {taken} wird genommen",
  "the rules have warnings, and warnings count as errors":
    "die Regeln haben Warnungen, und Warnungen gelten als Fehler",
  "the rules are not read and checked to their end: {why*}":
    "die Regeln wurden nicht bis zum Ende gelesen und geprüft: {why}",
  "it takes more than {limit~}": "es dauert länger als {limit}",
  "it takes more than {limit*}": "es braucht mehr als {limit}",
  "{count#} steps": "{count} Schritte",
  "{count#} facts": "{count} Fakten",
  "{count#} nested conditions": "{count} verschachtelte Bedingungen",
  "the rules derive more than {limit#} different terms":
    "aus den Regeln folgen mehr als {limit} verschiedene Terme",
  "the rules derive a term of more than {limit#} nested levels; limit the recursion that builds terms":
    "aus den Regeln folgt ein Term mit mehr als {limit} Ebenen; die Rekursion, die Terme bildet, beschränken",
  "the rules derive a term of more than {limit#} names; limit the recursion that builds terms":
    "aus den Regeln folgt ein Term mit mehr als {limit} Namen; die Rekursion, die Terme bildet, beschränken",
  "evaluating `{relation}` takes more than {limit~}; make the conditions of its rules more selective":
    "`{relation}` auszuwerten dauert länger als {limit}; die Bedingungen seiner Regeln enger fassen",
  "evaluating `{relation}` takes more than {limit*}; make the conditions of its rules more selective":
    "`{relation}` auszuwerten braucht mehr als {limit}; die Bedingungen seiner Regeln enger fassen",
  "the rules derive no role; declare one with a fact, such as `(role player)`":
    "aus den Regeln folgt keine Rolle; eine mit einem Fakt wie `(role player)` deklarieren",
  "there is no answer: {why*}": "es gibt keine Antwort: {why}",
  "`{relation}` (line {line@}) cannot be grounded: {why*}":
    "`{relation}` (Zeile {line}) lässt sich nicht instanziieren: {why}",
  "the rules cannot be grounded: {why*}": "die Regeln lassen sich nicht instanziieren: {why}",
  "there are more than {most#} new terms": "es gibt mehr als {most} neue Terme",
  "there are more than {most#} atoms": "es gibt mehr als {most} Atome",
  "there are more than {most#} instances of rules": "es gibt mehr als {most} Instanzen von Regeln",
  "there are more than {most#} bytes": "es gibt mehr als {most} Bytes",
  "without variables the rules have {literals#} conditions, more than {limit#}":
    "ohne Variablen haben die Regeln {literals} Bedingungen, mehr als {limit}",
  "a state would have {bits#} bits, too many for a circuit":
    "ein Zustand hätte {bits} Bits, zu viele für eine Schaltung",
  "the circuit is not finished: {why*}": "die Schaltung wurde nicht fertig: {why}",
  "the circuit is not wanted any more: {why*}": "die Schaltung wird nicht mehr gebraucht: {why}",
  "the reasoner was asked for": "die Inferenzmaschine wurde verlangt",
};
