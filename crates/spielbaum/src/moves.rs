//! From MOVES on the command line, or in a file, to the texts of joint moves.

use std::io;
use std::path::{Path, PathBuf};

use game::{json_problem, read_text, read_text_from};
use gdl::{Print, Symbols, TermKind, parse_term};
use serde::Deserialize;

use crate::error::Error;

/// What a file of moves holds.
#[derive(Deserialize)]
struct Document {
    joint_moves: Vec<Vec<String>>,
}

/// The joint moves in a file, `-` being the standard input: one text a role in role order, as written there.
pub(crate) fn read_file(path: &str) -> Result<Vec<Vec<String>>, Error> {
    let read = match path {
        "-" => read_text_from(io::stdin().lock()),
        _ => read_text(Path::new(path)),
    };
    match read {
        Err(error) => Err(Error::unreadable(path, &error, "`save FILE` in `spielbaum play` writes one")),
        Ok(text) => {
            let document: Result<Document, _> = serde_json::from_str(&text);
            let help = "a file of moves looks like {\"joint_moves\": [[\"(mark 1 1)\", \"noop\"]]}";
            let document =
                document.map_err(|error| Error::about(path, format!("{}; {help}", json_problem(&error))))?;
            Ok(document.joint_moves)
        }
    }
}

/// The joint moves in a file or, if there is no such file, in the text itself, where `;` stands between
/// joint moves.
pub(crate) fn read(argument: &str) -> Result<Vec<Vec<String>>, Error> {
    if argument == "-" || file(argument).is_some() {
        return read_file(argument);
    }
    argument.split(';').map(str::trim).filter(|text| !text.is_empty()).map(inline).collect()
}

/// The file that MOVES name; none if they are the moves themselves, or the standard input.
pub(crate) fn file(argument: &str) -> Option<PathBuf> {
    let path = Path::new(argument);
    // What is named like a file and is not there is a missing file, not an illegal move.
    let names_file = path.extension().is_some_and(|ending| ending == "json");
    let is_there = || path.exists() && !path.is_dir();
    (argument != "-" && (names_file || is_there())).then(|| path.to_owned())
}

/// The moves of one joint move: `(mark 1 1) noop`.
fn inline(text: &str) -> Result<Vec<String>, Error> {
    let mut symbols = Symbols::default();
    // As the arguments of one term they need no parser of their own.
    let term = parse_term(&format!("(joint {text})"), &mut symbols);
    match term.map(|term| term.kind) {
        Ok(TermKind::Function(_, moves)) => {
            Ok(moves.iter().map(|mov| mov.named(&symbols).to_string()).collect())
        }
        _ => Err(Error::Usage(format!(
            "`{text}` is neither a file nor a joint move; moves look like `(mark 1 1) noop; noop (mark 2 2)`"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn what_is_there_and_no_directory_is_read() {
        // As is a pipe, it is no regular file.
        assert_eq!(file("/dev/null"), Some(PathBuf::from("/dev/null")));
        assert!(read("/dev/null").is_err_and(|error| error.to_string().starts_with("/dev/null: ")));
        assert_eq!(file("/dev"), None);
    }

    #[test]
    fn a_byte_order_mark_is_left_out() {
        let saved = tempfile::NamedTempFile::new().expect("a file");
        std::fs::write(saved.path(), "\u{feff}{\"joint_moves\": [[\"a\"]]}").expect("writable");
        assert_eq!(read(saved.path().to_str().expect("text")).expect("moves"), [["a"]]);
    }

    #[test]
    fn inline_moves_are_split_into_joint_moves_and_roles() {
        let moves = read("( mark 1 1 ) noop; noop (mark 2 2);").expect("moves");
        assert_eq!(moves, [["(mark 1 1)", "noop"], ["noop", "(mark 2 2)"]]);
        assert!(read("").expect("none").is_empty());
        assert!(read("(mark 1 1").is_err());
        assert!(read("a) (b").is_err());
        let Err(Error::Usage(message)) = read("no such file.json") else { panic!("a move?") };
        assert!(message.starts_with("there is no file `no such file.json`; "), "{message}");
    }
}
