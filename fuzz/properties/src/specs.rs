//! Specs of strategies, and the tables of weights that they name.

use search::{Section, Spec, SpecError, SpecFile, Weights};

use crate::{Form, Property};

pub(crate) const PROPERTY: Property = Property {
    name: "specs",
    what: "Any text is a spec, a list, a sweep or a table of weights, or refused; a spec that is written and read again is the same",
    holds,
    form: Form::Text(&[
        "random",
        "minimax",
        "alpha-beta",
        "uct",
        "maxn",
        "deepening",
        "flat-mc",
        "playouts",
        "depth",
        "nodes",
        "time",
        "eval",
        "zero",
        "mobility",
        "positional",
        "positional(a.toml)",
        "\"a b.toml\"",
        "playouts(10)",
        "c",
        "memory",
        "1s",
        "10ms",
        "1m",
        "1k",
        "64MB",
        "true",
        "false",
        "window",
        "open",
        "range",
        "=",
        ",",
        "(",
        ")",
        "{1,2}",
        "{",
        "}",
        "[[phase]]",
        "weights",
        "until",
        "é",
        "[[1, 2], [3, 4]]",
        "othello-corners",
    ]),
    tested: 300_000,
    borrows: &[],
};

fn holds(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    read::<search::Strategies>(&text);
    read::<search::Evaluators>(&text);
    match Spec::list(&text) {
        Ok(specs) => {
            let list: Vec<String> = specs.iter().map(Spec::to_string).collect();
            assert_eq!(Spec::list(&list.join(",")), Ok(specs));
        }
        Err(error) => refused(&error, &text),
    }
    if let Ok(specs) = Spec::sweep(&text) {
        assert!(!specs.is_empty() && specs.len() <= Spec::MAX_SWEEP);
    }
    let file = SpecFile::new("table.toml", text.clone().into_owned());
    if let Err(error) = Weights::from_file(file) {
        assert!(!error.to_string().is_empty());
    }
}

fn read<S: Section>(text: &str)
where
    Spec<S>: PartialEq + std::fmt::Debug,
{
    match text.parse::<Spec<S>>() {
        Ok(spec) => {
            let written = spec.to_string();
            assert_eq!(written.parse::<Spec<S>>().as_ref(), Ok(&spec), "{written}");
            assert_eq!(written.parse::<Spec<S>>().map(|spec| spec.to_string()), Ok(written));
        }
        Err(error) => refused(&error, text),
    }
}

/// An error is about a part of the text.
fn refused(error: &SpecError, text: &str) {
    assert!(!error.to_string().is_empty());
    assert!(text.get(error.span.clone()).is_some(), "{:?} of {} bytes", error.span, text.len());
}
