//! The strategies and evaluators for the games that other crates build them for, compiled in this crate.
//!
//! Without full optimisation the compiler takes instances of generic code from the crates that a
//! crate depends on. So the tests of the crates after this one do not compile all strategies again,
//! each for itself.

use game::{ConnectFour, MnkGame, Othello, Rules, Tabulated, Tree};

use crate::evaluator::Evaluator;
use crate::spec::{EvaluatorSpec, Spec};
use crate::strategy::Strategy;

macro_rules! instances {
    ($($name:ident: $game:ty),*) => {
        $(pub fn $name<'a>(strategy: &Spec, evaluator: &EvaluatorSpec) -> (Box<dyn Strategy<$game> + 'a>, Box<dyn Evaluator<$game> + 'a>) {
            (strategy.build(), evaluator.build())
        })*
    };
}

instances!(
    of_rules: Rules,
    of_tree: Tree,
    of_table: Tabulated<&'static Rules>,
    of_mnk_game: MnkGame,
    of_connect_four: ConnectFour,
    of_othello: Othello
);
