use super::entry;
use super::proofs::SHARE_OF_MEMORY;
use crate::key::{Key, words};
use crate::{Budget, Spec};

/// What the parameters of `uct` say.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    /// The constant of UCT, as a part of the width of the goal range.
    pub(super) c: f64,
    /// The value of an unvisited move, as a part of the width of the goal range; none if it comes before all
    /// visited ones.
    pub(super) fpu: Option<f64>,
    pub(super) rule: Rule,
    pub(super) simultaneous: Simultaneous,
    /// The share of moves that mixed strategies leave to chance.
    pub(super) gamma: f64,
    /// The share of the searching role's loss in what other roles choose by.
    pub(super) spite: f64,
    pub(super) plain: bool,
    pub(super) solver: bool,
    /// Leaves a batch.
    pub(super) leaves: u32,
    /// Playouts from each leaf of a batch.
    pub(super) each: u32,
    pub(super) transpositions: bool,
    /// Whether the tree is kept for the next decision.
    pub(super) reuse: bool,
    /// Bytes for all trees and the statistics of moves.
    pub(super) memory: usize,
    /// Bytes of a tree that are looked through in a second when it is pruned, at the least.
    pub(super) pruned_a_second: f64,
    pub(super) threads: usize,
    pub(super) parallel: Parallel,
    /// Visits from which on a node's all-moves-as-first statistics count, if any do.
    pub(super) rave: Option<u64>,
    /// How soon these give way to the means.
    pub(super) rave_bias: f64,
    /// The weight of progressive bias.
    pub(super) bias: f64,
    /// The constant of PUCT; none for UCB1.
    pub(super) puct: Option<f64>,
    /// The temperature of its priors, as a part of the width of the goal range.
    pub(super) temperature: f64,
    /// The share of the minimax value by the evaluator in the value of a move.
    pub(super) implicit: f64,
    /// The weight of progressive history.
    pub(super) history: f64,
    /// The share of the budget of a proof-number search beside.
    pub(super) proofs: f64,
    pub(super) policy: PolicySettings,
}

/// What the threads of a search share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parallel {
    /// The tree, unless the budget is one of playouts or of states, with which a seed gives the same
    /// decision again.
    Auto,
    /// The tree.
    Tree,
    /// Nothing: each has a tree of its own.
    Root,
}

words!(Parallel { "auto" => Auto, "tree" => Tree, "root" => Root });

/// How the move is chosen in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// The highest lower confidence bound.
    Secure,
    /// The most visits.
    Visits,
    /// The greatest mean.
    Mean,
}

words!(Rule { "secure" => Secure, "visits" => Visits, "mean" => Mean });

/// How roles choose at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Simultaneous {
    /// Each role by UCT from its own statistics.
    Decoupled,
    /// Each role by UCT from the margins of the joint moves' statistics.
    Joint,
    /// One role, drawn at random, by UCT, and all others at random.
    RandomMover,
    /// Each role by a mixed strategy that it learns by regret matching.
    Regret,
    /// Each role by a mixed strategy that it learns by Exp3.
    Exp3,
}

words!(Simultaneous { "decoupled" => Decoupled, "joint" => Joint, "random-mover" => RandomMover, "regret" => Regret, "exp3" => Exp3 });

impl Simultaneous {
    /// Whether roles draw from mixed strategies.
    pub(super) fn mixes(self) -> bool {
        matches!(self, Self::Regret | Self::Exp3)
    }
}

/// What playouts go by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PolicySettings {
    pub(super) mast: Mast,
    /// The chance of a random move under greedy MAST.
    pub(super) epsilon: f64,
    /// The temperature of Gibbs MAST, as a part of the goal range.
    pub(super) tau: f64,
    pub(super) ngram: bool,
    pub(super) decisive: Decisive,
    /// Plies after which an evaluator judges.
    pub(super) cutoff: Option<u32>,
    /// The value for some role, as a part of the goal range, from which on an evaluator is believed
    /// before that.
    pub(super) decided: Option<f64>,
}

/// Move-average sampling: whether playouts prefer moves that came to much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mast {
    /// They do not.
    Off,
    /// They make the best, or with a small chance any.
    Greedy,
    /// They draw from a Gibbs distribution.
    Gibbs,
    /// Many are made at once, each of which favours moves drawn by what they came to in the tree.
    Lanes,
}

words!(Mast { "off" => Off, "greedy" => Greedy, "gibbs" => Gibbs, "lanes" => Lanes });

impl Mast {
    /// Whether playouts are made move by move, so that what their moves came to is known.
    pub(super) fn move_by_move(self) -> bool {
        matches!(self, Self::Greedy | Self::Gibbs)
    }
}

/// Whether playouts look for ends of the game one or two plies ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decisive {
    /// They do not.
    Off,
    /// For moves that win at once.
    Win,
    /// Failing that, for moves that do not let another role win at once.
    Both,
    /// For as much of that as the game sees without making moves, so that many playouts are made at once.
    Lanes,
}

words!(Decisive { "lanes" => Lanes, "off" => Off, "win" => Win, "both" => Both });

