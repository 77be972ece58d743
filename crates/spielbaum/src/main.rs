//! The command line of Spielbaum: arguments in, tables and pictures out.

#[cfg(not(all(feature = "network", feature = "page", feature = "png")))]
mod absent;
mod arena;
mod cache;
mod check;
#[cfg(feature = "network")]
mod contest;
mod count;
mod decision;
mod effort;
mod equilibrium;
mod error;
mod exercise;
mod explain;
mod factors;
mod games;
mod interrupt;
mod kind;
mod labels;
mod learn;
mod learned;
#[cfg(any(feature = "network", feature = "page"))]
mod listen;
mod load;
mod moves;
#[cfg(feature = "network")]
mod notebook;
mod output;
mod perft;
mod play;
#[cfg(feature = "network")]
mod player;
mod players;
mod playouts;
mod plot;
mod replay;
mod results;
mod seconds;
mod seed;
mod show;
mod solve;
mod stages;
mod standings;
mod store;
mod strategies;
#[cfg(test)]
mod testing;
mod think;
mod tree;
#[cfg(feature = "page")]
mod web;

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;

use clap::{ArgAction, Parser, Subcommand};
use tracing_subscriber::filter::LevelFilter;

/// Gives memory back to the system soon after it is freed: a player on the network runs for days, and what
/// one match takes, the next may not need.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const EXAMPLES: &str = "\
Examples:
  spielbaum arena tictactoe
      Compare four strategies, every pair in both orders, in a table of win rates.
  spielbaum web --open
      The same and more in the browser: compare, play, watch, practise.
  spielbaum play connect-four
      Play against a strategy, in the terminal.
  spielbaum show connect-four
      See the board and the legal moves.
  spielbaum think tictactoe --strategy alpha-beta --after '(mark 1 1); (mark 2 2)'
      Ask a strategy for its move and its estimate of each legal move.
  spielbaum solve nim
      Work out the exact value of the first state and of every move.
  spielbaum explain nim
      Tell why a position is won, where the game is a sum of games.
  spielbaum count tictactoe --by-ply
      Count the states and the leaves of the game tree.
  spielbaum learn connect-four --minutes 5
      Train an evaluation from the rules alone, for a search to judge states by.
  spielbaum player
      Play matches of a General Game Playing server.
  spielbaum tree '((3 12 8) (2 4 6) (14 5 2))' --strategy alpha-beta
      Watch a search of a tree from a lecture.
  spielbaum exercise minimax windows --sheet sheet.html --solutions
      Print a sheet of exercises with solutions.
  spielbaum match tictactoe localhost:9147 uct
      Lead a match between a player on the network and a strategy.
  spielbaum check my-game.kif
      Find the mistakes in rules of your own.

GAME is a built-in game (`spielbaum games`), a path to a rulesheet, or `-` for the standard input.
SPEC names a strategy with its parameters (`spielbaum help strategies`).
Exit codes: 0 done, 1 the work found a fault in the input, 2 wrong usage, 130 interrupted.";

/// General game player and laboratory for game-tree search
#[derive(Parser)]
#[command(name = "spielbaum", version, after_help = EXAMPLES, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// Print more detail; twice for the most
    #[arg(short, long, global = true, action = ArgAction::Count)]
    verbose: u8,
    /// The file that tournaments and learned evaluations are kept in [default: spielbaum.db in the user's
    /// data directory]
    #[arg(long, global = true, value_name = "FILE")]
    db: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    Games(games::Arguments),
    Strategies(strategies::Arguments),
    Check(check::Arguments),
    Show(show::Arguments),
    Replay(replay::Arguments),
    Perft(perft::Arguments),
    Playouts(playouts::Arguments),
    Tree(tree::Arguments),
    Think(think::Arguments),
    Solve(solve::Arguments),
    Explain(explain::Arguments),
    Count(count::Arguments),
    Learn(learn::Arguments),
    Exercise(exercise::Arguments),
    Play(play::Arguments),
    #[cfg(feature = "network")]
    Player(player::Arguments),
    /// Play matches of a General Game Playing server (not in this build: feature `network`)
    #[cfg(not(feature = "network"))]
    Player(absent::Arguments),
    Arena(arena::Arguments),
    #[cfg(feature = "network")]
    Match(contest::Arguments),
    /// Lead matches between players on the network (not in this build: feature `network`)
    #[cfg(not(feature = "network"))]
    Match(absent::Arguments),
    Results(results::Arguments),
    Cache(cache::Arguments),
    #[cfg(feature = "page")]
    Web(web::Arguments),
    /// Open the laboratory page (not in this build: feature `page`)
    #[cfg(not(feature = "page"))]
    Web(absent::Arguments),
}

/// Rules may nest as deep as the parser lets them, and derive terms deeper than that.
const STACK: usize = 256 << 20;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    // Who starts a player wants to see what it does.
    let talkative = matches!(arguments.command, Command::Player(_));
    let level = match arguments.verbose.saturating_add(talkative.into()) {
        0 => LevelFilter::WARN,
        1 => LevelFilter::INFO,
        _ => LevelFilter::DEBUG,
    };
    tracing_subscriber::fmt()
        .with_max_level(level)
        .with_writer(io::stderr)
        .with_ansi(false)
        .with_target(false)
        .without_time()
        .init();
    let work = move || run(&arguments).unwrap_or_else(|error| error.report(arguments.db.as_deref()));
    let worker = thread::Builder::new().stack_size(STACK).spawn(work);
    // A panic has been reported where it happened.
    worker.map_or(ExitCode::FAILURE, |worker| worker.join().unwrap_or(ExitCode::FAILURE))
}

fn run(arguments: &Arguments) -> Result<ExitCode, error::Error> {
    let db = arguments.db.as_deref();
    match &arguments.command {
        Command::Games(arguments) => games::run(arguments),
        Command::Strategies(arguments) => strategies::run(arguments),
        Command::Check(arguments) => check::run(arguments),
        Command::Show(arguments) => show::run(arguments),
        Command::Replay(arguments) => replay::run(arguments),
        Command::Perft(arguments) => perft::run(arguments),
        Command::Playouts(arguments) => playouts::run(arguments),
        Command::Tree(arguments) => tree::run(arguments),
        Command::Think(arguments) => think::run(arguments, db),
        Command::Solve(arguments) => solve::run(arguments),
        Command::Explain(arguments) => explain::run(arguments),
        Command::Count(arguments) => count::run(arguments),
        Command::Learn(arguments) => learn::run(arguments, db),
        Command::Exercise(arguments) => exercise::run(arguments),
        Command::Play(arguments) => play::run(arguments, db),
        #[cfg(feature = "network")]
        Command::Player(arguments) => player::run(arguments, db),
        Command::Arena(arguments) => arena::run(arguments, db),
        #[cfg(feature = "network")]
        Command::Match(arguments) => contest::run(arguments, db),
        #[cfg(not(feature = "network"))]
        Command::Player(_) | Command::Match(_) => Err(absent::feature("network")),
        Command::Results(arguments) => results::run(arguments, db),
        Command::Cache(arguments) => cache::run(arguments),
        #[cfg(feature = "page")]
        Command::Web(arguments) => web::run(arguments, db),
        #[cfg(not(feature = "page"))]
        Command::Web(_) => Err(absent::feature("page")),
    }
}
