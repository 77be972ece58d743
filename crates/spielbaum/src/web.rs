//! `spielbaum web`: the laboratory page.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use ::web::{Limits, Server, Settings};
use arena::{Store, StoreError};
use game::can_replace;
use rand::distr::{Alphanumeric, SampleString};
use rand::rand_core::UnwrapErr;
use rand::rngs::SysRng;

use crate::cache::CacheArgument;
use crate::error::Error;
use crate::interrupt::INTERRUPTED;
use crate::listen::{interrupted, runtime, unheard};
use crate::{output, store};

/// Open the laboratory page: compare strategies, play, watch searches, practise, write rules
///
/// Serves a page for the browsers of this machine, and prints its address. Tournaments are kept in the store,
/// as those of `spielbaum arena` are; what a page began ends when it is closed. Nothing leaves this machine.
/// Ctrl-C ends.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  spielbaum web --open
      Show the page in the browser.
  spielbaum web --port 8123 --db class.db
      Serve it at http://127.0.0.1:8123/, and keep its tournaments in a file of their own.
  spielbaum web --bind 0.0.0.0 --token a-long-secret-word
      Let others in the network see it, who know the token.
  spielbaum web --openapi
      Print the description of the JSON API.")]
pub(crate) struct Arguments {
    /// Where to listen; 0 is any port that is free
    #[arg(long, value_name = "PORT", default_value_t = 8014)]
    port: u16,
    /// The address of this machine at which others reach the page; `0.0.0.0` is all of them
    #[arg(long, value_name = "ADDR", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,
    /// The word that lets a browser in: at least 8 letters (a to z, A to Z), digits, `-`, `_` or `.`; needed
    /// beyond this machine
    #[arg(long, value_name = "WORD", value_parser = token)]
    token: Option<String>,
    /// Show the page in the browser
    #[arg(long)]
    open: bool,
    /// Memory that the program may take, in MiB; work that takes more is ended
    #[arg(long, value_name = "MIB", default_value_t = 4096, value_parser = clap::value_parser!(u32).range(256..))]
    memory: u32,
    #[command(flatten)]
    cache: CacheArgument,
    /// Print the OpenAPI document of the JSON API, and end
    #[arg(long)]
    openapi: bool,
}

/// Requests that are worked on at once.
const WORKERS: usize = 64;

/// Rules may nest as deep as the parser lets them, and derive terms deeper than that.
const STACK: usize = 256 << 20;

/// What is left of requests has so long to end.
const GRACE: Duration = Duration::from_secs(1);

pub(crate) fn run(arguments: &Arguments, db: Option<&Path>) -> Result<ExitCode, Error> {
    if arguments.openapi {
        output::line(serde_json::to_string_pretty(&::web::openapi())?)?;
        return Ok(ExitCode::SUCCESS);
    }
    let asked = SocketAddr::new(arguments.bind, arguments.port);
    let limits = Limits { memory: (arguments.memory as usize) << 20, ..Limits::default() };
    let settings = Settings {
        address: asked,
        token: arguments.token.clone(),
        store: usable_store(db)?,
        cache: arguments.cache.cache(),
        limits,
    };
    if !settings.is_loopback() && settings.token.is_none() {
        return Err(Error::Usage(format!(
            "others could use this machine at {}; set an access token: `--token {}`",
            arguments.bind,
            Alphanumeric.sample_string(&mut UnwrapErr(SysRng), 24)
        )));
    }
    let exposed = !settings.is_loopback();
    let cannot = |error: io::Error| Error::about("cannot start the server", error);
    let runtime = runtime(WORKERS, STACK).map_err(cannot)?;
    let server = Server::new(settings).map_err(cannot)?;
    // Sockets belong to a runtime.
    let within = runtime.enter();
    let listener = server.listen().map_err(|error| unheard(asked, &error))?;
    let address = listener.local_addr().map_err(cannot)?;
    drop(within);
    let end = interrupted()?;
    let page = arguments.page(address);
    output::line(&page)?;
    output::note("the laboratory page is at this address; Ctrl-C ends");
    if exposed {
        output::note(
            "warning: whoever reaches this address and knows the token can let this machine think, read its tournaments and add to them; the way there is not encrypted",
        );
    }
    if arguments.open
        && let Err(error) = open::that_detached(&page)
    {
        output::note(format_args!("warning: no browser can be opened ({error}); open the address yourself"));
    }
    let served = runtime.block_on(server.run(listener, end));
    runtime.shutdown_timeout(GRACE);
    served.map_err(cannot)?;
    Ok(ExitCode::from(INTERRUPTED))
}

/// The file of the store, which can be used when somebody asks for it.
///
/// # Errors
/// If something else is there, or nothing can be.
fn usable_store(asked: Option<&Path>) -> Result<PathBuf, Error> {
    let file = store::file(asked)?;
    match Store::read(&file) {
        Ok(_) => Ok(file),
        Err(StoreError::Missing { .. }) if asked.is_none() => Ok(file),
        Err(StoreError::Missing { .. }) => match can_replace(&file) {
            Ok(()) => Ok(file),
            Err(why) => Err(Error::Usage(format!("{}: {why}", file.display()))),
        },
        Err(error) => Err(error.into()),
    }
}

impl Arguments {
    /// Where the page is.
    fn page(&self, address: SocketAddr) -> String {
        let mut at = address;
        if at.ip().is_unspecified() {
            at.set_ip(Ipv4Addr::LOCALHOST.into());
        }
        match &self.token {
            Some(token) => format!("http://{at}/?token={token}"),
            None => format!("http://{at}/"),
        }
    }
}

/// A token that nobody guesses, and that an address can hold.
fn token(text: &str) -> Result<String, String> {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if text.len() < 8 || !text.chars().all(fits) {
        return Err("give at least 8 letters, digits, `-`, `_` or `.`".to_owned());
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_long_and_fits_into_an_address() {
        assert!(["sesame-open", "12345678"].into_iter().all(|text| token(text).is_ok()));
        assert!(
            ["", "short", "has space", "with&sign", "p\u{e4}sswort"]
                .into_iter()
                .all(|text| token(text).is_err())
        );
    }
}
