use std::time::Duration;

use super::settings::{Decisive, Mast, Parallel, Rule, Simultaneous};
use crate::key::{self, Key};
use crate::strategy::lookup::TABLEBASE;
use crate::{Entry, EvaluatorSpec, Model, Need, Status};

/// What the search of the paper does not have.
const NOT_PLAIN: &[Need] = &[Need::IsNot("plain", "true")];

/// Playouts where nothing else ends the search.
pub(super) const FALLBACK: u64 = 2000;

pub(super) const PLAYOUTS: Key<Option<u64>> = key::PLAYOUTS
    .unless_bounded(FALLBACK)
    .with_help("visits: playouts, and visits to values that are proven, which need none");
pub(super) const NODES: Key<Option<u64>> = key::NODES.with_help(
    "nodes at most: each simulation counts as one, however deep it goes, and so does each state that `eval` looks at",
);
pub(super) const TIME: Key<Option<Duration>> = key::TIME;
pub(super) const PLAIN: Key<bool> = Key::flag(
    "plain",
    false,
    "the search of the paper and nothing else, one playout and one new node at a time; the move is still chosen by `final`",
);
pub(super) const C: Key<f64> =
    Key::decimal("c", 0.0..=1000.0, 0.4, "the constant in Q + c sqrt(ln N / n), the goal range being 0 to 1");
pub(super) const FPU: Key<Option<f64>> = Key::optional_decimal(
    "fpu",
    0.0..=1000.0,
    "first-play urgency: the value of an unvisited move, the goal range being 0 to 1; without it such moves come first",
)
.with_needs(NOT_PLAIN);
pub(super) const FINAL: Key<Rule> = Key::choice(
    "final",
    "the move that is made: the one with the highest lower confidence bound (secure), the most visits, or the highest mean",
);
pub(super) const SIMULTANEOUS: Key<Simultaneous> = Key::choice(
    "simultaneous",
    "how roles choose at the same time: each by its own statistics, each by the marginals of the joint moves' statistics, one by UCB1 and the others at random, or each by a mixed strategy that it learns by regret matching or by Exp3, whose average decides in the end",
);
pub(super) const GAMMA: Key<f64> = Key::decimal(
    "gamma",
    0.001..=1.0,
    0.1,
    "the share of moves drawn uniformly under simultaneous=regret and exp3",
)
.with_needs(&[Need::Is("simultaneous", &["regret", "exp3"])]);
pub(super) const SPITE: Key<f64> = Key::decimal(
    "spite",
    0.0..=1.0,
    0.0,
    "where payoffs have no constant sum: the share of what the searching role misses in what the other roles choose by; a little breaks ties against it, 1 is paranoid",
)
.with_needs(NOT_PLAIN);
pub(super) const SOLVER: Key<bool> =
    Key::flag("solver", true, "MCTS-Solver: whether proven values go up the tree").with_needs(NOT_PLAIN);
pub(super) const LEAVES: Key<u32> =
    Key::integer("leaves", 1..=512, 32, "leaves evaluated together, if the game plays many playouts at once")
        .with_needs(NOT_PLAIN);
pub(super) const EACH: Key<u32> = Key::integer(
    "each",
    1..=512,
    8,
    "playouts from each of these leaves; fewer where the budget would allow less than a thousand leaves",
)
.with_needs(NOT_PLAIN);
pub(super) const TRANSPOSITIONS: Key<bool> =
    Key::flag("transpositions", true, "whether equal states reached by different moves share one node")
        .with_needs(NOT_PLAIN);
pub(super) const REUSE: Key<bool> =
    Key::flag("reuse", true, "whether the tree is kept for the next decision").with_needs(NOT_PLAIN);
