//! From the GAME on the command line to its rules.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use arena::fingerprint;
use clap::ValueEnum;
use game::{
    BUILTIN, Builtin, CircuitCache, Compiled, Family, FamilyMember, FirstStage, Game, NameError, NamedGame,
    Native, NoCircuit, Rules,
};
use gdl::{Interrupt, ParseError, ParseLimits, Rulesheet};
use logic::{GroundLimits, Grounding, Limits, LogicError, Reasoner};

use crate::cache::CacheArgument;
use crate::error::Error;
use crate::{output, seconds};

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

/// How games are loaded, on the command line.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct LoadArguments {
    /// Time to read, check and compile the rules in; the reasoner plays what is not compiled by then
    #[arg(long, value_name = "SECONDS", value_parser = seconds::parse_some, allow_negative_numbers = true, default_value = "120")]
    limit: Duration,
    #[command(flatten)]
    cache: CacheArgument,
}

/// Reads, checks and compiles rules within a time.
pub(crate) struct Loader {
    started: Instant,
    limit: Duration,
    cache: Option<CircuitCache>,
}

impl Loader {
    /// The time begins now. What is in the cache is not compiled.
    pub(crate) fn new(arguments: &LoadArguments) -> Self {
        Self { started: Instant::now(), limit: arguments.limit, cache: arguments.cache.cache() }
    }

    /// Ends work when the time is up.
    fn interrupt(&self) -> Interrupt<'static> {
        Interrupt::never().within_since(self.started, self.limit)
    }

    /// Reads and checks rules that `source` says the origin of, as long as `go_on` says.
    pub(crate) fn parse(
        &self,
        source: &str,
        text: &[u8],
        go_on: &dyn Fn() -> bool,
    ) -> Result<Rulesheet, ParseError> {
        let interrupt = Interrupt::unless(go_on).within_since(self.started, self.limit);
        Rulesheet::parse_while(source, text, ParseLimits::default(), &interrupt)
    }

    /// The game of checked rules, compiled if that is possible, as long as `go_on` says.
    pub(crate) fn compile(&self, sheet: &Rulesheet, go_on: &dyn Fn() -> bool) -> Result<Rules, LogicError> {
        let interrupt = Interrupt::unless(go_on).within_since(self.started, self.limit);
        let (ground, cache) = (GroundLimits::default(), self.cache.as_ref());
        Rules::cached_while(sheet, Limits::default(), &ground, cache, &interrupt)
    }

    /// The same; `first` gets large rules on a first circuit before, and from then on no time ends the work.
    pub(crate) fn compile_in_stages(
        &self,
        sheet: &Rulesheet,
        go_on: &dyn Fn() -> bool,
        first: FirstStage<'_, Rules>,
    ) -> Result<Rules, LogicError> {
        let interrupt = Interrupt::unless(go_on).within_since(self.started, self.limit);
        let first = first.of(|rules| {
            interrupt.extend(Duration::MAX);
            rules
        });
        let (ground, cache) = (GroundLimits::default(), self.cache.as_ref());
        Rules::in_stages(sheet, Limits::default(), &ground, cache, &interrupt, first)
    }

    /// The game of checked rules, played by the reasoner.
    fn reason(&self, sheet: &Rulesheet) -> Result<Rules, LogicError> {
        Rules::reasoned_while(sheet, Limits::default(), &self.interrupt())
    }

    /// A complaint, with the remedy if the time was too short.
    pub(crate) fn explain(&self, complaint: impl Display) -> String {
        if self.started.elapsed() < self.limit {
            return complaint.to_string();
        }
        format!("{complaint} (`--limit SECONDS` allows more time)")
    }

    /// Why the reasoner plays.
    pub(crate) fn note(&self, why: &NoCircuit) -> String {
        format!("{}; the reasoner plays", self.explain(why))
    }
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
    /// The circuit, if that is what plays it.
    pub(crate) compiled: Option<&'g Compiled>,
}

/// A game by its name.
pub(crate) struct Loaded {
    /// The built-in name, or the file's name without its ending.
    pub(crate) name: String,
    pub(crate) sheet: Rulesheet,
    pub(crate) loader: Loader,
}

impl Loaded {
    /// Reads the rules of a GAME.
    pub(crate) fn from_argument(game: &str, arguments: &LoadArguments) -> Result<Self, Error> {
        let (name, source, bytes) = if let Some((template, arguments)) = template(game) {
            let member = from_template(template, arguments)?;
            (member.name, game, member.rules.into_bytes())
        } else if game == "-" {
            ("stdin".to_owned(), "standard input", read(io::stdin().lock(), "standard input")?)
        } else {
            match NamedGame::find(game) {
                Ok(named) => (named.name, game, named.rules.into_owned().into_bytes()),
                Err(error @ NameError::Member { .. }) => return Err(Error::Usage(error.to_string())),
                Err(NameError::Unknown { like, .. }) => {
                    let path = Path::new(game);
                    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                    (name, game, read_rules(path, game, like)?)
                }
            }
        };
        if bytes.iter().all(u8::is_ascii_whitespace) {
            return Err(Error::about(source, "there are no rules in it"));
        }
        Self::parse(name, source, &bytes, arguments)
    }

    /// The rules without variables, as the text of a rulesheet.
    pub(crate) fn grounded(&self) -> Result<String, Error> {
        let Self { name, sheet, loader } = self;
        let reasoner = Reasoner::new_while(sheet, Limits::default(), &loader.interrupt())
            .map_err(|error| Error::about(name, loader.explain(error)))?;
        let grounding = Grounding::new_while(sheet, &reasoner, &GroundLimits::default(), &loader.interrupt())
            .map_err(|error| Error::about(name, loader.explain(error)))?;
        Ok(grounding.kif(&reasoner))
    }

