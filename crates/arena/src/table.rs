use search::{LargeFile, SpecFile};
use serde::{Deserialize, Serialize};

use crate::cluster::{self, Cluster};
use crate::counts::{Counts, Evidence};
use crate::payoffs::Payoffs;
use crate::tally::mean;
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
    /// How likely each player, a row, is stronger than each, a column, from 0 to 1; empty in a game for
    /// one role.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub superiority: Vec<Vec<f64>>,
    /// What the first seat is worth, in a game of two roles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_seat: Option<FirstSeat>,
    /// The sequential tests.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trials: Vec<Tested>,
    /// Whether goals tell more than scores do, in a game of more than one role: the matches that a score
    /// counts alike, as wins, as draws or as losses, have different goals, or a draw is not worth what is
    /// between a win and a loss. Mean goals may then put the players in another order than scores.
    #[serde(default, skip_serializing_if = "is_default")]
    pub goals_tell_more: bool,
    /// Whether chance moves in the game.
    #[serde(default, skip_serializing_if = "is_default")]
    pub chance: bool,
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

    /// A tablebase or a policy as it was when it was read.
    pub(crate) fn of_large(file: &LargeFile) -> Self {
        Self { path: file.path().to_owned(), sha256: file.sha256().to_owned() }
    }
}

/// What it is worth to have the first of two seats.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FirstSeat {
    /// The mean score of the first seat over all matches that were not adjudicated; a half means no
    /// advantage, where every order of seats was played equally often.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub score: Option<f64>,
    /// The 95 % Wilson interval of the score. Where all pairings share openings or the luck of chance, it
    /// counts what the matches of a number have in common.
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
    /// For each role, the matches in which its goal was strictly the greatest. In a game for one role: the
    /// matches in which it got the greatest goal of the game, 100 in a rulesheet.
    pub wins: Vec<u64>,
    /// Matches in which the greatest goal was shared.
    pub draws: u64,
    /// In a game of more than two roles, for each role the matches that it won together with others; empty in
    /// other games, in which all share a draw.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drawn: Vec<u64>,
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
    /// How many of the matches were different games, by their moves; none if the moves of some were not kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distinct_games: Option<u64>,
    /// How many independent matches the intervals count, if fewer than were played: where every opening
    /// has led to one game only, the players do not choose at random, and a game that they repeat says
    /// nothing new.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effective_games: Option<f64>,
}

/// How a player fared over all its seats.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Rating {
    /// The player.
    pub player: String,
    /// Seats that the rating counts: those in matches that were not adjudicated and, where the game has
    /// opponents, with more than this one player.
    pub seats: u64,
    /// The mean score over these seats: 1 for a win, 1/m where m roles share the greatest goal, else 0; none
    /// without seats.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub score: Option<f64>,
    /// The 95 % Wilson interval of the score.
    pub ci95: Interval,
    /// The rating by [`Strengths`](crate::Strengths), 0 being the mean of those it is connected with; none if
    /// it met no other player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elo: Option<f64>,
    /// The 95 % interval of the rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elo95: Option<[f64; 2]>,
}

impl Pairing {
    /// The matches that `role` neither won, alone or together with others, nor saw adjudicated.
    pub fn losses(&self, role: usize) -> u64 {
        let drawn = self.drawn.get(role).copied().unwrap_or(self.draws);
        self.games - self.adjudicated - drawn - self.wins[role]
    }
}

impl Table {
    /// What the matches came to, with ratings.
    pub(crate) fn new(counts: &Counts, complete: bool) -> Self {
        Self::rated(counts, complete, counts.strengths().as_ref())
    }

    /// What the matches have come to so far, without what takes a while to work out: ratings in Elo, and what
    /// follows from them.
    pub(crate) fn so_far(counts: &Counts) -> Self {
        Self::rated(counts, false, None)
    }

