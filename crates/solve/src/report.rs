use std::fmt;
use std::time::Duration;

use game::{Game, players};
use indexmap::IndexMap;
use search::{Bounds, LineEnd};
use serde::Serialize;

use crate::expectation::{Expectation, Expected};
use crate::limits::Cut;
use crate::method::Method;
use crate::solver::Solved;

/// What is [known](Solved) of a state, with roles and moves by their names: the JSON document of the command
/// line and the page.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SolutionReport {
    /// The method that found it.
    pub method: &'static str,
    /// The value for each role; null if it is not known exactly. Where chance moves it is what the role can
    /// expect, a real number, and chance has none.
    #[cfg_attr(feature = "openapi", schema(value_type = std::collections::HashMap<String, Option<f64>>))]
    pub value: IndexMap<String, Option<SolvedValue>>,
    /// What each role can be sure of, or sure to expect; null if that is nothing.
    #[cfg_attr(feature = "openapi", schema(value_type = std::collections::HashMap<String, Option<f64>>))]
    pub at_least: IndexMap<String, Option<SolvedValue>>,
    /// Whether the value is known for every role.
    pub proven: bool,
    /// What each role gets on the average if roles that choose at the same time mix their moves; null if that
    /// is not needed or not known.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<std::collections::HashMap<String, f64>>))]
    pub mixed: Option<IndexMap<String, f64>>,
    /// Whether best play does not end.
    pub endless: bool,
    /// Within so many plies the game ends, if the role that gains by the value hurries and the other delays;
    /// null if that is not known.
    pub distance: Option<u32>,
    /// How many discs each role has at the end of best play; null if that is not known, or the game is
    /// another one than Othello.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<std::collections::HashMap<String, u32>>))]
    pub discs: Option<IndexMap<String, u32>>,
    /// Every legal move of the roles that have a choice, in the game's order.
    pub moves: Vec<SolvedMoveReport>,
    /// Joint moves of best play, one move a role in role order.
    pub pv: Vec<Vec<String>>,
    /// How best play ends: `terminal`, `repetition`, or `open` if roles choose at the same time there or it
    /// is not known what is best.
    pub end: &'static str,
    /// States that were enumerated; null if the method does not enumerate them.
    pub states: Option<u64>,
    /// States that a search visited; null if nothing was searched.
    pub nodes: Option<u64>,
    /// Why it ended before all was known.
    pub cut: Option<Cut>,
    /// Wall-clock time in seconds.
    pub seconds: f64,
}

/// A value: a payoff, or what is expected where chance moves. In JSON it is a number.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum SolvedValue {
    /// A payoff.
    Goal(i32),
    /// What is expected.
    Mean(f64),
}

impl fmt::Display for SolvedValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Goal(goal) => write!(f, "{goal}"),
            // As many decimals as payoffs may have.
            Self::Mean(mean) => write!(f, "{}", (mean * 1e6).round() / 1e6),
        }
    }
}

/// A legal move and what it is worth to the role that makes it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SolvedMoveReport {
    /// The role.
    pub role: String,
    /// The move.
    #[serde(rename = "move")]
    pub mov: String,
    /// What it is worth, or a bound on that; null if nothing is known.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<f64>))]
    pub value: Option<SolvedValue>,
    /// Whether the value is `exact`, `at-least` or `at-most`; null if nothing is known.
    pub bound: Option<&'static str>,
    /// Whether best play does not end after it; then the value is only what the role can be sure of.
    pub endless: bool,
    /// Within so many plies the game ends; null if that is not known.
    pub distance: Option<u32>,
    /// How often the role chooses it, from 0 to 1, if it mixes its moves.
    pub probability: Option<f64>,
}

