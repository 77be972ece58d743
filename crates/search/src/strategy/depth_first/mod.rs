//! The depth-first search of alternating games behind minimax, negamax, alpha-beta and deepening.
//!
//! There is one search, in the negamax form: every node is seen by who decides in it; the form that people choose only says how that is
//! shown. `descent` goes down and up, `opening` and `children` are what it does in a node. It keeps its own stack of open nodes, because games
//! may be thousands of plies deep, and allocates nothing per node. What is known about a node's value is `found`.

mod children;
mod descent;
#[cfg(test)]
mod exactness;
mod fingerprint;
mod found;
mod node;
mod opening;
mod options;
mod order;
mod root;
mod table;
#[cfg(test)]
mod tests;

use game::Game;

pub(crate) use options::{
    ASPIRATION, FAIL, FORM, HISTORY, KILLER, ORDER, PVS, REPLACE, SYMMETRY, TABLE, WINDOW,
};
pub use options::{AlphaBetaOptions, Fail, FirstWindow, Form, MoveOrder, Replace};

use crate::{Budget, Decision, Evaluator, SearchError, SearchRng, Watch};
use descent::Descent;
use order::Experience;
use table::Table;

/// So many plies to look ahead as there are.
const UNLIMITED: u32 = u32::MAX;

/// What a search learns for later decisions of the same role.
pub(crate) struct Memory<G: Game> {
    role: usize,
    table: Option<Table<G::State, G::Move>>,
    experience: Experience<G::Move>,
}

/// A depth-first search, made for one decision.
pub(crate) struct DepthFirst<'s, G: Game, E> {
    pub(crate) strategy: &'static str,
    /// Whether branches that cannot matter are left out.
    pub(crate) cuts: bool,
    pub(crate) options: &'s AlphaBetaOptions,
    pub(crate) game: &'s G,
    /// The role that searches.
    pub(crate) role: usize,
    /// The other roles that want what the searcher wants.
    pub(crate) allies: &'s [usize],
    pub(crate) evaluator: &'s mut E,
    pub(crate) rng: &'s mut SearchRng,
    pub(crate) observer: Watch<'s, G>,
}

impl<G: Game> Memory<G> {
    fn new(role: usize, options: &AlphaBetaOptions) -> Self {
        Self { role, table: Table::new(options.table, options.replace), experience: Experience::new() }
    }

    /// The memory for the next decision of `role`: values in it are those of one role.
    fn recall<'m>(memory: &'m mut Option<Self>, role: usize, options: &AlphaBetaOptions) -> &'m mut Self {
        if memory.as_ref().is_some_and(|memory| memory.role != role) {
            *memory = None;
        }
        let memory = memory.get_or_insert_with(|| Self::new(role, options));
        memory.experience.age();
        if let Some(table) = &mut memory.table {
            table.age();
        }
        memory
    }
}

impl<'s, G: Game, E: Evaluator<G>> DepthFirst<'s, G, E> {
    /// Searches from `root` to the depth that `budget` allows.
    pub(crate) fn search(
        self,
        root: &'s G::State,
        budget: Budget,
        memory: &'s mut Option<Memory<G>>,
    ) -> Result<Decision<G::Move>, SearchError> {
        let memory = Memory::recall(memory, self.role, self.options);
        Descent::new(self, root, budget, memory)?.search()
    }

    /// Searches from `root` one ply deep, two plies deep and so on, as far as `budget` allows. The move that is worst after an
    /// iteration is searched `spread` plies less deep in the next, those between accordingly.
    pub(crate) fn deepen(
        self,
        root: &'s G::State,
        budget: Budget,
        spread: u32,
        memory: &'s mut Option<Memory<G>>,
    ) -> Result<Decision<G::Move>, SearchError> {
        let memory = Memory::recall(memory, self.role, self.options);
        Descent::new(self, root, budget, memory)?.deepen(spread)
    }
}
