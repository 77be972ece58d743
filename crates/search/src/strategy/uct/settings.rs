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
    pub(super) solver: bool,
    /// Leaves a batch.
    pub(super) leaves: u32,
    /// Playouts from each leaf of a batch.
    pub(super) each: u32,
    pub(super) transpositions: bool,
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

impl Settings {
    pub(super) fn from_spec(spec: &Spec) -> Self {
        let plain = spec.flag("plain");
        let on = |option: &str| !plain && spec.flag(option);
        // Every integer parameter read here is bounded by the catalogue far below u32::MAX.
        let count = |option: &str| spec.integer(option).map_or(1, |count| count as u32);
        Self {
            c: spec.decimal("c").unwrap_or(0.0),
            fpu: if plain { None } else { spec.decimal("fpu") },
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
            solver: on("solver"),
            leaves: if plain { 1 } else { count("leaves") },
            each: if plain { 1 } else { count("each") },
            transpositions: on("transpositions"),
        }
    }
}
