//! Files of text that people write or keep, and what is said of those that are something else.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// The byte order mark that some editors put before a text.
pub const BYTE_ORDER_MARK: char = '\u{feff}';

/// Reads a file of text, without a [`BYTE_ORDER_MARK`].
///
/// # Errors
/// If it cannot be read, or is not text.
pub fn read_text(path: &Path) -> io::Result<String> {
    File::open(path).and_then(read_text_from)
}

/// Reads all text that comes from a source, without a [`BYTE_ORDER_MARK`].
///
/// # Errors
/// If it cannot be read, or is not text.
pub fn read_text_from(mut source: impl Read) -> io::Result<String> {
    let mut text = String::new();
    source.read_to_string(&mut text).map_err(|error| match error.kind() {
        ErrorKind::InvalidData => io::Error::new(ErrorKind::InvalidData, "it is not text in UTF-8"),
        _ => error,
    })?;
    if text.starts_with(BYTE_ORDER_MARK) {
        text.remove(0);
    }
    Ok(text)
}

/// What is wrong with a JSON text, and where, in the words of people who do not know the parser.
///
/// ```
/// let error = serde_json::from_str::<Vec<u8>>("[1,\n2").unwrap_err();
/// assert_eq!(spielbaum_game::json_problem(&error), "line 2, column 1: the text ends within a list");
/// ```
pub fn json_problem(error: &serde_json::Error) -> String {
    let said = error.to_string();
    // The parser repeats the place.
    let what = said.split(" at line ").next().unwrap_or(&said);
    format!("line {}, column {}: {}", error.line(), error.column(), plain_json_problem(what))
}

/// What the parser of JSON says is wrong, without the place, in plain words.
pub fn plain_json_problem(what: &str) -> String {
    match what {
        "expected ident" | "expected value" => {
            "expected a text in quotation marks, a number, true, false, null, a list or an object".to_owned()
        }
        "key must be a string" => "expected a name in quotation marks".to_owned(),
        "trailing characters" => "the document ends here, and more follows".to_owned(),
        _ => what
            .replacen("EOF while parsing", "the text ends within", 1)
            .replacen("invalid type: ", "found ", 1)
            .replacen("expected a sequence", "expected a list", 1)
            .replacen("expected a map", "expected an object", 1),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_text_that_is_not_json_is_told_in_plain_words() {
        let problem = |text| json_problem(&serde_json::from_str::<serde_json::Value>(text).unwrap_err());
        assert_eq!(
            problem("[noop]"),
            "line 1, column 3: expected a text in quotation marks, a number, true, false, null, a list or an object"
        );
        assert_eq!(problem("{\"a\": 1} 2"), "line 1, column 10: the document ends here, and more follows");
        assert_eq!(problem("{a: 1}"), "line 1, column 2: expected a name in quotation marks");
        assert_eq!(problem("{\"a\": 1"), "line 1, column 7: the text ends within an object");
    }

    #[test]
    fn json_of_another_form_is_told_in_plain_words() {
        let problem = |text| json_problem(&serde_json::from_str::<Vec<u8>>(text).unwrap_err());
        assert_eq!(problem("\"a\""), "line 1, column 3: found string \"a\", expected a list");
    }

    #[test]
    fn a_byte_order_mark_is_left_out() {
        let read = |text: &str| read_text_from(text.as_bytes()).unwrap();
        assert_eq!([read("\u{feff}(1 2)"), read("(1 \u{feff}2)"), read("")], ["(1 2)", "(1 \u{feff}2)", ""]);
    }

    #[test]
    fn a_file_that_is_not_text_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, b"\xff").unwrap();
        assert_eq!(read_text(&path).unwrap_err().to_string(), "it is not text in UTF-8");
    }
}
