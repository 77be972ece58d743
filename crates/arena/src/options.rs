use std::time::Duration;

use game::{Chance, Game};
use search::Spec;
use serde::{Deserialize, Serialize};

use crate::{Lineup, Match, Pace, Plan, Schedule, Seed, Sprt, SprtParameters, top_goal};

/// The options of a tournament: what may be chosen besides the game. The flags of the command line, the
/// request of the HTTP API and the stored [`Plan`] are all made from them.
///
/// `P` is a player and `T` a test: a [`Spec`] and an [`Sprt`], or what is to become them where they have not
/// been read yet, as in a request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct TournamentOptions<P = Spec, T = Sprt> {
    /// The strategies' specs, each different; if there are none, strategies that suit the game.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Vec<String>>, min_items = 1, max_items = 32))]
    pub players: Option<Vec<P>>,
    /// Games of each pairing, at most; if not given, as many as suit the game, the schedule or the test.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 1_000_000))]
    pub games: Option<u32>,
    /// The seed of all random numbers: the same seed gives the same games.
    #[serde(default)]
    pub seed: u64,
    /// Who meets whom.
    #[serde(default)]
    pub schedule: TournamentFormat,
    /// In a gauntlet, the first so many players meet each of the others; 1 if not given.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 31))]
    pub champions: Option<usize>,
    /// So many joint moves at the beginning of each game are random, from 0 to 1000.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(maximum = 1000))]
    pub opening_plies: u32,
    /// Seconds for each move of every player, besides the bounds in the specs; at most 86400. Without it only
    /// the specs bound a move.
    #[cfg_attr(feature = "openapi", schema(minimum = 0.001, maximum = 86400))]
    pub move_seconds: Option<f64>,
    /// A player that takes more seconds for a move forfeits the game; at most 86400. Without it no player
    /// forfeits by its time.
    #[cfg_attr(feature = "openapi", schema(minimum = 0.001, maximum = 86400))]
    pub forfeit_seconds: Option<f64>,
    /// A game ends without a winner after so many joint moves, 1 or more; 10000 if not given.
    #[cfg_attr(feature = "openapi", schema(minimum = 1))]
    pub ply_limit: Option<u32>,
    /// A sequential test that ends each pairing as soon as it is decided whether the first named player is
    /// the stronger; for games of two roles.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<SprtParameters>))]
    pub sprt: Option<T>,
}

/// Options as a request has them: everything has its type, and nothing has been read.
pub type UnreadOptions = TournamentOptions<String, SprtParameters>;

/// Who meets whom in a tournament.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Meeting))]
#[serde(rename_all = "kebab-case")]
pub enum TournamentFormat {
    /// Every player meets every player, itself included.
    #[default]
    RoundRobin,
    /// The first player meets each of the others.
    Gauntlet,
    /// Players that are neighbours by rating meet, until each two neighbours differ clearly.
    Ladder,
    /// There are as many players as roles, and they sit in the order they are named: a single pairing.
    InOrder,
}

/// How large a tournament may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TournamentLimits {
    /// The greatest number of players.
    pub players: usize,
    /// The greatest number of games of one pairing.
    pub games_per_pairing: u32,
    /// The greatest number of ways to fill the seats.
    pub pairings: usize,
    /// The greatest number of games of all pairings together.
    pub games: u64,
    /// The least number of seconds for a move.
    pub seconds: f64,
}

/// An option has a value outside its range.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{option}` takes {range}")]
pub struct OutOfRange {
    /// The name of the option, that of its field.
    pub option: &'static str,
    /// The range, such as `1 to 32 strategies`.
    pub range: String,
}

impl TournamentLimits {
    /// The limits on one's own machine, which are those of the types.
    pub const LOCAL: Self = Self {
        players: usize::MAX,
        games_per_pairing: u32::MAX,
        pairings: usize::MAX,
        games: u64::MAX,
        seconds: 1e-9,
    };

    /// The limits of a server that draws the table ten times a second and is asked by people it does not
    /// know. The schema of [`TournamentOptions`] states those that are about a single option.
    pub const SERVER: Self =
        Self { players: 32, games_per_pairing: 1_000_000, pairings: 2048, games: 1_000_000, seconds: 0.001 };
}