impl SolutionReport {
    /// What is known of a state of a game, found in some time.
    pub fn new<G: Game>(game: &G, solved: &Solved<G::Move>, time: Duration) -> Self {
        let Solved { solution, method, states, nodes, cut, mixed, expected, discs, assumed } = solved;
        // Best play is not said to be endless where a role is sure of more.
        let least = *game.goal_range().start();
        let mixed = mixed.as_ref().and_then(|mixed| mixed.as_ref().ok());
        let role_name = |role: usize| game.notation().role_name(role).to_owned();
        let by_role = |of: fn(&Bounds) -> Option<i32>| {
            let value = |role: usize| of(&solution.bounds[role]).map(SolvedValue::Goal);
            (0..game.roles()).map(|role| (role_name(role), value(role))).collect()
        };
        let moves = solution.moves.iter().map(|solved| {
            let (value, bound) = told(&solved.bounds);
            let value = value.map(SolvedValue::Goal);
            let mixture = mixed.and_then(|mixed| mixed.mixtures.get(solved.role)).map(Vec::as_slice);
            let probability = mixture.unwrap_or_default().iter().find(|(other, _)| *other == solved.mov);
            SolvedMoveReport {
                role: role_name(solved.role),
                mov: game.notation().move_name(solved.mov),
                value,
                bound,
                endless: solved.bounds.endless,
                distance: solved.bounds.plies,
                probability: probability.map(|&(_, probability)| probability),
            }
        });
        let joint = |joint: &Vec<G::Move>| joint.iter().map(|&mov| game.notation().move_name(mov)).collect();
        let report = Self {
            method: method.name(),
            value: by_role(Bounds::value),
            at_least: by_role(|bounds| bounds.at_least),
            proven: assumed.is_none() && solution.bounds.iter().all(|bounds| bounds.value().is_some()),
            mixed: mixed.map(|mixed| (0..).map(role_name).zip(mixed.values).collect()),
            endless: *method == Method::Retrograde
                && cut.is_none()
                && solution.end == LineEnd::Repetition
                && solution.bounds.iter().all(|bounds| bounds.at_least.is_none_or(|own| own == least)),
            distance: solution.bounds.iter().find_map(|bounds| bounds.plies),
            discs: discs.map(|discs| (0..).map(role_name).zip(discs).collect()),
            moves: moves.collect(),
            pv: solution.line.iter().map(joint).collect(),
            end: match solution.end {
                LineEnd::Terminal => "terminal",
                LineEnd::Repetition => "repetition",
                LineEnd::Open => "open",
            },
            states: *states,
            nodes: *nodes,
            cut: *cut,
            seconds: time.as_secs_f64(),
        };
        if game.chance().is_some() { report.with_expected(game, expected.as_ref()) } else { report }
    }

    /// The same for a game with chance, of which this is known.
    fn with_expected<G: Game>(self, game: &G, expected: Option<&Expected<G::Move>>) -> Self {
        let role_name = |role: usize| game.notation().role_name(role).to_owned();
        let by_role = |of: fn(&Expectation) -> Option<f64>| {
            let value =
                |role: usize| expected.and_then(|known| of(&known.bounds[role])).map(SolvedValue::Mean);
            players(game).map(|role| (role_name(role), value(role))).collect()
        };
        let moves = expected.iter().flat_map(|known| &known.moves).map(|&(role, mov, bounds)| {
            let (value, bound) = match (bounds.value(), bounds.at_least, bounds.at_most) {
                (Some(value), ..) => (Some(value), Some("exact")),
                (None, Some(least), _) => (Some(least), Some("at-least")),
                (None, None, Some(most)) => (Some(most), Some("at-most")),
                (None, None, None) => (None, None),
            };
            SolvedMoveReport {
                role: role_name(role),
                mov: game.notation().move_name(mov),
                value: value.map(SolvedValue::Mean),
                bound,
                endless: false,
                distance: None,
                probability: None,
            }
        });
        let value: IndexMap<String, Option<SolvedValue>> = by_role(Expectation::value);
        Self {
            proven: value.values().all(Option::is_some),
            value,
            at_least: by_role(|bounds| bounds.at_least),
            endless: false,
            distance: None,
            moves: moves.collect(),
            pv: Vec::new(),
            end: "open",
            ..self
        }
    }
}

/// A value as it is told, and what kind of value it is.
fn told(bounds: &Bounds) -> (Option<i32>, Option<&'static str>) {
    match (bounds.value(), bounds.at_least, bounds.at_most) {
        (Some(value), ..) => (Some(value), Some("exact")),
        (None, Some(least), _) => (Some(least), Some("at-least")),
        (None, None, Some(most)) => (Some(most), Some("at-most")),
        (None, None, None) => (None, None),
    }
}
