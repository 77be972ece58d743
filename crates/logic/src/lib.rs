//! The reference reasoner for the Game Description Language, and grounding: rules without variables.
//!
//! A [`Reasoner`] is made from a checked [`gdl::Rulesheet`]. A [`View`] of a [`State`] answers questions
//! about it: legal moves, the next state after a joint move, whether it is terminal, the goals, the percepts.
//! Rules have their standard meaning, the least model, stratum by stratum (Apt, Blair & Walker, *Towards a
//! Theory of Declarative Knowledge*, 1988). A [`Grounding`] has the same rules as propositional formulas.
//!
//! ```
//! use spielbaum_logic::{GroundLimits, Grounding, Limits, Reasoner, RoleGoal};
//!
//! let sheet = gdl::Rulesheet::parse("switch.kif", b"
//!     (role you) (init off)
//!     (<= (legal you press) (true off))
//!     (<= (next on) (does you press))
//!     (<= terminal (true on))
//!     (<= (goal you 100) (true on))
//! ").unwrap();
//! let reasoner = Reasoner::new(&sheet, Limits::default())?;
//! let mut view = reasoner.view(reasoner.initial());
//! let press = view.legal(0)?[0];
//! let on = view.next(&[press])?;
//! assert_eq!(reasoner.texts(on.fluents()), ["on"]);
//! assert!(reasoner.view(&on).terminal()?);
//! assert_eq!(reasoner.view(&on).goals()?, [RoleGoal::Unique(100)]);
//!
//! let grounding = Grounding::new(&sheet, &reasoner, &GroundLimits::default()).unwrap();
//! assert_eq!((grounding.fluents.len(), grounding.moves[0].len()), (2, 1));
//! # Ok::<(), spielbaum_logic::LogicError>(())
//! ```
//!
//! # Inside
//!
//! Evaluation is bottom-up and semi-naive, component by component; only relations that are needed
//! are evaluated.
//!
//! - `shape`: what terms are made of.
//! - `terms`: ground terms, each once (hash consing), shared between threads.
//! - `relation`: sets of rows with indexes on subterms.
//! - `plan`, `join`: a clause as a sequence of join steps, tests first, then the most selective look-up;
//!   running it.
//! - `program`, `compiler`: the planned clauses by phase: *static* relations are evaluated once, those of the
//!   *view* once for a state, those of the *step* once for a joint move.
//! - `tabling`: relations that are too expensive to list are evaluated on demand; the compiler tries both
//!   ways on the initial state and keeps the cheaper one.
//! - `derived`, `evaluate`, `reasoner`: the relations of a state, their evaluation, and the questions.
//! - `ground/`, `grounding`: the rules without variables: all atoms that may hold (relaxed reachability), all
//!   instances of the rules over them, simplified. Its `mod.rs` lists the steps.
//! - `kif`: a grounding as the text of a rulesheet.
//! - `asking`: how long a thread waits for answers.
//! - `limits`: limits on terms, facts, steps and time; exceeding one is an error value.
//!
//! The two ways of evaluation are tested against each other, and both against recorded games of another
//! reasoner (`cargo xtask golden`).

// The tests' oracle is shared by unit and integration tests and refers to this crate by its name.
#[cfg(test)]
extern crate self as spielbaum_logic;

mod asking;
mod compiler;
mod derived;
mod evaluate;
mod ground;
mod grounding;
mod join;
mod kif;
mod limits;
mod plan;
mod program;
mod reasoner;
mod relation;
mod shape;
mod tabling;
mod terms;

pub use asking::{ask_while, gave_up};
pub use ground::{GroundLimits, Ungroundable};
pub use grounding::{AtomId, Definitions, Grounding, Literal};
pub use limits::{Limits, LogicError};
pub use reasoner::{Reasoner, RoleGoal, State, View};
pub use shape::TermShape;
pub use terms::TermId;
