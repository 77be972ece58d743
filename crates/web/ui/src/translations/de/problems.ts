// What the server says of requests, jobs and exercises.

import type { Entries } from "../catalogue";

export const problems: Entries = {
  "the work was cancelled": "die Arbeit wurde abgebrochen",
  "it was cancelled": "es wurde abgebrochen",
  "internal error of the server; its terminal shows the cause":
    "interner Fehler des Servers; sein Terminal zeigt die Ursache",
  "there was no answer within {seconds#} s; ask for less, or again in a moment":
    "innerhalb von {seconds} s kam keine Antwort; weniger verlangen, oder gleich noch einmal versuchen",
  "this address takes other methods; /api/openapi.json lists them":
    "diese Adresse nimmt andere Methoden an; /api/openapi.json nennt sie",
  "too many requests at once; try again in a moment":
    "zu viele Anfragen auf einmal; gleich noch einmal versuchen",
  "{jobs#} jobs are running, which is the limit; cancel one, or wait until one ends":
    "es laufen {jobs} Aufträge, mehr sind nicht erlaubt; einen abbrechen oder warten, bis einer endet",
  "there is no job {job@}, or its result is no longer kept":
    "den Auftrag {job} gibt es nicht, oder sein Ergebnis ist nicht mehr gespeichert",
  "{requests#} requests from your address wait for rules to be compiled, which is the limit; cancel some, or wait":
    "{requests} Anfragen von Ihrer Adresse warten auf die Kompilierung von Regeln, mehr sind nicht erlaubt; einige abbrechen oder warten",
  "the server exceeded its memory limit of {limit#} MiB, so this work was ended; use smaller limits (depth, playouts, table), or start the server with a larger --memory":
    "der Server überschritt seine Speichergrenze von {limit} MiB, daher wurde diese Arbeit beendet; kleinere Grenzen wählen (depth, playouts, table) oder den Server mit größerem --memory starten",
  "the request exceeds the size limit of this server":
    "die Anfrage überschreitet die Größengrenze dieses Servers",
  "the body is not as the description of the API says: {error}":
    "der Inhalt der Anfrage entspricht nicht der Beschreibung der API: {error}",
  "the API has no such path; /api/openapi.json lists all paths":
    "diesen Pfad hat die API nicht; /api/openapi.json nennt alle Pfade",
  "chance moves in the game, and evaluations are learned only of games without chance":
    "in diesem Spiel zieht der Zufall, und Bewertungen werden nur für Spiele ohne Zufall gelernt",
  "the game hides something from its roles (`sees`), and an evaluation of what nobody sees would be wrong":
    "das Spiel verbirgt seinen Rollen etwas (`sees`), und eine Bewertung dessen, was niemand sieht, wäre falsch",
  "the game has no circuit, without which no evaluation can be learned of it":
    "das Spiel hat keine Schaltung, ohne die sich keine Bewertung dafür lernen lässt",
  "the game is over at once: there is nothing to learn about":
    "das Spiel ist sofort zu Ende: Es gibt nichts zu lernen",
  "no game was played to its end in five seconds, so that nothing was learned; `spielbaum learn` takes as much time as it is given":
    "in fünf Sekunden kam keine Partie zu Ende, sodass nichts gelernt wurde; `spielbaum learn` nimmt sich so viel Zeit, wie es bekommt",
  "the states of the game have too many fluents for so many roles to learn about":
    "die Zustände des Spiels haben zu viele Fluenten für so viele Rollen, um eine Bewertung zu lernen",
  "the access token is missing or wrong; open the complete address that the server printed, with `?token=…`":
    "der Zugangsschlüssel fehlt oder ist falsch; die vollständige Adresse öffnen, die der Server ausgegeben hat, mit `?token=…`",
  "the `Host` of the request is not an address of this server; open the address that the server printed":
    "der `Host` der Anfrage ist keine Adresse dieses Servers; die Adresse öffnen, die der Server ausgegeben hat",
  "requests from pages of other origins are not allowed":
    "Anfragen von Seiten anderer Herkunft sind nicht erlaubt",
  "requests from pages of other sites are not allowed":
    "Anfragen von Seiten anderer Websites sind nicht erlaubt",
  "`seconds` is {seconds#}; it must be from {least#} to {greatest#}":
    "`seconds` ist {seconds}; erlaubt ist {least} bis {greatest}",
  "`iterations` is {iterations#}; it must be from {least#} to {greatest#}":
    "`iterations` ist {iterations}; erlaubt ist {least} bis {greatest}",
  "`nodes` must be from {least#} to {greatest#}, `depth` and `playouts` at least {one#}":
    "`nodes` muss zwischen {least} und {greatest} liegen, `depth` und `playouts` müssen mindestens {one} sein",
  "give one of `tree` and `game`, and not both": "genau eines von `tree` (Baum) und `game` (Spiel) angeben",
  "the exercise has no blank of this name": "die Aufgabe hat keine Lücke mit diesem Namen",
  "there is no exercise `{name}`; the exercises are {exercises}":
    "es gibt keine Aufgabe `{name}`; die Aufgaben sind {exercises}",
  "there is no level {level#}; the levels are {least#} to {greatest#}":
    "es gibt keine Stufe {level}; die Stufen sind {least} bis {greatest}",
};
