use std::time::Duration;

use serde::Serialize;

use crate::count::{StateCount, Tree};
use crate::limits::{Cut, Limits};
use crate::space::LayerCount;
use crate::symbolic::{CountEnd, Ply, SymbolicCount};
use crate::tree_size::TreeCount;

/// How many states a game has, one by one and with its tree: the JSON document of the command line. Numbers
/// that may be beyond 2^53 are strings of digits.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CountReport {
    /// The game's name.
    pub game: String,
    /// Always `explicit`.
    pub method: &'static str,
    /// States.
    pub states: String,
    /// Terminal states.
    pub terminal: String,
    /// States, ply by ply.
    pub by_ply: Vec<String>,
    /// Terminal states, ply by ply.
    pub terminal_by_ply: Vec<String>,
    /// Joint moves that are made in the states of each ply.
    pub joint_moves_by_ply: Vec<String>,
    /// Why there are more states than were counted, if there may be.
    pub cut: Option<Cut>,
    /// The leaves of the game tree; null if play need not end, or the tree was not counted.
    pub leaves: Option<String>,
    /// Whether play need not end, if that is known.
    pub endless: Option<bool>,
    /// Joint moves of an inner node of the tree, on the average.
    pub branching: Option<f64>,
    /// The mean depth of a leaf.
    pub mean_plies: Option<f64>,
    /// Wall-clock time in seconds.
    pub seconds: f64,
}

impl CountReport {
    /// The count of a game of this name.
    pub fn new(game: &str, count: &StateCount) -> Self {
        let each = |of: fn(&LayerCount) -> u64| count.by_ply.iter().map(move |ply| of(ply).to_string());
        let tree = match &count.tree {
            Tree::Finite(tree) => Some(tree),
            _ => None,
        };
        Self {
            game: game.to_owned(),
            method: "explicit",
            states: count.states().to_string(),
            terminal: count.terminal().to_string(),
            by_ply: each(|ply| ply.states).collect(),
            terminal_by_ply: each(|ply| ply.terminal).collect(),
            joint_moves_by_ply: each(|ply| ply.joint_moves).collect(),
            cut: count.cut,
            leaves: tree.map(|tree| tree.leaves.to_string()),
            endless: match count.tree {
                Tree::Finite(_) => Some(false),
                Tree::Infinite => Some(true),
                Tree::Unknown | Tree::TooLarge => None,
            },
            branching: tree.and_then(TreeCount::branching),
            mean_plies: tree.map(|tree| tree.length),
            seconds: count.time.as_secs_f64(),
        }
    }
}

/// How many states a game has, by decision diagrams: the JSON document of the command line. Numbers that may
/// be beyond 2^53 are strings of digits.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SymbolicCountReport {
    /// The game's name.
    pub game: String,
    /// Always `symbolic`.
    pub method: &'static str,
    /// States.
    pub states: String,
    /// Terminal states.
    pub terminal: String,
    /// States, ply by ply.
    pub by_ply: Vec<String>,
    /// Terminal states, ply by ply.
    pub terminal_by_ply: Vec<String>,
    /// Why there are more states than were counted, if there may be.
    pub cut: Option<Cut>,
    /// Always null: decision diagrams do not tell the size of the tree.
    pub leaves: Option<String>,
    /// Always null, for the same reason.
    pub branching: Option<f64>,
    /// The most nodes of diagrams that there were at a time.
    pub peak_nodes: usize,
    /// Wall-clock time in seconds.
    pub seconds: f64,
}

impl SymbolicCountReport {
    /// The count of a game of this name, which took so long within these limits.
    pub fn new(game: &str, count: &SymbolicCount, limits: &Limits, time: Duration) -> Self {
        let each = |of: fn(&Ply) -> String| count.by_ply.iter().map(of).collect();
        Self {
            game: game.to_owned(),
            method: "symbolic",
            states: count.states.to_string(),
            terminal: count.terminal.to_string(),
            by_ply: each(|ply| ply.states.to_string()),
            terminal_by_ply: each(|ply| ply.terminal.to_string()),
            cut: match count.end {
                CountEnd::Complete => None,
                CountEnd::MemoryFull => Some(Cut::Memory),
                CountEnd::Interrupted if limits.stop.pressed() => Some(Cut::Stopped),
                CountEnd::Interrupted => Some(Cut::Time),
            },
            leaves: None,
            branching: None,
            peak_nodes: count.peak_nodes,
            seconds: time.as_secs_f64(),
        }
    }
}
