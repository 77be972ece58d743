use serde::{Deserialize, Serialize};

use crate::stats::{Tally, mean};
use crate::{Interval, Plan, Seed};

/// What a tournament came to, in the shape of `arena --json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// The game's name.
    pub game: String,
    /// How many matches each pairing was to play.
    pub games_per_pairing: u32,
    /// What the tournament can be repeated from.
    pub seed: u64,
    /// Whether some of the matches were not played.
    #[serde(default, skip_serializing_if = "is_false")]
    pub interrupted: bool,
    /// One entry for each way to fill the seats, the last role's player changing fastest.
    pub pairings: Vec<Pairing>,
    /// One entry for each player, in the order they were named.
    pub ratings: Vec<Rating>,
}

/// What the matches of one pairing came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pairing {
    /// The player of each role.
    pub players: Vec<String>,
    /// Matches played.
    pub games: u64,
    /// For each role, the matches in which its goal was strictly the greatest. In a game for one role: the matches in which
    /// it got the greatest goal of the game, 100 in a rulesheet.
    pub wins: Vec<u64>,
    /// Matches in which the greatest goal was shared.
    pub draws: u64,
    /// Matches that the ply limit ended without goals.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub unfinished: u64,
    /// The mean goal of each role over the matches that have goals; empty if there is none.
    pub mean_goals: Vec<f64>,
    /// For each role the 95 % Wilson interval of its rate of wins, from 0 to 1.
    pub ci95: Vec<Interval>,
    /// The mean number of joint moves; none without matches.
    pub mean_plies: Option<f64>,
}

/// How a player fared over all its seats.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// The player.
    pub player: String,
    /// Seats that the rating counts: those in matches with goals and, where the game has opponents, with more than this one player.
    pub seats: u64,
    /// The mean score over these seats: 1 for a win, 1/m where m roles share the greatest goal, else 0; none without seats.
    pub score: Option<f64>,
    /// The 95 % Wilson interval of the score.
    pub ci95: Interval,
}

impl Pairing {
    /// The matches that `role` lost.
    pub fn losses(&self, role: usize) -> u64 {
        self.games - self.unfinished - self.draws - self.wins[role]
    }
}

impl Table {
    pub(crate) fn new(plan: &Plan, tallies: &[Tally]) -> Self {
        let seats: Vec<_> = (0..).take(tallies.len()).map(|pairing| plan.seats(pairing)).collect();
        let played: u64 = tallies.iter().map(|tally| tally.games).sum();
        Self {
            game: plan.game.clone(),
            games_per_pairing: plan.games_per_pairing,
            seed: plan.seed.0,
            interrupted: plan.matches() != Some(played),
            pairings: seats.iter().zip(tallies).map(|(seats, tally)| pairing(plan, seats, tally)).collect(),
            ratings: (0..plan.players.len()).map(|player| rating(plan, player, &seats, tallies)).collect(),
        }
    }

    /// The players, in the order they were named.
    pub fn players(&self) -> impl Iterator<Item = &str> {
        self.ratings.iter().map(|rating| rating.player.as_str())
    }

    /// The pairing with these players, given by their numbers, in the seats; none if there is no such.
    pub fn pairing(&self, seats: &[usize]) -> Option<&Pairing> {
        let players = self.ratings.len();
        if seats.iter().any(|&player| player >= players) {
            return None;
        }
        let index = seats
            .iter()
            .try_fold(0_usize, |index, player| index.checked_mul(players)?.checked_add(*player))?;
        self.pairings.get(index).filter(|pairing| pairing.players.len() == seats.len())
    }

    /// The seed as what matches derive theirs from.
    pub fn seed(&self) -> Seed {
        Seed(self.seed)
    }
}

fn pairing(plan: &Plan, seats: &[usize], tally: &Tally) -> Pairing {
    let roles = || 0..plan.roles;
    let wins: Vec<u64> = roles().map(|role| tally.wins(role)).collect();
    Pairing {
        players: seats.iter().map(|&player| plan.players[player].clone()).collect(),
        games: tally.games,
        ci95: wins.iter().map(|&wins| Interval::wilson(wins as f64, tally.games)).collect(),
        wins,
        draws: tally.draws,
        unfinished: tally.unfinished,
        mean_goals: roles().filter_map(|role| tally.mean_goal(role)).collect(),
        mean_plies: tally.mean_plies(),
    }
}

fn rating(plan: &Plan, player: usize, seats: &[Vec<usize>], tallies: &[Tally]) -> Rating {
    let (mut count, mut score) = (0, 0.0);
    for (seats, tally) in seats.iter().zip(tallies) {
        // Against itself a player scores its share of the seats, however strong it is.
        if seats.len() > 1 && seats.iter().all(|&other| other == player) {
            continue;
        }
        for role in (0..seats.len()).filter(|&role| seats[role] == player) {
            count += tally.finished();
            score += tally.score(role);
        }
    }
    Rating {
        player: plan.players[player].clone(),
        seats: count,
        score: mean(score, count),
        ci95: Interval::wilson(score, count),
    }
}

// Serde hands over a reference.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_false(value: &bool) -> bool {
    !value
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(value: &u64) -> bool {
    *value == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Outcome;

    fn table() -> Table {
        let plan = Plan {
            game: "coin".to_owned(),
            rules_hash: None,
            roles: 2,
            top_goal: 100,
            players: vec!["a".to_owned(), "b".to_owned()],
            games_per_pairing: 2,
            seed: Seed(9),
        };
        let mut tallies = vec![Tally::new(2, 100); 4];
        for (tally, goals) in tallies.iter_mut().zip([
            [[50, 50], [100, 0]],
            [[100, 0], [100, 0]],
            [[0, 100], [50, 50]],
            [[0, 100], [0, 100]],
        ]) {
            goals.iter().for_each(|goals| tally.add(&Outcome::Goals(goals.to_vec()), 5));
        }
        Table::new(&plan, &tallies)
    }

    #[test]
    fn the_json_has_the_promised_shape() {
        let json = serde_json::to_value(table()).expect("serialises");
        let first = serde_json::json!({
            "players": ["a", "a"], "games": 2, "wins": [1, 0], "draws": 1, "mean_goals": [75.0, 25.0],
            "ci95": [Interval::wilson(1.0, 2), Interval::wilson(0.0, 2)], "mean_plies": 5.0
        });
        assert_eq!(json["pairings"][0], first);
        assert!(json["pairings"][0]["ci95"][0][1].is_f64());
        let fields: Vec<_> = json.as_object().expect("an object").keys().collect();
        assert_eq!(fields, ["game", "games_per_pairing", "pairings", "ratings", "seed"]);
        assert_eq!(serde_json::from_value::<Table>(json).expect("its own JSON"), table());
    }

    #[test]
    fn ratings_leave_out_matches_against_oneself() {
        let table = table();
        assert_eq!((table.ratings[0].seats, table.ratings[0].score), (4, Some(3.5 / 4.0)));
        assert_eq!((table.ratings[1].seats, table.ratings[1].score), (4, Some(0.5 / 4.0)));
    }

    #[test]
    fn pairings_are_found_by_their_seats() {
        let table = table();
        assert_eq!(table.pairing(&[1, 0]).expect("played").players, ["b", "a"]);
        assert_eq!(table.pairing(&[1, 0]).expect("played").losses(0), 1);
        assert_eq!(table.pairing(&[2, 0]), None);
        assert_eq!(table.pairing(&[1]), None);
    }
}
