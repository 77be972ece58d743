//! What is worked out of many states in one evaluation: playouts, children, features.

use std::sync::Arc;

use ::game::{Batch, Game as _, Outcomes, Parent, Rules, RulesState};
use logic::TermId;
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use search::Stop;

use crate::error::error;
use crate::interrupt::interruptible;
use crate::loaded::Loaded;
use crate::state::State;
use crate::vector::Boards;

/// How many children may be worked out at once: of a large game some gigabytes.
const MOST_CHILDREN: usize = 1 << 24;
/// How many children are worked out before it is asked whether to go on.
const AT_ONCE: usize = 1 << 12;

/// States of one game, as Python gives them.
#[derive(FromPyObject)]
pub(crate) enum States<'py> {
    /// The positions of boards side by side.
    Boards(PyRef<'py, Boards>),
    /// States by themselves.
    List(Vec<PyRef<'py, State>>),
}

impl States<'_> {
    /// The states, and the game that they are of. Nothing of Python's stays borrowed, so that other threads
    /// can go on with the states.
    ///
    /// # Errors
    /// If there is none, they are of several games, or chance has to move first in one.
    fn of_one_game(self) -> PyResult<(Arc<Loaded>, Vec<RulesState>)> {
        let states = match self {
            Self::Boards(boards) => return Ok((Arc::clone(boards.game()), boards.states())),
            Self::List(states) => states,
        };
        let Some(first) = states.first() else {
            return Err(error("there are no states, so it is not known of which game; give at least one"));
        };
        if let Some(place) = states.iter().position(|state| !Arc::ptr_eq(&state.game, &first.game)) {
            return Err(error(format_args!(
                "states[{place}] is one of {}, not of the {} of states[0]",
                states[place].game.name, first.game.name
            )));
        }
        let here: PyResult<Vec<RulesState>> = states.iter().map(|state| state.begun()).collect();
        Ok((Arc::clone(&first.game), here?))
    }
}

/// The mean payoffs of so many random playouts from each state, as an array of shape (states, players). A
/// playout that takes 10,000 plies counts as 50.
#[pyfunction]
#[pyo3(signature = (states, n, *, seed = 0))]
pub(crate) fn random_playouts<'py>(
    py: Python<'py>,
    states: States<'_>,
    n: u32,
    seed: u64,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let (game, states) = states.of_one_game()?;
    let means = mean_payoffs(py, &game, &states, n, seed)?;
    Ok(rows(py, means, states.len(), game.players.len()))
}

/// The mean payoffs of random playouts from each state, for one player after the other.
pub(crate) fn mean_payoffs(
    py: Python<'_>,
    game: &Loaded,
    states: &[RulesState],
    n: u32,
    seed: u64,
) -> PyResult<Vec<f64>> {
    if n == 0 {
        return Err(error("there is no mean of no playouts; ask for one at least"));
    }
    let (stop, mut outcomes) = (Stop::default(), Outcomes::default());
    interruptible(py, &stop, || {
        batch(&game.rules).playouts(states, n, seed, &|| !stop.pressed(), &mut outcomes)
    })?
    .map_err(error)?;
    let of_state = |state| {
        let outcomes = &outcomes;
        game.players.iter().map(move |&role| outcomes.goals(state)[role] / f64::from(n))
    };
    Ok((0..states.len()).flat_map(of_state).collect())
}

/// Parents, actions, probabilities, observations, ends and payoffs of all children of the states.
type Children<'py> = (
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray2<i64>>,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray2<u8>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray2<f32>>,
);

/// The states after each joint move in each state; `spielbaum.children` is what programs use.
#[pyfunction]
pub(crate) fn children<'py>(py: Python<'py>, states: States<'_>) -> PyResult<Children<'py>> {
    let (game, states) = states.of_one_game()?;
    if game.rules.percepts().is_some() {
        return Err(error(format_args!(
            "{} hides something from its players, and the fluents of a child tell all; use `State.child`",
            game.name
        )));
    }
    let stop = Stop::default();
    let found = interruptible(py, &stop, || Family::of(&game, &states, &stop))??;
    let children = found.parents.len();
    let fluents = game.compiled().fluents().len();
    let players = game.players.len();
    Ok((
        found.parents.into_pyarray(py),
        rows(py, found.actions, children, players),
        found.probabilities.into_pyarray(py),
        rows(py, found.fluents, children, fluents),
        found.terminal.into_pyarray(py),
        rows(py, found.payoffs, children, players),
    ))
}

/// The children of states, one after the other.
#[derive(Default)]
struct Family {
    parents: Vec<i64>,
    /// The action of each player.
    actions: Vec<i64>,
    /// How likely it is that chance moves so.
    probabilities: Vec<f64>,
    /// For each fluent whether it holds.
    fluents: Vec<u8>,
    terminal: Vec<bool>,
    payoffs: Vec<f32>,
}

