//! Exercises in game-tree search, made without end, that explain and mark themselves.
//!
//! An [`Exercise`] is made by a [`Kind`], a level, a seed and a number in the seed's series; the same four make the same exercise everywhere
//! and for ever, so that a class can be told them. Its [`Sheet`] is what is drawn, its [`Solution`] what is hidden. To mark answers is to compare
//! them with what the engine itself found: values, windows and cuts are recorded from the strategies of `search` as they run on the tree, and
//! every mark has its [`Reason`].
//!
//! All of it is data without words, so that a page can say it in any language.
//!
//! ```
//! use spielbaum_exercise::{Answer, Exercise, Kind, Verdict};
//!
//! let exercise = Exercise::new(Kind::Minimax, 1, 2026, 0)?;
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
//! Under the feature `openapi` what is written as JSON has schemas; their names begin with `Exercise`, as those of a whole API must differ.
//!
//! # Adding a kind
//!
//! A name in [`Kind`], and a file with a type that is a `Task`: how it is drawn by chance so that it is well posed, its blanks, and for each of them the right
//! answer, the reason and the hint. The tests in `every.rs` then cover it.

mod answer;
mod chance;
#[cfg(test)]
mod every;
mod exercise;
mod hint;
mod kind;
mod labels;
mod marking;
mod position;
mod reason;
mod reply;
mod sheet;
mod task;
mod tree;
mod uct;

pub use answer::{Answer, Answers, Label};
pub use exercise::{Exercise, NoSuchLevel, Solution};
pub use hint::Hint;
pub use kind::{Kind, NoSuchKind};
pub use marking::{Mark, Marking, Verdict};
pub use position::{Move, Pair, Position, Side, Theory};
pub use reason::{Bound, Payoffs, Reason, Slip, Successor};
pub use sheet::{Blank, Material, MoveStatistic, Sheet, Takes, TreeNode};
