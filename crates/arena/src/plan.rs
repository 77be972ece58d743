use std::time::Duration;

use game::{Game, Goal, players};
use search::{LargeFile, Spec, SpecFile};
use serde::{Deserialize, Serialize};

use crate::{Fixture, Outcome, Schedule, Seed, Sprt, TournamentError, UsedFile, schedule};

/// What a tournament will play: enough to know every match of it in advance, and to go on where it
/// was interrupted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The game's name.
    pub game: String,
    /// A hash of the rules' text, if the caller has one, so that results of different rules are never taken
    /// for one another.
    pub rules_hash: Option<String>,
    /// How many roles have a player: all of the game's but [chance](Self::chance).
    pub roles: usize,
    /// The role of chance, which moves and has no player; none in a game without, and in a rotation, in which
    /// every role has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chance: Option<usize>,
    /// The greatest goal there is, with which a single role wins.
    pub top_goal: Goal,
    /// The players, each different: specs, and in a rotation whatever they are called.
    pub players: Vec<String>,
    /// Who meets whom.
    pub schedule: Schedule,
    /// How many matches each pairing plays; at most, where a test or a ladder may end before.
    pub games_per_pairing: u32,
    /// The seed of all random numbers.
    pub seed: Seed,
    /// So many joint moves at the start of every match are made at random, the same ones in the matches of
    /// one number of all pairings.
    pub opening_plies: u32,
    /// Matches end without goals after so many joint moves, the opening's included.
    pub ply_limit: u32,
    /// Bounds the time of every decision, on top of what the player's own spec says.
    pub move_time: Option<Duration>,
    /// A player that takes longer for a decision forfeits the match.
    pub forfeit_after: Option<Duration>,
    /// Ends a pairing as soon as it is decided.
    pub sprt: Option<Sprt>,
    /// The learned evaluations and tables of weights that the players' specs name, as they were when the
    /// tournament was planned: what is played depends on these copies alone. The store keeps them beside
    /// the plan.
    #[serde(skip)]
    pub files: Vec<SpecFile>,
    /// The tablebases and policies that the players' specs name, if they are at hand. The store does not keep
    /// them, as they are large: those of a stored plan are read when it is played.
    #[serde(skip)]
    pub large_files: Vec<LargeFile>,
    /// What the tablebases and policies were when the tournament was planned: it goes on with the same
    /// files only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub large_hashes: Vec<UsedFile>,
    /// The players that are [custom](Spec::is_custom): their texts do not tell what they are, so that a
    /// tournament of the store can only go on where the program gives them again.
    #[serde(skip)]
    pub custom: Vec<Spec>,
}

/// One way to fill the seats, and its number in a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seating {
    /// Its number among all ways to fill the seats; the last role's player changes fastest.
    pub pairing: u64,
    /// The number of each role's player.
    pub seats: Vec<usize>,
}

impl Plan {
    /// The greatest number of ways to fill the seats.
    pub const MAX_PAIRINGS: u64 = 100_000;

    /// The greatest number of roles: a single player fills any number of seats in one way only.
    const MAX_ROLES: u32 = 1_000;

    /// Marks the openings' branch of the seed. No pairing has this number.
    const OPENINGS: u64 = u64::MAX;

    /// Marks the branch of the seed that moves of chance are drawn from. No pairing has this number.
    const CHANCE: u64 = u64::MAX - 1;

    /// The greatest goal of rulesheets.
    const TOP_GOAL: Goal = 100;

    /// A plan for these players with a role each, none of chance and goals up to 100: one match of each
    /// pairing from the initial state, without bounds on plies and time.
    pub fn new(game: impl Into<String>, players: Vec<String>, schedule: Schedule) -> Self {
        Self {
            game: game.into(),
            rules_hash: None,
            roles: players.len(),
            chance: None,
            top_goal: Self::TOP_GOAL,
            players,
            schedule,
            games_per_pairing: 1,
            seed: Seed(0),
            opening_plies: 0,
            ply_limit: u32::MAX,
            move_time: None,
            forfeit_after: None,
            sprt: None,
            files: Vec::new(),
            large_files: Vec::new(),
            large_hashes: Vec::new(),
            custom: Vec::new(),
        }
    }

