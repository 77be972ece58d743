mod back_up;
pub(crate) mod depth_first;
#[cfg(test)]
mod every;
#[cfg(test)]
mod many_roles;
pub(crate) mod playout_order;

use game::{Choices, Fault, Game};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{Entry, Meter, Request, Section, Spec};
pub use depth_first::{AlphaBetaOptions, Fail, FirstWindow, Form, MoveOrder, Replace};
pub use playout_order::PlayoutOrder;

/// Declares the strategies: each line is the module in `strategy/` and the type in it that is built from a spec.
macro_rules! strategies {
    ($($module:ident::$Strategy:ident,)+) => {
        $(
            mod $module;
            pub use $module::*;
        )+

        impl Section for Strategies {
            const NOUN: &'static str = "strategy";

            fn entries() -> &'static [Entry] {
                static ENTRIES: &[Entry] = &[$($module::ENTRY),+];
                ENTRIES
            }
        }

        impl Spec {
            /// A strategy as this spec describes it, for games of type `G`.
            pub fn build<'a, G: Game + 'a>(&self) -> Box<dyn Strategy<G> + 'a> {
                match self.entry().name {
                    $(name if name == $module::ENTRY.name => Box::new($Strategy::from_spec(self)),)+
                    name => unreachable!("{name} is not in the catalogue"),
                }
            }
        }
    };
}

// In the order of the catalogue.
strategies! {
    random::Random,
    first_legal::FirstLegal,
    minimax::Minimax,
    negamax::Negamax,
    alpha_beta::AlphaBeta,
    deepening::Deepening,
    pessimistic::Pessimistic,
    random_opponent::RandomOpponent,
    paranoid::Paranoid,
    maxn::MaxN,
    soft_maxn::SoftMaxN,
    flat_mc::FlatMc,
    memory_mc::MemoryMc,
    stepwise_mcts::StepwiseMcts,
    uct::Uct,
}

/// The section of the catalogue that lists the strategies.
#[derive(Clone, Copy, Debug)]
pub enum Strategies {}

/// The source of chance of every search: seeded, so that a search can be repeated.
pub type SearchRng = Xoshiro256PlusPlus;

/// Chooses a move for a role in a state under a budget.
///
/// A strategy is built from its spec and lives for one match at most, so it may keep what it
/// learnt from one move to the next.
pub trait Strategy<G: Game>: Send {
    /// Decides on one of the legal moves of the request's role. Even an exhausted budget yields a legal move.
    ///
    /// # Errors
    /// If the strategy does not apply to this game, or the rules give no answer in a state that the search came to.
    fn choose(&mut self, request: Request<'_, G>) -> Result<Decision<G::Move>, SearchError>;

    /// Searches while others think, until the stop button of the request's budget is pressed, so that the next decision of the role finds its
    /// result. A strategy that keeps nothing from one decision to the next returns at once.
    ///
    /// # Errors
    /// As for [`choose`](Self::choose).
    fn ponder(&mut self, _request: Request<'_, G>) -> Result<(), SearchError> {
        Ok(())
    }
}

/// A chosen move, and what the search knows about it and its alternatives.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision<M> {
    /// The move to make.
    pub mov: M,
    /// Every legal move in the game's order.
    pub moves: Vec<MoveEstimate<M>>,
    /// The searcher's value of the state, on the game's goal scale; none if the strategy does not estimate, or the budget was too small
    /// for an estimate.
    pub value: Option<f64>,
    /// States visited.
    pub nodes: u64,
    /// Terminal or evaluated states among them.
    pub leaves: u64,
    /// Playouts made.
    pub playouts: u64,
    /// Greatest number of plies looked ahead, playouts not counted.
    pub depth: u32,
    /// Whether `value` is exact: the search went to the end of the game wherever that matters. Beyond two
    /// constant-sum roles it is the value under the strategy's own assumption about the others.
    pub proven: bool,
    /// The principal variation: the searcher's expectation of the moves that deciding roles make, from here on.
    pub pv: Vec<M>,
    /// What people should know about the goals that the search has met, if some are doubtful.
    pub remark: Option<String>,
}

/// What a search learnt about one move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveEstimate<M> {
    /// The move.
    pub mov: M,
    /// Its value on the game's goal scale; none if it was not looked at to the end.
    pub value: Option<f64>,
    /// Whether the value is only an upper bound: the search left off as soon as the move could not be the best.
    pub at_most: bool,
    /// Visits (playouts or nodes, as the strategy counts) spent on it.
    pub visits: u64,
}

impl<M> Decision<M> {
    /// A decision without any search behind it.
    pub fn unsearched(mov: M) -> Self {
        Self {
            mov,
            moves: Vec::new(),
            value: None,
            nodes: 0,
            leaves: 0,
            playouts: 0,
            depth: 0,
            proven: false,
            pv: Vec::new(),
            remark: None,
        }
    }

    /// Whether the strategy had a choice to search and the budget was too small to learn anything: any other legal move is as good.
    pub fn is_guess(&self) -> bool {
        self.moves.len() > 1 && self.value.is_none()
    }

    /// The first of `moves`, all of them listed and none looked at.
    ///
    /// # Panics
    /// If there are no moves.
    pub(crate) fn first_of(moves: &[M]) -> Self
    where
        M: Copy,
    {
        let unseen = |&mov| MoveEstimate { mov, value: None, at_most: false, visits: 0 };
        Self { moves: moves.iter().map(unseen).collect(), ..Self::unsearched(moves[0]) }
    }
}

/// Why a strategy could not choose.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SearchError {
    /// The strategy is not made for such a game.
    #[error("{strategy} does not apply to this game: {why}")]
    Inapplicable {
        /// The strategy's name.
        strategy: &'static str,
        /// What about the game it cannot handle, and what to use instead.
        why: String,
    },
    /// The rules give no answer in a state that the search came to.
    #[error("the game failed: {0}")]
    Game(#[from] Fault),
}

/// The legal moves of every role, of which there is at least one each.
pub(crate) fn choices<G: Game>(game: &G, state: &G::State) -> Result<Choices<G::Move>, SearchError> {
    let choices = Choices::of(game, state);
    match (0..game.roles()).find(|&role| choices.of_role(role).is_empty()) {
        None => Ok(choices),
        Some(role) => Err(no_move(game, state, role)),
    }
}

/// The refusal of a state in which several roles choose at the same time.
pub(crate) fn several_at_once(strategy: &'static str) -> SearchError {
    SearchError::Inapplicable {
        strategy,
        why:
            "several roles choose at the same time; uct, flat-mc, pessimistic and random-opponent can play it"
                .to_owned(),
    }
}

/// What is wrong where a role has no legal move though the game goes on.
pub(crate) fn no_move<G: Game>(game: &G, state: &G::State, role: usize) -> SearchError {
    SearchError::Game(game.fault(state).unwrap_or_else(|| Fault {
        message: format!(
            "{} has no legal move in a state that is not terminal",
            game.notation().role_name(role)
        ),
    }))
}

/// The decision, unless the rules gave no answer while it was made.
pub(crate) fn sound<M>(meter: &Meter, decision: Decision<M>) -> Result<Decision<M>, SearchError> {
    intact(meter).map(|()| Decision { remark: meter.remark().map(str::to_owned), ..decision })
}

/// What is wrong with the rules, if a search has found something.
pub(crate) fn intact(meter: &Meter) -> Result<(), SearchError> {
    meter.fault().map_or(Ok(()), |fault| Err(SearchError::Game(fault.clone())))
}
