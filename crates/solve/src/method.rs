use std::fmt;
use std::str::FromStr;

use search::Spec;

use crate::limits::Limits;

/// A way to work out values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// The one that fits the game.
    Auto,
    /// Win, draw or loss by the recursion of the lectures, with early exit.
    Labels,
    /// Iterative deepening to the end of the game.
    Search,
    /// Proof-number search.
    ProofNumber,
    /// All states, valued backwards from the ends of the game.
    Retrograde,
    /// A plan for one role.
    Plan,
    /// A solver that was written for a board.
    Board,
}

impl Method {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Auto,
        Self::Retrograde,
        Self::Search,
        Self::Labels,
        Self::ProofNumber,
        Self::Plan,
        Self::Board,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Labels => "labels",
            Self::Search => "search",
            Self::ProofNumber => "proof-number",
            Self::Retrograde => "retrograde",
            Self::Plan => "plan",
            Self::Board => "board",
        }
    }

    /// The strategy whose proofs it takes, within limits; none if it is no strategy.
    pub(crate) fn strategy(self, limits: &Limits) -> Option<Spec> {
        let spec = match self {
            Self::Labels => "labels".to_owned(),
            // It would end after a million states if nothing bounded it. Only ends of the game count, so that
            // no other state of a tree needs a value.
            Self::Search => {
                format!("deepening(eval=zero,table={},nodes={MOST_NODES})", table_megabytes(limits))
            }
            Self::Plan => "plan".to_owned(),
            Self::Auto | Self::Retrograde | Self::ProofNumber | Self::Board => return None,
        };
        Some(spec.parse().expect("it is in the catalogue"))
    }
}

/// States that a search visits at most: more than anybody waits for.
const MOST_NODES: u64 = 1_000_000_000_000;

/// Megabytes of a search's table: a quarter of the memory, and as much as a position needs that is solved
/// within minutes.
fn table_megabytes(limits: &Limits) -> usize {
    (limits.memory >> 22).clamp(1, 512)
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// There is no such method.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no method `{0}`; there are auto, retrograde, search, labels, proof-number, plan and board")]
pub struct NoSuchMethod(pub String);

impl FromStr for Method {
    type Err = NoSuchMethod;

    fn from_str(text: &str) -> Result<Self, NoSuchMethod> {
        let named = Self::ALL.into_iter().find(|method| method.name() == text);
        named.ok_or_else(|| NoSuchMethod(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_are_read_as_they_are_named() {
        for method in Method::ALL {
            assert_eq!(method.to_string().parse(), Ok(method));
        }
        let problem = "magic".parse::<Method>().unwrap_err().to_string();
        assert!(Method::ALL.iter().all(|method| problem.contains(method.name())), "{problem}");
    }

    #[test]
    fn methods_that_search_have_a_strategy() {
        let limits = Limits { memory: 256 << 20, ..Limits::default() };
        let strategies = Method::ALL.into_iter().filter_map(|method| method.strategy(&limits));
        let names: Vec<String> = strategies.map(|strategy| strategy.to_string()).collect();
        assert_eq!(
            names,
            ["deepening(eval=zero,nodes=1000000000000)", "labels", "plan"],
            "64 MB is the default"
        );
    }
}
