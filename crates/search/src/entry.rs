use std::fmt;

use game::{Game, players};
use serde::Serialize;

use crate::Parameter;
use crate::strategy::opposed;

/// One line of the catalogue: a strategy or an evaluator that a spec can name.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Entry {
    /// Its name in a spec.
    pub name: &'static str,
    /// What it does, in one line.
    pub help: &'static str,
    /// Where it comes from.
    pub reference: &'static str,
    /// What can be relied on.
    pub status: Status,
    /// What it takes the other roles to do, if it proves values.
    #[serde(skip)]
    pub model: Option<Model>,
    /// Whether a spec may give the first parameter without its name.
    pub positional: bool,
    /// Its parameters in canonical order.
    pub parameters: &'static [Parameter],
}

/// How far a strategy or an evaluator can be relied on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Tests compare its values and moves with a plain search by its definition, on random trees and on
    /// small games.
    Exact,
    /// Tests compare it with the tables of the lecture or the paper it comes from. It is a baseline, not a
    /// strong player.
    Lecture,
    /// Tests compare it with its source, and matches have chosen its defaults.
    Measured,
    /// An estimate whose quality depends on the game.
    Heuristic,
}

impl Status {
    /// All of them.
    pub const ALL: [Status; 4] = [Status::Exact, Status::Lecture, Status::Measured, Status::Heuristic];

    /// What it means, in a line.
    pub fn meaning(self) -> &'static str {
        match self {
            Status::Exact => {
                "tests compare its values and moves with a plain search by its definition, on random trees and small games"
            }
            Status::Lecture => {
                "tests compare it with the tables of the lecture or paper it comes from; it is a baseline, not a strong player"
            }
            Status::Measured => "tests compare it with its source, and matches have chosen its defaults",
            Status::Heuristic => "an estimate whose quality depends on the game",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Status::Exact => "exact",
            Status::Lecture => "lecture",
            Status::Measured => "measured",
            Status::Heuristic => "heuristic",
        })
    }
}

/// What a strategy takes the other roles to do. The values that it proves are those of the game if they
/// do so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// Whoever else decides minimises the searcher's goal.
    Minimise,
    /// Allies of the searcher maximise its goal, and whoever else decides minimises it.
    Coalition,
    /// All others know the searcher's move, and answer it with what minimises its goal.
    Answer,
    /// Every role maximises its own goal.
    OwnBest,
    /// The others move uniformly at random.
    Random,
}

impl Model {
    /// What a value that is proven for `game` assumes, to be said after "if"; none if it is the value of the
    /// game, as for two roles whose goals have a constant sum and who decide in turn. To know the sum may
    /// take a proof of seconds, once for a game.
    pub fn assumption<G: Game>(self, game: &G) -> Option<&'static str> {
        match self {
            _ if players(game).count() == 1 => None,
            Self::Minimise | Self::OwnBest if opposed(game) => None,
            Self::Minimise => Some("the others minimise it"),
            Self::Coalition => Some("its allies maximise it and the others minimise it"),
            Self::Answer => Some("the others know its move and minimise it"),
            Self::OwnBest => Some("every role maximises its own"),
            Self::Random => Some("the others move at random"),
        }
    }
}

/// A section of the catalogue: the strategies, or the evaluators.
pub trait Section: fmt::Debug + Send + Sync + 'static {
    /// What one of its entries is called in messages.
    const NOUN: &'static str;

    /// Its entries.
    fn entries() -> &'static [Entry];
}
