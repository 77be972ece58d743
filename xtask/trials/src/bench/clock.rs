//! `cargo xtask bench clock`: how long before the end of its clock a player on the network answers, while
//! other work has the cores busy.

use std::hint;
use std::net::Ipv4Addr;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, ensure};
use arena::Seed;
use game::{Game, Rules};
use gdl::Rulesheet;
use ggp::{Event, Master, Player, PlayerSettings, Protocol, Seat, Server, ServerLimits};
use indicatif::ProgressBar;
use search::Stop;
use serde::Serialize;
use tokio::runtime::Builder;
use tokio::task::JoinSet;

use super::{games, report};

#[derive(clap::Args)]
#[command(after_help = HOW_TO_READ)]
pub(crate) struct Arguments {
    /// Answers that are measured: only those to questions with a choice count
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..))]
    moves: u64,
    /// The play clock in seconds
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..=3600))]
    play_clock: u64,
    /// Matches that the player plays at once
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=64))]
    matches: u64,
    /// Threads that do nothing but keep the cores busy [default: one a core]
    #[arg(long)]
    busy: Option<usize>,
    /// The built-in game that is played
    #[arg(long, default_value = "connect-four")]
    game: String,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

const HOW_TO_READ: &str = "\
How to read the figures:
  A player with its default settings, searching on all cores and pondering, answers a game master by HTTP over loopback. An answer's time is from the moment
  the game master asks until it has read the answer; given is how much that is beyond the play clock, in seconds, so that -0.5 is
  half a second before its end. What is kept back for the way, `spielbaum player --safety`, is 0.5 s.";

/// All figures, in the shape of `--json`.
#[derive(Serialize)]
struct Report {
    circumstances: String,
    game: String,
    play_clock: u64,
    matches: u64,
    busy: usize,
    moves: usize,
    median: f64,
    p99: f64,
    greatest: f64,
    /// What went wrong in any match.
    errors: Vec<String>,
}

