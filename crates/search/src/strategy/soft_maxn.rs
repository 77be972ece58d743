mod rule;

use game::Game;

use super::back_up::Search;
use crate::{
    Budget, Decision, Domain, Entry, Evaluator, Observer, Parameter, Preset, Request, SearchError, Spec,
    Status, Strategy, StrategyKind,
};
use rule::Undominated;

const STRONG: &str = "strong";
const WEAK: &str = "weak";

const PESSIMISTIC: &str = "pessimistic";
const MEAN: &str = "mean";
const OPTIMISTIC: &str = "optimistic";

const VECTORS: u64 = 1000;

pub(crate) const ENTRY: Entry<StrategyKind> = Entry {
    name: "soft-maxn",
    help: "max^n that keeps all payoffs which ties may lead to, as sets of vectors",
    reference: "Sturtevant & Bowling, Robust game play against unknown opponents, AAMAS (2006)",
    status: Status::Exact,
    positional: false,
    parameters: &[
        Parameter::DEPTH,
        Parameter::EVAL,
        Parameter {
            name: "dominance",
            domain: Domain::Choice { words: &[STRONG, WEAK] },
            default: Preset::Text(STRONG),
            help: "which moves a role is sure not to make: those worse than another one in every case, or never better and in some case worse",
        },
        Parameter {
            name: "choice",
            domain: Domain::Choice { words: &[PESSIMISTIC, MEAN, OPTIMISTIC] },
            default: Preset::Text(PESSIMISTIC),
            help: "what a set is worth to the searcher: its least, mean or greatest payoff in it",
        },
        Parameter {
            name: "vectors",
            domain: Domain::Integer { least: 1, greatest: 1_000_000 },
            default: Preset::Integer(VECTORS),
            help: "payoff vectors in a set at most; a search that meets more is refused",
        },
        Parameter::NODES,
        Parameter::TIME,
    ],
    kind: StrategyKind::SoftMaxN,
};

/// When one set of payoff vectors dominates another one for a role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dominance {
    /// If each of its vectors pays the role more than each of the other set.
    Strong,
    /// If each of its vectors pays the role no less than each of the other set, and one of them more than one there.
    Weak,
}

/// What a set of payoff vectors is worth to the searcher.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// The searcher's least payoff in it.
    Pessimistic,
    /// The mean of the searcher's payoffs in it.
    Mean,
    /// The searcher's greatest payoff in it.
    Optimistic,
}

/// Soft max^n: a state is worth a set of payoff vectors, one for everything that may come of it when each role, for reasons of its own,
/// chooses any of the moves that are not clearly worse than another one.
///
/// A leaf has the set of its one vector. An inner node has the union of its children's sets, without those that another
/// child's set [dominates](Dominance) for the mover. By strong dominance the root's set contains the vector of
/// [`MaxN`](crate::MaxN) for every way to break ties; by weak dominance that of some. Of the moves that are left at the root the first is chosen whose
/// set is worth most by the [`Outlook`]. A node's value, as observers see it, is what its set is worth by the same rule; the value of the
/// decision is that of the move chosen. The principal variation goes as far as dominance leaves one move.
///
/// It applies while at most one role at a time has a choice. A search that its budget ends chooses among the moves it has completed.
///
/// # Errors
/// [`SearchError::Inapplicable`] if several roles choose at the same time, or if a set would have more vectors than it may: no vector
/// is ever left out.
///
/// Source: N. R. Sturtevant, M. H. Bowling, *Robust game play against unknown opponents*, AAMAS (2006).
#[derive(Clone, Debug)]
pub struct SoftMaxN<E> {
    bounds: Budget,
    evaluator: E,
    dominance: Dominance,
    outlook: Outlook,
    vectors: usize,
}

impl<E> SoftMaxN<E> {
    /// Soft max^n within `bounds`, with at most `vectors` payoff vectors in a set, which judges the states at the depth limit by
    /// `evaluator`, once for each role.
    pub fn new(bounds: Budget, dominance: Dominance, outlook: Outlook, vectors: usize, evaluator: E) -> Self {
        Self { bounds, evaluator, dominance, outlook, vectors }
    }
}

impl<'a, G: Game + 'a> SoftMaxN<Box<dyn Evaluator<G> + 'a>> {
    pub(crate) fn from_spec(spec: &Spec) -> Self {
        let dominance =
            if spec.word("dominance") == Some(WEAK) { Dominance::Weak } else { Dominance::Strong };
        let outlook = match spec.word("choice") {
            Some(MEAN) => Outlook::Mean,
            Some(OPTIMISTIC) => Outlook::Optimistic,
            _ => Outlook::Pessimistic,
        };
        // The parameter's range fits everywhere.
        let vectors = usize::try_from(spec.integer("vectors").unwrap_or(VECTORS)).unwrap_or(usize::MAX);
        Self::new(spec.budget(), dominance, outlook, vectors, spec.evaluator())
    }
}

impl<G: Game, O: Observer<G> + ?Sized, E: Evaluator<G>> Strategy<G, O> for SoftMaxN<E> {
    fn choose(&mut self, request: Request<'_, G, O>) -> Result<Decision<G::Move>, SearchError> {
        let Request { game, state, role, budget, rng, observer } = request;
        let budget = self.bounds.tightened_by(&budget);
        let (dominance, outlook, limit) = (self.dominance, self.outlook, self.vectors);
        let rule = Undominated { role, roles: game.roles(), dominance, outlook, limit };
        let evaluator = &mut self.evaluator;
        Search { strategy: ENTRY.name, rule, game, role, evaluator, rng, observer }.run(state, budget)
    }
}

#[cfg(test)]
mod tests;
