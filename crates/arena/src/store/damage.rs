use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use super::Store;

/// Something in a store that does not have its checksum: it is not what was recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Damage {
    /// The number of the tournament.
    pub tournament: i64,
    /// The number of the match; none if it is not about a single match.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    pub match_id: Option<i64>,
    /// What is damaged.
    pub part: DamagedPart,
}

/// A part of the record of a tournament that has a checksum, or can be worked out from the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum DamagedPart {
    /// The plan of a tournament, the files that it names, its start, its end, or its costs.
    Tournament,
    /// The game of a tournament: its name, or its rules.
    Game,
    /// The players of a tournament and their seats, as people find them who open the file.
    Players,
    /// The matches of a tournament: some are missing, or there are too many.
    Matches,
    /// The result of a match, its seed, or its length.
    Result,
    /// The moves of a match.
    Moves,
    /// The thoughts behind the moves of a match.
    Thoughts,
    /// The protocol errors of a match.
    Slips,
}

impl fmt::Display for DamagedPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Tournament => "plan, dates or costs",
            Self::Game => "rules",
            Self::Players => "players or seats",
            Self::Matches => "number of matches",
            Self::Result => "result",
            Self::Moves => "moves",
            Self::Thoughts => "thoughts",
            Self::Slips => "protocol errors",
        })
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.match_id {
            Some(id) => write!(f, "{} of match {id}", self.part),
            None => self.part.fmt(f),
        }
    }
}

impl Store {
    /// So many damages of a tournament are named in a warning.
    const NAMED: usize = 3;

    /// What has been read since the store was opened and does not have its checksum.
    pub fn damage(&self) -> Vec<Damage> {
        self.noticed.borrow().iter().copied().collect()
    }

    /// The same as warnings for people, one a tournament. Whoever shows what was read shows these as well.
    pub fn warnings(&self) -> Vec<String> {
        let mut tournaments: BTreeMap<i64, Vec<Damage>> = BTreeMap::new();
        self.damage().into_iter().for_each(|it| tournaments.entry(it.tournament).or_default().push(it));
        let warning = |(id, damages): (i64, Vec<Damage>)| {
            let mut named: Vec<String> = damages.iter().take(Self::NAMED).map(ToString::to_string).collect();
            if damages.len() > Self::NAMED {
                named.push(format!("{} more", damages.len() - Self::NAMED));
            }
            format!(
                "tournament {id} is damaged, so its figures may be wrong: not as recorded are {}; `spielbaum results verify` tells what to do",
                named.join(", ")
            )
        };
        tournaments.into_iter().map(warning).collect()
    }

    /// Keeps in mind that something does not have its checksum.
    pub(super) fn notice(&self, tournament: i64, match_id: Option<i64>, part: DamagedPart) {
        self.noticed.borrow_mut().insert(Damage { tournament, match_id, part });
    }
}
