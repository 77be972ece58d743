use std::str::FromStr;
use std::time::Duration;

use arena::{Draft, Schedule, Seed, Sprt};
use clap::ValueEnum;
use search::Spec;

use crate::error::Error;
use crate::load::Loaded;
use crate::players::{Players, with_files};
use crate::seconds;

/// What is played, and by whom.
#[derive(clap::Args)]
#[group(id = "planning")]
pub(super) struct Planning {
    /// A built-in game, a path to a rulesheet, or `-`
    #[arg(required_unless_present = "resume")]
    game: Option<String>,
    /// Strategies with commas between them, see `spielbaum help strategies` [default: some that suit the game]
    #[arg(long, value_name = "SPEC,SPEC")]
    players: Option<Players>,
    /// Who meets whom
    #[arg(long, value_enum, default_value = "round-robin", conflicts_with = "sweep")]
    schedule: Who,
    /// Games of each pairing, at most [default: 100, or fewer of a large game; 200 in a ladder, 50000 with --sprt]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// Begin with so many random moves, the same ones for every order of seats
    #[arg(long, value_name = "random:N", default_value = "none")]
    openings: Openings,
    /// Seconds a move for everybody, beside the bounds in the specs
    #[arg(long, value_name = "S", value_parser = seconds::parse_some)]
    time: Option<Duration>,
    /// End a game after so many moves, as nobody's win
    #[arg(long, value_name = "N", default_value_t = Draft::PLY_LIMIT, value_parser = clap::value_parser!(u32).range(1..))]
    ply_limit: u32,
    /// Who takes more seconds for a move loses the game [default: nobody]
    #[arg(long, value_name = "S", value_parser = seconds::parse_some)]
    forfeit_after: Option<Duration>,
    /// Play each pairing only until it is decided: is the first named player elo1 stronger, or elo0?
    #[arg(
        long,
        value_name = "elo0=0,elo1=20,alpha=0.05,beta=0.05",
        num_args = 0..=1,
        default_missing_value = ""
    )]
    sprt: Option<Sprt>,
    /// Compare budgets: a spec with choices in braces, such as 'uct(playouts={16,64,256})'; may be repeated
    #[arg(long, value_name = "SPEC", requires = "against", conflicts_with = "players")]
    sweep: Vec<Sweep>,
    /// Whom those of the sweep meet
    #[arg(long, value_name = "SPEC,SPEC", requires = "sweep")]
    against: Option<Players>,
    /// Where chance comes from
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Who {
    /// Everyone everyone, itself included
    RoundRobin,
    /// The first one each of the others
    Gauntlet,
    /// Neighbours in the order of their ratings, until their error bars part
    Ladder,
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
        let plies = plies.filter(|plies| *plies <= Draft::MOST_OPENING_PLIES).map(Self);
        plies.ok_or("say `random:N` with a number of moves up to 1000, such as random:4")
    }
}

impl Planning {
    /// Reads the rules of the game that was asked for.
    pub(super) fn load(&self) -> Result<Loaded, Error> {
        // Clap asks for one unless a tournament is resumed.
        Loaded::from_argument(self.game.as_deref().unwrap_or_default())
    }

    /// What was asked for, whatever the game.
    pub(super) fn draft(&self) -> Draft {
        let schedule = match (&self.against, self.schedule) {
            (Some(against), _) => Schedule::Gauntlet(against.0.len()),
            (None, Who::RoundRobin) => Schedule::RoundRobin,
            (None, Who::Gauntlet) => Schedule::Gauntlet(1),
            (None, Who::Ladder) => Schedule::Ladder,
        };
        let swept = self.sweep.iter().flat_map(|sweep| &sweep.0);
        let players = match (&self.players, &self.against) {
            (Some(players), _) => Some(players.0.clone()),
            (None, Some(against)) => Some(against.0.iter().chain(swept).cloned().collect()),
            (None, None) => None,
        };
        Draft {
            players,
            schedule,
            games: self.games,
            seed: Seed(self.seed),
            opening_plies: self.openings.0,
            ply_limit: self.ply_limit,
            move_time: self.time,
            forfeit_after: self.forfeit_after,
            sprt: self.sprt,
        }
    }
}