/// What one match adds.
#[derive(Default)]
struct Measured {
    /// Seconds beyond the clock.
    beyond: Vec<f64>,
    errors: Vec<String>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let Arguments { moves, play_clock, matches, busy, ref game, json } = *arguments;
    let busy = busy.unwrap_or(thread::available_parallelism().map_or(1, usize::from));
    let sheet = games::sheet(game)?;
    let rules = Rules::new(&sheet)?;
    ensure!(rules.roles() > 0, "{game}: there is nobody to play");
    let bar = report::bar(moves as usize, "moves")?;
    let runtime = Builder::new_multi_thread().enable_all().build()?;
    let contest = Arc::new(Contest {
        sheet,
        rules,
        play_clock: Duration::from_secs(play_clock),
        begun: AtomicU64::new(0),
        left: AtomicU64::new(moves),
        bar,
    });
    let _load = Load::new(busy);
    let Measured { mut beyond, mut errors } = runtime.block_on(contest.run(matches))?;
    contest.bar.finish_and_clear();
    beyond.sort_by(f64::total_cmp);
    errors.sort();
    // At least one was asked for.
    let quantile = |part: f64| beyond[((beyond.len() - 1) as f64 * part).round() as usize];
    let report = Report {
        circumstances: report::circumstances(),
        game: game.clone(),
        play_clock,
        matches,
        busy,
        moves: beyond.len(),
        median: quantile(0.5),
        p99: quantile(0.99),
        greatest: quantile(1.0),
        errors,
    };
    if json {
        println!("{}", serde_json::to_string_pretty(&report)?);
    } else {
        print!("{}", report.text());
    }
    Ok(if report.errors.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The matches, and what is left to be measured.
struct Contest {
    sheet: Rulesheet,
    rules: Rules,
    play_clock: Duration,
    begun: AtomicU64,
    left: AtomicU64,
    bar: ProgressBar,
}

impl Contest {
    /// Has a player on the network play so many matches at a time until enough is measured.
    async fn run(self: &Arc<Self>, matches: u64) -> anyhow::Result<Measured> {
        let settings = PlayerSettings { matches: matches as usize, ..PlayerSettings::default() };
        let listener = Server::listen((Ipv4Addr::LOCALHOST, 0).into())?;
        let address = listener.local_addr()?.to_string();
        let server = Server::new(Arc::new(Player::new(settings, None)?), ServerLimits::default());
        tokio::spawn(server.run(listener, std::future::pending()));
        let mut players = JoinSet::new();
        for _ in 0..matches {
            let (contest, address) = (Arc::clone(self), address.clone());
            players.spawn(async move {
                let mut total = Measured::default();
                while contest.left.load(Ordering::Relaxed) > 0 {
                    let Measured { beyond, errors } = contest.lead(&address).await?;
                    total.beyond.extend(beyond);
                    total.errors.extend(errors);
                }
                anyhow::Ok(total)
            });
        }
        let mut total = Measured::default();
        while let Some(measured) = players.join_next().await {
            let Measured { beyond, errors } = measured.context("a match panicked")??;
            total.beyond.extend(beyond);
            total.errors.extend(errors);
        }
        Ok(total)
    }

    /// Leads one match, the player's seat going round.
    async fn lead(&self, address: &str) -> anyhow::Result<Measured> {
        let number = self.begun.fetch_add(1, Ordering::Relaxed);
        let seat = number as usize % self.rules.roles();
        let mut seats = vec![Seat::Random; self.rules.roles()];
        seats[seat] = Seat::Remote { address: address.to_owned(), protocol: Protocol::Auto };
        let stop = Stop::default();
        let master = Master {
            sheet: &self.sheet,
            rules: &self.rules,
            id: format!("clock.{number}"),
            seats,
            preview_clock: None,
            start_clock: Duration::from_secs(10),
            play_clock: self.play_clock,
            scrambler: None,
            seed: Seed(number),
            stop: stop.clone(),
            ply_limit: Master::PLY_LIMIT,
        };
        let mut measured = Measured::default();
        let mut choices = Vec::new();
        let mut watch = |event: &Event<'_>| match event {
            Event::State { state, .. } => self.rules.legal(state, seat, &mut choices),
            Event::Answered { time, .. } if choices.len() > 1 => {
                measured.beyond.push(time.as_secs_f64() - self.play_clock.as_secs_f64());
                self.bar.inc(1);
                let left =
                    self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
                if left.is_ok_and(|left| left > 1) {
                    return;
                }
                stop.press();
            }
            Event::PlayerError { error, cause, .. } => measured.errors.push(format!("{error}: {cause}")),
            _ => {}
        };
        master.lead(&mut watch).await?;
        Ok(measured)
    }
}

/// Threads that keep cores busy until it is dropped.
struct Load(Arc<AtomicBool>);

impl Load {
    fn new(threads: usize) -> Self {
        let over = Arc::new(AtomicBool::new(false));
        for _ in 0..threads {
            let over = Arc::clone(&over);
            thread::spawn(move || {
                while !over.load(Ordering::Relaxed) {
                    hint::spin_loop();
                }
            });
        }
        Self(over)
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Report {
    fn text(&self) -> String {
        let Self { circumstances, game, play_clock, matches, busy, moves, median, p99, greatest, errors } =
            self;
        let mut table = report::Table::new(&[">moves", ">median", ">99 %", ">greatest"]);
        table.row(&[moves.to_string(), seconds(*median), seconds(*p99), seconds(*greatest)]);
        let wrong = if errors.is_empty() { "nothing".to_owned() } else { errors.join("; ") };
        format!(
            "# Answers and the clock\n\n{circumstances}\
             - {game}, {play_clock} s a move, {matches} matches at once, {busy} threads beside them that keep cores busy\n\
             - how to read the figures: `cargo xtask bench clock --help`\n\n\
             Seconds beyond the play clock.\n\n{}\nTime-outs, failed connections and illegal moves: {wrong}.\n",
            table.text()
        )
    }
}

fn seconds(time: f64) -> String {
    format!("{time:.3}")
}