impl Decisive {
    /// Whether playouts that are made move by move make decisive moves.
    pub(super) fn move_by_move(self) -> bool {
        matches!(self, Self::Win | Self::Both)
    }
}

impl PolicySettings {
    /// Whether an evaluator may end a playout on its way.
    fn cuts(&self) -> bool {
        (self.cutoff.is_some() || self.decided.is_some()) && !self.judges_leaves()
    }

    /// Whether there are no playouts, and the evaluator judges the leaves themselves.
    pub(super) fn judges_leaves(&self) -> bool {
        self.cutoff == Some(0)
    }
}

/// Whether a spec is one of `uct` whose threads grow one tree within any budget, so that a decision depends
/// on which of them comes first.
pub(crate) fn races(spec: &Spec) -> bool {
    let one_tree = spec.entry().name == entry::ENTRY.name && spec.get(entry::PARALLEL) == Parallel::Tree;
    one_tree && !spec.get(entry::PLAIN) && spec.get(entry::THREADS) > 1
}

impl Settings {
    pub(super) fn from_spec(spec: &Spec) -> Self {
        let plain = spec.get(entry::PLAIN);
        let on = |option: Key<bool>| !plain && spec.get(option);
        let weight = |option: Key<f64>| if plain { 0.0 } else { spec.get(option) };
        let count = |option: Key<u32>| if plain { 1 } else { spec.get(option) };
        let proofs = weight(entry::PROOFS);
        let memory = spec.get(entry::MEMORY) * 1_000_000;
        let memory = if proofs > 0.0 { memory - memory / SHARE_OF_MEMORY } else { memory };
        let cutoff = spec.get(entry::CUTOFF).filter(|_| !plain);
        Self {
            c: spec.get(entry::C),
            fpu: spec.get(entry::FPU).filter(|_| !plain),
            rule: spec.get(entry::FINAL),
            simultaneous: spec.get(entry::SIMULTANEOUS),
            gamma: spec.get(entry::GAMMA),
            spite: weight(entry::SPITE),
            plain,
            solver: on(entry::SOLVER),
            leaves: count(entry::LEAVES),
            each: if cutoff == Some(0) { 1 } else { count(entry::EACH) },
            transpositions: on(entry::TRANSPOSITIONS),
            reuse: on(entry::REUSE),
            memory,
            pruned_a_second: 4e8,
            threads: count(entry::THREADS) as usize,
            parallel: spec.get(entry::PARALLEL),
            rave: spec.get(entry::RAVE).filter(|_| !plain),
            rave_bias: weight(entry::AMAF),
            bias: weight(entry::BIAS),
            puct: spec.get(entry::PUCT).filter(|_| !plain),
            temperature: spec.get(entry::TEMPERATURE),
            implicit: weight(entry::IMPLICIT),
            history: weight(entry::HISTORY),
            proofs,
            policy: PolicySettings {
                mast: if plain { Mast::Off } else { spec.get(entry::MAST) },
                epsilon: weight(entry::EPSILON),
                tau: weight(entry::TAU),
                ngram: on(entry::NGRAM),
                decisive: if plain { Decisive::Off } else { spec.get(entry::DECISIVE) },
                cutoff,
                decided: spec.get(entry::DECIDED).filter(|_| !plain),
            },
        }
    }

    /// Whether the threads of a search with this budget grow one tree; `crowded` says that they have waited
    /// for it long before.
    pub(super) fn shares_tree(&self, budget: &Budget, crowded: bool) -> bool {
        match self.parallel {
            Parallel::Tree => true,
            Parallel::Root => false,
            Parallel::Auto => budget.playouts.is_none() && budget.nodes.is_none() && !crowded,
        }
    }

    /// Whether threads go on with trees of their own if they wait too long for the one that they share.
    pub(super) fn may_part(&self) -> bool {
        self.parallel == Parallel::Auto
    }

    /// Whether playouts are made move by move, so that many cannot be made at once: some options choose the
    /// moves, or learn from them, and a role alone keeps the best line of play. All moves as first can be
    /// learned from playouts made at once if these have `told` what they came to by their moves. Decisive
    /// moves are another matter.
    pub(super) fn sees_moves(&self, roles: usize, told: bool) -> bool {
        let alone = roles == 1 && !self.plain;
        alone || self.learns() || self.rave.is_some() && !told || self.policy.cuts()
    }

    /// Whether anything asks what the moves of playouts come to on the average.
    pub(super) fn learns(&self) -> bool {
        self.policy.mast.move_by_move() || self.history > 0.0
    }

    /// Whether the evaluator is asked for anything.
    pub(super) fn judges(&self) -> bool {
        self.asks_opinions() || self.policy.judges_leaves() || self.policy.cuts()
    }

    /// Whether the evaluator is asked for its opinion of all children of a node.
    pub(super) fn asks_opinions(&self) -> bool {
        self.bias > 0.0 || self.puct.is_some() || self.implicit > 0.0
    }

    /// Whether more than visits and means guides the choice in nodes.
    pub(super) fn guides(&self, roles: usize) -> bool {
        let alone = roles == 1 && !self.plain;
        alone || self.rave.is_some() || self.asks_opinions() || self.history > 0.0
    }
}
