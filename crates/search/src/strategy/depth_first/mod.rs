//! The depth-first search of alternating games, with chance or without, behind minimax, negamax, alpha-beta
//! and deepening.
//!
//! There is one search, in the negamax form: every node is seen by who decides in it; the form that people
//! choose only says how that is shown. `descent` goes down and up, `opening` and `children` are what it does
//! in a node, `outcomes` what it does where chance moves. It keeps its own stack of open nodes, because games
//! may be thousands of plies deep, and allocates nothing per node but for what is made `ahead`. What is known
//! about a node's value is `found`, and what an observer is told are `events`.

mod ahead;
mod captures;
mod children;
mod descent;
mod events;
#[cfg(test)]
pub(super) mod exactness;
mod found;
mod node;
mod opening;
mod options;
mod order;
mod outcomes;
mod root;
mod table;
#[cfg(test)]
pub(super) mod tests;
mod variation;

use game::Game;

pub(crate) use options::{
    ASPIRATION, CHANCE, DECISIVE, FAIL, FORM, HISTORY, KILLER, ORDER, PVS, QUIESCENCE, REDUCTIONS, REPLACE,
    SYMMETRY, TABLE, WINDOW,
};
pub use options::{AlphaBetaOptions, Fail, FirstWindow, Form, MoveOrder, Replace, Star};

use crate::strategy::lookup::Lookup;
use crate::{Budget, Decision, Evaluator, Request, SearchError, SearchRng, Watch};
use captures::Captures;
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
    /// What the rules show of captures, once it has been looked for.
    captures: Option<Option<Captures>>,
}

/// A depth-first search, made for one decision.
pub(crate) struct DepthFirst<'s, G: Game, E> {
    strategy: &'static str,
    /// Whether branches that cannot matter are left out.
    cuts: bool,
    options: &'s AlphaBetaOptions,
    game: &'s G,
    root: &'s G::State,
    budget: Budget,
    /// The role that searches.
    role: usize,
    /// The other roles that want what the searcher wants.
    allies: &'s [usize],
    evaluator: &'s mut E,
    /// What tells the values of states that need not be searched.
    lookup: Option<Lookup<'s, G>>,
    rng: &'s mut SearchRng,
    observer: Watch<'s, G>,
}

impl<G: Game> Memory<G> {
    fn new(role: usize, options: &AlphaBetaOptions) -> Self {
        let table = Table::new(options.table, options.replace);
        Self { role, table, experience: Experience::new(), captures: None }
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
    /// The search that answers a request, with cuts, and all other roles against the searcher.
    pub(crate) fn new(
        strategy: &'static str,
        options: &'s AlphaBetaOptions,
        evaluator: &'s mut E,
        request: &'s mut Request<'_, G>,
    ) -> Self {
        let Request { game, state, role, budget, rng, observer, .. } = request;
        Self {
            strategy,
            cuts: true,
            options,
            game,
            root: state,
            budget: budget.clone(),
            role: *role,
            allies: &[],
            evaluator,
            lookup: None,
            rng,
            observer: observer.lend(),
        }
    }

    /// The same search, which leaves nothing out.
    pub(crate) fn without_cuts(self) -> Self {
        Self { cuts: false, ..self }
    }

    /// The same search, in which these roles maximise the searcher's payoff.
    pub(crate) fn allied_with(self, allies: &'s [usize]) -> Self {
        Self { allies, ..self }
    }

    /// The same search, for which states of a tablebase are leaves.
    pub(crate) fn looking_up(self, lookup: Option<Lookup<'s, G>>) -> Self {
        Self { lookup, ..self }
    }

    /// Searches to the depth that the budget allows.
    pub(crate) fn search(self, memory: &'s mut Option<Memory<G>>) -> Result<Decision<G::Move>, SearchError> {
        let memory = Memory::recall(memory, self.role, self.options);
        Descent::new(self, memory)?.search()
    }

    /// Searches one ply deep, two plies deep and so on, as far as the budget allows. The move that is worst
    /// after an iteration is searched `spread` plies less deep in the next, those between accordingly.
    pub(crate) fn deepen(
        self,
        spread: u32,
        memory: &'s mut Option<Memory<G>>,
    ) -> Result<Decision<G::Move>, SearchError> {
        let memory = Memory::recall(memory, self.role, self.options);
        Descent::new(self, memory)?.deepen(spread)
    }
}
