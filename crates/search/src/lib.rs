//! Strategies for game trees, their catalogue, budgets and observers.

mod budget;
mod observer;
mod strategy;

pub use budget::{Budget, Meter, Stop};
pub use observer::{Observer, Window};
pub use strategy::{Decision, MoveEstimate, SearchError, SearchRng, Strategy};
