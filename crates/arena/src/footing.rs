use game::{Fault, Game, Rules, TableLimits, Tabulated};

use crate::Pace;

/// The game of a rulesheet in the form in which it plays many matches fastest: a table of all its states if it is small enough for one,
/// else the rules. Matches are the same on either.
#[derive(Debug)]
pub enum Footing {
    /// All states are in a table.
    Table(Box<Tabulated<Rules>>),
    /// There are too many states for a table.
    Rules(Box<Rules>),
}

impl Footing {
    /// Looks whether all states of a game fit into a table.
    ///
    /// # Errors
    /// If the rules exceed a limit or make no sense in some state that is looked at.
    pub fn of(rules: Rules) -> Result<Self, Fault> {
        match Tabulated::new(rules, TableLimits::default()) {
            Ok(table) => Ok(Self::Table(Box::new(table))),
            Err(rules) => match rules.fault() {
                Some(fault) => Err(fault.clone()),
                None => Ok(Self::Rules(Box::new(rules))),
            },
        }
    }

    /// How fast the game answers.
    pub fn pace(&self) -> Pace {
        match self {
            Self::Table(_) => Pace::Table,
            Self::Rules(rules) if rules.compiled().is_ok() => Pace::Fast,
            Self::Rules(_) => Pace::Slow,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::rules;

    #[test]
    fn a_small_game_stands_on_a_table_and_a_large_one_on_its_rules() {
        let pace = |name| Footing::of(rules(name)).expect("a game").pace();
        assert_eq!((pace("tictactoe"), pace("connect-four")), (Pace::Table, Pace::Fast));
    }
}
