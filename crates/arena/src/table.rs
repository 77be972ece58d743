use search::SpecFile;
use serde::{Deserialize, Serialize};

use crate::counts::Counts;
use crate::tally::{Tally, mean};
use crate::{Interval, Plan, Schedule, Seating, Strengths, Trial};

/// What a tournament came to, in the shape of `arena --json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Table {
    /// The game's name.
    pub game: String,
    /// How many matches each pairing was to play.
    pub games_per_pairing: u32,
    /// What the tournament can be repeated from.
    pub seed: u64,
    /// Whether some of the matches were not played.
    #[serde(default, skip_serializing_if = "is_default")]
    pub interrupted: bool,
    /// Which players met.
    #[serde(default, skip_serializing_if = "is_default")]
    pub schedule: Schedule,
    /// So many joint moves at the start of each match were made at random.
    #[serde(default, skip_serializing_if = "is_default")]
    pub opening_plies: u32,
    /// One entry for each way to fill the seats that was played, the last role's player changing fastest.
    pub pairings: Vec<Pairing>,
    /// One entry for each player, in the order they were named.
    pub ratings: Vec<Rating>,
    /// How likely each player, a row, is stronger than each, a column, from 0 to 1; empty in a game for one role.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub superiority: Vec<Vec<f64>>,
    /// What the first seat is worth, in a game of two roles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_seat: Option<FirstSeat>,
    /// The sequential tests.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trials: Vec<Tested>,
    /// The files that the players' specs name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<UsedFile>,
}

/// A file that a player's spec names, and what it held when the tournament began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct UsedFile {
    /// Its path, as the spec names it.
    pub path: String,
    /// The SHA-256 of its content, in hexadecimal digits.
    pub sha256: String,
}

impl UsedFile {
    fn of(file: &SpecFile) -> Self {
        Self { path: file.path().to_owned(), sha256: file.sha256().to_owned() }
    }
}

/// What it is worth to have the first of two seats.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FirstSeat {
    /// The mean score of the first seat over all matches that were not adjudicated; a half means no advantage, where every order
    /// of seats was played equally often.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub score: Option<f64>,
    /// The 95 % Wilson interval of the score.
    pub ci95: Interval,
    /// What the seat adds to the rating of its player, in Elo; none without matches.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub elo: Option<f64>,
    /// The 95 % interval of that.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub elo95: Option<[f64; 2]>,
}

/// The sequential test of two players.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Tested {
    /// The player that is tested, and the one that it is tested against.
    pub players: [String; 2],
    /// How far the test has come.
    #[serde(flatten)]
    pub trial: Trial,
}

/// What the matches of one pairing came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
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
    /// Matches without goals, [pointless](Schedule::pointless): neither wins nor draws.
    #[serde(default, skip_serializing_if = "is_default")]
    pub adjudicated: u64,
    /// For each role the matches that it forfeited, which the others won; empty if no role did.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forfeits: Vec<u64>,
    /// The mean goal of each role over the matches that have goals; empty if there is none.
    pub mean_goals: Vec<f64>,
    /// For each role the 95 % Wilson interval of its rate of wins, from 0 to 1.
    pub ci95: Vec<Interval>,
    /// The mean number of joint moves; none without matches.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub mean_plies: Option<f64>,
}

/// How a player fared over all its seats.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Rating {
    /// The player.
    pub player: String,
    /// Seats that the rating counts: those in matches that were not adjudicated and, where the game has opponents, with more than this one player.
    pub seats: u64,
    /// The mean score over these seats: 1 for a win, 1/m where m roles share the greatest goal, else 0; none without seats.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub score: Option<f64>,
    /// The 95 % Wilson interval of the score.
    pub ci95: Interval,
    /// The rating by [`Strengths`](crate::Strengths), 0 being the mean of those it is connected with; none if it met no other player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elo: Option<f64>,
    /// The 95 % interval of the rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elo95: Option<[f64; 2]>,
}

impl Pairing {
    /// The matches that `role` neither won nor drew nor saw adjudicated. Of more than two roles, those too count that somebody else
    /// forfeited, whose win the others share.
    pub fn losses(&self, role: usize) -> u64 {
        self.games - self.adjudicated - self.draws - self.wins[role]
    }
}

impl Table {
    /// What the matches came to, with ratings.
    pub(crate) fn new(counts: &Counts, complete: bool) -> Self {
        Self::rated(counts, complete, counts.strengths().as_ref())
    }

    /// What the matches have come to so far, without what takes a while to work out: ratings in Elo, and what follows from them.
    pub(crate) fn so_far(counts: &Counts) -> Self {
        Self::rated(counts, false, None)
    }

    fn rated(counts: &Counts, complete: bool, strengths: Option<&Strengths>) -> Self {
        let (plan, seatings, tallies) = (&counts.plan, &counts.seatings, counts.tallies());
        let name = |player: usize| plan.players[player].clone();
        let players = || 0..plan.players.len();
        let superiority = |strengths: &Strengths| {
            players().map(|a| players().map(|b| strengths.superiority(a, b)).collect()).collect()
        };
        let tested = |(players, trial): ([usize; 2], _)| Tested { players: players.map(name), trial };
        Self {
            game: plan.game.clone(),
            games_per_pairing: plan.games_per_pairing,
            seed: plan.seed.0,
            interrupted: !complete,
            schedule: plan.schedule,
            opening_plies: plan.opening_plies,
            pairings: seatings
                .iter()
                .zip(&tallies)
                .map(|(seating, tally)| pairing(plan, seating, tally))
                .collect(),
            ratings: players()
                .map(|player| {
                    let elo = strengths.and_then(|strengths| strengths.rating(player));
                    Rating {
                        elo: elo.map(|elo| elo.elo),
                        elo95: elo.map(|elo| elo.ci95()),
                        ..rating(plan, player, seatings, &tallies)
                    }
                })
                .collect(),
            superiority: strengths.map(superiority).unwrap_or_default(),
            first_seat: strengths
                .filter(|_| plan.roles == 2)
                .map(|strengths| first_seat(strengths, &tallies)),
            trials: counts.trials().map(tested).collect(),
            files: plan.files.iter().map(UsedFile::of).collect(),
        }
    }

