use crate::Spec;

/// What the parameters of `uct` say.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    /// The constant of UCT, as a part of the width of the goal range.
    pub(super) c: f64,
    /// The value of an unvisited move, as a part of the width of the goal range; none if it comes before all visited ones.
    pub(super) fpu: Option<f64>,
    pub(super) rule: Rule,
    pub(super) simultaneous: Simultaneous,
    pub(super) plain: bool,
    pub(super) solver: bool,
    /// Leaves a batch.
    pub(super) leaves: u32,
    /// Playouts from each leaf of a batch.
    pub(super) each: u32,
    pub(super) transpositions: bool,
    /// Whether the tree is kept for the next decision.
    pub(super) reuse: bool,
    /// Bytes that the tree may have.
    pub(super) memory: usize,
    pub(super) threads: usize,
    /// Visits from which on a node's all-moves-as-first statistics count, if any do.
    pub(super) rave: Option<u64>,
    /// How soon these give way to the means.
    pub(super) rave_bias: f64,
    /// The weight of progressive bias.
    pub(super) bias: f64,
    /// The weight of progressive history.
    pub(super) history: f64,
    pub(super) policy: PolicySettings,
}

/// How the move is chosen in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// The most visits.
    Visits,
    /// The greatest mean.
    Mean,
    /// The greatest lower bound: the mean less what its visits leave in doubt.
    Secure,
}

/// How roles choose at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Simultaneous {
    /// Each role by UCT from its own statistics.
    Decoupled,
    /// Each role by UCT from the margins of the joint moves' statistics.
    Joint,
    /// One role, drawn at random, by UCT, and all others at random.
    RandomMover,
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
}

impl Settings {
    pub(super) fn from_spec(spec: &Spec) -> Self {
        let plain = spec.flag("plain");
        let on = |option: &str| !plain && spec.flag(option);
        let unless_plain = |value: Option<f64>| value.filter(|_| !plain);
        // Every integer read here is bounded by the catalogue far below u32::MAX.
        let count = |option: &str| spec.integer(option).map(|count| count as u32);
        let word = |option: &str| spec.word(option).filter(|_| !plain);
        let decimal = |option: &str| unless_plain(spec.decimal(option)).unwrap_or(0.0);
        Self {
            c: spec.decimal("c").unwrap_or(0.0),
            fpu: unless_plain(spec.decimal("fpu")),
            rule: match spec.word("final") {
                Some("mean") => Rule::Mean,
                Some("secure") => Rule::Secure,
                _ => Rule::Visits,
            },
            simultaneous: match spec.word("simultaneous") {
                Some("joint") => Simultaneous::Joint,
                Some("random-mover") => Simultaneous::RandomMover,
                _ => Simultaneous::Decoupled,
            },
            plain,
            solver: on("solver"),
            leaves: if plain { 1 } else { count("leaves").unwrap_or(1) },
            each: if plain { 1 } else { count("each").unwrap_or(1) },
            transpositions: on("transpositions"),
            reuse: on("reuse"),
            memory: spec.integer("memory").map_or(usize::MAX, |megabytes| megabytes as usize * 1_000_000),
            threads: if plain { 1 } else { count("threads").unwrap_or(1) as usize },
            rave: spec.integer("rave").filter(|_| !plain),
            rave_bias: decimal("amaf"),
            bias: decimal("bias"),
            history: decimal("history"),
            policy: PolicySettings {
                mast: match word("mast") {
                    Some("greedy") => Mast::Greedy,
                    Some("gibbs") => Mast::Gibbs,
                    _ => Mast::Off,
                },
                epsilon: decimal("epsilon"),
                tau: decimal("tau"),
                ngram: on("ngram"),
                decisive: match word("decisive") {
                    Some("win") => Decisive::Win,
                    Some("both") => Decisive::Both,
                    _ => Decisive::Off,
                },
                cutoff: count("cutoff").filter(|_| !plain),
            },
        }
    }

    /// Whether an evaluator has a say.
    pub(super) fn evaluates(&self) -> bool {
        self.bias > 0.0 || self.policy.cutoff.is_some()
    }

    /// Whether playouts are made move by move, so that many cannot be made at once: some options choose the moves, or learn from them, and
    /// a role alone keeps the best line of play.
    pub(super) fn sees_moves(&self, roles: usize) -> bool {
        let PolicySettings { decisive, cutoff, .. } = self.policy;
        let alone = roles == 1 && !self.plain;
        alone || self.learns() || self.rave.is_some() || decisive != Decisive::Off || cutoff.is_some()
    }

    /// Whether anything asks what moves come to on the average.
    pub(super) fn learns(&self) -> bool {
        self.policy.mast != Mast::Off || self.history > 0.0
    }

    /// Whether more than visits and means guides the choice in nodes.
    pub(super) fn guides(&self, roles: usize) -> bool {
        let alone = roles == 1 && !self.plain;
        alone || self.rave.is_some() || self.bias > 0.0 || self.history > 0.0
    }
}
