//! Depth-first search in which a [`Rule`] says how the values of children become the value of their parent.

mod best_row;
mod chance_node;
mod node;
mod search;

use std::ops::Range;

use game::Mover;

pub(super) use best_row::BestRow;
pub(super) use search::search;

use crate::search_error::several_at_once;
use crate::{Cut, Dominance, Meter, SearchError, SearchRng, Window};

/// How values are backed up.
///
/// A node's children are laid out as a table. One role, the chooser, has a row for each of its moves, and a
/// column stands for each joint move of all the others. Where the chooser alone decides there is one column,
/// where only others do, one row. Where chance moves at the same time, a child is a node in which it moves
/// alone; what chance does is no row and no column. Children are visited row by row, and a rule may leave off
/// a row, or the whole table, as soon as the rest cannot matter.
pub(super) trait Rule {
    /// What a state is worth.
    type Value;
    /// What an open node knows from the children visited so far.
    type Node;

    /// The role that chooses the row where `mover` decides; any role where nobody does.
    fn chooser(&self, mover: Mover) -> Result<usize, SearchError>;

    /// The roles whose payoffs make the value of a leaf.
    fn judged(&self) -> Range<usize>;

    /// The value of a leaf from the payoffs of the judged roles, which are estimates unless the state
    /// is terminal.
    fn leaf(&self, payoffs: &[f64], terminal: bool) -> Result<Self::Value, SearchError>;

    /// Begins a node of that shape below another one, or the root.
    fn open(&self, shape: Shape, above: Option<&Self::Node>) -> Self::Node;

    /// Takes the value of a child into the node; `last` says that no column follows it in its row.
    fn take(&self, node: &mut Self::Node, value: Self::Value, last: bool, rng: &mut SearchRng) -> Taken;

    /// The value of a node all of whose children that matter are taken; nothing if the meter interrupts what
    /// takes long.
    fn close(&self, node: Self::Node, meter: &Meter) -> Result<Option<Self::Value>, SearchError>;

    /// The value of a node in which chance moves, from those of its outcomes with their probabilities: what
    /// is expected; nothing if the meter interrupts what takes long.
    fn expect(
        &self,
        outcomes: Vec<(f64, Self::Value)>,
        meter: &Meter,
    ) -> Result<Option<Self::Value>, SearchError>;

    /// The row that the chooser would choose by what it knows, if a row is complete.
    fn choice(&self, node: &Self::Node) -> Option<usize>;

    /// The value of the node to the searcher by the children taken so far; asked only when a row is complete.
    fn value_so_far(&self, node: &Self::Node) -> f64;

    /// What a value is worth to the searcher.
    fn own(&self, value: &Self::Value) -> f64;

    /// The payoff vectors of a value, if it consists of such.
    fn vectors<'v>(&self, _value: &'v Self::Value) -> &'v [Vec<f64>] {
        &[]
    }

    /// What is wrong with the rule, if what it comes to may be wrong: then nothing is proven.
    fn caveat(&self) -> Option<&'static str> {
        None
    }

    /// The window of the root, or of the next child of a node.
    fn window(&self, _above: Option<&Self::Node>) -> Window {
        Window::OPEN
    }
}

/// The table of a node's children.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// The role that chooses the row.
    pub(super) chooser: usize,
    /// How many moves it has.
    pub(super) rows: usize,
    /// How many joint moves the others have, at most `usize::MAX`.
    pub(super) columns: usize,
}

/// What the value of a child meant to its parent.
pub(super) struct Taken {
    /// Whether the child is now what its row is expected to come to.
    pub(super) leads: bool,
    /// The row, if no more of it need be visited.
    pub(super) row: Option<Row>,
    /// Why, if the row is not at its end.
    pub(super) rest: Option<Cut>,
    /// Why the rows after it cannot matter, if they cannot.
    pub(super) cut: Option<Cut>,
    /// The rows that now turn out not to be chosen, whichever way ties are broken: this one, or some
    /// before it.
    pub(super) dominated: Vec<Dominated>,
}

impl Taken {
    /// A value that leaves its row unfinished.
    pub(super) fn unfinished(leads: bool) -> Self {
        Self { leads, row: None, rest: None, cut: None, dominated: Vec::new() }
    }

    /// A value that finishes a row.
    pub(super) fn finished(leads: bool, row: Row) -> Self {
        Self { row: Some(row), ..Self::unfinished(leads) }
    }
}

/// That a row is dominated by another one, both by their places.
pub(super) struct Dominated {
    pub(super) row: usize,
    pub(super) by: usize,
    pub(super) kind: Dominance,
}

/// What a row came to.
pub(super) struct Row {
    /// Its worth to the searcher.
    pub(super) value: f64,
    /// Whether that is only an upper bound.
    pub(super) at_most: bool,
    /// How it compares with the rows before.
    pub(super) fate: Fate,
}

/// How a row compares with the rows before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It changes nothing.
    Worse,
    /// It takes the place of all of them.
    Better,
    /// It stands beside some of them.
    Beside,
}

/// What is expected of numbers with these probabilities.
pub(super) fn mean(outcomes: &[(f64, f64)]) -> f64 {
    outcomes.iter().map(|(probability, value)| probability * value).sum()
}

/// The one role that decides; any role where nobody does. Roles that choose at the same time are refused.
pub(super) fn one_at_a_time(strategy: &'static str, mover: Mover) -> Result<usize, SearchError> {
    match mover {
        Mover::Nobody => Ok(0),
        Mover::One(role) => Ok(role),
        Mover::Several => Err(several_at_once(strategy)),
    }
}
