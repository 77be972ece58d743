// What is wrong with a JSON document, in the words of the library that reads it.

import type { Entries } from "../catalogue";

export const json: Entries = {
  "unknown field `{field}`, expected one of {fields}":
    "unbekanntes Feld `{field}`; erwartet wird eines von {fields}",
  "missing field `{field}`": "das Feld `{field}` fehlt",
  "expected value": "ein Wert wird erwartet",
  "trailing characters": "überzählige Zeichen am Ende",
  "trailing comma": "ein überzähliges Komma",
  "key must be a string": "ein Schlüssel muss eine Zeichenkette sein",
  "expected ident": "null, true oder false ist falsch geschrieben",
  "expected `:`": "`:` wird erwartet",
  "expected `,` or `]`": "`,` oder `]` wird erwartet",
  "expected `,` or `}`": "`,` oder `}` wird erwartet",
  "invalid number": "keine gültige Zahl",
  "invalid escape": "keine gültige Escape-Folge",
  "EOF while parsing a value": "der Text endet, wo ein Wert erwartet wird",
  "EOF while parsing a list": "der Text endet in einer Liste",
  "EOF while parsing an object": "der Text endet in einem Objekt",
  "EOF while parsing a string": "der Text endet in einer Zeichenkette",
  "control character (\\u0000-\\u001F) found while parsing a string":
    "eine Zeichenkette enthält ein Steuerzeichen",
  "recursion limit exceeded": "zu tief verschachtelt",
  "invalid type: {found}, expected {expected}": "falscher Typ: {found}; erwartet wird {expected}",
};
