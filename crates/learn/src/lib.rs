//! Evaluations that are learned from the rules alone.
//!
//! A [`Learner`] plays a game against itself, or at random, and learns what states are worth: an
//! [`Evaluation`], tables of weights for combinations of the values of a few variables. A [`Learned`]
//! evaluation is kept in a file, and a [`Reader`] evaluates the states of a game by it.
//!
//! ```
//! use game::{Builtin, Game, Rules};
//! use spielbaum_learn::{LearnOptions, Learner, Reader};
//!
//! let tictactoe = Builtin::named("tictactoe").expect("a built-in game").rules;
//! let rules = Rules::new(&gdl::Rulesheet::parse("tictactoe.kif", tictactoe.as_bytes())?)?;
//! let mut learner = Learner::new(&rules, LearnOptions::default(), &|| true).expect("rules with a circuit");
//! for _ in 0..20 {
//!     learner.round(&|| true);
//! }
//! let learned = learner.learned("tictactoe");
//! let encoding = rules.encoding().expect("rules with a circuit");
//! let mut reader = Reader::new(&learned, encoding, rules.roles())?;
//! let initial = rules.initial();
//! let value = reader.value(encoding, &initial, 0);
//! assert!((0.4..0.8).contains(&value), "a draw between the best, and the first role's advantage else: {value}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is learned
//!
//! Nothing in the rules' names is understood; equal ones are equal, that is all. The *variables* of a state
//! ([`game::StateStructure`]) are groups of fluents that are proven to exclude each other, such as the
//! contents of a cell. Variables that a rule reads together are neighbours, and tuples of neighbours get
//! tables, one for all tuples that the rules' symmetries map to one another. Each fluent has a weight of its
//! own besides, and so has each kind of fluents: so many white pawns are worth so much.
//!
//! # How it is learned
//!
//! Hundreds of games are played side by side. In each state all children are worked out at once, in lanes,
//! and the role that is to move goes where its value is best, or now and then anywhere. What came of a state
//! corrects its value: temporal differences.

mod actors;
mod choice;
mod continued;
mod contribution;
mod convergence;
mod corrections;
mod evaluation;
mod evaluation_report;
mod features;
mod file;
mod learner;
mod nearby;
mod reader;
mod report;
mod rounds;
mod sample;
mod self_play;
mod sight;
mod state;
#[cfg(test)]
mod tests;
mod training;
mod unlearnable;
mod worth;

pub use actors::{Actors, ActorsError};
pub use continued::ContinueError;
pub use contribution::Contribution;
pub use evaluation::Evaluation;
pub use evaluation_report::{EvaluationReport, FluentWorth};
pub use features::Features;
pub use file::{FileProblem, Learned, RulesHash};
pub use learner::{LearnOptions, Learner};
pub use reader::{Mismatch, Reader};
pub use report::{ErrorReport, LearnReport, StrengthReport};
pub use rounds::{LearnBudget, NothingLearned, Rounds};
pub use self_play::Episode;
pub use state::ResumeError;
pub use training::{Point, Source, Strength, Training};
pub use unlearnable::{Unlearnable, learnable};
pub use worth::MobilityWorth;