impl Family {
    /// The children of all states that are not terminal; not all of them once the button is pressed.
    fn of(game: &Loaded, states: &[RulesState], stop: &Stop) -> PyResult<Self> {
        let rules = &game.rules;
        let mut family = Self::default();
        let mut choices = Vec::new();
        for (place, state) in states.iter().enumerate().filter(|(_, state)| !rules.terminal(state)) {
            if stop.pressed() {
                return Ok(family);
            }
            let of_state = ::game::Choices::of(rules, state);
            let count = of_state.joint_count().and_then(|count| usize::try_from(count).ok());
            let count =
                count.filter(|&count| count <= MOST_CHILDREN - family.parents.len()).ok_or_else(|| {
                    error(format_args!(
                        "the states have more than {MOST_CHILDREN} children; give fewer states at once"
                    ))
                })?;
            family.parents.resize(family.parents.len() + count, place as i64);
            // Chance makes each of its moves with the same probability.
            let outcomes = game.chance().map_or(1, |role| of_state.of_role(role).len());
            family.probabilities.resize(family.parents.len(), 1.0 / outcomes as f64);
            choices.push((state, of_state));
        }
        let mut waiting = Vec::new();
        let mut count = 0;
        for (state, of_state) in &choices {
            waiting.push((*state, Vec::new()));
            for joint in of_state.joint_moves() {
                if count == AT_ONCE {
                    family.work_out(game, &waiting)?;
                    if stop.pressed() {
                        return Ok(family);
                    }
                    (waiting, count) = (vec![(*state, Vec::new())], 0);
                }
                waiting.last_mut().expect("the state waits").1.extend(joint);
                count += 1;
            }
        }
        family.work_out(game, &waiting)?;
        Ok(family)
    }

    /// Appends the children of some states by joint moves, which follow one another.
    ///
    /// # Errors
    /// If the rules are at fault in one of them.
    fn work_out(&mut self, game: &Loaded, waiting: &[(&RulesState, Vec<TermId>)]) -> PyResult<()> {
        let (rules, players) = (&game.rules, &game.players);
        let of_player = |joint: &[TermId], role: usize| game.action(role, joint[role]) as i64;
        for joint in waiting.iter().flat_map(|(_, joints)| joints.chunks_exact(rules.roles())) {
            self.actions.extend(players.iter().map(|&role| of_player(joint, role)));
        }
        let with_moves = waiting.iter().filter(|(_, joints)| !joints.is_empty());
        let with_moves: Vec<Parent<'_, RulesState, TermId>> =
            with_moves.map(|&(state, ref joints)| Parent { state, joints }).collect();
        let mut children = Vec::new();
        batch(rules).children(&with_moves, &mut children);
        let fluents = game.compiled().fluents().len();
        let holds = |bits: &[u64], fluent: usize| (bits[fluent / 64] >> (fluent % 64) & 1) as u8;
        for child in &children {
            let terminal = rules.terminal(child);
            if terminal && let Some(fault) = rules.fault(child) {
                return Err(error(fault));
            }
            self.terminal.push(terminal);
            let payoff = |&role: &usize| if terminal { rules.goal(child, role) as f32 } else { 0.0 };
            self.payoffs.extend(players.iter().map(payoff));
            let bits = encoding(rules).bits(child);
            self.fluents.extend((0..fluents).map(|fluent| holds(bits, fluent)));
        }
        Ok(())
    }
}

/// The value of each variable in each state, see `Game.variables`, as an array of shape (states, variables).
#[pyfunction]
pub(crate) fn features<'py>(py: Python<'py>, states: States<'_>) -> PyResult<Bound<'py, PyArray2<i32>>> {
    let (game, states) = states.of_one_game()?;
    let variables = game.compiled().variables();
    let values = py.detach(|| {
        let values = states.iter().map(|state| encoding(&game.rules).bits(state));
        values.flat_map(|bits| variables.iter().map(|variable| variable.value(bits) as i32)).collect()
    });
    Ok(rows(py, values, states.len(), variables.len()))
}

/// An array of so many rows and columns.
fn rows<T: numpy::Element>(
    py: Python<'_>,
    content: Vec<T>,
    rows: usize,
    columns: usize,
) -> Bound<'_, PyArray2<T>> {
    content.into_pyarray(py).reshape([rows, columns]).expect("each row is full")
}

fn batch(rules: &Rules) -> &dyn Batch<RulesState, TermId> {
    rules.batch().expect("a game with a circuit works out many states at once")
}

fn encoding(rules: &Rules) -> &dyn ::game::Encoding<RulesState> {
    rules.encoding().expect("a game with a circuit has states of bits")
}