    fn rated(counts: &Counts, complete: bool, strengths: Option<&Strengths>) -> Self {
        let (plan, seatings) = (&counts.plan, &counts.seatings);
        let evidence = counts.evidence();
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
                .zip(&evidence)
                .map(|(seating, evidence)| pairing(plan, seating, evidence))
                .collect(),
            ratings: players()
                .map(|player| {
                    let elo = strengths.and_then(|strengths| strengths.rating(player));
                    Rating {
                        elo: elo.map(|elo| elo.elo),
                        elo95: elo.map(|elo| elo.ci95()),
                        ..rating(plan, player, seatings, &evidence)
                    }
                })
                .collect(),
            superiority: strengths.map(superiority).unwrap_or_default(),
            first_seat: strengths
                .filter(|_| plan.roles == 2)
                .map(|strengths| first_seat(strengths, &evidence, &counts.clusters(&evidence))),
            trials: counts.trials().map(tested).collect(),
            goals_tell_more: plan.roles > 1 && goals_tell_more(&evidence),
            chance: plan.chance.is_some()
                || matches!(plan.schedule, Schedule::Rotation { chance: Some(_), .. }),
            files: plan.files.iter().map(UsedFile::of).chain(plan.large_hashes.iter().cloned()).collect(),
        }
    }

    /// The pairings of different players whose matches, ten or more, were few different games. Not of those
    /// that chance makes differ: it draws anew in each match, so that matches are independent of one another
    /// and there are no other games.
    pub fn repeated(&self) -> Vec<RepeatedPairing> {
        let repeated = self.pairings.iter().filter_map(RepeatedPairing::of);
        repeated.filter(|pairing| pairing.discounted || !self.chance).collect()
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
        // Where all ways to fill the seats were played, each is at the place of its number, whatever else has
        // its names.
        let digits = seats.iter().copied();
        let place =
            digits.fold(0_usize, |place, seat| place.wrapping_mul(self.ratings.len()).wrapping_add(seat));
        let there = self.pairings.get(place).filter(seats_these);
        there.or_else(|| self.pairings.iter().find(seats_these))
    }
}

/// A pairing whose matches were few different games, so that they say less than their number promises. Random
/// openings make games differ.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RepeatedPairing {
    /// The player of each role.
    pub players: Vec<String>,
    /// How many matches they played.
    pub games: u64,
    /// How many different games these were.
    pub distinct_games: u64,
    /// Whether the intervals count fewer matches, for the players do not choose at random; otherwise they
    /// hold only for games like these.
    pub discounted: bool,
}

impl RepeatedPairing {
    /// The least number of matches that are not alike by accident.
    const FEWEST: u64 = 10;

    /// The warning about a pairing, if it deserves one: where players repeat themselves, if every game was
    /// played twice on average; where they choose at random and intervals count every match, if it was played
    /// ten times.
    fn of(pairing: &Pairing) -> Option<Self> {
        let &Pairing { ref players, games, distinct_games, effective_games, .. } = pairing;
        let (distinct_games, discounted) = (distinct_games?, effective_games.is_some());
        let copies = if discounted { 2 } else { 10 };
        let repeated = games >= Self::FEWEST.max(copies * distinct_games);
        // Against itself a player says nothing about its strength, however often.
        let differ = players.iter().any(|player| *player != players[0]);
        (repeated && differ).then(|| Self { players: players.clone(), games, distinct_games, discounted })
    }
}

/// Whether the matches of all pairings together have goals that scores do not tell.
fn goals_tell_more(evidence: &[Evidence]) -> bool {
    let mut payoffs = Payoffs::default();
    evidence.iter().for_each(|evidence| payoffs.merge(&evidence.tally.payoffs));
    payoffs.tell_more()
}

