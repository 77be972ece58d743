//! Strategies and evaluators that are written in Python.

use std::any::Any;
use std::sync::Arc;

use ::game::{RulesState, canonical};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};
use search::{CustomPlayer, CustomRequest, CustomView, Spec, Stop};

use crate::cluster::{Arrays, ReadArrays, Texts, arrays_of, large_files, spec_files, texts_of};
use crate::error::error;
use crate::interrupt::{deciding, interruptible};
use crate::loaded::Loaded;
use crate::state::State;

/// A strategy by its spec, with an evaluator that is written in Python in the place of those of the spec.
#[pyclass(frozen, module = "spielbaum")]
pub(crate) struct Strategy {
    spec: Spec,
    evaluator: Option<Py<PyAny>>,
}

/// A strategy by its spec, such as `uct(playouts=1000)`. With an evaluator, an object that has a method
/// `evaluate(state)`, it judges states by that: `evaluate` gives a payoff from 0 to 100 for each player.
#[pyfunction]
#[pyo3(signature = (spec, /, *, evaluator = None))]
pub(crate) fn strategy(
    py: Python<'_>,
    spec: &str,
    evaluator: Option<Bound<'_, PyAny>>,
) -> PyResult<Strategy> {
    let spec = read(py, spec)?;
    if let Some(evaluator) = &evaluator {
        // Refused here rather than in the first match.
        has_method(evaluator, "evaluate", "an evaluator")?;
        spec.clone().with_evaluator(&name_of(evaluator)?, |_, _| Ok(0.0)).map_err(error)?;
    }
    Ok(Strategy { spec, evaluator: evaluator.map(Bound::unbind) })
}

/// What a pickled [`Strategy`] is made of again.
type Pickled<'py> = (String, Option<Py<PyAny>>, Texts, Arrays<'py>);

/// A [`Strategy`] of its parts.
#[pyfunction]
pub(crate) fn unpickled_strategy(
    py: Python<'_>,
    spec: &str,
    evaluator: Option<Py<PyAny>>,
    texts: Texts,
    arrays: ReadArrays<'_>,
) -> PyResult<Strategy> {
    let spec: Spec = spec.parse().map_err(error)?;
    let (large, texts) = (large_files(py, arrays)?, spec_files(texts));
    let read = || spec.with_large_files(&large).with_files(&texts);
    let spec = interruptible(py, &Stop::default(), read)?.map_err(error)?;
    Ok(Strategy { spec, evaluator })
}

#[pymethods]
impl Strategy {
    /// The spec.
    #[getter]
    fn spec(&self) -> String {
        self.spec.to_string()
    }

    /// The evaluator, if it has one that is written in Python.
    #[getter]
    fn evaluator(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.evaluator.as_ref().map(|evaluator| evaluator.clone_ref(py))
    }

    /// For the garbage collector: an evaluator may have this strategy.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.evaluator)
    }

    /// For pickle: the files that the spec names go with it, as it may be unpickled where they are not.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Pickled<'py>)> {
        let make = py.import("spielbaum._spielbaum")?.getattr("unpickled_strategy")?;
        let (texts, arrays) = (texts_of(self.spec.files()), arrays_of(py, &self.spec.large_files())?);
        Ok((make, (self.spec.to_string(), self.evaluator(py), texts, arrays)))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(match &self.evaluator {
            None => format!("spielbaum.strategy({:?})", self.spec.to_string()),
            Some(evaluator) => format!(
                "spielbaum.strategy({:?}, evaluator={})",
                self.spec.to_string(),
                evaluator.bind(py).repr()?
            ),
        })
    }
}

/// The spec of a text, with the files that it names.
pub(crate) fn read(py: Python<'_>, spec: &str) -> PyResult<Spec> {
    let spec: Spec = spec.parse().map_err(error)?;
    interruptible(py, &Stop::default(), || spec.read_files())?.map_err(error)
}

/// What plays: the text of a spec, a [`Strategy`], or an object or a class with a method `choose`.
pub(crate) fn player(game: &Arc<Loaded>, player: &Bound<'_, PyAny>) -> PyResult<Spec> {
    if let Ok(text) = player.cast::<PyString>() {
        return read(player.py(), text.to_str()?);
    }
    if let Ok(strategy) = player.cast::<Strategy>() {
        let Strategy { spec, evaluator } = strategy.get();
        let Some(evaluator) = evaluator else { return Ok(spec.clone()) };
        let (name, game) = (name_of(evaluator.bind(player.py()))?, Arc::clone(game));
        let evaluator = evaluator.clone_ref(player.py());
        let judge =
            move |state: &dyn Any, role| Python::attach(|py| judged(py, &game, &evaluator, state, role));
        return spec.clone().with_evaluator(&name, judge).map_err(error);
    }
    has_method(player, "choose", "a strategy")?;
    let (name, game) = (name_of(player)?, Arc::clone(game));
    let (is_class, player) = (player.is_instance_of::<PyType>(), Arc::new(player.clone().unbind()));
    Spec::custom(&name, move || begin(Arc::clone(&game), Arc::clone(&player), is_class)).map_err(error)
}

