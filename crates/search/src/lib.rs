//! Strategies that choose a move by searching the tree of a game, with budgets that end a search and observers that
//! watch it.
//!
//! Three things people do with it. Name a strategy by its [`Spec`] and let it choose:
//!
//! ```
//! use game::{Game, Tree};
//! use rand::SeedableRng;
//! use spielbaum_search::{Request, SearchRng, Spec};
//!
//! let tree = Tree::from_brackets("((3 12 8) (2 4 6) (14 5 2))")?;
//! let mut rng = SearchRng::seed_from_u64(0);
//! let mut choose = |spec: &str| {
//!     spec.parse::<Spec>()?.build().choose(Request::new(&tree, &tree.initial(), 0, &mut rng))
//! };
//! let (minimax, alpha_beta) = (choose("minimax")?, choose("alpha-beta")?);
//!
//! assert_eq!(alpha_beta.value, Some(3.0));
//! assert_eq!(alpha_beta.mov, minimax.mov);
//! assert_eq!((minimax.leaves, alpha_beta.leaves), (9, 7));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Ask the [`Catalogue`] what there is: it is data, and draws itself as text or as a table. And watch a search with an
//! [`Observer`], such as the [`Recorder`], which keeps the search tree as a [`Trace`], or the [`Monitor`], which shows others how far it has come.
//!
//! In a match, a [`PlayClock`] makes a budget of the time that there is, and [`ponder_while`] lets a strategy think while others do.
//!
//! # Adding a strategy
//!
//! A file in `src/strategy` with the strategy, its source in the doc comment, and its catalogue entry, and a folder of the same name if it
//! is a long story; a line each for its module, for its name in this file, in `StrategyKind`, in the catalogue, and in
//! `Spec::build`. The tests in `strategy/every.rs` then cover it. A search with two sides, the searcher and
//! everybody else, is a form of `depth_first`; one that backs values up otherwise is a `Rule` of `back_up`. An evaluator goes the same way in
//! `src/evaluator`; whoever decides by one asks for its objection to the game before the search.

mod budget;
mod catalogue;
mod clock;
mod cut;
mod drawing;
mod entry;
mod evaluator;
mod monitor;
mod observer;
#[cfg(feature = "openapi")]
mod openapi;
mod outline;
mod parameter;
mod parser;
mod recorder;
mod report;
mod request;
mod searcher;
mod spec;
mod spec_error;
mod statistics;
mod step;
mod strategy;
mod sweep;
#[cfg(test)]
mod testing;
mod trace;
mod value;
mod weights;

pub use budget::{Budget, Meter, Release, Stop};
pub use catalogue::Catalogue;
pub use clock::{PlayClock, ponder_while};
pub use cut::{Cut, CutKind};
pub use entry::{Entry, EvaluatorKind, Kind, Status, StrategyKind};
pub use evaluator::Evaluator;
pub use evaluator::goal_proximity::GoalProximity;
pub use evaluator::mobility::Mobility;
pub use evaluator::open_lines::OpenLines;
pub use evaluator::playout_mean::PlayoutMean;
pub use evaluator::positional::Positional;
pub use evaluator::zero::Zero;
pub use monitor::{Glimpse, Monitor, Standing};
pub use observer::{Observer, Window};
pub use parameter::{Domain, Parameter, Preset};
pub use recorder::Recorder;
pub use report::{Estimate, Report};
pub use request::Request;
pub use searcher::{SearcherError, searcher};
pub use spec::{EvaluatorSpec, Spec};
pub use spec_error::{SpecError, SpecProblem};
pub use step::Step;
pub use strategy::alpha_beta::AlphaBeta;
pub use strategy::deepening::{Deepening, DeepeningMode};
pub use strategy::depth_first::{AlphaBetaOptions, Fail, Form, MoveOrder, Replace};
pub use strategy::first_legal::FirstLegal;
pub use strategy::flat_mc::FlatMc;
pub use strategy::maxn::{MaxN, Prune, Ties};
pub use strategy::memory_mc::MemoryMc;
pub use strategy::minimax::Minimax;
pub use strategy::negamax::Negamax;
pub use strategy::paranoid::Paranoid;
pub use strategy::pessimistic::Pessimistic;
pub use strategy::playout_order::PlayoutOrder;
pub use strategy::random::Random;
pub use strategy::random_opponent::RandomOpponent;
pub use strategy::soft_maxn::{Dominance, Outlook, SoftMaxN};
pub use strategy::stepwise_mcts::StepwiseMcts;
pub use strategy::uct::{Uct, uct_value};
pub use strategy::{Decision, MoveEstimate, SearchError, SearchRng, Strategy};
pub use sweep::SweepError;
pub use trace::{Iteration, Statistic, Trace, TraceCut, TraceNode, TraceWindow, Update};
pub use value::Value;
pub use weights::{Weights, WeightsError, WeightsProblem};
