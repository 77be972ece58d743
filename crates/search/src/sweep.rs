use crate::{Spec, SpecError};

/// Why a sweep is not one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SweepError {
    /// A brace without its partner, or one within another.
    #[error("the brace at column {column} {fault} (a sweep reads `uct(playouts={{16,64,256}})`)")]
    Brace {
        /// Where it stands, from 1.
        column: usize,
        /// What is wrong with it.
        fault: &'static str,
    },
    /// There are too many combinations.
    #[error("the sweep has more than {most} strategies")]
    TooMany {
        /// How many there may be.
        most: usize,
    },
    /// One of the combinations is no spec.
    #[error("`{spec}`: {error}")]
    Spec {
        /// The combination.
        spec: String,
        /// What is wrong with it.
        error: Box<SpecError>,
    },
}

impl Spec {
    /// Strategies in one sweep.
    pub const MAX_SWEEP: usize = 1_000;

    /// The strategies of a spec in which braces list what a place of it takes in turn:
    /// `uct(playouts={16,64})` are two, and with more braces there is one for every combination, the last
    /// brace changing fastest.
    ///
    /// # Errors
    /// If the braces do not match, or a combination is not a spec.
    pub fn sweep(text: &str) -> Result<Vec<Spec>, SweepError> {
        let mut texts = vec![String::new()];
        let mut rest = text;
        while let Some(open) = rest.find(['{', '}']) {
            let column = text.len() - rest.len() + open + 1;
            let fault = |fault| SweepError::Brace { column, fault };
            let (before, braced) = (&rest[..open], &rest[open..]);
            let within = braced.strip_prefix('{').ok_or_else(|| fault("closes nothing"))?;
            let close = within.find(['{', '}']).ok_or_else(|| fault("is not closed"))?;
            if within[close..].starts_with('{') {
                return Err(fault("holds another one"));
            }
            let choices: Vec<&str> = within[..close].split(',').map(str::trim).collect();
            if texts.len() * choices.len() > Self::MAX_SWEEP {
                return Err(SweepError::TooMany { most: Self::MAX_SWEEP });
            }
            let with =
                |text: &String| choices.iter().map(|choice| format!("{text}{before}{choice}")).collect();
            texts = texts.iter().flat_map::<Vec<_>, _>(with).collect();
            rest = &within[close + 1..];
        }
        let spec = |text: String| {
            let spec = text + rest;
            spec.parse().map_err(|error| SweepError::Spec { spec, error: Box::new(error) })
        };
        texts.into_iter().map(spec).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sweep(text: &str) -> Vec<String> {
        Spec::sweep(text).expect("a sweep").iter().map(Spec::to_string).collect()
    }

    fn fault(text: &str) -> String {
        Spec::sweep(text).expect_err("no sweep").to_string()
    }

    #[test]
    fn braces_list_what_a_place_takes() {
        assert_eq!(sweep("uct(playouts={16, 64})"), ["uct(playouts=16)", "uct(playouts=64)"]);
        assert_eq!(sweep("{random,first-legal}"), ["random", "first-legal"]);
        assert_eq!(sweep("random"), ["random"]);
    }

    #[test]
    fn two_braces_give_every_combination() {
        let all =
            ["uct(playouts=9,c=0.5)", "uct(playouts=9,c=2)", "uct(playouts=8,c=0.5)", "uct(playouts=8,c=2)"];
        assert_eq!(sweep("uct(playouts={9,8},c={0.5,2})"), all);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        assert!(fault("uct(playouts={16").starts_with("the brace at column 14 is not closed"));
        assert!(fault("uct}").starts_with("the brace at column 4 closes nothing"));
        assert!(fault("uct(playouts={1,{2}})").starts_with("the brace at column 14 holds another one"));
        assert!(fault("uct(playouts={1,many})").starts_with("`uct(playouts=many)`: "));
        assert!(fault("uct(playouts={})").starts_with("`uct(playouts=)`: "));
        let digits = "{0,1,2,3,4,5,6,7,8,9}";
        assert_eq!(fault(&digits.repeat(4)), "the sweep has more than 1000 strategies");
    }
}