    /// Reads rules that `source` says the origin of.
    pub(crate) fn parse(
        name: String,
        source: &str,
        text: &[u8],
        arguments: &LoadArguments,
    ) -> Result<Self, Error> {
        let (started, loader) = (Instant::now(), Loader::new(arguments));
        let spinner = output::spinner("reading the rules");
        let sheet = loader.parse(source, text, &|| true);
        spinner.finish_and_clear();
        let sheet = sheet.map_err(|error| match error {
            ParseError::Rejected(rejected) => Error::from(rejected),
            ParseError::Interrupted(_) => Error::about(source, loader.explain(error)),
        })?;
        let (rules, warnings) = (sheet.rules().len(), sheet.warnings().len());
        tracing::info!("{source}: {rules} rules read in {:.3?}, {warnings} warnings", started.elapsed());
        Ok(Self { name, sheet, loader })
    }

    /// The game as its rules say, played by the circuit or by the reasoner; nobody's choice is the circuit,
    /// and where there is none, the reasoner, with a note.
    pub(crate) fn rules(&self, engine: Option<Engine>) -> Result<Rules, Error> {
        let reasoner = engine == Some(Engine::Reasoner);
        let spinner =
            output::spinner(if reasoner { "working out the initial state" } else { "compiling the rules" });
        let rules = if reasoner {
            self.loader.reason(&self.sheet)
        } else {
            self.loader.compile(&self.sheet, &|| true)
        };
        spinner.finish_and_clear();
        self.told(rules, engine)
    }

    /// Tells people how the rules were made, or why they were not.
    pub(crate) fn told(
        &self,
        rules: Result<Rules, LogicError>,
        engine: Option<Engine>,
    ) -> Result<Rules, Error> {
        let rules = rules.map_err(|error| Error::about(&self.name, self.loader.explain(error)))?;
        self.tell_of_cache(rules.cache_errors());
        match rules.compiled() {
            _ if engine == Some(Engine::Reasoner) => {}
            Ok(compiled) if let Some(time) = compiled.loading_time() => {
                tracing::info!("{}: read from the cache of circuits in {time:.3?}", self.name);
            }
            Ok(compiled) => {
                let (ground, build) = (compiled.grounding_time(), compiled.building_time());
                tracing::info!("{}: grounded in {ground:.3?}, built in {build:.3?}", self.name);
            }
            Err(why) if engine == Some(Engine::Circuit) => {
                let why = self.loader.explain(format_args!("there is no circuit: {why}"));
                return Err(Error::about(&self.name, why));
            }
            Err(why) => output::note(format_args!("note: {}: {}", self.name, self.loader.note(why))),
        }
        Ok(rules)
    }

    /// Tells people what was wrong with the cache that the rules were looked for in.
    pub(crate) fn tell_of_cache(&self, errors: &[impl Display]) {
        for error in errors {
            output::note(format_args!("warning: {}: {error}", self.name));
        }
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
            Ok(compiled) => work.on(&self.played(&rules, Engine::Circuit, Some(compiled))),
            Err(_) => work.on(&self.played(&rules, Engine::Reasoner, None)),
        }
    }

    fn played<'g, G>(&'g self, game: &'g G, engine: Engine, compiled: Option<&'g Compiled>) -> Played<'g, G> {
        Played { name: &self.name, game, engine, compiled }
    }

    /// What the rules are known by, however they are called.
    pub(crate) fn hash(&self) -> String {
        fingerprint(self.sheet.source().text())
    }
}

/// The file that a GAME is read from; none if it is a built-in one, or the standard input.
pub(crate) fn file(game: &str) -> Option<PathBuf> {
    let file = match (template(game), NamedGame::find(game)) {
        (Some((file, _)), _) => file,
        (None, Err(NameError::Unknown { .. })) if game != "-" => game,
        _ => return None,
    };
    Some(PathBuf::from(file))
}

/// The file of a template and the arguments for it, if `game` names one: `FILE.kif.jinja` or
/// `FILE.kif.jinja(size=5)`.
fn template(game: &str) -> Option<(&str, &str)> {
    let (file, arguments) = game::member(game).unwrap_or((game, ""));
    file.ends_with(Family::ENDING).then_some((file, arguments))
}

/// A member of the family whose template is in a file.
fn from_template(file: &str, arguments: &str) -> Result<FamilyMember, Error> {
    let path = Path::new(file);
    let text = read_rules(path, file, None)?;
    let text = String::from_utf8(text)
        .map_err(|_| Error::about(file, "it is not text in UTF-8; save the template as UTF-8"))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let name = name.strip_suffix(Family::ENDING).unwrap_or(&name);
    let member = Family::parse(name, &text).and_then(|family| family.member(arguments));
    member.map_err(|error| Error::about(file, error))
}

/// Reads the file of a `game`; a complaint that there is none names the game that is called `like` it.
fn read_rules(path: &Path, game: &str, like: Option<&str>) -> Result<Vec<u8>, Error> {
    if path.is_dir() {
        return Err(Error::Usage(format!(
            "`{game}` is a directory; name one rulesheet in it, or look through them all with `spielbaum check {game}`"
        )));
    }
    match File::open(path) {
        Ok(file) => read(file, game),
        Err(_) if !path.exists() => Err(Error::Usage(unknown(path, game, like))),
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

fn unknown(path: &Path, game: &str, like: Option<&str>) -> String {
    if path.extension().is_some() || path.components().count() > 1 {
        return format!("there is no file `{game}`");
    }
    match like {
        Some(like) => {
            format!("there is no game `{game}`; did you mean `{like}`? `spielbaum games` lists them all")
        }
        None => format!(
            "there is no game and no file `{game}`; `spielbaum games` lists the {} built-in games",
            BUILTIN.len()
        ),
    }
}
