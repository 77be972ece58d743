use game::{Fault, Rules, TableLimits, Tabulated};

use crate::Pace;

/// The game of a rulesheet in the form that plays many matches fastest: a table of all its states if it is small enough for one, else the
/// rules. Matches are the same on either.
#[derive(Debug)]
pub(crate) enum PlayableGame<'r> {
    /// All states are in a table.
    Table(Box<Tabulated<&'r Rules>>),
    /// There are too many states for a table.
    Rules(&'r Rules),
}

impl<'r> PlayableGame<'r> {
    /// Tries to tabulate the states of a game. `go_on` is called for every state; once it returns false, the rules are the answer.
    ///
    /// # Errors
    /// If the rules exceed a limit or make no sense in one of the states.
    pub(crate) fn of(rules: &'r Rules, go_on: &dyn Fn() -> bool) -> Result<Self, Fault> {
        match Tabulated::new_while(rules, TableLimits::default(), go_on) {
            Ok(table) => Ok(Self::Table(Box::new(table))),
            Err(refused) => refused.fault.map_or(Ok(Self::Rules(refused.game)), Err),
        }
    }

    /// How fast the game answers.
    pub(crate) fn pace(&self) -> Pace {
        match self {
            Self::Table(_) => Pace::Table,
            Self::Rules(rules) => Pace::of(rules),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::rules;

    #[test]
    fn a_small_game_is_tabulated_and_a_large_one_is_not() {
        let pace = |name| PlayableGame::of(&rules(name), &|| true).expect("a game").pace();
        assert_eq!((pace("tictactoe"), pace("connect-four")), (Pace::Table, Pace::Fast));
    }

    #[test]
    fn a_table_that_is_given_up_leaves_the_rules() {
        let rules = rules("nim");
        assert!(matches!(PlayableGame::of(&rules, &|| false), Ok(PlayableGame::Rules(_))));
    }
}