    /// The same plan, with the files that its players name, and those of them that are custom.
    #[must_use]
    pub fn with_specs<'s>(self, players: impl IntoIterator<Item = &'s Spec> + Clone) -> Self {
        let large_files = Self::large_files_of(players.clone());
        Self {
            files: Self::files_of(players.clone()),
            large_hashes: large_files.iter().map(UsedFile::of_large).collect(),
            large_files,
            custom: Self::custom_of(players),
            ..self
        }
    }

    /// The learned evaluations and tables of weights that players name, each path once.
    pub fn files_of<'s>(players: impl IntoIterator<Item = &'s Spec>) -> Vec<SpecFile> {
        let mut files: Vec<SpecFile> = Vec::new();
        for file in players.into_iter().flat_map(Spec::files) {
            if files.iter().all(|known| known.path() != file.path()) {
                files.push(file.clone());
            }
        }
        files
    }

    /// The tablebases and policies that players name, each path once.
    pub fn large_files_of<'s>(players: impl IntoIterator<Item = &'s Spec>) -> Vec<LargeFile> {
        let mut files: Vec<LargeFile> = Vec::new();
        for file in players.into_iter().flat_map(Spec::large_files) {
            if files.iter().all(|known| known.path() != file.path()) {
                files.push(file);
            }
        }
        files
    }

    /// Those of the players that are custom.
    pub fn custom_of<'s>(players: impl IntoIterator<Item = &'s Spec>) -> Vec<Spec> {
        players.into_iter().filter(|player| player.is_custom()).cloned().collect()
    }

    /// The specs of the players, with the plan's copies of the files that they name. Tablebases and policies
    /// that the plan does not have are read.
    ///
    /// # Errors
    /// If a player is no spec, the plan has no copy of a file, or a tablebase or a policy cannot be read or
    /// is not what it was.
    pub fn specs(&self) -> Result<Vec<Spec>, TournamentError> {
        let spec = |player: &String| {
            if let Some(custom) = self.custom.iter().find(|custom| custom.to_string() == *player) {
                return Ok(custom.clone());
            }
            let spec = Spec::recorded(player)?.with_large_files(&self.large_files).with_files(&self.files)?;
            if let Some(path) = spec.unread_file() {
                return Err(TournamentError::NoCopy(path.to_owned()));
            }
            let large_files = spec.large_files();
            let changed = |planned: &&UsedFile| {
                large_files.iter().any(|file| file.path() == planned.path && file.sha256() != planned.sha256)
            };
            match self.large_hashes.iter().find(changed) {
                Some(UsedFile { path, sha256 }) => {
                    Err(TournamentError::OtherFile { path: path.clone(), sha256: sha256.clone() })
                }
                None => Ok(spec),
            }
        };
        self.players.iter().map(spec).collect()
    }

    /// How many ways there are to fill the seats; none if there are too many, too many seats, or other than
    /// one player a seat of a rotation.
    pub(crate) fn ways(&self) -> Option<u64> {
        let roles = u32::try_from(self.roles).ok().filter(|&roles| roles <= Self::MAX_ROLES)?;
        let ways = (self.players.len() as u64).checked_pow(roles)?;
        let plannable = match self.schedule {
            // Few of the ways are played, so they are never all listed.
            Schedule::Rotation { .. } => self.players.len() == self.roles,
            _ => ways <= Self::MAX_PAIRINGS,
        };
        plannable.then_some(ways)
    }

    /// The seatings that the schedule plays, in the order of their numbers; none if there are too many ways
    /// to fill the seats.
    pub fn seatings(&self) -> Option<Vec<Seating>> {
        let ways = self.ways()?;
        if let Schedule::Rotation { matches, .. } = self.schedule {
            let turns = self.turns().min(matches);
            let seating = |turn| {
                let seats = self.after(turn)?;
                Some(Seating { pairing: self.pairing(&seats), seats })
            };
            return (0..turns).map(seating).collect();
        }
        let all = (0..ways).map(|pairing| Seating { pairing, seats: self.seats(pairing) });
        let plays = |seats: &[usize]| {
            self.schedule.unites(seats) && (self.sprt.is_none() || schedule::two_players(seats))
        };
        Some(all.filter(|seating| plays(&seating.seats)).collect())
    }

    /// How many matches there are at most; none if there are too many ways to fill the seats.
    pub fn matches(&self) -> Option<u64> {
        if let Schedule::Rotation { matches, .. } = self.schedule {
            return self.ways().map(|_| matches);
        }
        (self.seatings()?.len() as u64).checked_mul(self.games_per_pairing.into())
    }

    /// A rotation's match number `number`, from 0, with the player of each role; none if there is no such
    /// match, or the plan is no rotation.
    pub fn rotation(&self, number: u64) -> Option<(Fixture, Vec<usize>)> {
        let seats = self.after(number).filter(|_| Some(number) < self.matches())?;
        let index = u32::try_from(number / self.turns()).ok()?;
        Some((Fixture { pairing: self.pairing(&seats), index }, seats))
    }

    /// After so many turns of a rotation all players sit as in the beginning.
    fn turns(&self) -> u64 {
        let fixed = matches!(self.schedule, Schedule::Rotation { chance: Some(_), .. });
        (self.roles as u64).saturating_sub(fixed.into()).max(1)
    }

    /// The player of each role after so many turns of a rotation.
    fn after(&self, turns: u64) -> Option<Vec<usize>> {
        let Schedule::Rotation { chance, .. } = self.schedule else { return None };
        // The remainder is less than the number of roles.
        Some(schedule::rotated(self.roles, chance, (turns % self.turns()) as usize))
    }

    /// Whether results decide how many matches there are.
    pub fn stops_early(&self) -> bool {
        self.sprt.is_some() || self.schedule == Schedule::Ladder
    }

    /// The seats of a pairing: for each role the number of its player.
    ///
    /// # Panics
    /// If there are roles and no players.
    pub fn seats(&self, pairing: u64) -> Vec<usize> {
        let players = self.players.len() as u64;
        let mut rest = pairing;
        let mut seats: Vec<usize> = (0..self.roles)
            .map(|_| {
                let seat = rest % players;
                rest /= players;
                seat as usize
            })
            .collect();
        seats.reverse();
        seats
    }

    /// The number of the pairing with these seats, the inverse of [`seats`](Self::seats).
    pub(crate) fn pairing(&self, seats: &[usize]) -> u64 {
        seats.iter().fold(0, |pairing, &seat| pairing * self.players.len() as u64 + seat as u64)
    }

    /// What a match is worth to each role, as ratings count it: a win 1, one of `m` greatest goals 1/m, all
    /// else 0; none where it had no end.
    pub fn scores(&self, outcome: &Outcome) -> Option<Vec<f64>> {
        match outcome {
            Outcome::PlyLimit | Outcome::Unscored => None,
            Outcome::Forfeit { role, .. } => {
                let share = 1.0 / self.roles.saturating_sub(1).max(1) as f64;
                Some((0..self.roles).map(|other| if other == *role { 0.0 } else { share }).collect())
            }
            Outcome::Goals(goals) => {
                let greatest = if self.roles == 1 { self.top_goal } else { *goals.iter().max()? };
                let winners = goals.iter().filter(|&&goal| goal == greatest).count();
                let score = |&goal: &_| if goal == greatest { 1.0 / winners as f64 } else { 0.0 };
                Some(goals.iter().map(score).collect())
            }
        }
    }

    /// The seed of match number `index` of a pairing.
    pub fn match_seed(&self, pairing: u64, index: u32) -> Seed {
        self.seed.derive(pairing).derive(index.into())
    }

    /// The seed of the moves of chance in every pairing's match number `index`: players that swap seats, and
    /// others in their place, have the same luck.
    pub fn chance_seed(&self, index: u32) -> Seed {
        self.match_seed(Self::CHANCE, index)
    }

    /// How many roles move: those with a player, and chance.
    pub fn movers(&self) -> usize {
        self.roles + usize::from(self.chance.is_some())
    }

    /// The seat of a role of the game; none of chance.
    pub fn seat(&self, role: usize) -> Option<usize> {
        match self.chance {
            Some(chance) if role == chance => None,
            Some(chance) if role > chance => Some(role - 1),
            _ => Some(role),
        }
    }

    /// The seed of the opening of every pairing's match number `index`.
    pub fn opening_seed(&self, index: u32) -> Seed {
        self.match_seed(Self::OPENINGS, index)
    }
}

