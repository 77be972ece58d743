// What is wrong with a JSON document, in the words of the library that reads it.

import type { Entries } from "../catalogue";

export const json: Entries = {
  "unknown field `{field}`, expected one of {fields}":
    "`{field}` という項目はありません。{fields} があります",
  "missing field `{field}`": "`{field}` という項目がありません",
  "expected value": "値が必要です",
  "trailing characters": "余分な文字が続いています",
  "trailing comma": "余分なコンマがあります",
  "key must be a string": "キーは文字列でなければなりません",
  "expected ident": "null、true、false の綴りが正しくありません",
  "expected `:`": "`:` が必要です",
  "expected `,` or `]`": "`,` か `]` が必要です",
  "expected `,` or `}`": "`,` か `}` が必要です",
  "invalid number": "数の書き方が正しくありません",
  "invalid escape": "エスケープが正しくありません",
  "EOF while parsing a value": "値の途中でテキストが終わっています",
  "EOF while parsing a list": "リストの途中でテキストが終わっています",
  "EOF while parsing an object": "オブジェクトの途中でテキストが終わっています",
  "EOF while parsing a string": "文字列の途中でテキストが終わっています",
  "control character (\\u0000-\\u001F) found while parsing a string": "文字列に制御文字があります",
  "recursion limit exceeded": "入れ子が深すぎます",
  "invalid type: {found}, expected {expected}": "型が違います（{found}）。必要なのは {expected} です",
};