impl<P, T> Default for TournamentOptions<P, T> {
    fn default() -> Self {
        Self {
            players: None,
            games: None,
            seed: 0,
            schedule: TournamentFormat::RoundRobin,
            champions: None,
            opening_plies: 0,
            move_seconds: None,
            forfeit_seconds: None,
            ply_limit: None,
            sprt: None,
        }
    }
}

impl<P, T> TournamentOptions<P, T> {
    /// The greatest number of seconds for a move: a day.
    const MAX_SECONDS: f64 = 86_400.0;
    /// Games of each pairing under a sequential test, which ends most pairings long before.
    const TESTED_GAMES: u32 = 50_000;
    /// Games of each pairing in a ladder, which ends when its order is clear.
    const LADDER_GAMES: u32 = 200;

    /// Checks every option against its range.
    ///
    /// # Errors
    /// If one is out of its range: the first in the order of the fields.
    pub fn check(&self, limits: &TournamentLimits) -> Result<(), OutOfRange> {
        let within = |option, is_within: bool, range: &dyn Fn() -> String| {
            if is_within { Ok(()) } else { Err(OutOfRange { option, range: range() }) }
        };
        let (players, games, least) = (limits.players, limits.games_per_pairing, limits.seconds);
        let named = self.players.as_ref().map(Vec::len);
        let in_seconds =
            |time: &Option<f64>| time.is_none_or(|time| (least..=Self::MAX_SECONDS).contains(&time));
        let seconds = || format!("{least} to {} seconds", Self::MAX_SECONDS);
        let positive = || "1 or more".to_owned();
        // Where only the type sets a limit, nobody comes near it.
        let up_to = |most: u64, no_limit: bool| if no_limit { positive() } else { format!("1 to {most}") };
        within("players", named.is_none_or(|named| (1..=players).contains(&named)), &|| {
            format!("{} strategies", up_to(players as u64, players == TournamentLimits::LOCAL.players))
        })?;
        within("games", self.games.is_none_or(|asked| (1..=games).contains(&asked)), &|| {
            up_to(games.into(), games == TournamentLimits::LOCAL.games_per_pairing)
        })?;
        within("champions", self.champions != Some(0), &positive)?;
        let plies = TournamentOptions::MAX_OPENING_PLIES;
        within("opening_plies", self.opening_plies <= plies, &|| format!("0 to {plies}"))?;
        within("move_seconds", in_seconds(&self.move_seconds), &seconds)?;
        within("forfeit_seconds", in_seconds(&self.forfeit_seconds), &seconds)?;
        within("ply_limit", self.ply_limit != Some(0), &positive)
    }

    /// The same options with the players and the test that `player` and `test` make of these.
    ///
    /// # Errors
    /// The first error of either.
    pub fn read<Q, U, E>(
        self,
        player: impl FnMut(P) -> Result<Q, E>,
        test: impl FnOnce(T) -> Result<U, E>,
    ) -> Result<TournamentOptions<Q, U>, E> {
        let Self {
            players,
            games,
            seed,
            schedule,
            champions,
            opening_plies,
            move_seconds,
            forfeit_seconds,
            ply_limit,
            sprt,
        } = self;
        let players = players.map(|players| players.into_iter().map(player).collect()).transpose()?;
        let sprt = sprt.map(test).transpose()?;
        Ok(TournamentOptions {
            players,
            games,
            seed,
            schedule,
            champions,
            opening_plies,
            move_seconds,
            forfeit_seconds,
            ply_limit,
            sprt,
        })
    }

    fn schedule(&self) -> Schedule {
        match self.schedule {
            TournamentFormat::RoundRobin => Schedule::RoundRobin,
            TournamentFormat::Gauntlet => Schedule::Gauntlet(self.champions.unwrap_or(1)),
            TournamentFormat::Ladder => Schedule::Ladder,
            TournamentFormat::InOrder => Schedule::InOrder,
        }
    }