/// The greatest goal that a player can get: of a game with one player what it is proven to get at most, if
/// that is known.
pub fn top_goal<G: Game>(game: &G) -> Goal {
    let most = *game.goal_range().end();
    match players(game).count() {
        1 => game.knowledge().goal_sums().map_or(most, |sums| most.min(*sums.end())),
        _ => most,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::plan;

    fn seats(plan: &Plan) -> Vec<Vec<usize>> {
        plan.seatings().expect("few").into_iter().map(|seating| seating.seats).collect()
    }

    #[test]
    fn every_player_sits_everywhere() {
        let mut plan = Plan { games_per_pairing: 10, ..plan(&["a", "b", "c"]) };
        assert_eq!(seats(&plan)[..4], [[0, 0], [0, 1], [0, 2], [1, 0]]);
        assert_eq!(plan.matches(), Some(90));
        plan.roles = 1;
        assert_eq!(seats(&plan), [[0], [1], [2]]);
        plan.roles = 100;
        assert_eq!((plan.seatings(), plan.matches()), (None, None));
    }

    #[test]
    fn no_plan_seats_more_than_fit_into_memory() {
        let plan = Plan { roles: 4_000_000_000, ..plan(&["a"]) };
        assert_eq!((plan.ways(), plan.seatings()), (None, None));
    }

    #[test]
    fn chance_moves_and_has_no_seat() {
        let plan = Plan { chance: Some(1), ..plan(&["a", "b"]) };
        assert_eq!((plan.movers(), plan.roles, seats(&plan).len()), (3, 2, 4));
        assert_eq!([0, 1, 2].map(|role| plan.seat(role)), [Some(0), None, Some(1)]);
        let without = Plan { chance: None, ..plan };
        assert_eq!((without.movers(), without.seat(1)), (2, Some(1)));
    }

    #[test]
    fn a_pairing_is_found_by_its_seats() {
        let plan = Plan { roles: 3, ..plan(&["a", "b", "c"]) };
        assert!((0..27).all(|pairing| plan.pairing(&plan.seats(pairing)) == pairing));
    }

    #[test]
    fn a_gauntlet_leaves_out_those_who_do_not_meet_a_champion() {
        let plan = Plan { schedule: Schedule::Gauntlet(1), ..plan(&["a", "b", "c"]) };
        assert_eq!(seats(&plan), [[0, 1], [0, 2], [1, 0], [2, 0]]);
        let numbers: Vec<_> = plan.seatings().expect("few").iter().map(|seating| seating.pairing).collect();
        assert_eq!(numbers, [1, 2, 3, 6]);
    }

    #[test]
    fn in_a_rotation_seats_go_round() {
        let rotation = |matches, chance| Plan {
            schedule: Schedule::Rotation { matches, chance },
            roles: 3,
            games_per_pairing: 2,
            ..plan(&["localhost:9147", "uct", "uct#2"])
        };
        let four = rotation(4, None);
        assert_eq!(
            (seats(&four), four.matches()),
            (vec![vec![0, 1, 2], vec![1, 2, 0], vec![2, 0, 1]], Some(4))
        );
        let played: Vec<_> = (0..5).map_while(|number| four.rotation(number)).collect();
        assert_eq!(played.len(), 4);
        assert_eq!(played[3], (Fixture { pairing: 5, index: 1 }, vec![0, 1, 2]));
        assert_eq!(seats(&rotation(1, None)), [[0, 1, 2]]);
        assert_eq!(seats(&rotation(5, Some(2))), [[0, 1, 2], [1, 0, 2]]);
        assert_eq!(plan(&["a", "b"]).rotation(0), None);
    }

    #[test]
    fn a_rotation_has_a_player_a_seat_and_no_more_seats_than_can_be_numbered() {
        let rotation =
            Plan { schedule: Schedule::Rotation { matches: 1, chance: None }, ..plan(&["a", "b"]) };
        assert_eq!(rotation.matches(), Some(1));
        assert_eq!(Plan { roles: 3, ..rotation.clone() }.seatings(), None);
        let many = |roles| {
            let players = (0..roles).map(|number| format!("p{number}")).collect();
            Plan { roles, players, ..rotation.clone() }.seatings().map(|seatings| seatings.len())
        };
        assert_eq!((many(15), many(16), many(2000)), (Some(1), None, None));
    }

    #[test]
    fn nobody_is_tested_against_itself() {
        let plan = Plan { sprt: Some(Sprt::default()), ..plan(&["a", "b"]) };
        assert_eq!(seats(&plan), [[0, 1], [1, 0]]);
        assert!(plan.stops_early());
    }

    #[test]
    fn scores_are_those_of_the_ratings() {
        let plan = |roles| Plan { roles, ..plan(&["a"]) };
        let goals = |goals: &[i32]| Outcome::Goals(goals.to_vec());
        assert_eq!(plan(2).scores(&goals(&[50, 50])), Some(vec![0.5, 0.5]));
        assert_eq!(plan(3).scores(&goals(&[40, 40, 0])), Some(vec![0.5, 0.5, 0.0]));
        assert_eq!(plan(1).scores(&goals(&[99])), Some(vec![0.0]));
        assert_eq!(plan(1).scores(&goals(&[100])), Some(vec![1.0]));
        let forfeit = |role| Outcome::Forfeit { role, foul: String::new() };
        assert_eq!(plan(3).scores(&forfeit(0)), Some(vec![0.0, 0.5, 0.5]));
        assert_eq!(plan(1).scores(&forfeit(0)), Some(vec![0.0]));
        assert_eq!(plan(2).scores(&Outcome::PlyLimit), None);
    }

    #[test]
    fn a_plan_is_read_back_from_its_json() {
        let plan = Plan {
            schedule: Schedule::Gauntlet(2),
            move_time: Some(Duration::from_millis(50)),
            sprt: Some(Sprt::default()),
            ..plan(&["a", "b"])
        };
        let json = serde_json::to_string(&plan).expect("serialises");
        assert_eq!(serde_json::from_str::<Plan>(&json).expect("its own JSON"), plan);
    }
}
