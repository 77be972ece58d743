//! Strategies that choose a move by searching the tree of a game, with budgets that end a search and
//! observers that watch it.
//!
//! A strategy is named by its [`Spec`]; built from it, it chooses a move:
//!
//! ```
//! use game::{Game, Tree};
//! use rand::SeedableRng;
//! use spielbaum_search::{Request, SearchRng, Spec};
//!
//! let tree = Tree::from_brackets("((3 12 8) (2 4 6) (14 5 2))")?;
//! let mut rng = SearchRng::seed_from_u64(0);
//! let minimax: Spec = "minimax".parse()?;
//! let minimax = minimax.build().choose(Request::new(&tree, &tree.initial(), 0, &mut rng))?;
//! let alpha_beta: Spec = "alpha-beta".parse()?;
//! let alpha_beta = alpha_beta.build().choose(Request::new(&tree, &tree.initial(), 0, &mut rng))?;
//!
//! assert_eq!(alpha_beta.value, Some(3.0));
//! assert_eq!(alpha_beta.mov, minimax.mov);
//! assert_eq!((minimax.effort.leaves, alpha_beta.effort.leaves), (9, 7));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The [`Catalogue`] lists the strategies and evaluators with their parameters: it is data, and draws itself
//! as text or as a table. Watch a search with an [`Observer`], such as the [`Recorder`], which keeps the
//! search tree as a [`Trace`], or the [`Monitor`], which shows other threads how far it has come.
//!
//! In a match, a [`PlayClock`] makes a budget of the time that there is, and [`ponder_while`] lets a strategy
//! think while others do.
//!
//! # Adding a strategy
//!
//! A file in `src/strategy` and a line in the list of `src/strategy.rs`. The file has the strategy with its
//! source in the doc comment, its catalogue entry `ENTRY`, and `from_spec`, which builds the strategy from a
//! spec. The line puts it into the catalogue, exports what is public in the file, and has `Spec::build` build
//! it. The tests in `strategy/every.rs` then cover it. A search with two sides, the searcher and everybody
//! else, is a form of `depth_first`; one that backs values up otherwise is a `Rule` of `back_up`. An
//! evaluator goes the same way in `src/evaluator` and `src/evaluator.rs`.

mod budget;
mod catalogue;
mod clock;
mod custom;
mod cut;
mod deadline;
mod decision;
mod decisive_ends;
mod drawing;
mod effort;
mod entry;
mod evaluator;
mod guarantee;
mod hashing_reader;
mod hidden_request;
mod information_set;
#[cfg(all(debug_assertions, not(test)))]
#[doc(hidden)]
pub mod instances;
mod key;
mod label;
mod large_file;
mod learned_file;
mod monitor;
mod narration;
mod number;
mod observer;
#[cfg(feature = "openapi")]
mod openapi;
mod outline;
mod own_scale;
mod parameter;
mod parser;
mod plain_file;
mod policy;
mod recorder;
mod report;
mod request;
mod search_error;
mod searcher;
mod solution;
mod spec;
mod spec_error;
mod spec_file;
mod statistics;
mod strategy;
mod sweep;
mod tablebase;
#[cfg(test)]
mod testing;
mod trace;
mod trace_step;
mod value;
mod viewpoint;
mod weights;

pub use budget::{Budget, Meter, Stop, StopGuard};
pub use catalogue::Catalogue;
pub use clock::{PlayClock, ponder_while};
pub use custom::{
    Custom, CustomError, CustomEvaluator, CustomPlayer, CustomRequest, CustomStrategy, CustomView,
};
pub use cut::{Cut, CutKind};
pub use decision::{Bound, Decision, MoveEstimate};
pub use effort::Effort;
pub use entry::{Entry, Model, Section, Status};
pub use evaluator::*;
pub use guarantee::{Guarantee, Score};
pub use hidden_request::HiddenRequest;
pub use information_set::{Moment, World, WorldLimits, Worlds};
pub use label::{Label, Labelling};
pub use large_file::LargeFile;
pub use learned_file::{LearnedFile, LearnedProblem, SpecFileError};
pub use monitor::{Monitor, ProgressHandle, SearchProgress};
pub use number::{grouped, number};
pub use observer::{Observer, Watch, Window};
pub use own_scale::OwnScale;
pub use parameter::{DefaultValue, Domain, Need, Parameter};
pub use policy::{PolicyError, PolicyFile, SavedMixture, SavedPolicy};
pub use recorder::Recorder;
pub use report::Report;
pub use request::Request;
pub use search_error::SearchError;
pub use searcher::{SearcherError, searcher, tree_searcher};
pub use solution::{Bounds, Known, LineEnd, Solution, SolvedMove, Survey};
pub use spec::{EvaluatorSpec, Spec};
pub use spec_error::{SpecError, SpecProblem};
pub use spec_file::SpecFile;
pub use strategy::*;
pub use sweep::SweepError;
pub use tablebase::{Tablebase, TablebaseError, TablebaseFile};
pub use trace::{Iteration, Statistic, Trace, TraceCut, TraceDominance, TraceNode, TraceWindow, Update};
pub use trace_step::TraceStep;
pub use value::Value;
pub use viewpoint::{InformationSet, Viewpoint};
pub use weights::{Weights, WeightsError, WeightsProblem};