pub(super) const MEMORY: Key<usize> = Key::integer(
    "memory",
    1..=1_000_000,
    500,
    "megabytes for the tree and the statistics of moves, of all threads together; when they are full, the tree's least visited parts are removed",
);
pub(super) const THREADS: Key<u32> = Key::integer(
    "threads",
    1..=256,
    1,
    "threads that search side by side, each with a share of the playouts",
)
.with_needs(NOT_PLAIN);
pub(super) const PARALLEL: Key<Parallel> = Key::choice(
    "parallel",
    "whether threads grow one tree, in which simulations under way count as visits (tree parallelism; no seed gives the same decision again), or each a tree of its own, the statistics of whose roots are added up (root parallelism); auto: one tree, unless playouts or nodes are bounded, so that a seed gives the same decision again, or threads wait for the tree for a third of their time, after which all but one go on with trees of their own",
)
.with_needs(&[Need::IsNot("threads", "1")]);
pub(super) const RAVE: Key<Option<u64>> = Key::optional_integer(
    "rave",
    0..=1_000_000,
    "rapid action value estimation (RAVE, GRAVE): all-moves-as-first statistics of the nearest node above with so many visits; without it off",
)
.with_needs(NOT_PLAIN);
pub(super) const AMAF: Key<f64> = Key::decimal(
    "amaf",
    0.0..=1.0,
    0.001,
    "how soon the all-moves-as-first statistics give way to the move's own mean",
)
.with_needs(&[Need::IsNot("rave", "none")]);
pub(super) const BIAS: Key<f64> = Key::decimal(
    "bias",
    0.0..=1000.0,
    0.0,
    "weight of progressive bias: the value of a move by `eval`, divided by its visits",
)
.with_needs(NOT_PLAIN);
pub(super) const PUCT: Key<Option<f64>> = Key::optional_decimal(
    "puct",
    0.0..=1000.0,
    "PUCT in place of UCB1, with this constant in Q + c P sqrt(N) / (1 + n): the prior P of a move comes of the values of all moves by `eval`; without it UCB1",
)
.with_needs(NOT_PLAIN);
pub(super) const TEMPERATURE: Key<f64> = Key::decimal(
    "temperature",
    0.001..=1000.0,
    0.1,
    "the temperature of the softmax that makes priors of values under puct, the goal range being 0 to 1",
)
.with_needs(&[Need::IsNot("puct", "none")]);
pub(super) const IMPLICIT: Key<f64> = Key::decimal(
    "implicit",
    0.0..=1.0,
    0.0,
    "the share of the minimax value by `eval` in the value of a move, beside its mean, for two roles of constant sum",
)
.with_needs(NOT_PLAIN);
pub(super) const HISTORY: Key<f64> = Key::decimal(
    "history",
    0.0..=1000.0,
    0.0,
    "weight of progressive history: the mean result of a move anywhere in the tree, divided by its losses",
)
.with_needs(NOT_PLAIN);
pub(super) const MAST: Key<Mast> = Key::choice(
    "mast",
    "move-average sampling technique: playouts prefer moves with high mean results, epsilon-greedily or by a Gibbs distribution; lanes: by the means of the tree's moves, if the game plays many playouts at once, and each then favours other moves",
)
.with_needs(NOT_PLAIN);
pub(super) const EPSILON: Key<f64> =
    Key::decimal("epsilon", 0.0..=1.0, 0.4, "the probability of a random move under mast=greedy")
        .with_needs(&[Need::Is("mast", &["greedy"])]);
pub(super) const TAU: Key<f64> = Key::decimal(
    "tau",
    0.001..=1000.0,
    0.1,
    "the temperature under mast=gibbs and mast=lanes, the goal range being 0 to 1",
)
.with_needs(&[Need::Is("mast", &["gibbs", "lanes"])]);
pub(super) const NGRAM: Key<bool> =
    Key::flag("ngram", false, "whether mast also uses statistics of sequences of up to three moves")
        .with_needs(&[Need::Is("mast", &["greedy", "gibbs"])]);
pub(super) const DECISIVE: Key<Decisive> = Key::choice(
    "decisive",
    "whether playouts make decisive moves, which win at once, and avoid moves that let another role win at once; lanes: as far as the game sees such moves by its circuit, so that many playouts are made at once",
)
.with_needs(NOT_PLAIN);
pub(super) const CUTOFF: Key<Option<u32>> = Key::optional_integer(
    "cutoff",
    0..=1_000_000,
    "plies after which `eval` ends a playout, 0 for no playouts at all; without it playouts go to the end of the game",
)
.with_needs(NOT_PLAIN);
pub(super) const DECIDED: Key<Option<f64>> = Key::optional_decimal(
    "decided",
    0.0..=1.0,
    "dynamic early termination: a playout ends where `eval`, asked at every fourth ply, gives some role at least this, the goal range being 0 to 1; without it playouts go on",
)
.with_needs(NOT_PLAIN);
pub(super) const PROOFS: Key<f64> = Key::decimal(
    "proofs",
    0.0..=0.9,
    0.0,
    "the share of the budget of proof-number searches, which comes on top of a budget of playouts, as many nodes as it has playouts counting as all: half of it looks for a forced win before the simulations, and half for a proof that the favoured move loses, which is then not made",
)
.with_needs(NOT_PLAIN);
pub(super) const EVAL: Key<EvaluatorSpec> =
    key::EVAL.with_help("the evaluator of bias, puct, implicit, cutoff and decided");

pub(crate) const ENTRY: Entry = Entry {
    name: "uct",
    help: "Monte Carlo tree search: a tree grown by playouts, with UCB1 selection in each of its nodes",
    reference: "Kocsis & Szepesvári, Bandit based Monte-Carlo planning, ECML (2006)",
    status: Status::Measured,
    model: Some(Model::OwnBest),
    positional: false,
    parameters: &[
        PLAYOUTS.parameter,
        NODES.parameter,
        TIME.parameter,
        PLAIN.parameter,
        C.parameter,
        FPU.parameter,
        FINAL.parameter,
        SIMULTANEOUS.parameter,
        GAMMA.parameter,
        SPITE.parameter,
        SOLVER.parameter,
        LEAVES.parameter,
        EACH.parameter,
        TRANSPOSITIONS.parameter,
        REUSE.parameter,
        MEMORY.parameter,
        THREADS.parameter,
        PARALLEL.parameter,
        RAVE.parameter,
        AMAF.parameter,
        BIAS.parameter,
        PUCT.parameter,
        TEMPERATURE.parameter,
        IMPLICIT.parameter,
        HISTORY.parameter,
        MAST.parameter,
        EPSILON.parameter,
        TAU.parameter,
        NGRAM.parameter,
        DECISIVE.parameter,
        CUTOFF.parameter,
        DECIDED.parameter,
        PROOFS.parameter,
        EVAL.parameter,
        TABLEBASE.with_needs(NOT_PLAIN).parameter,
    ],
};