fn pairing(plan: &Plan, seating: &Seating, evidence: &Evidence) -> Pairing {
    let roles = || 0..plan.roles;
    let Evidence { tally, distinct_games, design_effect } = evidence;
    let effective_games = tally.games as f64 / design_effect;
    let wins: Vec<u64> = roles().map(|role| tally.wins(role)).collect();
    Pairing {
        players: seating.seats.iter().map(|&player| plan.players[player].clone()).collect(),
        games: tally.games,
        ci95: wins
            .iter()
            .map(|&wins| Interval::of_mean(mean(wins as f64, tally.games), effective_games))
            .collect(),
        wins,
        draws: tally.draws,
        drawn: if plan.roles > 2 { roles().map(|role| tally.drawn(role)).collect() } else { Vec::new() },
        adjudicated: tally.adjudicated,
        forfeits: if tally.forfeits.iter().any(|&forfeits| forfeits > 0) {
            tally.forfeits.clone()
        } else {
            Vec::new()
        },
        mean_goals: roles().filter_map(|role| tally.mean_goal(role)).collect(),
        mean_plies: tally.mean_plies(),
        distinct_games: *distinct_games,
        effective_games: (*design_effect > 1.0).then_some(effective_games),
    }
}

/// A mean score over seats, of which some may have seen the same game again and again.
#[derive(Clone, Copy, Debug, Default)]
struct Mean {
    seats: u64,
    score: f64,
    /// The sum of the squares of the seats that saw each game.
    squares: f64,
}

impl Mean {
    /// Adds what a role scored in a pairing.
    fn add(&mut self, Evidence { tally, design_effect, .. }: &Evidence, role: usize) {
        self.seats += tally.decided();
        self.score += tally.score(role);
        self.squares += tally.decided() as f64 * design_effect;
    }

    fn value(self) -> Option<f64> {
        mean(self.score, self.seats)
    }

    /// The effective sample size of Kish, see [`Variety`](crate::variety::Variety).
    fn effective(self) -> f64 {
        if self.seats == 0 { 0.0 } else { (self.seats as f64).powi(2) / self.squares }
    }

    fn interval(self) -> Interval {
        Interval::of_mean(self.value(), self.effective())
    }
}

fn first_seat(strengths: &Strengths, evidence: &[Evidence], clusters: &[Cluster]) -> FirstSeat {
    let mut mean = Mean::default();
    evidence.iter().for_each(|evidence| mean.add(evidence, 0));
    let elo = strengths.first_seat();
    FirstSeat {
        score: mean.value(),
        ci95: match clusters {
            [] => mean.interval(),
            _ => cluster::interval(clusters, mean.effective()),
        },
        elo: elo.map(|elo| elo.elo),
        elo95: elo.map(|elo| elo.ci95()),
    }
}

