//! Answers from rules: the reference reasoner for the Game Description Language.
//!
//! A [`Reasoner`] is made from a checked [`gdl::Rulesheet`] and answers what is true at the start, who may do what, what comes next,
//! whether the game is over, who gets what, and who perceives what. Rules have their standard meaning: the least model,
//! stratum by stratum (Apt, Blair & Walker, *Towards a Theory of Declarative Knowledge*, 1988).
//!
//! ```
//! use spielbaum_logic::{Limits, Payoff, Reasoner};
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
//! assert_eq!(reasoner.view(&on).payoffs()?, [Payoff::Goal(100)]);
//! # Ok::<(), spielbaum_logic::LogicError>(())
//! ```

// The tests' oracle speaks of this crate by its name, inside and outside.
#[cfg(test)]
extern crate self as spielbaum_logic;

mod compiler;
mod derived;
mod evaluate;
mod ground;
mod grounding;
mod join;
mod limits;
mod plan;
mod program;
mod reasoner;
mod relation;
mod tabling;
mod terms;

pub use ground::{GroundLimits, Ungroundable};
pub use grounding::{AtomId, Definitions, Grounding, Literal};
pub use limits::{Limits, LogicError};
pub use reasoner::{Payoff, Reasoner, State, View};
pub use terms::TermId;
