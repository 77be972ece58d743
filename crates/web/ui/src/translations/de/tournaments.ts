// What is wrong with a comparison, and remarks on it.

import type { Entries } from "../catalogue";

export const tournaments: Entries = {
  "no tournament has been played yet": "es wurde noch kein Turnier gespielt",
  "the match {players} (seed {seed}) failed at ply {ply#}: {cause*}":
    "die Partie {players} (Startwert {seed}) scheiterte bei Halbzug {ply}: {cause}",
  "{player} chose {move}, which is not legal": "{player} wählte {move}, was nicht erlaubt ist",
  "{player} gave up: {why*}": "{player} gab auf: {why}",
  "{player} took {taken~}, more than the {allowed~} it has":
    "{player} brauchte {taken}, mehr als die erlaubten {allowed}",
  "{player} panicked: {why}": "{player} brach mit einem internen Fehler ab: {why}",
  "{players#} players for {roles#} roles": "{players} Spieler für {roles} Rollen",
  "the game is over within {plies#} plies of random play, {tries#} times in a row; ask for shorter openings":
    "das Spiel endete {tries}-mal hintereinander innerhalb von {plies} zufälligen Halbzügen; kürzere Eröffnungen verlangen",
  "`{option}` takes {range*}": "`{option}` verlangt {range}",
  "{least#} to {most#} strategies": "{least} bis {most} Strategien",
  "{least#} to {most#} seconds": "{least} bis {most} Sekunden",
  "{least#} to {most#}": "{least} bis {most}",
  "{least#} or more": "{least} oder mehr",
  "{players#} strategies fill the seats of {roles#} roles in more than {most#} ways; take fewer strategies, or a gauntlet":
    "{players} Strategien lassen sich auf mehr als {most} Arten auf {roles} Rollen verteilen; weniger Strategien oder ein Gauntlet nehmen",
  "{players#} strategies fill the seats of {roles#} roles in more than {most#} ways":
    "{players} Strategien lassen sich auf mehr als {most} Arten auf {roles} Rollen verteilen",
  "{pairings#} pairings of {games#} games each are more than {most#} games; take fewer games or strategies":
    "{pairings} Paarungen zu je {games} Partien sind mehr als {most} Partien; weniger Partien oder Strategien nehmen",
  "the tournament was stopped before it began": "das Turnier wurde vor seinem Beginn abgebrochen",
  "a tournament needs at least one strategy": "ein Turnier braucht mindestens eine Strategie",
  "a tournament needs at least one game per pairing": "ein Turnier braucht mindestens eine Partie je Paarung",
  "its matches were played one by one, also with players on the network; `spielbaum match` begins new ones":
    "seine Partien wurden einzeln gespielt, auch mit Spielern im Netz; `spielbaum match` beginnt neue",
  "`{player}` is named twice; a table could not tell them apart":
    "`{player}` ist zweimal genannt; eine Tabelle könnte sie nicht unterscheiden",
  "`{player}` chose `{strategy}`, the same as `{other}`; leave one of them out":
    "`{player}` wählte `{strategy}`, dasselbe wie `{other}`; einen der beiden Spieler weglassen",
  "{player}: threads that grow one tree come to other decisions each time, so that the same seed gives other games; `parallel=root` gives the same":
    "{player}: Threads, die einen gemeinsamen Baum aufbauen, entscheiden jedes Mal anders, sodass derselbe Startwert andere Partien ergibt; mit `parallel=root` ergibt er dieselben",
  "there are no pairings: {why*}": "es gibt keine Paarungen: {why}",
  "a game for one role has no opponents; take the round-robin schedule without a test":
    "ein Spiel für eine Rolle hat keine Gegner; das Rundenturnier ohne Test nehmen",
  "name at least two strategies": "mindestens zwei Strategien nennen",
  "in this schedule every strategy has one seat: name {roles#} strategies instead of {players#}":
    "in dieser Turnierform hat jede Strategie einen Platz: {roles} Strategien statt {players} nennen",
  "a sequential test swaps seats, and in this schedule nobody does; take the round-robin schedule":
    "ein sequentieller Test tauscht die Plätze, und in dieser Turnierform tut das niemand; das Rundenturnier nehmen",
  "a sequential test compares players of games for two roles; this one has {roles#}":
    "ein sequentieller Test vergleicht Spieler von Spielen für zwei Rollen; dieses hat {roles}",
  "the tournament cannot go on: {why*}": "das Turnier kann nicht fortgesetzt werden: {why}",
  "there is no copy of the file `{file}`, which a player of the tournament needs":
    "es gibt keine Kopie der Datei `{file}`, die ein Spieler des Turniers braucht",
  "`{file}` is not what it was when the tournament began; put the file with the SHA-256 {hash} back":
    "`{file}` ist nicht mehr, was es am Anfang des Turniers war; die Datei mit dem SHA-256 {hash} zurücklegen",
  "the tournament was planned for a game of {planned#} roles; this one has {found#}":
    "das Turnier war für ein Spiel mit {planned} Rollen geplant; dieses hat {found}",
  "the tournament was planned for another game, in which chance has another role or none":
    "das Turnier war für ein anderes Spiel geplant, in dem der Zufall eine andere Rolle hat oder keine",
  "the ply limit {limit#} ends every match within its {plies#} random moves; ask for shorter openings or longer matches":
    "die Grenze von {limit} Halbzügen beendet jede Partie innerhalb ihrer {plies} Zufallszüge; kürzere Eröffnungen oder längere Partien verlangen",
  "`{name}` takes a number from -1000 to 1000, not {value}":
    "`{name}` verlangt eine Zahl von -1000 bis 1000, nicht {value}",
  "`{name}` takes a number greater than 0 and less than 0.5, not {value}":
    "`{name}` verlangt eine Zahl größer als 0 und kleiner als 0.5, nicht {value}",
  "elo0 must be less than elo1, but elo0={elo0} and elo1={elo1} (the defaults are 0 and 20)":
    "elo0 muss kleiner als elo1 sein, aber elo0={elo0} und elo1={elo1} (voreingestellt sind 0 und 20)",
  "tournament {id@} has no pairing of the players `{players}`":
    "das Turnier {id} hat keine Paarung der Spieler `{players}`",
  "there is no tournament {id@} in the store": "im Speicher gibt es kein Turnier {id}",
  "there is no match {id@} in the store": "im Speicher gibt es keine Partie {id}",
  "the moves of match {id@} were not kept; it was played with an earlier version of this program":
    "die Züge der Partie {id} wurden nicht aufbewahrt; sie wurde mit einer früheren Version dieses Programms gespielt",
  "tournament {id@} is being played by another process as well; let that one finish":
    "das Turnier {id} wird auch von einem anderen Prozess gespielt; warten, bis dieser fertig ist",
  "tournament {id@} cannot go on: the store does not hold its rules, since an earlier version of this program wrote it":
    "das Turnier {id} kann nicht fortgesetzt werden: Der Speicher enthält seine Regeln nicht, denn eine frühere Version dieses Programms schrieb ihn",
  "tournament {id@} cannot go on: its matches were played one by one, also with players on the network; `spielbaum match` begins new ones":
    "das Turnier {id} kann nicht fortgesetzt werden: Seine Partien wurden einzeln gespielt, auch mit Spielern im Netz; `spielbaum match` beginnt neue",
  "tournament {id@} cannot go on: what is kept of it is not what was recorded; `spielbaum results verify` tells what is damaged and what to do":
    "das Turnier {id} kann nicht fortgesetzt werden: Was davon gespeichert ist, ist nicht das Aufgezeichnete; `spielbaum results verify` zeigt, was beschädigt ist und was zu tun ist",
  "tournament {id@} is damaged, so its figures may be wrong: not as recorded are {parts}; `spielbaum results verify` tells what to do":
    "das Turnier {id} ist beschädigt, daher können seine Zahlen falsch sein: Nicht wie aufgezeichnet sind {parts}; `spielbaum results verify` zeigt, was zu tun ist",
  "there is no store of tournaments at {path}": "bei {path} gibt es keinen Speicher von Turnieren",
  "{path} is not a store of tournaments": "{path} ist kein Speicher von Turnieren",
  "{path} was written by a later version of this program (schema {found}, this one knows {known}); update the program":
    "{path} wurde von einer neueren Version dieses Programms geschrieben (Schema {found}, dieses kennt {known}); das Programm aktualisieren",
  "{path} is damaged: {what}; put a copy in its place, or save what can be saved with `sqlite3 {same} .recover`":
    "{path} ist beschädigt: {what}; eine Kopie an seine Stelle setzen oder mit `sqlite3 {same} .recover` retten, was zu retten ist",
  "cannot create the directory of {path}: {why}": "der Ordner von {path} lässt sich nicht anlegen: {why}",
  "cannot open {path}: it is a directory, or the file or its directory does not allow it":
    "{path} lässt sich nicht öffnen: Es ist ein Ordner, oder die Datei oder ihr Ordner erlaubt es nicht",
  "cannot write {path}: the file or its directory is read-only":
    "{path} lässt sich nicht schreiben: Die Datei oder ihr Ordner ist schreibgeschützt",
  "cannot write {path}: the disk is full; make room, what has been recorded is safe":
    "{path} lässt sich nicht schreiben: Die Festplatte ist voll; Platz schaffen, das Aufgezeichnete ist sicher",
  "cannot read or write {path}: {what}; check the disk":
    "{path} lässt sich nicht lesen oder schreiben: {what}; die Festplatte prüfen",
  "{path} has been locked by another process for too long; end that process or wait for it":
    "{path} ist zu lange von einem anderen Prozess gesperrt; diesen beenden oder auf ihn warten",
  "{path} was deleted or moved while it was in use; what is recorded now would be lost":
    "{path} wurde während der Benutzung gelöscht oder verschoben; was jetzt aufgezeichnet wird, ginge verloren",
  "{path} was changed by another process while it was being read; try again":
    "{path} wurde beim Lesen von einem anderen Prozess geändert; noch einmal versuchen",
  "{path} was left unfinished when it was created; write to it once, and it can be read":
    "{path} blieb beim Anlegen unfertig; nach einmaligem Schreiben lässt es sich lesen",
  "the line-up is one for {kind*}: {reach*}": "die Auswahl der Strategien ist eine für {kind}: {reach}",
  "the line-up is one for a game that hides something from its roles: {reach*}":
    "die Auswahl der Strategien ist eine für ein Spiel mit verborgener Information: {reach}",
  "small enough for a search to the end of the game": "klein genug für eine Suche bis zum Ende des Spiels",
  "too large for a quick search to its end without a table of states, so all look ahead within fixed numbers of plies, nodes or playouts, whatever time they take":
    "zu groß für eine schnelle Suche bis zum Ende ohne Tabelle der Zustände, daher rechnen alle mit festen Zahlen von Halbzügen, Knoten oder Playouts voraus, wie lange es auch dauert",
  "too large for a table of its states, so all look ahead within fixed numbers of plies, nodes or playouts, whatever time they take":
    "zu groß für eine Tabelle seiner Zustände, daher rechnen alle mit festen Zahlen von Halbzügen, Knoten oder Playouts voraus, wie lange es auch dauert",
  "all look ahead within fixed numbers of playouts, whatever time they take":
    "alle rechnen mit festen Zahlen von Playouts voraus, wie lange es auch dauert",
  "its rules are evaluated anew at every move, so that searches are short and games few":
    "seine Regeln werden bei jedem Zug neu ausgewertet, daher sind die Suchen kurz, und es gibt nur wenige Partien",
};
