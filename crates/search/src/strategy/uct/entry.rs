use crate::{Domain, Entry, Parameter, Preset, Status, StrategyKind};

/// Playouts where nothing else ends the search.
pub(super) const FALLBACK: u64 = 2000;

pub(crate) const ENTRY: Entry<StrategyKind> = Entry {
    name: "uct",
    help: "Monte Carlo tree search: a tree grown by playouts, UCB1 choosing in each of its nodes",
    reference: "Kocsis & Szepesvári, Bandit based Monte-Carlo planning, ECML (2006)",
    status: Status::Measured,
    positional: false,
    parameters: &[
        Parameter {
            name: "playouts",
            domain: Domain::Integer { least: 1, greatest: 1_000_000_000_000 },
            default: Preset::Fallback { unless_bounded: FALLBACK },
            help: "playouts of a decision",
        },
        Parameter::NODES,
        Parameter::TIME,
        Parameter {
            name: "plain",
            domain: Domain::Flag,
            default: Preset::Flag(false),
            help: "the algorithm of the paper and nothing else: one playout and one new node at a time",
        },
        Parameter {
            name: "c",
            domain: Domain::Decimal { least: 0.0, greatest: 1000.0 },
            default: Preset::Decimal(0.4),
            help: "the constant in Q + c sqrt(ln N / n), the goal range being 0 to 1",
        },
        Parameter {
            name: "fpu",
            domain: Domain::Decimal { least: 0.0, greatest: 1000.0 },
            default: Preset::Absent,
            help: "first-play urgency, the value of a move not tried yet, the goal range being 0 to 1; without it such moves come first",
        },
        Parameter {
            name: "final",
            domain: Domain::Choice { words: &["visits", "mean", "secure"] },
            default: Preset::Text("visits"),
            help: "the move that is made: the most visited, the one with the best mean, or with the best mean less its doubt",
        },
        Parameter {
            name: "simultaneous",
            domain: Domain::Choice { words: &["decoupled", "joint", "random-mover"] },
            default: Preset::Text("decoupled"),
            help: "how roles choose at the same time: each by its own statistics, each by the margins of joint statistics, or one by UCB1 and the others at random",
        },
        Parameter {
            name: "solver",
            domain: Domain::Flag,
            default: Preset::Flag(true),
            help: "whether proven values go up the tree",
        },
        Parameter {
            name: "leaves",
            domain: Domain::Integer { least: 1, greatest: 512 },
            default: Preset::Integer(32),
            help: "leaves evaluated together, if the game plays many playouts at once",
        },
        Parameter {
            name: "each",
            domain: Domain::Integer { least: 1, greatest: 512 },
            default: Preset::Integer(8),
            help: "playouts from each of these leaves; fewer where the budget would allow less than a thousand leaves",
        },
        Parameter {
            name: "transpositions",
            domain: Domain::Flag,
            default: Preset::Flag(true),
            help: "whether a state that is found again has the node it had",
        },
        Parameter {
            name: "reuse",
            domain: Domain::Flag,
            default: Preset::Flag(true),
            help: "whether the tree is kept for the next decision",
        },
        Parameter {
            name: "memory",
            domain: Domain::Integer { least: 1, greatest: 1_000_000 },
            default: Preset::Integer(500),
            help: "megabytes that the tree may have; when they are full, the least visited parts of it go",
        },
        Parameter {
            name: "threads",
            domain: Domain::Integer { least: 1, greatest: 256 },
            default: Preset::Integer(1),
            help: "trees grown side by side, a thread and a share of the playouts each; their roots are added up",
        },
        Parameter {
            name: "rave",
            domain: Domain::Integer { least: 0, greatest: 1_000_000 },
            default: Preset::Absent,
            help: "all moves as first (RAVE, GRAVE), from the nearest node above with so many visits; without it off",
        },
        Parameter {
            name: "amaf",
            domain: Domain::Decimal { least: 0.0, greatest: 1.0 },
            default: Preset::Decimal(0.001),
            help: "how soon the statistics of all moves as first give way to the move's own mean",
        },
        Parameter {
            name: "bias",
            domain: Domain::Decimal { least: 0.0, greatest: 1000.0 },
            default: Preset::Decimal(0.0),
            help: "the weight of progressive bias, the opinion of `eval` on a move divided by its visits",
        },
        Parameter {
            name: "history",
            domain: Domain::Decimal { least: 0.0, greatest: 1000.0 },
            default: Preset::Decimal(0.0),
            help: "the weight of progressive history, what a move came to anywhere divided by its losses",
        },
        Parameter {
            name: "mast",
            domain: Domain::Choice { words: &["off", "greedy", "gibbs"] },
            default: Preset::Text("off"),
            help: "whether playouts prefer moves that came to much: the best but for a few, or by a Gibbs distribution",
        },
        Parameter {
            name: "epsilon",
            domain: Domain::Decimal { least: 0.0, greatest: 1.0 },
            default: Preset::Decimal(0.4),
            help: "the chance of a random move under mast=greedy",
        },
        Parameter {
            name: "tau",
            domain: Domain::Decimal { least: 0.001, greatest: 1000.0 },
            default: Preset::Decimal(0.1),
            help: "the temperature under mast=gibbs, the goal range being 0 to 1",
        },
        Parameter {
            name: "ngram",
            domain: Domain::Flag,
            default: Preset::Flag(false),
            help: "whether mast goes by sequences of up to three moves too",
        },
        Parameter {
            name: "decisive",
            domain: Domain::Choice { words: &["off", "win", "both"] },
            default: Preset::Text("off"),
            help: "whether playouts make moves that win at once, and avoid those that let another role do so",
        },
        Parameter {
            name: "cutoff",
            domain: Domain::Integer { least: 0, greatest: 1_000_000 },
            default: Preset::Absent,
            help: "plies after which `eval` ends a playout; without it playouts go to the end of the game",
        },
        Parameter {
            name: "eval",
            domain: Domain::Evaluator,
            default: Preset::Text("zero"),
            help: "the evaluator of cutoff and bias",
        },
    ],
    kind: StrategyKind::Uct,
};
