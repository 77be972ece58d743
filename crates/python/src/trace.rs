use std::time::Instant;

use ::game::{Game, Notation as _, Tree as GameTree};
use pyo3::prelude::*;
use rand::SeedableRng;
use search::{Budget, Recorder, Report, SearchError, SearchRng, Spec, Stop, Viewpoint};

use crate::document::document;
use crate::error::error;
use crate::interrupt::interruptible;
use crate::player::read;
use crate::seconds::seconds;

/// What a strategy is asked: by whom, and what the answer may cost.
pub(crate) struct Question<'q, G: Game> {
    pub(crate) game: &'q G,
    pub(crate) viewpoint: &'q Viewpoint<G>,
    pub(crate) role: usize,
    pub(crate) spec: &'q Spec,
    pub(crate) seed: u64,
    pub(crate) budget: Budget,
}

impl<G: Game> Question<'_, G> {
    /// The strategy's decision, with its search tree if that is wanted.
    pub(crate) fn ask(&self, traced: bool) -> Result<(Report, Option<search::Trace>), SearchError> {
        let Self { game, viewpoint, role, spec, seed, budget } = self;
        let started = Instant::now();
        let mut rng = SearchRng::seed_from_u64(*seed);
        let mut strategy = spec.build::<G>();
        let mut recorder = traced
            .then(|| Recorder::new(*game, *role, Recorder::<G>::NODES).with_steps(Recorder::<G>::STEPS));
        let observer = recorder.as_mut().map(|recorder| recorder as _);
        let decision = viewpoint.ask(strategy.as_mut(), game, budget, &mut rng, observer)?;
        let report = Report::new(*game, *role, spec, decision, started.elapsed().as_secs_f64());
        let trace = recorder.map(|recorder| recorder.trace().with_report(&report));
        Ok((report, trace))
    }
}

/// The search tree of a decision.
#[pyclass(frozen, module = "spielbaum")]
pub(crate) struct Trace {
    trace: search::Trace,
    decision: Py<PyAny>,
}

impl Trace {
    pub(crate) fn new(trace: search::Trace, decision: Bound<'_, PyAny>) -> Self {
        Self { trace, decision: decision.unbind() }
    }

    /// Refuses a picture that would be too wide.
    fn check_size(&self) -> PyResult<()> {
        let (nodes, most) = (self.trace.nodes.len(), search::Trace::PICTURED_NODES);
        if nodes <= most {
            return Ok(());
        }
        Err(error(format_args!(
            "the search tree of {nodes} nodes is too large for a picture of at most {most}; bound the search (depth=, playouts=), or look at it by `to_dict()`"
        )))
    }
}

#[pymethods]
impl Trace {
    /// The decision that the search came to, as `Game.think` gives it.
    #[getter]
    fn decision(&self, py: Python<'_>) -> Py<PyAny> {
        self.decision.clone_ref(py)
    }

    /// How many nodes were kept.
    fn __len__(&self) -> usize {
        self.trace.nodes.len()
    }

    /// The search tree as a picture: values, windows, what was cut, the principal variation. Raises
    /// `SpielbaumError` if it has more than 5,000 nodes.
    fn svg(&self) -> PyResult<String> {
        self.check_size()?;
        Ok(self.trace.svg())
    }

    /// The first steps of the search in words, one a line; of a search by simulations the first simulations.
    #[pyo3(signature = (steps = 100))]
    fn narration(&self, steps: usize) -> String {
        self.trace.narration(steps)
    }

    /// The document that `spielbaum think --trace FILE --steps N` writes.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        document(py, &self.trace)
    }

    /// The picture for notebooks; none if the tree is too large for one.
    fn _repr_svg_(&self) -> Option<String> {
        self.check_size().ok().map(|()| self.trace.svg())
    }

    /// The tree as text.
    fn __str__(&self) -> String {
        self.trace.outline()
    }

    fn __repr__(&self) -> String {
        format!("<Trace of {} nodes>", self.trace.nodes.len())
    }
}

/// An explicit game tree.
#[pyclass(frozen, module = "spielbaum")]
pub(crate) struct Tree(GameTree);

/// The game tree of a text: brackets such as `((3 12 8) (2 4 6))`, whose leaves are what the first player
/// gets, or JSON.
#[pyfunction]
#[pyo3(signature = (text, /))]
pub(crate) fn tree(text: &str) -> PyResult<Tree> {
    let is_json = text.trim_start().starts_with(['{', '[']);
    let tree = if is_json { GameTree::from_json(text) } else { GameTree::from_brackets(text) };
    tree.map(Tree).map_err(error)
}

#[pymethods]
impl Tree {
    /// The names of the players.
    #[getter]
    fn roles(&self) -> Vec<String> {
        self.0.role_names().to_vec()
    }

    /// How many nodes it has.
    fn __len__(&self) -> usize {
        self.0.nodes()
    }

    /// Searches the tree from its root by a strategy, and gives the search tree with the decision.
    #[pyo3(signature = (strategy, *, time = None, nodes = None, playouts = None, seed = 0))]
    fn search(
        &self,
        py: Python<'_>,
        strategy: &str,
        time: Option<f64>,
        nodes: Option<u64>,
        playouts: Option<u64>,
        seed: u64,
    ) -> PyResult<Trace> {
        let (tree, spec) = (&self.0, read(py, strategy)?);
        let root = tree.initial();
        let role = search::tree_searcher(tree, None).map_err(error)?;
        let viewpoint = Viewpoint::after(tree, std::slice::from_ref(&root), Vec::<Vec<_>>::new(), role);
        let stop = Stop::default();
        let budget =
            Budget { time: seconds(time)?, nodes, playouts, stop: stop.clone(), ..Budget::default() };
        let question = Question { game: tree, viewpoint: &viewpoint, role, spec: &spec, seed, budget };
        let (report, trace) = interruptible(py, &stop, || question.ask(true))?.map_err(error)?;
        let trace = trace.expect("it was asked for");
        Ok(Trace::new(trace, document(py, &report)?))
    }

    fn __str__(&self) -> String {
        self.0.draw(&self.0.initial())
    }

    fn __repr__(&self) -> String {
        format!("<Tree of {} nodes>", self.0.nodes())
    }
}
