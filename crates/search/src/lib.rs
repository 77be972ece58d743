//! Strategies for game trees, their catalogue, budgets and observers.

mod budget;
mod catalogue;
mod entry;
mod evaluator;
mod observer;
mod parameter;
mod parser;
mod spec;
mod spec_error;
mod statistics;
mod strategy;
#[cfg(test)]
mod testing;
mod value;

pub use budget::{Budget, Meter, Stop};
pub use catalogue::Catalogue;
pub use entry::{Entry, EvaluatorKind, Kind, StrategyKind};
pub use evaluator::Evaluator;
pub use evaluator::playout_mean::PlayoutMean;
pub use evaluator::zero::Zero;
pub use observer::{Observer, Window};
pub use parameter::{Domain, Parameter, Preset};
pub use spec::{EvaluatorSpec, Spec};
pub use spec_error::{SpecError, SpecProblem};
pub use strategy::alpha_beta::{AlphaBeta, Fail};
pub use strategy::first_legal::FirstLegal;
pub use strategy::flat_mc::FlatMc;
pub use strategy::minimax::Minimax;
pub use strategy::random::Random;
pub use strategy::stepwise_mcts::StepwiseMcts;
pub use strategy::{Decision, MoveEstimate, SearchError, SearchRng, Strategy};
pub use value::Value;
