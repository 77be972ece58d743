//! Games of other sizes than the built-in ones, for tests and benchmarks.

use game::Builtin;

/// Connect Four on a board of other columns and rows, at least four each: the built-in rulesheet with other facts about its board.
pub fn connect_four(columns: usize, rows: usize) -> String {
    assert!(columns >= 4 && rows >= 4, "a line takes four cells");
    let sheet = Builtin::named("connect-four").expect("it is built in").rules;
    let (head, rest) = sheet.split_once("(column 1)").expect("the sheet lists its columns");
    let (_, rest) = rest.split_once("(content b)").expect("contents follow the board");
    let (contents, rest) = rest.split_once("(columns 1 2 3 4)").expect("lines follow");
    let (_, tail) = rest.split_once("(<= (downwards").expect("falling lines follow");
    let list = |fact: &str, from: usize, to: usize, terms: &dyn Fn(usize) -> String| {
        (from..=to).map(|number| format!("({fact} {})\n", terms(number))).collect::<String>()
    };
    let four = |first: usize| format!("{first} {} {} {}", first + 1, first + 2, first + 3);
    let board = list("column", 1, columns, &|column| column.to_string())
        + &list("row", 1, rows, &|row| row.to_string())
        + &list("above", 2, rows, &|row| format!("{row} {}", row - 1));
    let lines = list("columns", 1, columns - 3, &four) + &list("upwards", 1, rows - 3, &four);
    let tail = tail.replace("(true (cell ?column 6 b))", &format!("(true (cell ?column {rows} b))"));
    format!("{head}{board}\n(content b){contents}{lines}(<= (downwards{tail}")
}
