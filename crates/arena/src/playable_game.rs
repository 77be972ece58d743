use game::{Fault, Rules, TableLimits, Tabulated};

use crate::Pace;

/// The game of a rulesheet in the form that plays many matches fastest: a table of all its states if it is
/// small enough for one, else the rules. Matches are the same on either.
#[derive(Debug)]
pub(crate) enum PlayableGame<'r> {
    /// All states are in a table.
    Table(Box<Tabulated<&'r Rules>>),
    /// There are too many states for a table.
    Rules(&'r Rules),
}

impl<'r> PlayableGame<'r> {
    /// Tries to tabulate the states of a game that has a circuit: the reasoner may take minutes to see
    /// that there are too many. `go_on` is called for every state; once it returns false, the rules are
    /// the answer.
    ///
    /// # Errors
    /// If the rules exceed a limit or make no sense in one of the states.
    pub(crate) fn of(rules: &'r Rules, go_on: &dyn Fn() -> bool) -> Result<Self, Fault> {
        if rules.compiled().is_err() {
            return Ok(Self::Rules(rules));
        }
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
    use game::Builtin;
    use logic::Limits;

    use super::*;
    use crate::testing::rules;

    #[test]
    fn a_small_game_is_tabulated_and_a_large_one_is_not() {
        let pace = |name| PlayableGame::of(&rules(name), &|| true).expect("a game").pace();
        assert_eq!((pace("tictactoe"), pace("connect-four")), (Pace::Table, Pace::Fast));
    }

    #[test]
    fn what_the_reasoner_plays_is_not_tabulated() {
        let text = Builtin::named("nim").expect("a built-in game").rules;
        let sheet = gdl::Rulesheet::parse("nim", text.as_bytes()).expect("parses");
        let rules = Rules::reasoned(&sheet, Limits::default()).expect("plays");
        assert!(matches!(PlayableGame::of(&rules, &|| true), Ok(PlayableGame::Rules(_))));
    }

    #[test]
    fn a_table_that_is_given_up_leaves_the_rules() {
        let rules = rules("nim");
        assert!(matches!(PlayableGame::of(&rules, &|| false), Ok(PlayableGame::Rules(_))));
    }
}