    /// Games of each pairing; none if the game decides.
    fn games(&self) -> Option<u32> {
        self.games.or(match self.schedule {
            _ if self.sprt.is_some() => Some(Self::TESTED_GAMES),
            TournamentFormat::Ladder => Some(Self::LADDER_GAMES),
            TournamentFormat::RoundRobin | TournamentFormat::Gauntlet | TournamentFormat::InOrder => None,
        })
    }
}

impl TournamentOptions {
    /// Joint moves after which a game ends if the options do not say.
    pub const PLY_LIMIT: u32 = Match::<game::Tree>::PLY_LIMIT;
    /// The greatest number of random joint moves at the beginning of a game.
    pub const MAX_OPENING_PLIES: u32 = 1_000;

    /// The plan of a tournament of `game`, called `name`, with these options, and remarks on what was chosen
    /// in place of options that are left open. Ranges are not checked, see [`check`](Self::check).
    pub fn plan<G: Game>(&self, game: &G, name: &str, pace: Pace) -> (Plan, Vec<String>) {
        let (players, games, remarks) = match (&self.players, self.games()) {
            (Some(players), Some(games)) => (players.clone(), games, Vec::new()),
            (players, games) => {
                let lineup = Lineup::of(game, pace);
                let remarks = if players.is_none() { lineup.remarks.clone() } else { Vec::new() };
                let players = players.as_ref().unwrap_or(&lineup.players);
                (players.clone(), games.unwrap_or_else(|| lineup.games_of(players, game)), remarks)
            }
        };
        let names = players.iter().map(Spec::to_string).collect();
        let plan = Plan {
            roles: game::players(game).count(),
            chance: game.chance().map(Chance::role),
            top_goal: top_goal(game),
            games_per_pairing: games,
            seed: Seed(self.seed),
            opening_plies: self.opening_plies,
            ply_limit: self.ply_limit.unwrap_or(Self::PLY_LIMIT),
            move_time: self.move_seconds.map(duration),
            forfeit_after: self.forfeit_seconds.map(duration),
            sprt: self.sprt,
            ..Plan::new(name, names, self.schedule())
        };
        (plan.with_specs(&players), remarks)
    }
}

/// So many seconds, as far as a duration reaches.
fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

impl UnreadOptions {
    /// The options that make this plan again; none of a rotation, whose players are not all strategies.
    pub fn of(plan: &Plan) -> Option<Self> {
        let (schedule, champions) = match plan.schedule {
            Schedule::RoundRobin => (TournamentFormat::RoundRobin, None),
            Schedule::Gauntlet(champions) => (TournamentFormat::Gauntlet, Some(champions)),
            Schedule::Ladder => (TournamentFormat::Ladder, None),
            Schedule::InOrder => (TournamentFormat::InOrder, None),
            Schedule::Rotation { .. } => return None,
        };
        Some(Self {
            players: Some(plan.players.clone()),
            games: Some(plan.games_per_pairing),
            seed: plan.seed.0,
            schedule,
            champions,
            opening_plies: plan.opening_plies,
            move_seconds: plan.move_time.map(|time| time.as_secs_f64()),
            forfeit_seconds: plan.forfeit_after.map(|time| time.as_secs_f64()),
            ply_limit: Some(plan.ply_limit),
            sprt: plan.sprt.map(SprtParameters::from),
        })
    }
}

#[cfg(test)]
mod tests {
    use game::Tree;
    use serde_json::json;

    use super::*;
    use crate::testing::{plan, specs};

    fn planned(options: &TournamentOptions) -> (Plan, Vec<String>) {
        let game = Tree::from_brackets("((3 12 8) (2 4 6) (14 5 2))").expect("a tree");
        options.plan(&game, "lecture", Pace::Table)
    }

    fn read(options: serde_json::Value) -> UnreadOptions {
        serde_json::from_value(options).expect("options")
    }

    #[test]
    fn options_that_are_left_open_suit_the_game() {
        let (plan, remarks) = planned(&TournamentOptions::default());
        assert_eq!(plan.players, ["alpha-beta", "random", "flat-mc", "stepwise-mcts"]);
        assert_eq!((plan.games_per_pairing, plan.roles, plan.top_goal), (100, 2, 14));
        assert_eq!(remarks.len(), 1);
    }

