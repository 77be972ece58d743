use std::time::Duration;

use arena::{Draft, Plan, Schedule, Seed, Sprt};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{game, is_repeatable};
use crate::games::GameRef;
use crate::problem::Problem;
use crate::strategy;

/// What is to be compared.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ComparisonRequest {
    pub(super) game: GameRef,
    /// The strategies' specs; if there are none, some that suit the game.
    #[schema(min_items = 1, max_items = 32)]
    players: Option<Vec<String>>,
    /// Games of each pairing, at most; if not given, as many as suit the game.
    #[schema(minimum = 1, maximum = 1_000_000)]
    games: Option<u32>,
    /// Where chance comes from: the same seed gives the same games.
    #[serde(default)]
    seed: u64,
    #[serde(default)]
    schedule: Meeting,
    /// The first so many players of a gauntlet meet each of the others.
    #[schema(minimum = 1, maximum = 31)]
    champions: Option<usize>,
    /// So many joint moves at the beginning of each game are made at random.
    #[serde(default)]
    #[schema(maximum = 1000)]
    opening_plies: u32,
    /// Seconds a move for everybody, beside the bounds in the specs.
    #[schema(minimum = 0.001, maximum = 86400)]
    move_seconds: Option<f64>,
    /// Games end as nobody's win after so many joint moves.
    #[schema(minimum = 1)]
    ply_limit: Option<u32>,
    /// Ends each pairing as soon as it is decided whether the first named is the stronger; for two roles.
    sprt: Option<Sprt>,
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Meeting {
    /// Everyone everyone, itself included.
    #[default]
    RoundRobin,
    /// The first each of the others.
    Gauntlet,
    /// Neighbours in the order of their ratings, until their error bars part.
    Ladder,
}

impl ComparisonRequest {
    const MOST_PLAYERS: usize = 32;
    /// Games of a pairing at most, and of all pairings together.
    pub(super) const MOST_GAMES: u32 = 1_000_000;
    /// The longest time for a move, in seconds.
    const LONGEST: f64 = 86_400.0;
    const SHORTEST: f64 = 0.001;

    /// What is asked for, as far as it can be told without the game.
    ///
    /// # Errors
    /// If a strategy is none, or a number is out of range.
    pub(crate) fn draft(&self) -> Result<Draft, Problem> {
        let players = match &self.players {
            Some(players) if !(1..=Self::MOST_PLAYERS).contains(&players.len()) => {
                return Err(out_of_range("players", format_args!("1 to {} strategies", Self::MOST_PLAYERS)));
            }
            Some(players) => {
                Some(players.iter().map(|text| strategy::read(text)).collect::<Result<Vec<_>, _>>()?)
            }
            None => None,
        };
        if !self.games.is_none_or(|games| (1..=Self::MOST_GAMES).contains(&games)) {
            return Err(out_of_range("games", format_args!("1 to {}", Self::MOST_GAMES)));
        }
        if self.opening_plies > Draft::MOST_OPENING_PLIES {
            return Err(out_of_range("opening_plies", format_args!("0 to {}", Draft::MOST_OPENING_PLIES)));
        }
        if !self.move_seconds.is_none_or(|time| (Self::SHORTEST..=Self::LONGEST).contains(&time)) {
            return Err(out_of_range(
                "move_seconds",
                format_args!("{} to {}", Self::SHORTEST, Self::LONGEST),
            ));
        }
        if self.ply_limit == Some(0) || self.champions == Some(0) {
            return Err(out_of_range("ply_limit and champions", format_args!("1 or more")));
        }
        Ok(Draft {
            players,
            schedule: match self.schedule {
                Meeting::RoundRobin => Schedule::RoundRobin,
                Meeting::Gauntlet => Schedule::Gauntlet(self.champions.unwrap_or(1)),
                Meeting::Ladder => Schedule::Ladder,
            },
            games: self.games,
            seed: Seed(self.seed),
            opening_plies: self.opening_plies,
            ply_limit: self.ply_limit.unwrap_or(Draft::PLY_LIMIT),
            move_time: self.move_seconds.map(Duration::from_secs_f64),
            forfeit_after: None,
            sprt: self.sprt,
        })
    }

    /// What would plan this tournament again; none if nothing would.
    pub(super) fn of(plan: &Plan, rules: String) -> Option<Self> {
        let (schedule, champions) = match plan.schedule {
            Schedule::RoundRobin => (Meeting::RoundRobin, None),
            Schedule::Gauntlet(champions) => (Meeting::Gauntlet, Some(champions)),
            Schedule::Ladder => (Meeting::Ladder, None),
            Schedule::Rotation { .. } => return None,
        };
        is_repeatable(plan).then(|| Self {
            game: game(plan, rules),
            players: Some(plan.players.clone()),
            games: Some(plan.games_per_pairing),
            seed: plan.seed.0,
            schedule,
            champions,
            opening_plies: plan.opening_plies,
            move_seconds: plan.move_time.map(|time| time.as_secs_f64()),
            ply_limit: Some(plan.ply_limit),
            sprt: plan.sprt,
        })
    }
}

fn out_of_range(name: &str, range: impl std::fmt::Display) -> Problem {
    Problem::invalid("out-of-range", format!("`{name}` takes {range}"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn draft(fields: &serde_json::Value) -> Result<Draft, Problem> {
        let mut request = json!({"game": {"name": "nim"}});
        request.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        serde_json::from_value::<ComparisonRequest>(request).unwrap().draft()
    }

    #[test]
    fn what_is_left_out_suits_the_game() {
        assert_eq!(draft(&json!({})).unwrap(), Draft::default());
    }

    #[test]
    fn what_is_out_of_range_is_named() {
        for (fields, name) in [
            (json!({"players": []}), "players"),
            (json!({"players": vec!["random"; 33]}), "players"),
            (json!({"games": 0}), "games"),
            (json!({"games": 2_000_000}), "games"),
            (json!({"opening_plies": 1001}), "opening_plies"),
            (json!({"move_seconds": 0.0}), "move_seconds"),
            (json!({"move_seconds": 1e300}), "move_seconds"),
            (json!({"ply_limit": 0}), "ply_limit"),
            (json!({"schedule": "gauntlet", "champions": 0}), "champions"),
        ] {
            let problem = draft(&fields).unwrap_err();
            assert!(problem.code == "out-of-range" && problem.message.contains(name), "{}", problem.message);
        }
    }

    #[test]
    fn a_strategy_that_is_none_has_its_place() {
        let problem = draft(&json!({"players": ["random", "uct(x=1)"]})).unwrap_err();
        assert_eq!((problem.code, problem.column), ("bad-strategy", Some(5)));
    }
}
