use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The subject of an exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseKind))]
#[serde(rename_all = "kebab-case")]
pub enum ExerciseKind {
    /// Label the inner nodes with WIN, DRAW or LOST, and mark the branches that early exit skips.
    LabelsTree,
    /// Fill in the minimax values of the inner nodes.
    Minimax,
    /// Mark the branches that alpha-beta cuts when it searches from left to right.
    AlphaBetaCuts,
    /// Order the children of every node so that alpha-beta visits the fewest leaves.
    Ordering,
    /// Mark the branches that principal variation search searches again, after a null window.
    Pvs,
    /// Fill in the values of the inner nodes of a tree with chance nodes.
    Expectiminimax,
    /// Mark the branches that alpha-beta with Star1 cuts in a tree with chance nodes.
    Star1Cuts,
    /// Give alpha and beta at the moment when the search enters a node, for some nodes.
    Windows,
    /// Fill in the payoff vectors of the inner nodes, with max^n for three players.
    Maxn,
    /// Mark the branches that max^n with shallow pruning cuts when it searches from left to right.
    MaxnCuts,
    /// Compute the UCT values of moves, and choose the move that is selected.
    Uct,
    /// Give visits and means of the moves of a simulation of UCT after its payoff has been backed up.
    UctBackup,
    /// Label positions of the counting game: does the player to move win?
    LabelsCounting,
    /// Label positions with rows of coins, where a turn takes one coin or two adjacent ones (Kayles).
    LabelsCoinRow,
    /// Label positions of Northcott's game: rows with one piece of each player.
    LabelsTwoRows,
    /// Find a winning move, in one of these games or in nim.
    WinningReply,
    /// Choose the lines that a program in pseudo-code lacks.
    CodeGaps,
    /// Put lines of a program into their order.
    CodeOrder,
    /// Find the wrong line of a program, and what it should be.
    CodeFault,
}

impl ExerciseKind {
    /// All kinds, in the order in which they are taught.
    pub const ALL: [ExerciseKind; 19] = [
        ExerciseKind::LabelsTree,
        ExerciseKind::Minimax,
        ExerciseKind::AlphaBetaCuts,
        ExerciseKind::Windows,
        ExerciseKind::Ordering,
        ExerciseKind::Pvs,
        ExerciseKind::Expectiminimax,
        ExerciseKind::Star1Cuts,
        ExerciseKind::Maxn,
        ExerciseKind::MaxnCuts,
        ExerciseKind::Uct,
        ExerciseKind::UctBackup,
        ExerciseKind::LabelsCounting,
        ExerciseKind::LabelsCoinRow,
        ExerciseKind::LabelsTwoRows,
        ExerciseKind::WinningReply,
        ExerciseKind::CodeGaps,
        ExerciseKind::CodeOrder,
        ExerciseKind::CodeFault,
    ];

    /// The name of the kind in addresses and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            ExerciseKind::LabelsTree => "labels-tree",
            ExerciseKind::Minimax => "minimax",
            ExerciseKind::AlphaBetaCuts => "alpha-beta-cuts",
            ExerciseKind::Windows => "windows",
            ExerciseKind::Ordering => "ordering",
            ExerciseKind::Pvs => "pvs",
            ExerciseKind::Expectiminimax => "expectiminimax",
            ExerciseKind::Star1Cuts => "star1-cuts",
            ExerciseKind::Maxn => "maxn",
            ExerciseKind::MaxnCuts => "maxn-cuts",
            ExerciseKind::Uct => "uct",
            ExerciseKind::UctBackup => "uct-backup",
            ExerciseKind::LabelsCounting => "labels-counting",
            ExerciseKind::LabelsCoinRow => "labels-coin-row",
            ExerciseKind::LabelsTwoRows => "labels-two-rows",
            ExerciseKind::WinningReply => "winning-reply",
            ExerciseKind::CodeGaps => "code-gaps",
            ExerciseKind::CodeOrder => "code-order",
            ExerciseKind::CodeFault => "code-fault",
        }
    }

    /// The number from which the kind's random numbers are derived. It never changes, even if kinds are added
    /// or reordered.
    pub(crate) fn number(self) -> u64 {
        match self {
            ExerciseKind::Minimax => 1,
            ExerciseKind::AlphaBetaCuts => 2,
            ExerciseKind::Windows => 3,
            ExerciseKind::Maxn => 4,
            ExerciseKind::Uct => 5,
            ExerciseKind::LabelsCounting => 6,
            ExerciseKind::LabelsCoinRow => 7,
            ExerciseKind::LabelsTwoRows => 8,
            ExerciseKind::WinningReply => 9,
            ExerciseKind::Ordering => 10,
            ExerciseKind::CodeGaps => 11,
            ExerciseKind::CodeOrder => 12,
            ExerciseKind::CodeFault => 13,
            ExerciseKind::LabelsTree => 14,
            ExerciseKind::Expectiminimax => 15,
            ExerciseKind::Star1Cuts => 16,
            ExerciseKind::MaxnCuts => 17,
            ExerciseKind::Pvs => 18,
            ExerciseKind::UctBackup => 19,
        }
    }
}

impl fmt::Display for ExerciseKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error for a name that no kind has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no exercise `{name}`; the exercises are {}", ExerciseKind::ALL.map(ExerciseKind::name).join(", "))]
pub struct NoSuchKind {
    /// The name that was asked for.
    pub name: String,
}

impl FromStr for ExerciseKind {
    type Err = NoSuchKind;

    fn from_str(name: &str) -> Result<Self, NoSuchKind> {
        let kind = ExerciseKind::ALL.into_iter().find(|kind| kind.name() == name);
        kind.ok_or_else(|| NoSuchKind { name: name.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_kind_has_one_name_everywhere() {
        for kind in ExerciseKind::ALL {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.name());
            assert_eq!(kind.name().parse(), Ok(kind));
        }
        let numbers: BTreeSet<u64> = ExerciseKind::ALL.map(ExerciseKind::number).into();
        assert_eq!(numbers.len(), ExerciseKind::ALL.len());
    }

    #[test]
    fn the_error_for_an_unknown_name_lists_all_names() {
        let error = "minmax".parse::<ExerciseKind>().unwrap_err().to_string();
        assert!(error.starts_with("there is no exercise `minmax`; the exercises are labels-tree, minimax, "));
    }
}
