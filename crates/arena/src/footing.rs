use game::{Fault, Rules, TableLimits, Tabulated};

use crate::Pace;

/// The game of a rulesheet in the form in which it plays many matches fastest: a table of all its states if it is small enough for one,
/// else the rules. Matches are the same on either.
#[derive(Debug)]
pub enum Footing<'r> {
    /// All states are in a table.
    Table(Box<Tabulated<&'r Rules>>),
    /// There are too many states for a table.
    Rules(&'r Rules),
}

impl<'r> Footing<'r> {
    /// Looks whether all states of a game fit into a table.
    ///
    /// # Errors
    /// If the rules exceed a limit or make no sense in some state that is looked at.
    pub fn of(rules: &'r Rules) -> Result<Self, Fault> {
        Self::of_while(rules, &|| true)
    }

    /// The same as long as `go_on` says so, which is asked for every state; then the rules.
    ///
    /// # Errors
    /// As [`of`](Self::of).
    pub fn of_while(rules: &'r Rules, go_on: &dyn Fn() -> bool) -> Result<Self, Fault> {
        match Tabulated::new_while(rules, TableLimits::default(), go_on) {
            Ok(table) => Ok(Self::Table(Box::new(table))),
            Err(refused) => refused.fault.map_or(Ok(Self::Rules(refused.game)), Err),
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
        let pace = |name| Footing::of(&rules(name)).expect("a game").pace();
        assert_eq!((pace("tictactoe"), pace("connect-four")), (Pace::Table, Pace::Fast));
    }

    #[test]
    fn who_gives_up_has_the_rules() {
        let rules = rules("nim");
        assert!(matches!(Footing::of_while(&rules, &|| false), Ok(Footing::Rules(_))));
    }
}
