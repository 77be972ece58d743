use std::str::FromStr;
use std::time::Duration;

use arena::{Sprt, SprtError, TournamentFormat, TournamentOptions};
use clap::ValueEnum;
use search::Spec;

use crate::error::Error;
use crate::load::{LoadArguments, Loaded};
use crate::players::{Players, with_files};
use crate::seconds;

/// The game and the options of a tournament, as flags.
#[derive(clap::Args)]
#[group(id = "tournament")]
pub(super) struct Flags {
    /// A built-in game, a path to a rulesheet, or `-`
    #[arg(required_unless_present = "resume")]
    game: Option<String>,
    /// Strategies, separated by commas, see `spielbaum help strategies` [default: strategies that suit
    /// the game]
    #[arg(long, value_name = "SPEC,SPEC")]
    players: Option<Players>,
    /// Who meets whom
    #[arg(long, value_enum, default_value = "round-robin", conflicts_with = "sweep")]
    schedule: Format,
    /// Games of each pairing, at most [default: 100, or fewer, so that all pairings together have at most
    /// 1600 games in a game small enough to be searched to its end, 96 in a larger one, 64 in one that the
    /// reasoner plays; 200 in a ladder, 50000 with --sprt]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// Begin each game with so many random joint moves, the same ones for every order of seats
    #[arg(long, value_name = "random:N", default_value = "none")]
    openings: Openings,
    /// Seconds for each move of every player, besides the bounds in the specs
    #[arg(long, value_name = "S", value_parser = seconds::parse_some)]
    time: Option<Duration>,
    /// End a game after so many plies, without a winner
    #[arg(long, value_name = "N", default_value_t = TournamentOptions::PLY_LIMIT, value_parser = clap::value_parser!(u32).range(1..))]
    ply_limit: u32,
    /// A player that takes more seconds for a move forfeits the game [default: no limit]
    #[arg(long, value_name = "S", value_parser = seconds::parse_some)]
    forfeit_after: Option<Duration>,
    /// Play each pairing only until a sequential test (SPRT) decides it: is the first named player stronger
    /// by elo1, or by elo0?
    #[arg(
        long,
        value_name = "elo0=0,elo1=20,alpha=0.05,beta=0.05",
        num_args = 0..=1,
        default_missing_value = "",
        value_parser = sprt
    )]
    sprt: Option<Sprt>,
    /// Compare budgets: a spec with alternatives in braces, such as 'uct(playouts={16,64,256})'; may
    /// be repeated
    #[arg(long, value_name = "SPEC", requires = "against", conflicts_with = "players")]
    sweep: Vec<Sweep>,
    /// The opponents of the strategies of --sweep
    #[arg(long, value_name = "SPEC,SPEC", requires = "sweep")]
    against: Option<Players>,
    /// The seed of all random numbers
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

/// A [`TournamentFormat`] as the value of a flag.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// Every player meets every player, itself included
    RoundRobin,
    /// The first player meets each of the others
    Gauntlet,
    /// Neighbours by rating meet, until each two neighbours differ clearly
    Ladder,
    /// As many players as roles sit in the order they are named
    InOrder,
}

#[derive(Clone)]
struct Sweep(Vec<Spec>);

impl FromStr for Sweep {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let specs = Spec::sweep(text).map_err(|error| error.to_string())?;
        specs.into_iter().map(with_files).collect::<Result<_, _>>().map(Self)
    }
}

/// The test of a text. The flag takes whatever follows it for its value.
fn sprt(text: &str) -> Result<Sprt, String> {
    text.parse().map_err(|error: SprtError| match text.contains('=') {
        true => error.to_string(),
        false => format!("{error}; if it is the game, name it before `--sprt`"),
    })
}

/// How many plies are random.
#[derive(Clone, Copy)]
struct Openings(u32);

impl FromStr for Openings {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let plies = match text {
            "none" => Some(0),
            _ => text.strip_prefix("random:").and_then(|plies| plies.parse().ok()),
        };
        let plies = plies.filter(|plies| *plies <= TournamentOptions::MAX_OPENING_PLIES).map(Self);
        plies.ok_or("say `random:N` with a number of joint moves up to 1000, such as random:4")
    }
}

impl Flags {
    /// All of them. An option that goes with none names each, so that clap complains of those that are
    /// given alone.
    pub(super) const NAMES: [&str; 12] = [
        "game",
        "players",
        "schedule",
        "games",
        "openings",
        "time",
        "ply_limit",
        "forfeit_after",
        "sprt",
        "sweep",
        "against",
        "seed",
    ];

    /// Reads the rules of the game.
    pub(super) fn load(&self, arguments: &LoadArguments) -> Result<Loaded, Error> {
        // Clap asks for one unless a tournament is resumed.
        Loaded::from_argument(self.game.as_deref().unwrap_or_default(), arguments)
    }

    /// The options of the tournament.
    pub(super) fn options(&self) -> TournamentOptions {
        let opponents = self.against.as_ref().map(|against| &against.0);
        let swept = self.sweep.iter().flat_map(|sweep| &sweep.0);
        let named = self.players.as_ref().map(|players| players.0.clone());
        TournamentOptions {
            players: named.or(opponents.map(|opponents| opponents.iter().chain(swept).cloned().collect())),
            games: self.games,
            seed: self.seed,
            schedule: match (opponents, self.schedule) {
                (Some(_), _) | (None, Format::Gauntlet) => TournamentFormat::Gauntlet,
                (None, Format::RoundRobin) => TournamentFormat::RoundRobin,
                (None, Format::Ladder) => TournamentFormat::Ladder,
                (None, Format::InOrder) => TournamentFormat::InOrder,
            },
            champions: opponents.map(Vec::len),
            opening_plies: self.openings.0,
            move_seconds: self.time.map(|time| time.as_secs_f64()),
            forfeit_seconds: self.forfeit_after.map(|time| time.as_secs_f64()),
            ply_limit: Some(self.ply_limit),
            sprt: self.sprt,
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::{Args, Command};

    use super::*;

    #[test]
    fn a_game_after_the_flag_of_a_test_is_told_where_it_belongs() {
        let refused = sprt("nim").expect_err("no test");
        assert!(refused.contains("`nim` is not of the form name=value"), "{refused}");
        assert!(refused.ends_with("; if it is the game, name it before `--sprt`"), "{refused}");
        assert!(!sprt("elo0=x").expect_err("no number").contains("game"));
        assert_eq!(sprt(""), Ok(Sprt::default()));
    }

    #[test]
    fn all_flags_are_named() {
        let command = Flags::augment_args(Command::new("arena"));
        assert!(command.get_arguments().map(|flag| flag.get_id().as_str()).eq(Flags::NAMES));
    }
}