    /// How many matches were planned, at most.
    pub fn planned(&self) -> u64 {
        match self.schedule {
            Schedule::Rotation { matches, .. } => matches,
            _ => u64::from(self.games_per_pairing) * self.pairings.len() as u64,
        }
    }

    /// The players, in the order they were named.
    pub fn players(&self) -> impl Iterator<Item = &str> {
        self.ratings.iter().map(|rating| rating.player.as_str())
    }

    /// The pairing with these players, given by their numbers, in the seats; none if they did not meet.
    pub fn pairing(&self, seats: &[usize]) -> Option<&Pairing> {
        let names: Vec<&str> = seats
            .iter()
            .map(|&player| Some(self.ratings.get(player)?.player.as_str()))
            .collect::<Option<_>>()?;
        let seats_these = |pairing: &&Pairing| pairing.players == names;
        // Where all ways to fill the seats were played, each is at the place of its number, whatever else has its names.
        let digits = seats.iter().copied();
        let place =
            digits.fold(0_usize, |place, seat| place.wrapping_mul(self.ratings.len()).wrapping_add(seat));
        let there = self.pairings.get(place).filter(seats_these);
        there.or_else(|| self.pairings.iter().find(seats_these))
    }
}

fn pairing(plan: &Plan, seating: &Seating, tally: &Tally) -> Pairing {
    let roles = || 0..plan.roles;
    let wins: Vec<u64> = roles().map(|role| tally.wins(role)).collect();
    Pairing {
        players: seating.seats.iter().map(|&player| plan.players[player].clone()).collect(),
        games: tally.games,
        ci95: wins.iter().map(|&wins| Interval::wilson(wins as f64, tally.games)).collect(),
        wins,
        draws: tally.draws,
        adjudicated: tally.adjudicated,
        forfeits: if tally.forfeits.iter().any(|&forfeits| forfeits > 0) {
            tally.forfeits.clone()
        } else {
            Vec::new()
        },
        mean_goals: roles().filter_map(|role| tally.mean_goal(role)).collect(),
        mean_plies: tally.mean_plies(),
    }
}

fn first_seat(strengths: &Strengths, tallies: &[Tally]) -> FirstSeat {
    let count = tallies.iter().map(Tally::decided).sum();
    let score = tallies.iter().map(|tally| tally.score(0)).sum();
    let elo = strengths.first_seat();
    FirstSeat {
        score: mean(score, count),
        ci95: Interval::wilson(score, count),
        elo: elo.map(|elo| elo.elo),
        elo95: elo.map(|elo| elo.ci95()),
    }
}

/// The score of a player, without its rating.
fn rating(plan: &Plan, player: usize, seatings: &[Seating], tallies: &[Tally]) -> Rating {
    let (mut count, mut score) = (0, 0.0);
    for (Seating { seats, .. }, tally) in seatings.iter().zip(tallies) {
        // Against itself a player scores its share of the seats, however strong it is.
        if seats.len() > 1 && seats.iter().all(|&other| other == player) {
            continue;
        }
        for role in (0..seats.len()).filter(|&role| seats[role] == player) {
            count += tally.decided();
            score += tally.score(role);
        }
    }
    Rating {
        player: plan.players[player].clone(),
        seats: count,
        score: mean(score, count),
        ci95: Interval::wilson(score, count),
        elo: None,
        elo95: None,
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Outcome;
    use crate::Seed;
    use crate::testing::plan;

    fn table() -> Table {
        let mut counts = Counts::new(&Plan { seed: Seed(9), ..plan(&["a", "b"]) }).expect("few");
        for (pairing, goals) in (0..).zip([
            [[50, 50], [100, 0]],
            [[100, 0], [100, 0]],
            [[0, 100], [50, 50]],
            [[0, 100], [0, 100]],
        ]) {
            for goals in goals {
                counts.add_many(pairing, &Outcome::Goals(goals.to_vec()), 1, 5).expect("fits");
            }
        }
        Table::new(&counts, true)
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
        let expected =
            ["first_seat", "game", "games_per_pairing", "pairings", "ratings", "seed", "superiority"];
        assert_eq!(fields, expected);
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
        assert_eq!(table.pairing(&[1; 100]), None);
    }

    #[test]
    fn pairings_are_told_apart_though_a_strategy_was_named_twice() {
        let table = Table::new(&Counts::new(&plan(&["a", "b", "a"])).expect("few"), false);
        for place in 0..9 {
            let found = table.pairing(&[place / 3, place % 3]).expect("planned");
            assert!(std::ptr::eq(found, &raw const table.pairings[place]));
        }
    }

    #[test]
    fn pairings_are_found_though_not_all_were_played() {
        let plan = Plan { schedule: Schedule::Gauntlet(1), ..plan(&["a", "b", "c"]) };
        let table = Table::new(&Counts::new(&plan).expect("few"), false);
        assert_eq!(table.pairing(&[2, 0]).expect("planned").players, ["c", "a"]);
        assert_eq!(table.pairing(&[2, 1]), None);
    }
}
