mod rule;

use game::{Game, players};
use serde::{Deserialize, Serialize};

use super::back_up;
use super::deepen::{DEEPEN, Deepen};
use crate::key::{DEPTH, EVAL, Key, NODES, TIME, words};
use crate::{Budget, Decision, Entry, Evaluator, Model, Request, SearchError, Spec, Status, Strategy};
use rule::Undominated;

const DOMINANCE: Key<Dominance> = Key::choice(
    "dominance",
    "which moves a role is sure not to make: those worse than another one in every case (strong), or never better and in some case worse (weak)",
);
const CHOICE: Key<Criterion> = Key::choice(
    "choice",
    "decision criterion, by which a set is worth the searcher's least, mean or greatest payoff in it",
);
const VECTORS: Key<usize> = Key::integer(
    "vectors",
    1..=1_000_000,
    1000,
    "payoff vectors in a set at most; a search that meets more is refused",
);

pub(crate) const ENTRY: Entry = Entry {
    name: "soft-maxn",
    help: "soft max^n: sets of payoff vectors, one vector for each way to break ties",
    reference: "Sturtevant & Bowling, Robust game play against unknown opponents, AAMAS (2006)",
    status: Status::Exact,
    model: Some(Model::OwnBest),
    positional: false,
    parameters: &[
        DEPTH.parameter,
        EVAL.parameter,
        DOMINANCE.parameter,
        CHOICE.parameter,
        VECTORS.parameter,
        DEEPEN.parameter,
        NODES.parameter,
        TIME.parameter,
    ],
};

/// When one set of payoff vectors dominates another one for a role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Dominance {
    /// If each of its vectors pays the role more than each of the other set.
    Strong,
    /// If each of its vectors pays the role no less than each of the other set, and one of them more than
    /// one there.
    Weak,
}

words!(Dominance { "strong" => Strong, "weak" => Weak });

/// The decision criterion: what a set of payoff vectors is worth to the searcher.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Criterion {
    /// The searcher's least payoff in it.
    Pessimistic,
    /// The mean of the searcher's payoffs in it.
    Mean,
    /// The searcher's greatest payoff in it.
    Optimistic,
}

words!(Criterion { "pessimistic" => Pessimistic, "mean" => Mean, "optimistic" => Optimistic });

/// Soft max^n: a state is worth a set of payoff vectors, one for everything that may come of it when each
/// role, for reasons of its own, chooses any of the moves that are not clearly worse than another one.
///
/// A leaf has the set of its one vector. An inner node has the union of its children's sets, without those
/// that another child's set [dominates](Dominance) for the mover. By strong dominance the root's set contains
/// the vector of [`MaxN`](crate::MaxN) for every way to break ties; by weak dominance that of some. Of the
/// moves that are left at the root the first is chosen whose set is worth most by the [`Criterion`]. A node's
/// value, as observers see it, is what its set is worth by the same rule; the value of the decision is that
/// of the move chosen. The principal variation goes as far as dominance leaves one move. Where chance moves,
/// the set has what is expected for each way to choose one vector of every outcome.
///
/// It applies while at most one role at a time has a choice. Within a budget it [deepens](Deepen).
///
/// # Errors
/// [`SearchError::Inapplicable`] if several roles choose at the same time, or if a set would have more
/// vectors than it may: no vector is ever left out.
///
/// Source: N. R. Sturtevant, M. H. Bowling, *Robust game play against unknown opponents*, AAMAS (2006).
#[derive(Clone, Debug)]
pub struct SoftMaxN<E> {
    bounds: Budget,
    deepen: Deepen,
    evaluator: E,
    dominance: Dominance,
    criterion: Criterion,
    vectors: usize,
}

impl<E> SoftMaxN<E> {
    /// Soft max^n within `bounds`, with at most `vectors` payoff vectors in a set, which judges the states at
    /// the depth limit by `evaluator`, once for each role.
    pub fn new(
        bounds: Budget,
        deepen: Deepen,
        dominance: Dominance,
        criterion: Criterion,
        vectors: usize,
        evaluator: E,
    ) -> Self {
        Self { bounds, deepen, evaluator, dominance, criterion, vectors }
    }
}

impl<'a, G: Game + 'a> SoftMaxN<Box<dyn Evaluator<G> + 'a>> {
    pub(crate) fn from_spec(spec: &Spec) -> Self {
        let (dominance, criterion, vectors) = (spec.get(DOMINANCE), spec.get(CHOICE), spec.get(VECTORS));
        Self::new(spec.budget(), spec.get(DEEPEN), dominance, criterion, vectors, spec.get(EVAL).build())
    }
}

impl<G: Game, E: Evaluator<G>> Strategy<G> for SoftMaxN<E> {
    fn choose(&mut self, request: Request<'_, G>) -> Result<Decision<G::Move>, SearchError> {
        let Request { game, role, .. } = request;
        let (dominance, criterion, limit) = (self.dominance, self.criterion, self.vectors);
        let rule = Undominated {
            role,
            roles: players(game).last().map_or(0, |last| last + 1),
            dominance,
            criterion,
            limit,
        };
        let budget = self.bounds.tightened_by(&request.budget);
        back_up::search(ENTRY.name, rule, &mut self.evaluator, request.within(budget), self.deepen)
    }
}

#[cfg(test)]
mod tests;