fn has_method(object: &Bound<'_, PyAny>, method: &str, what: &str) -> PyResult<()> {
    match object.getattr(method) {
        Ok(found) if found.is_callable() => Ok(()),
        _ => Err(error(format_args!("{} is not {what}: it has no method `{method}`", object.repr()?))),
    }
}

/// What a strategy or an evaluator is called in tables: its attribute `name`, or else its class.
fn name_of(object: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(name) = object.getattr("name")
        && let Ok(name) = name.cast::<PyString>()
    {
        return Ok(name.to_str()?.to_owned());
    }
    match object.cast::<PyType>() {
        Ok(class) => Ok(class.name()?.to_str()?.to_owned()),
        Err(_) => Ok(object.get_type().name()?.to_str()?.to_owned()),
    }
}

/// Plays a match by an object, or by one that is made of a class when it is first asked.
fn begin(game: Arc<Loaded>, player: Arc<Py<PyAny>>, is_class: bool) -> CustomPlayer {
    let mut made: Option<Py<PyAny>> = None;
    Box::new(move |request| {
        Python::attach(|py| {
            let chosen = (|| {
                if made.is_none() {
                    made = Some(if is_class { player.call0(py)? } else { player.clone_ref(py) });
                }
                let player = made.as_ref().expect("it has just been made").bind(py);
                deciding(&request.budget.stop, || choose(&game, player, &request))
            })();
            chosen.map_err(|failure| told(py, &failure)).and_then(|action| place(&game, &request, action))
        })
    })
}

/// Asks for the action of a role.
fn choose(game: &Arc<Loaded>, player: &Bound<'_, PyAny>, request: &CustomRequest<'_>) -> PyResult<i64> {
    let role = request.role;
    let budget = Budget { player: game.player(role), seed: request.seed, budget: request.budget.clone() };
    let answer = match &request.view {
        CustomView::State(state) => {
            let state = state.downcast_ref::<RulesState>().expect("the game is one of a rulesheet");
            player.call_method1("choose", (State::found(Arc::clone(game), state.clone()), budget))?
        }
        CustomView::Observations(plies) => {
            let legal = request.legal.iter().filter_map(|name| game.named(role, name)).collect();
            let known = InformationState { game: Arc::clone(game), role, plies: plies.clone(), legal };
            player.call_method1("choose", (known, budget))?
        }
    };
    answer.extract().map_err(|_| {
        let shown = answer.repr().map_or_else(|_| "something".to_owned(), |repr| repr.to_string());
        error(format_args!("chose {shown}, which is no action: an action is a whole number"))
    })
}

/// The place of an action among the legal moves.
fn place(game: &Loaded, request: &CustomRequest<'_>, action: i64) -> Result<usize, String> {
    let names = game.names(request.role);
    let name = usize::try_from(action).ok().and_then(|action| names.get(action));
    let place = name.and_then(|name| request.legal.iter().position(|legal| legal == name));
    place.ok_or_else(|| {
        let mut legal: Vec<usize> =
            request.legal.iter().filter_map(|name| game.named(request.role, name)).collect();
        legal.sort_unstable();
        let name = name.map_or(String::new(), |name| format!(", {name},"));
        format!("action {action}{name} is not legal; legal are {legal:?}")
    })
}

/// What an evaluator gives a state for a role.
fn judged(
    py: Python<'_>,
    game: &Arc<Loaded>,
    evaluator: &Py<PyAny>,
    state: &dyn Any,
    role: usize,
) -> Result<f64, String> {
    let Some(state) = state.downcast_ref::<RulesState>() else {
        return Err("an evaluator in Python judges states of rulesheets".to_owned());
    };
    let state = State::found(Arc::clone(game), state.clone());
    let players = game.players.len();
    let values = (|| {
        let values: Vec<f64> = evaluator.call_method1(py, "evaluate", (state,))?.extract(py)?;
        if values.len() == players {
            return Ok(values);
        }
        Err(error(format_args!("evaluate gave {} values for {players} players; each gets one", values.len())))
    })();
    values.map(|values| values[game.player(role)]).map_err(|failure| told(py, &failure))
}

