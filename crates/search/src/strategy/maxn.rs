mod bounds;
mod rule;

use game::Game;

use super::back_up;
use super::deepen::{DEEPEN, Deepen};
use crate::key::{DEPTH, EVAL, Key, NODES, TIME, words};
use crate::{Budget, Decision, Entry, Evaluator, Model, Request, SearchError, Spec, Status, Strategy};
use bounds::Bounds;
use rule::OwnBest;

const TIES: Key<Ties> = Key::choice(
    "ties",
    "which of the moves with the same payoff for a role it takes: the first, any, or the one with the least payoff for the leader of the others",
);
const PRUNE: Key<Prune> = Key::choice(
    "prune",
    "cuts by the bounds on payoffs: none, immediate ones after a payoff that cannot be beaten, also shallow ones, or also deep ones (deep), which are unsound: a mistake to be watched",
);
const SUM: Key<Option<f64>> = Key::optional_decimal(
    "sum",
    -1e11..=1e11,
    "upper bound on the sum of all payoffs; without it the game's",
);
const LEAST: Key<Option<f64>> =
    Key::optional_decimal("least", -1e9..=1e9, "lower bound on every payoff; without it the game's");

pub(crate) const ENTRY: Entry = Entry {
    name: "maxn",
    help: "max^n: every role maximises its own payoff, for any number of roles",
    reference: "Luckhardt & Irani, An algorithmic solution of N-person games, AAAI (1986); \
                pruning: Korf, Multi-player alpha-beta pruning, Artificial Intelligence 48 (1991)",
    status: Status::Exact,
    model: Some(Model::OwnBest),
    positional: false,
    parameters: &[
        DEPTH.parameter,
        EVAL.parameter,
        TIES.parameter,
        PRUNE.parameter,
        SUM.parameter,
        LEAST.parameter,
        DEEPEN.parameter,
        NODES.parameter,
        TIME.parameter,
    ],
};

/// Which of several children that pay the mover the same it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// The first.
    First,
    /// Any of them, each as likely as the others.
    Random,
    /// Against the leader: the one in which the best off of the other roles gets least (in each child that is
    /// the role other than the mover with the greatest payoff there); of several the first.
    Leader,
}

words!(Ties { "first" => First, "random" => Random, "leader" => Leader });

/// Which children max^n leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prune {
    /// None.
    None,
    /// Those after a child that pays the mover the most there can be: the greatest payoff of the game, or
    /// what the bound on the sum leaves when all others get their least.
    Immediate,
    /// Those, and also the rest of a node where the mover's payoff leaves to the role that moved before no
    /// more than that has elsewhere, whatever comes.
    Shallow,
    /// All of these, and also the rest of a node where the mover's payoff leaves to a role that moved further
    /// up no more than that has elsewhere: the cuts by which alpha-beta between two would go on. They are a
    /// mistake, kept to be watched. The rest of the node may still decide which way somebody between the two
    /// takes, so value and move may be wrong, and nothing is proven.
    Deep,
}

words!(Prune { "none" => None, "immediate" => Immediate, "shallow" => Shallow, "deep" => Deep });

/// Max^n: every role takes the child that pays it most, so a state is worth a vector with a payoff for
/// every role.
///
/// For two roles with a constant sum that is minimax, for one role plain maximisation. Where chance moves,
/// the vector is what every role can expect; bounds from above are not used below. With more roles a state
/// may have several such vectors, and which one is found depends on [`Ties`]; [`SoftMaxN`](crate::SoftMaxN)
/// keeps them all. It applies while at most one role at a time has a choice. Within a budget it
/// [deepens](Deepen).
///
/// # Bounds and cuts
/// Payoffs are bounded by the game's goal range, below also by a number given, and their sum by the game's
/// [`goal_sums`](game::goal_sums) or by a number given. Estimates at the depth limit are brought within these
/// bounds: what a vector has above the lower bound is scaled down until the sum fits.
///
/// [`Prune`] says what these bounds are used for. But for [`Prune::Deep`], value and move are those of the
/// search without cuts. That holds for every choice of [`Ties`], since only [`Ties::First`] lets a child go
/// that could be as good as another: with the others immediate cuts never happen, and shallow ones only where
/// the rest is worse for certain. (With [`Ties::Random`] the decisions are as likely as without cuts; the
/// same seed need not give the same one.)
///
/// # Errors
/// [`SearchError::Inapplicable`] if several roles choose at the same time, or if payoffs break the
/// bounds given.
///
/// Sources: C. A. Luckhardt, K. B. Irani, *An algorithmic solution of N-person games*, AAAI (1986); R. E.
/// Korf, *Multi-player alpha-beta pruning*, Artificial Intelligence 48 (1991).
#[derive(Clone, Debug)]
pub struct MaxN<E> {
    bounds: Budget,
    deepen: Deepen,
    evaluator: E,
    ties: Ties,
    prune: Prune,
    sum: Option<f64>,
    least: Option<f64>,
}

impl<E> MaxN<E> {
    /// Max^n within `bounds`, which judges the states at the depth limit by `evaluator`, once for each role.
    pub fn new(bounds: Budget, deepen: Deepen, ties: Ties, prune: Prune, evaluator: E) -> Self {
        Self { bounds, deepen, evaluator, ties, prune, sum: None, least: None }
    }

    /// The same with an upper bound on the sum of payoffs and a lower bound on each of them, in place of the
    /// game's own where given.
    #[must_use]
    pub fn bounded(self, sum: Option<f64>, least: Option<f64>) -> Self {
        Self { sum, least, ..self }
    }
}

impl<'a, G: Game + 'a> MaxN<Box<dyn Evaluator<G> + 'a>> {
    pub(crate) fn from_spec(spec: &Spec) -> Self {
        Self::new(spec.budget(), spec.get(DEEPEN), spec.get(TIES), spec.get(PRUNE), spec.get(EVAL).build())
            .bounded(spec.get(SUM), spec.get(LEAST))
    }
}

impl<G: Game, E: Evaluator<G>> Strategy<G> for MaxN<E> {
    fn choose(&mut self, request: Request<'_, G>) -> Result<Decision<G::Move>, SearchError> {
        let Request { game, role, .. } = request;
        let bounds = Bounds::of(game, self.sum, self.least)?;
        let rule = OwnBest { role, ties: self.ties, prune: self.prune, bounds };
        let budget = self.bounds.tightened_by(&request.budget);
        back_up::search(ENTRY.name, rule, &mut self.evaluator, request.within(budget), self.deepen)
    }
}

#[cfg(test)]
mod tests;