    #[test]
    fn a_role_alone_wins_by_the_greatest_goal_that_it_can_get() {
        let text = "(role a) (init p) (legal a up) (legal a down) (<= (next q) (does a up)) (next end)
            (<= terminal (true end)) (<= (goal a 50) (true q)) (<= (goal a 20) (not (true q)))";
        let sheet = gdl::Rulesheet::parse("test", text.as_bytes()).unwrap();
        let game = game::Rules::new(&sheet).unwrap();
        assert_eq!(TournamentOptions::default().plan(&game, "test", Pace::Fast).0.top_goal, 50);
    }

    #[test]
    fn options_that_are_given_are_kept() {
        let players = Some(specs("random,uct(playouts=50)"));
        let options = TournamentOptions { players, games: Some(7), seed: 3, ..TournamentOptions::default() };
        let (plan, remarks) = planned(&options);
        assert_eq!(plan.players, ["random", "uct(playouts=50)"]);
        assert_eq!((plan.games_per_pairing, plan.seed, remarks.len()), (7, Seed(3), 0));
    }

    #[test]
    fn tests_and_ladders_may_take_more_games_than_the_game_suggests() {
        let tested = TournamentOptions { sprt: Some(Sprt::default()), ..TournamentOptions::default() };
        let ladder = TournamentOptions { schedule: TournamentFormat::Ladder, ..TournamentOptions::default() };
        assert_eq!(
            (planned(&tested).0.games_per_pairing, planned(&ladder).0.games_per_pairing),
            (50_000, 200)
        );
    }

    #[test]
    fn a_plan_gives_back_the_options_that_make_it() {
        let plan = Plan {
            game: "lecture".to_owned(),
            top_goal: 14,
            schedule: Schedule::Gauntlet(2),
            move_time: Some(Duration::from_millis(50)),
            forfeit_after: Some(Duration::from_nanos(1_234_567_891)),
            sprt: Some(Sprt::default()),
            ..plan(&["random", "alpha-beta", "uct(playouts=9)"])
        };
        let options = TournamentOptions::of(&plan).expect("no rotation");
        let again = read(serde_json::to_value(&options).expect("serialises"));
        assert_eq!(again, options);
        let player = |text: String| text.parse().map_err(|error: search::SpecError| error.to_string());
        let read = again.read(player, |test| Sprt::try_from(test).map_err(|error| error.to_string()));
        let read = read.expect("specs and a test");
        assert_eq!(planned(&read).0, plan);
        let rotation = Schedule::Rotation { matches: 2, chance: None };
        assert_eq!(TournamentOptions::of(&Plan { schedule: rotation, ..plan }), None);
    }

    #[test]
    fn an_option_out_of_its_range_is_named() {
        for (options, name) in [
            (json!({"players": []}), "players"),
            (json!({"players": vec!["random"; 33]}), "players"),
            (json!({"games": 0}), "games"),
            (json!({"games": 2_000_000}), "games"),
            (json!({"opening_plies": 1001}), "opening_plies"),
            (json!({"move_seconds": 0.0}), "move_seconds"),
            (json!({"move_seconds": 1e300}), "move_seconds"),
            (json!({"forfeit_seconds": -1.0}), "forfeit_seconds"),
            (json!({"ply_limit": 0}), "ply_limit"),
            (json!({"schedule": "gauntlet", "champions": 0}), "champions"),
        ] {
            let error = read(options).check(&TournamentLimits::SERVER).expect_err("out of range");
            assert_eq!(error.option, name);
        }
        assert_eq!(read(json!({})).check(&TournamentLimits::SERVER), Ok(()));
        for (options, told) in [
            (json!({"players": []}), "`players` takes 1 or more strategies"),
            (json!({"games": 0}), "`games` takes 1 or more"),
        ] {
            let error = read(options).check(&TournamentLimits::LOCAL).expect_err("out of range");
            assert_eq!(error.to_string(), told);
        }
        let long = read(json!({"games": 4_000_000_000_u32, "move_seconds": 1e-9}));
        assert_eq!(long.check(&TournamentLimits::LOCAL), Ok(()));
    }
}
