//! `spielbaum player`: plays for whoever sends matches over the network.

mod album;

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZero;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use ggp::{Player, PlayerSettings, Server, ServerLimits};
use search::Spec;

use crate::error::Error;
use crate::interrupt::INTERRUPTED;
use crate::listen::{interrupted, runtime, unheard};
use crate::{output, players, seconds, seed};
use album::Album;

/// Enter matches of a General Game Playing server
///
/// Listens at a port for a game master that speaks the protocol of the GGP competitions: its INFO, PREVIEW, START, PLAY, STOP and ABORT by
/// HTTP. Give it the address that this command prints. Several matches may be played at once; a line is printed for every move. Ctrl-C
/// ends, and gives up what is being played.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  spielbaum player
      Wait for matches at port 9147 of this machine.
  spielbaum player --strategy 'uct(c=0.7)' --name Alice --port 9148
      Another one, who plays every game by the same strategy.
  spielbaum player --bind 0.0.0.0 --matches 1 --safety 1.5
      Play with a server on another machine, one match after the other, and keep more time back for the way.
  spielbaum player --record
      Keep the matches; `spielbaum results` shows them.")]
pub(crate) struct Arguments {
    /// Where to listen; 0 is any port that is free
    #[arg(long, value_name = "PORT", default_value_t = 9147)]
    port: u16,
    /// The address of this machine at which others reach the player; `0.0.0.0` is all of them
    #[arg(long, value_name = "ADDR", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,
    /// The strategy that plays, see `spielbaum help strategies` [default: one that fits the game]
    #[arg(long, value_name = "SPEC", value_parser = players::spec)]
    strategy: Option<Spec>,
    /// What the player calls itself
    #[arg(long, value_name = "WORD", default_value = "Spielbaum", value_parser = word)]
    name: String,
    /// How long before the end of its clock an answer is to leave
    #[arg(long, value_name = "SECONDS", default_value = "0.5", value_parser = seconds::parse)]
    safety: Duration,
    /// Matches played at once; more are answered `busy`
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=1024))]
    matches: u16,
    /// Threads that think about a move [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Rest while the others think
    #[arg(long)]
    no_ponder: bool,
    /// Where the strategies' chance comes from [default: another number each time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Keep the matches that are played to their end in the store, see `spielbaum results`
    #[arg(long)]
    record: bool,
}

/// Threads that read messages.
const READERS: usize = 64;

/// Messages may nest as deep as the parser lets them.
const STACK: usize = 16 << 20;

/// What is left of matches that are given up has so long to end.
const GRACE: Duration = Duration::from_secs(1);

pub(crate) fn run(arguments: &Arguments, db: Option<&Path>) -> Result<ExitCode, Error> {
    let album = arguments.record.then(|| Album::open(db, &arguments.name)).transpose()?;
    let (played, filling) = album.map(Album::fill).unzip();
    let cannot = |error: io::Error| Error::about("cannot start the player", error);
    let runtime = runtime(READERS, STACK).map_err(cannot)?;
    let player = Player::new(arguments.settings(), played)
        .map_err(|error| Error::about("cannot start the player", error))?;
    let asked = SocketAddr::new(arguments.bind, arguments.port);
    // Sockets belong to a runtime.
    let within = runtime.enter();
    let listener = Server::listen(asked).map_err(|error| unheard(asked, &error))?;
    let address = listener.local_addr().map_err(cannot)?;
    drop(within);
    let end = interrupted()?;
    arguments.greet(address);
    let server = Server::new(Arc::new(player), ServerLimits::default());
    runtime.block_on(server.run(listener, end));
    runtime.shutdown_timeout(GRACE);
    if let Some(filling) = filling {
        filling.wait(GRACE);
    }
    Ok(ExitCode::from(INTERRUPTED))
}

impl Arguments {
    fn settings(&self) -> PlayerSettings {
        let cores = || thread::available_parallelism().map_or(1, NonZero::get);
        PlayerSettings {
            name: self.name.clone(),
            strategy: self.strategy.clone(),
            safety: self.safety,
            matches: self.matches.into(),
            threads: self.threads.map_or_else(cores, usize::from),
            ponder: !self.no_ponder,
            seed: self.seed.unwrap_or_else(seed::any),
        }
    }

    /// Says who listens where.
    fn greet(&self, address: SocketAddr) {
        let strategy = match &self.strategy {
            Some(spec) => format!("plays by {spec}"),
            None => "plays each game by a strategy that fits it".to_owned(),
        };
        output::note(format_args!("{} listens at {address} and {strategy}; Ctrl-C ends", self.name));
        if !address.ip().is_loopback() {
            output::note(
                "warning: whoever reaches this address can let this machine think and fill its memory with matches; the protocol knows no passwords",
            );
        }
    }
}

/// A name that a reply can hold.
fn word(text: &str) -> Result<String, String> {
    let fits = |c: char| c.is_ascii_graphic() && !matches!(c, '(' | ')' | ';' | '"' | '\'' | '|');
    if text.is_empty() || !text.chars().all(fits) {
        return Err("give one word of letters, digits and signs other than `()\"';|`".to_owned());
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_word() {
        assert!(["Spielbaum", "a-1_b.c"].into_iter().all(|name| word(name).is_ok()));
        assert!(["", "a b", "(a)", "a;b", "\u{e4}", "a\n"].into_iter().all(|name| word(name).is_err()));
    }
}
