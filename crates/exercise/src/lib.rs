//! Exercises in game-tree search: generated from a seed, marked with reasons, with hints and solutions.
//!
//! An [`Exercise`] is determined by an [`ExerciseKind`], a level, a seed and a number in the seed's series;
//! the same four always give the same exercise, so that a class can be given them. [`Exercise::of_tree`]
//! makes one of a given tree. The [`Sheet`] is what is shown, the [`Solution`] what is hidden. Answers are
//! compared with the results of real searches: values, windows and cuts are recorded from the strategies of
//! `search` as they run on the tree. Every mark has a [`Reason`].
//!
//! Sheets, marks, reasons and hints are data without words, so that a page can express them in any language.
//!
//! ```
//! use spielbaum_exercise::{Answer, Exercise, ExerciseKind, Verdict};
//!
//! let exercise = Exercise::new(ExerciseKind::Minimax, 1, 2026, 0)?;
//! let solution = exercise.solution();
//! assert!(exercise.mark(&solution.answers).all_right());
//!
//! let mut answers = solution.answers.clone();
//! answers.insert("n0".to_owned(), Answer::Number(-77.0));
//! let marking = exercise.mark(&answers);
//! assert_eq!((marking.wrong, marking.missing), (1, 0));
//! assert_eq!(marking.marks[0].verdict, Verdict::Wrong);
//! # Ok::<(), spielbaum_exercise::NoSuchLevel>(())
//! ```
//!
//! With the feature `openapi`, the types that are written as JSON have schemas. The schemas' names begin with
//! `Exercise`, because names must be unique in the whole API.
//!
//! # Adding a kind
//!
//! Add a variant to [`ExerciseKind`], and a file with a type that implements `Task`: a random generator of
//! well-posed tasks, the blanks, and for each blank the right answer, the reason and the hint. The tests in
//! `every.rs` then cover it.

mod answer;
mod back_up;
mod code;
#[cfg(test)]
mod every;
mod exercise;
mod figure;
mod hint;
mod kind;
mod labels;
mod marking;
mod position;
mod reason;
mod reply;
mod rounding;
mod seeded_rng;
mod sheet;
mod task;
mod tree;
mod uct;

pub use answer::{Answer, Answers, Label, NodeLabel};
pub use code::{Algorithm, CodeLine, Failure, Outcome, Stop};
pub use exercise::{Exercise, NoSuchLevel, Solution};
pub use figure::Figure;
pub use hint::Hint;
pub use kind::{ExerciseKind, NoSuchKind};
pub use marking::{Mark, Marking, Verdict};
pub use position::{Move, Pair, Position, Side, Successor, Theory};
pub use reason::{Bound, Elsewhere, Mistake, Once, Payoffs, Reason};
pub use sheet::{AnswerKind, Blank, Material, MoveStatistic, PathMove, Sheet, TreeNode};
pub use tree::Unsuitable;
