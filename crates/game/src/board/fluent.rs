use logic::{Reasoner, TermId};

/// Contents that stand for an empty cell.
pub(crate) const BLANK: [&str; 4] = ["b", "blank", "empty", "none"];

/// A fluent taken apart.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Fluent {
    pub(super) text: String,
    pub(super) name: String,
    pub(super) args: Vec<String>,
}

impl Fluent {
    /// A fluent of its name and at least one argument.
    pub(crate) fn new(name: &str, args: &[&str]) -> Self {
        let text = format!("({name} {})", args.join(" "));
        Self { text, name: name.to_owned(), args: args.iter().map(|&arg| arg.to_owned()).collect() }
    }

    /// A fluent of a rulesheet, or another of its terms.
    pub(crate) fn of(reasoner: &Reasoner, term: TermId) -> Self {
        let (name, args) = reasoner.parts(term);
        let args = args.into_iter().map(|arg| reasoner.text(arg)).collect();
        Self { text: reasoner.text(term), name: name.to_owned(), args }
    }
}

/// A state's fluents taken apart, sorted.
pub(crate) fn fluents(reasoner: &Reasoner, state: &[TermId]) -> Vec<Fluent> {
    let mut fluents: Vec<Fluent> = state.iter().map(|&term| Fluent::of(reasoner, term)).collect();
    fluents.sort_unstable();
    fluents
}

/// Fluents from a text of flat terms, such as `(cell 1 1 b) ready`, sorted.
#[cfg(test)]
pub(super) fn read(text: &str) -> Vec<Fluent> {
    let mut fluents: Vec<Fluent> = text
        .split_inclusive(')')
        .flat_map(|piece| match piece.split_once('(') {
            Some((words, term)) => {
                words.split_whitespace().map(str::to_owned).chain([format!("({term}")]).collect()
            }
            None => piece.split_whitespace().map(str::to_owned).collect::<Vec<_>>(),
        })
        .map(|text| {
            let mut words = text.trim_matches(['(', ')']).split_whitespace().map(str::to_owned);
            let name = words.next().expect("a term has a name");
            Fluent { name, args: words.collect(), text }
        })
        .collect();
    fluents.sort_unstable();
    fluents
}

/// A coordinate; numbers come before letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Coordinate {
    Number(i64),
    Letter(char),
}

impl Coordinate {
    /// A whole number or a single letter.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let mut letters = text.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) if letter.is_ascii_alphabetic() => Some(Self::Letter(letter)),
            _ => text.parse().ok().map(Self::Number),
        }
    }

    pub(crate) fn text(self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Letter(letter) => letter.to_string(),
        }
    }
}
