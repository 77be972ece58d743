//! From the GAME on the command line to its rules.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use arena::fingerprint;
use clap::ValueEnum;
use game::{BUILTIN, Builtin, Game, Native, Rules};
use gdl::{ParseLimits, Rulesheet};
use logic::{Limits, LogicError};

use crate::error::Error;
use crate::output;

/// What plays a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Engine {
    /// The rules compiled to gates, hundreds of games at once
    Circuit,
    /// The rules, evaluated directly: the reference for the other engines, and slow
    Reasoner,
    /// A hand-written board, for comparison; only some built-in games have one
    Native,
}

impl Engine {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Circuit => "circuit",
            Self::Reasoner => "reasoner",
            Self::Native => "native",
        }
    }
}

/// The choice of an engine on the command line.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct EngineArgument {
    /// What plays the game; without it the circuit, or the reasoner where the rules are too large for one
    #[arg(long, value_enum)]
    pub(crate) engine: Option<Engine>,
}

/// Work on a game that does not depend on what plays it.
pub(crate) trait Work {
    /// Does it.
    fn on<G: Game>(&self, played: &Played<'_, G>) -> Result<ExitCode, Error>;
}

/// A game, and what plays it.
pub(crate) struct Played<'g, G> {
    pub(crate) name: &'g str,
    pub(crate) game: &'g G,
    pub(crate) engine: Engine,
    /// The size of the circuit, if that is what plays it.
    pub(crate) gates: Option<usize>,
}

/// A game by its name.
pub(crate) struct Loaded {
    /// The built-in name, or the file's name without its ending.
    pub(crate) name: String,
    pub(crate) sheet: Rulesheet,
}

impl Loaded {
    /// Reads the rules of a GAME.
    pub(crate) fn from_argument(game: &str) -> Result<Self, Error> {
        let (name, source, bytes) = match Builtin::named(game) {
            Some(builtin) => (game.to_owned(), game, builtin.rules.as_bytes().to_vec()),
            None if game == "-" => {
                ("stdin".to_owned(), "standard input", read(io::stdin().lock(), "standard input")?)
            }
            None => {
                let path = Path::new(game);
                let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                (name, game, read_rules(path, game)?)
            }
        };
        if bytes.iter().all(u8::is_ascii_whitespace) {
            return Err(Error::about(source, "there are no rules in it"));
        }
        Self::parse(name, source, &bytes)
    }

    /// Reads rules that `source` says the origin of.
    pub(crate) fn parse(name: String, source: &str, text: &[u8]) -> Result<Self, Error> {
        let started = Instant::now();
        let sheet = Rulesheet::parse(source, text)?;
        let (rules, warnings) = (sheet.rules().len(), sheet.warnings().len());
        tracing::info!("{source}: {rules} rules read in {:.3?}, {warnings} warnings", started.elapsed());
        Ok(Self { name, sheet })
    }

    /// The game as its rules say, played by the circuit or by the reasoner; nobody's choice is the circuit, and where there is none, the
    /// reasoner, with a note.
    pub(crate) fn rules(&self, engine: Option<Engine>) -> Result<Rules, Error> {
        let at_fault = |error: LogicError| Error::about(&self.name, error);
        if engine == Some(Engine::Reasoner) {
            return Rules::reasoned(&self.sheet, Limits::default()).map_err(at_fault);
        }
        let spinner = output::spinner("compiling the rules");
        let rules = Rules::new(&self.sheet);
        spinner.finish_and_clear();
        let rules = rules.map_err(at_fault)?;
        match rules.compiled() {
            Ok(compiled) => {
                let (ground, build) = (compiled.grounding_time(), compiled.building_time());
                tracing::info!("{}: grounded in {ground:.3?}, built in {build:.3?}", self.name);
            }
            Err(why) if engine == Some(Engine::Circuit) => {
                return Err(Error::about(&self.name, format_args!("there is no circuit: {why}")));
            }
            Err(why) => output::note(format_args!("note: {}: {why}; the reasoner plays", self.name)),
        }
        Ok(rules)
    }

    /// The native board of the built-in game that these are the rules of.
    fn native(&self) -> Result<Native, Error> {
        let twin = Builtin::named(&self.name).filter(|builtin| builtin.rules == self.sheet.source().text());
        twin.and_then(|builtin| Native::named(builtin.name)).ok_or_else(|| {
            let boards = Native::NAMES.join(", ");
            Error::Usage(format!(
                "`{}` has no native board for these rules; these built-in games have one: {boards}",
                self.name
            ))
        })
    }

    /// Does `work` on the game as `engine` plays it.
    pub(crate) fn play(&self, engine: Option<Engine>, work: &impl Work) -> Result<ExitCode, Error> {
        if engine == Some(Engine::Native) {
            return match self.native()? {
                Native::Breakthrough(game) => work.on(&self.played(&game, Engine::Native, None)),
                Native::Mnk(game) => work.on(&self.played(&game, Engine::Native, None)),
                Native::ConnectFour(game) => work.on(&self.played(&game, Engine::Native, None)),
                Native::Othello(game) => work.on(&self.played(&game, Engine::Native, None)),
            };
        }
        let rules = self.rules(engine)?;
        match rules.compiled() {
            Ok(compiled) => {
                let gates = compiled.circuit().size().gates;
                work.on(&self.played(&rules, Engine::Circuit, Some(gates)))
            }
            Err(_) => work.on(&self.played(&rules, Engine::Reasoner, None)),
        }
    }

    fn played<'g, G>(&'g self, game: &'g G, engine: Engine, gates: Option<usize>) -> Played<'g, G> {
        Played { name: &self.name, game, engine, gates }
    }

    /// What the rules are known by, however they are called.
    pub(crate) fn hash(&self) -> String {
        fingerprint(self.sheet.source().text())
    }
}

fn read_rules(path: &Path, game: &str) -> Result<Vec<u8>, Error> {
    if path.is_dir() {
        return Err(Error::Usage(format!(
            "`{game}` is a directory; name one rulesheet in it, or look through them all with `spielbaum check {game}`"
        )));
    }
    match File::open(path) {
        Ok(file) => read(file, game),
        Err(_) if !path.exists() => Err(Error::Usage(unknown(path, game))),
        Err(error) => Err(Error::Usage(format!("cannot read `{game}`: {error}"))),
    }
}

/// Reads no more than the parser takes, which tells people about the rest.
fn read(from: impl Read, name: &str) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    let most = ParseLimits::default().bytes as u64 + 1;
    from.take(most).read_to_end(&mut bytes).map_err(|error| Error::about(name, error))?;
    Ok(bytes)
}

fn unknown(path: &Path, game: &str) -> String {
    if path.extension().is_some() || path.components().count() > 1 {
        return format!("there is no file `{game}`");
    }
    match Builtin::like(game) {
        Some(like) => {
            format!(
                "there is no game `{game}`; did you mean `{}`? `spielbaum games` lists them all",
                like.name
            )
        }
        None => format!(
            "there is no game and no file `{game}`; `spielbaum games` lists the {} built-in games",
            BUILTIN.len()
        ),
    }
}
