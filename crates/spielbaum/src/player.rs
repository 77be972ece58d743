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

use arena::Evaluations;
use ggp::{Player, PlayerSettings, Server, ServerLimits};
use search::Spec;

use crate::cache::CacheArgument;
use crate::error::Error;
use crate::interrupt::INTERRUPTED;
use crate::learned::LearnedArgument;
use crate::listen::{interrupted, runtime, unheard};
use crate::{output, players, seconds, seed};
use album::Album;

/// Play matches of a General Game Playing server
///
/// Listens on a port for the requests of a game master: INFO, PREVIEW, START, PLAY, STOP and ABORT of the
/// protocol of the GGP competitions, by HTTP, or of that of GDL-II, which tells a player its own moves and
/// percepts in games that hide something. Give the game master the address that this command prints.
/// Several matches may be played at once; a line is printed for every move. Ctrl-C ends the player and
/// aborts its matches.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  spielbaum player
      Wait for matches on port 9147 of this machine.
  spielbaum player --strategy 'uct(c=0.7)' --name Alice --port 9148
      A second player, which plays every game with the same strategy.
  spielbaum player --bind 0.0.0.0 --matches 1 --safety 1.5
      Play with a server on another machine, one match at a time, with more time reserved for the network.
  spielbaum player --record
      Keep the matches; `spielbaum results` shows them.")]
pub(crate) struct Arguments {
    /// The port to listen on; 0 means any free port
    #[arg(long, value_name = "PORT", default_value_t = 9147)]
    port: u16,
    /// The address to listen on; `0.0.0.0` means all addresses of this machine
    #[arg(long, value_name = "ADDR", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,
    /// The strategy, see `spielbaum help strategies` [default: one that fits the game]
    #[arg(long, value_name = "SPEC", value_parser = players::spec)]
    strategy: Option<Spec>,
    /// The name of the player
    #[arg(long, value_name = "WORD", default_value = "Spielbaum", value_parser = word)]
    name: String,
    /// The time before the end of the clock at which an answer is sent
    #[arg(long, value_name = "SECONDS", default_value = "0.5", value_parser = seconds::parse)]
    safety: Duration,
    /// The number of matches at once; further ones are answered `busy`
    // The server holds 512 connections: one for the request of each match, and as many for all others.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=256))]
    matches: u16,
    /// Threads of a search [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Do not search while the other players move
    #[arg(long)]
    no_ponder: bool,
    /// The seed of the strategies [default: a different one each time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    learned: LearnedArgument,
    #[command(flatten)]
    cache: CacheArgument,
    /// Keep finished matches in the store, see `spielbaum results`
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
    let album = arguments
        .record
        .then(|| Album::open(db, &arguments.name, arguments.strategy.as_ref()))
        .transpose()?;
    let (played, filling) = album.map(Album::fill).unzip();
    let cannot = |error: io::Error| Error::about("cannot start the player", error);
    let runtime = runtime(READERS, STACK).map_err(cannot)?;
    let settings = arguments.settings(db)?;
    let strategy = settings.strategy.clone();
    let player =
        Player::new(settings, played).map_err(|error| Error::about("cannot start the player", error))?;
    let asked = SocketAddr::new(arguments.bind, arguments.port);
    // Sockets belong to a runtime.
    let within = runtime.enter();
    let listener = Server::listen(asked).map_err(|error| unheard(asked, &error))?;
    let address = listener.local_addr().map_err(cannot)?;
    drop(within);
    let end = interrupted()?;
    arguments.greet(address, strategy.as_ref());
    let server = Server::new(Arc::new(player), ServerLimits::default());
    runtime.block_on(server.run(listener, end));
    runtime.shutdown_timeout(GRACE);
    if let Some(filling) = filling {
        filling.wait();
    }
    Ok(ExitCode::from(INTERRUPTED))
}

impl Arguments {
    fn settings(&self, db: Option<&Path>) -> Result<PlayerSettings, Error> {
        let cores = || thread::available_parallelism().map_or(1, NonZero::get);
        // One of another game leaves the choice to the player, too.
        let open = self.strategy.as_ref().is_none_or(|spec| spec.start().is_some());
        let by_policy = if open { self.learned.policy()? } else { None };
        let evaluations =
            if by_policy.is_some() { Evaluations::Nowhere } else { self.learned.evaluations(db)? };
        Ok(PlayerSettings {
            evaluations,
            cache: self.cache.cache(),
            name: self.name.clone(),
            strategy: by_policy.or_else(|| self.strategy.clone()),
            safety: self.safety,
            matches: self.matches.into(),
            threads: self.threads.map_or_else(cores, usize::from),
            ponder: !self.no_ponder,
            seed: self.seed.unwrap_or_else(seed::any),
        })
    }

    /// Says who listens where, and which strategy plays.
    fn greet(&self, address: SocketAddr, strategy: Option<&Spec>) {
        let strategy = match strategy {
            Some(spec) if spec.start().is_none() => format!("plays {spec}"),
            _ => "chooses for each game a strategy that fits it".to_owned(),
        };
        output::note(format_args!("{} listens on {address} and {strategy}; Ctrl-C ends", self.name));
        if !address.ip().is_loopback() {
            output::note(
                "warning: anyone who can reach this address can use the processors and the memory of this machine: the protocol has no authentication",
            );
        }
    }
}

/// A name that a reply can hold.
fn word(text: &str) -> Result<String, String> {
    let fits = |c: char| c.is_ascii_graphic() && !matches!(c, '(' | ')' | ';' | '"' | '\'' | '|');
    if text.is_empty() || !text.chars().all(fits) {
        return Err("give one word of ASCII letters, digits and signs other than `()\"';|`".to_owned());
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