/// The score of a player, without its rating.
fn rating(plan: &Plan, player: usize, seatings: &[Seating], evidence: &[Evidence]) -> Rating {
    let mut mean = Mean::default();
    for (Seating { seats, .. }, evidence) in seatings.iter().zip(evidence) {
        // Against itself a player scores its share of the seats, however strong it is.
        if seats.len() > 1 && seats.iter().all(|&other| other == player) {
            continue;
        }
        for role in (0..seats.len()).filter(|&role| seats[role] == player) {
            mean.add(evidence, role);
        }
    }
    Rating {
        player: plan.players[player].clone(),
        seats: mean.seats,
        score: mean.value(),
        ci95: mean.interval(),
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
    use crate::testing::{finished, plan};
    use crate::{Finished, MovesHash, Seed};

    fn table() -> Table {
        let mut counts = Counts::new(&Plan { seed: Seed(9), ..plan(&["a", "b"]) }).expect("few");
        for (pairing, goals) in (0..).zip([
            [[50, 50], [100, 0]],
            [[100, 0], [100, 0]],
            [[0, 100], [50, 50]],
            [[0, 100], [0, 100]],
        ]) {
            for (index, goals) in (0..).zip(goals) {
                counts.add(finished(pairing, index, &goals)).expect("fits");
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

    /// The table of two players whose four pairings play a thousand matches each after nine openings: `game`
    /// tells by opening and number which game follows, and the first seat wins two of three.
    fn nine_openings(game: impl Fn(u64, u32) -> u64) -> Table {
        let plan = Plan { games_per_pairing: 9_000, opening_plies: 2, ..plan(&["a", "b"]) };
        let mut counts = Counts::new(&plan).expect("few");
        for (pairing, index) in (0..4).flat_map(|pairing| (0..9_000).map(move |index| (pairing, index))) {
            let opening = u64::from(index % 9);
            let goals = if opening % 3 == 0 { [0, 100] } else { [100, 0] };
            let moves = Some(MovesHash { opening, all: game(opening, index) });
            counts.add(Finished { moves, ..finished(pairing, index, &goals) }).expect("fits");
        }
        Table::new(&counts, true)
    }

    #[test]
    fn intervals_count_a_game_that_is_repeated_once() {
        let repeated = nine_openings(|opening, _| 100 + opening);
        let pairing = &repeated.pairings[1];
        assert_eq!(
            (pairing.games, pairing.distinct_games, pairing.effective_games),
            (9000, Some(9), Some(9.0))
        );
        assert_eq!(pairing.ci95[0], Interval::wilson(6.0, 9));
        // Two pairings count, each with nine games.
        let rating = &repeated.ratings[0];
        assert_eq!((rating.seats, rating.ci95), (18_000, Interval::wilson(9.0, 18)));
        // What an opening gives the first seat, it gives in all four pairings.
        let first = |table: &Table| table.first_seat.as_ref().expect("two roles").ci95;
        assert_eq!(first(&repeated), Interval::wilson(6.0, 9));
        let different = nine_openings(|_, index| 100 + u64::from(index));
        assert_eq!(different.pairings[1].ci95[0], Interval::wilson(6000.0, 9000));
        assert_eq!(first(&different), Interval::wilson(6000.0, 9000));
        assert_eq!(
            (different.pairings[1].distinct_games, different.pairings[1].effective_games),
            (Some(9000), None)
        );
        let width = |table: &Table| table.ratings[0].elo95.map(|[low, high]| high - low).expect("rated");
        let ratio = width(&repeated) / width(&different);
        assert!((25.0..35.0).contains(&ratio), "a thousandth of the games, {ratio} times the width");
    }

    #[test]
    fn few_different_games_are_told() {
        let told = |table: &Table| {
            table.repeated().iter().map(|it| (it.games, it.distinct_games, it.discounted)).collect::<Vec<_>>()
        };
        // Not of players against themselves.
        assert_eq!(told(&nine_openings(|opening, _| opening)), [(9000, 9, true); 2]);
        // After each opening one of two games: by chance.
        let by_chance = |opening, index| 10 * opening + u64::from(index % 2);
        assert_eq!(told(&nine_openings(by_chance)), [(9000, 18, false); 2]);
        assert_eq!(told(&nine_openings(|_, index| index.into())), []);
        assert_eq!(told(&table()), [], "nothing is known of their moves");
        let chance = |table| Table { chance: true, ..table };
        assert_eq!(told(&chance(nine_openings(by_chance))), [], "it draws anew in each match");
        assert_eq!(told(&chance(nine_openings(|opening, _| opening))), [(9000, 9, true); 2]);
    }

    #[test]
    fn goals_tell_more_where_the_wins_of_pairings_differ() {
        let told = |roles: usize, goals: [&[i32]; 2]| {
            let mut counts = Counts::new(&Plan { roles, ..plan(&["a", "b"]) }).expect("few");
            for (pairing, goals) in (0..).zip(goals) {
                counts.add(finished(pairing, 0, goals)).expect("fits");
            }
            Table::new(&counts, true).goals_tell_more
        };
        assert!(told(2, [&[100, 0], &[25, 75]]));
        assert!(!told(2, [&[100, 0], &[0, 100]]));
        assert!(!told(1, [&[100], &[25]]), "one role alone is not compared with others");
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
    fn who_has_less_than_those_who_share_the_most_has_lost() {
        let mut counts = Counts::new(&Plan { roles: 3, ..plan(&["a"]) }).expect("few");
        counts.add(finished(0, 0, &[50, 50, 0])).expect("fits");
        counts.add(finished(0, 1, &[0, 100, 0])).expect("fits");
        let table = Table::new(&counts, true);
        assert_eq!([0, 1, 2].map(|role| table.pairings[0].losses(role)), [1, 0, 2]);
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
