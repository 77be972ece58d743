use std::time::Duration;

use game::{Fault, Game, Interrupted};

use crate::limits::{Clock, Cut, Limits};
use crate::source::{Source, source_within};
use crate::space::{Broken, Expanders, ExpandersError, Exploring, LayerCount, Space, Valuing, of_words};
use crate::tree_size::{TreeCount, TreeSizes};

/// How many states a game has.
#[derive(Clone, Debug)]
pub struct StateCount {
    /// The states that no fewer plies lead to, ply by ply.
    pub by_ply: Vec<LayerCount>,
    /// States that were found but not expanded, as the count was cut: it is not known whether they
    /// are terminal.
    pub unexpanded: u64,
    /// Whether a state's ply is the same on every way to it, as where a counter or the pieces on the board
    /// tell it.
    pub graded: bool,
    /// Why the count ended before all states were found.
    pub cut: Option<Cut>,
    /// How large the tree is.
    pub tree: Tree,
    /// The time that it took.
    pub time: Duration,
}

/// How large the tree of a game is.
#[derive(Clone, Debug, PartialEq)]
pub enum Tree {
    /// Nobody asked, or the count was cut.
    Unknown,
    /// It takes more memory than there may be.
    TooLarge,
    /// A state may come again, so that play need not end.
    Infinite,
    /// So large.
    Finite(TreeCount),
}

/// How far a count or retrograde analysis has come.
#[derive(Clone, Copy, Debug)]
pub enum Counting {
    /// States are being enumerated.
    Exploring(Exploring),
    /// Values are being worked out backwards: those of states, or how many nodes their trees have.
    Valuing(Valuing),
}

/// Why states cannot be counted.
#[derive(Debug, thiserror::Error)]
pub enum CountError {
    /// The rules give no answer in some state.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// A temporary file cannot be written or read.
    #[error("a temporary file: {0}")]
    File(#[from] std::io::Error),
    /// Others that expand states have failed.
    #[error("{0}")]
    Elsewhere(ExpandersError),
    /// Rules without a circuit, whose states others cannot read, as their words are numbers that this process
    /// gives them.
    #[error(
        "the rules have no circuit, so that their states can be expanded in one process only; do it without workers"
    )]
    NoCircuit,
    /// States are too many words.
    #[error(
        "a state has {words} words of 64 bits, more than the {limit} that an enumeration takes; `spielbaum count --method symbolic` does not enumerate them"
    )]
    Wide {
        /// The words of a state.
        words: usize,
        /// The most there may be.
        limit: usize,
    },
    /// It was interrupted before it began.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

impl From<Broken> for CountError {
    fn from(broken: Broken) -> Self {
        match broken {
            Broken::Fault(fault) => Self::Fault(fault),
            Broken::File(error) => Self::File(error),
            Broken::Elsewhere(error) => Self::Elsewhere(error),
            Broken::NoCircuit => Self::NoCircuit,
        }
    }
}

impl StateCount {
    /// Enumerates the states that `state` leads to, and if `trees` is set, counts the nodes of its tree.
    ///
    /// # Errors
    /// If the rules give no answer in some state, a state is too wide, or a temporary file cannot be used.
    pub fn from<G: Game>(
        game: &G,
        state: &G::State,
        trees: bool,
        limits: &Limits,
        progress: &(dyn Fn(Counting) + Sync),
    ) -> Result<Self, CountError> {
        Self::with(game, state, None, trees, limits, progress)
    }

    /// The same with the states of large layers expanded elsewhere.
    ///
    /// # Errors
    /// As [`from`](Self::from), or if the expanders fail, or the rules have no circuit.
    pub fn on<G: Game>(
        game: &G,
        state: &G::State,
        expanders: &mut dyn Expanders,
        trees: bool,
        limits: &Limits,
        progress: &(dyn Fn(Counting) + Sync),
    ) -> Result<Self, CountError> {
        Self::with(game, state, Some(expanders), trees, limits, progress)
    }

    fn with<G: Game>(
        game: &G,
        state: &G::State,
        expanders: Option<&mut dyn Expanders>,
        trees: bool,
        limits: &Limits,
        progress: &(dyn Fn(Counting) + Sync),
    ) -> Result<Self, CountError> {
        let clock = Clock::start(limits);
        let source = match source_within(game, &clock) {
            Ok(source) => source,
            Err(cut) => return Ok(Self::cut_at_once(cut, &clock)),
        };
        let key = source.key(state);
        Ok(of_words!(source.words(), |N| Self::of::<N>(&*source, &key, expanders, trees, &clock, progress)?))
    }

    /// A count that was cut before the first state was expanded.
    fn cut_at_once(cut: Cut, clock: &Clock<'_>) -> Self {
        Self {
            by_ply: Vec::new(),
            unexpanded: 1,
            graded: true,
            cut: Some(cut),
            tree: Tree::Unknown,
            time: clock.elapsed(),
        }
    }

    fn of<const N: usize>(
        source: &dyn Source,
        key: &[u64],
        expanders: Option<&mut dyn Expanders>,
        trees: bool,
        clock: &Clock<'_>,
        progress: &(dyn Fn(Counting) + Sync),
    ) -> Result<Self, CountError> {
        let exploring = |at| progress(Counting::Exploring(at));
        let mut space = Space::<N>::explore(source, key, expanders, clock, &exploring)?;
        let expanded: u64 = space.counts.iter().map(|count| count.states).sum();
        let mut count = Self {
            unexpanded: space.states() - expanded,
            by_ply: space.counts.clone(),
            graded: space.graded,
            cut: space.cut,
            tree: Tree::Unknown,
            time: Duration::ZERO,
        };
        if trees && count.cut.is_none() {
            match clock.limits.memory.checked_sub(space.tree_bytes()) {
                None => count.tree = Tree::TooLarge,
                Some(left) => {
                    let left = left.saturating_sub(space.keep_at_most(left)?);
                    let valuing = |at| progress(Counting::Valuing(at));
                    match space.values(source, &TreeSizes::within(left), clock, &valuing)? {
                        Err(Cut::Memory) => count.tree = Tree::TooLarge,
                        Err(cut) => count.cut = Some(cut),
                        Ok(layers) => {
                            let root = bytemuck::cast_slice::<u64, [u64; N]>(key)[0];
                            let tree = &layers[0].values_of(&root).expect("the root is a state")[0];
                            count.tree = tree.clone().map_or(Tree::Infinite, Tree::Finite);
                        }
                    }
                }
            }
        }
        count.time = clock.elapsed();
        Ok(count)
    }

    /// How many states there are, as far as they have been found.
    pub fn states(&self) -> u64 {
        self.by_ply.iter().map(|count| count.states).sum::<u64>() + self.unexpanded
    }

    /// How many of them are known to be terminal.
    pub fn terminal(&self) -> u64 {
        self.by_ply.iter().map(|count| count.terminal).sum()
    }
}
