use std::fmt;

use logic::{Reasoner, TermId};

/// A fluent, or another term of a rulesheet, as text: its name and its arguments.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fluent {
    /// The whole term, KIF text.
    pub text: String,
    /// Its name.
    pub name: String,
    /// Its arguments, KIF text each; none of a constant.
    pub args: Vec<String>,
}

impl Fluent {
    /// A fluent of its name and at least one argument.
    pub fn new(name: &str, args: &[&str]) -> Self {
        let text = format!("({name} {})", args.join(" "));
        Self { text, name: name.to_owned(), args: args.iter().map(|&arg| arg.to_owned()).collect() }
    }

    /// The text of a rulesheet's term.
    pub fn of(reasoner: &Reasoner, term: TermId) -> Self {
        let (name, args) = reasoner.parts(term);
        let args = args.into_iter().map(|arg| reasoner.text(arg)).collect();
        Self { text: reasoner.text(term), name: name.to_owned(), args }
    }

    /// The texts of several terms, sorted.
    pub fn all(reasoner: &Reasoner, terms: &[TermId]) -> Vec<Self> {
        let mut fluents: Vec<Self> = terms.iter().map(|&term| Self::of(reasoner, term)).collect();
        fluents.sort_unstable();
        fluents
    }
}

/// The name of a column or a row. Numbers come before letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Coordinate {
    /// A whole number.
    Number(i64),
    /// An ASCII letter.
    Letter(char),
}

impl Coordinate {
    /// A whole number or a single letter; none of any other text.
    pub fn parse(text: &str) -> Option<Self> {
        let mut letters = text.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) if letter.is_ascii_alphabetic() => Some(Self::Letter(letter)),
            _ => text.parse().ok().map(Self::Number),
        }
    }
}

impl fmt::Display for Coordinate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => fmt::Display::fmt(number, formatter),
            Self::Letter(letter) => fmt::Display::fmt(letter, formatter),
        }
    }
}
