use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// What an exercise is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseKind))]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Fill in the minimax values of the inner nodes.
    Minimax,
    /// Mark the branches that alpha-beta cuts, from left to right.
    AlphaBetaCuts,
    /// Give alpha and beta on entering some nodes.
    Windows,
    /// Fill in the payoff vectors of the inner nodes, for three players.
    Maxn,
    /// Compute the UCT values of moves, and choose the one to be tried next.
    Uct,
    /// Say of positions of the counting game whether who is to move wins.
    LabelsCounting,
    /// The same of rows of coins, of which a turn takes one or two that lie side by side.
    LabelsCoinRow,
    /// The same of two rows or more with a piece of each player on each: Northcott's game.
    LabelsTwoRows,
    /// Find a move that wins, in one of these games or in nim.
    WinningReply,
}

impl Kind {
    /// All kinds, in the order in which they are taught.
    pub const ALL: [Kind; 9] = [
        Kind::Minimax,
        Kind::AlphaBetaCuts,
        Kind::Windows,
        Kind::Maxn,
        Kind::Uct,
        Kind::LabelsCounting,
        Kind::LabelsCoinRow,
        Kind::LabelsTwoRows,
        Kind::WinningReply,
    ];

    /// The name, as it stands in addresses and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Minimax => "minimax",
            Kind::AlphaBetaCuts => "alpha-beta-cuts",
            Kind::Windows => "windows",
            Kind::Maxn => "maxn",
            Kind::Uct => "uct",
            Kind::LabelsCounting => "labels-counting",
            Kind::LabelsCoinRow => "labels-coin-row",
            Kind::LabelsTwoRows => "labels-two-rows",
            Kind::WinningReply => "winning-reply",
        }
    }

    /// What the kind's stream of chance is derived from. It stays when kinds are added or change their order.
    pub(crate) fn number(self) -> u64 {
        match self {
            Kind::Minimax => 1,
            Kind::AlphaBetaCuts => 2,
            Kind::Windows => 3,
            Kind::Maxn => 4,
            Kind::Uct => 5,
            Kind::LabelsCounting => 6,
            Kind::LabelsCoinRow => 7,
            Kind::LabelsTwoRows => 8,
            Kind::WinningReply => 9,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The name of no kind.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there are no exercises called `{name}`; there are {}", Kind::ALL.map(Kind::name).join(", "))]
pub struct NoSuchKind {
    /// The name that was asked for.
    pub name: String,
}

impl FromStr for Kind {
    type Err = NoSuchKind;

    fn from_str(name: &str) -> Result<Self, NoSuchKind> {
        let kind = Kind::ALL.into_iter().find(|kind| kind.name() == name);
        kind.ok_or_else(|| NoSuchKind { name: name.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_kind_has_one_name_everywhere() {
        for kind in Kind::ALL {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.name());
            assert_eq!(kind.name().parse(), Ok(kind));
        }
        let numbers: BTreeSet<u64> = Kind::ALL.map(Kind::number).into();
        assert_eq!(numbers.len(), Kind::ALL.len());
    }

    #[test]
    fn an_unknown_name_is_told_what_there_is() {
        let error = "minmax".parse::<Kind>().unwrap_err().to_string();
        assert!(
            error.starts_with("there are no exercises called `minmax`; there are minimax, alpha-beta-cuts, ")
        );
    }
}
