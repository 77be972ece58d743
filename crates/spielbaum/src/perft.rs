use std::process::ExitCode;
use std::time::{Duration, Instant};

use game::{Game, PerftError, perft_watched};
use search::{Stop, grouped};
use serde::Serialize;

use crate::error::Error;
use crate::interrupt::{INTERRUPTED, end_on_interrupt};
use crate::load::{EngineArgument, LoadArguments, Loaded, Played, Work};
use crate::output;

/// How often it is told how far the count is.
const TELLING: Duration = Duration::from_millis(200);

/// Count the sequences of joint moves to each depth (perft)
///
/// Two implementations of the same game must have the same counts; the time is a measure of an
/// engine's speed.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  spielbaum perft tictactoe --depth 5")]
pub(crate) struct Arguments {
    /// A built-in game, a path to a rulesheet, or `-`
    game: String,
    /// Plies to count; a game that ends earlier gives fewer lines
    #[arg(long, value_name = "N")]
    depth: usize,
    #[command(flatten)]
    engine: EngineArgument,
    #[command(flatten)]
    loading: LoadArguments,
    /// Print one JSON document of {game, depth, leaves_by_ply, seconds}
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    game: String,
    depth: usize,
    leaves_by_ply: Vec<u128>,
    seconds: f64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    Loaded::from_argument(&arguments.game, &arguments.loading)?.play(arguments.engine.engine, arguments)
}

impl Work for Arguments {
    fn on<G: Game>(&self, played: &Played<'_, G>) -> Result<ExitCode, Error> {
        let started = Instant::now();
        let spinner = output::spinner("counting");
        let mut told = started;
        let stop = Stop::default();
        let work = end_on_interrupt(stop.clone())?;
        let mut found = String::new();
        let leaves_by_ply = perft_watched(played.game, self.depth, |counts| {
            let ends = stop.pressed();
            // More often would take time that counts.
            if told.elapsed() >= TELLING || ends {
                told = Instant::now();
                let sequences = counts.last().map_or_else(String::new, grouped);
                found = format!("{sequences} sequences of {} joint moves", counts.len());
                spinner.set_message(format!("{found} so far"));
            }
            !ends
        });
        spinner.finish_and_clear();
        drop(work);
        let leaves_by_ply = match leaves_by_ply {
            Err(PerftError::Interrupted) => {
                output::note(format_args!("interrupted: at least {found} were found"));
                return Ok(ExitCode::from(INTERRUPTED));
            }
            leaves_by_ply => leaves_by_ply?,
        };
        let seconds = started.elapsed().as_secs_f64();
        let report = Report { game: played.name.to_owned(), depth: self.depth, leaves_by_ply, seconds };
        if self.json {
            output::json(&report)?;
        } else {
            for (ply, leaves) in (1..).zip(&report.leaves_by_ply) {
                output::line(format_args!("{ply:>4}  {leaves:>15}"))?;
            }
            output::note(format_args!("{seconds:.3} s ({})", played.engine.name()));
        }
        Ok(ExitCode::SUCCESS)
    }
}