/// An exception with its traceback.
fn told(py: Python<'_>, failure: &PyErr) -> String {
    let lines = py.import("traceback").and_then(|traceback| {
        let parts = (failure.get_type(py), failure.value(py), failure.traceback(py));
        let lines = traceback.call_method1("format_exception", parts)?;
        lines.extract::<Vec<String>>()
    });
    lines.map_or_else(|_| failure.to_string(), |lines| lines.concat().trim_end().to_owned())
}

/// What a decision may cost, and for whom it is.
#[pyclass(frozen, module = "spielbaum")]
pub(crate) struct Budget {
    /// The player that decides.
    #[pyo3(get)]
    player: usize,
    /// A random number, for random numbers of one's own: the same in the same match at the same decision,
    /// whatever the number of threads.
    #[pyo3(get)]
    seed: u64,
    budget: search::Budget,
}

#[pymethods]
impl Budget {
    /// Seconds for the decision; none if time does not bound it.
    #[getter]
    fn time(&self) -> Option<f64> {
        self.budget.time.map(|time| time.as_secs_f64())
    }

    /// States that may be visited; none if their number is not bounded.
    #[getter]
    fn nodes(&self) -> Option<u64> {
        self.budget.nodes
    }

    /// Playouts that may be made; none if their number is not bounded.
    #[getter]
    fn playouts(&self) -> Option<u64> {
        self.budget.playouts
    }

    /// Whether the decision does not matter any more, for Ctrl-C was pressed: a long search should end.
    fn stopped(&self) -> bool {
        self.budget.stop.pressed()
    }

    fn __repr__(&self) -> String {
        let shown = |bound: Option<String>| bound.unwrap_or_else(|| "None".to_owned());
        format!(
            "<Budget player={} seed={} time={} nodes={} playouts={}>",
            self.player,
            self.seed,
            shown(self.time().map(|time| time.to_string())),
            shown(self.nodes().map(|nodes| nodes.to_string())),
            shown(self.playouts().map(|playouts| playouts.to_string())),
        )
    }
}

/// What a player knows that has to choose in a game that hides something: its own moves and percepts, and its
/// legal actions. Its methods are those of `State` that do not need the state.
#[pyclass(frozen, module = "spielbaum")]
pub(crate) struct InformationState {
    game: Arc<Loaded>,
    role: usize,
    plies: Vec<(String, Vec<String>)>,
    legal: Vec<usize>,
}

impl InformationState {
    fn own(&self, player: Option<i64>) -> PyResult<()> {
        match player.map(|player| self.game.role(player)).transpose()? {
            Some(role) if role != self.role => {
                let own = self.game.player(self.role);
                Err(error(format_args!("what other players know is hidden from player {own}")))
            }
            _ => Ok(()),
        }
    }
}

#[pymethods]
impl InformationState {
    /// The number of the player that knows this and has to choose.
    fn current_player(&self) -> usize {
        self.game.player(self.role)
    }

    /// Its legal actions, in ascending order.
    #[pyo3(signature = (player = None))]
    fn legal_actions(&self, player: Option<i64>) -> PyResult<Vec<usize>> {
        self.own(player)?;
        let mut legal = self.legal.clone();
        legal.sort_unstable();
        Ok(legal)
    }

    /// Its moves and percepts as text, as `State.information_state_string` tells them.
    #[pyo3(signature = (player = None))]
    fn information_state_string(&self, player: Option<i64>) -> PyResult<String> {
        self.own(player)?;
        Ok(told_plies(&self.plies))
    }

    /// The text of one of its actions.
    fn action_to_string(&self, action: i64) -> PyResult<String> {
        self.game.action_name(self.role, action)
    }

    /// The action with this text.
    fn string_to_action(&self, text: &str) -> PyResult<usize> {
        self.game.action_named(self.role, &canonical(text))
    }

    fn __str__(&self) -> String {
        told_plies(&self.plies)
    }

    fn __repr__(&self) -> String {
        format!("<InformationState of player {} of {}>", self.game.player(self.role), self.game.name)
    }
}

/// The moves and percepts of a role, a line for each ply.
pub(crate) fn told_plies(plies: &[(String, Vec<String>)]) -> String {
    plies.iter().map(|(mov, seen)| format!("{mov}: {}\n", seen.join(" "))).collect()
}
