use std::io;
use std::path::{Path, PathBuf};

use gdl::{Interrupt, Interrupted, ParseError, ParseLimits, Rejected, Rulesheet};
use logic::{GroundLimits, Limits, LogicError};

use crate::{CircuitCache, NameError, NamedGame, Rules};

/// Why a game could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// No built-in game and no member of a built-in family has this name.
    #[error(transparent)]
    Name(#[from] NameError),
    /// The file cannot be read.
    #[error("cannot read {}: {error}", .path.display())]
    File {
        /// Its path.
        path: PathBuf,
        /// The cause.
        error: io::Error,
    },
    /// The text is not a correct rulesheet. The diagnostics name each place and a remedy.
    #[error(transparent)]
    Rejected(#[from] Rejected),
    /// The initial state exceeds the limits of the reasoner.
    #[error(transparent)]
    Limit(#[from] LogicError),
    /// It is not read and checked in time.
    #[error("the rules are not read and checked to their end: {0}")]
    Interrupted(#[from] Interrupted),
}

impl From<ParseError> for LoadError {
    fn from(error: ParseError) -> Self {
        match error {
            ParseError::Rejected(rejected) => rejected.into(),
            ParseError::Interrupted(interrupted) => interrupted.into(),
        }
    }
}

/// Loads games, and looks for their circuits in a cache, if it has one.
///
/// ```
/// # let directory = tempfile::tempdir()?;
/// use spielbaum_game::{CircuitCache, GameLoader};
///
/// let loader = GameLoader::default().with_cache(CircuitCache::new(directory.path()));
/// assert!(loader.built_in_game("nim")?.compiled().is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct GameLoader {
    cache: Option<CircuitCache>,
}

impl GameLoader {
    /// Looks for circuits in a cache, or in none, and keeps those there that take long to make.
    #[must_use]
    pub fn with_cache(self, cache: impl Into<Option<CircuitCache>>) -> Self {
        Self { cache: cache.into() }
    }

    /// The built-in game of this name, or a member of a built-in family, as [`built_in_game`] loads it.
    ///
    /// # Errors
    /// As of [`built_in_game`].
    pub fn built_in_game(&self, name: &str) -> Result<Rules, LoadError> {
        self.built_in_game_while(name, &Interrupt::after(Rules::TIME))
    }

    /// The same, as far as it comes until it is interrupted.
    ///
    /// # Errors
    /// As for [`built_in_game`](Self::built_in_game), or if the rules are not read and checked before it
    /// is interrupted.
    pub fn built_in_game_while(&self, name: &str, interrupt: &Interrupt<'_>) -> Result<Rules, LoadError> {
        let game = NamedGame::find(name)?;
        self.load(&game.name, game.rules.as_bytes(), interrupt)
    }

    /// The game of a rulesheet in a file, as [`game_from_file`] loads it.
    ///
    /// # Errors
    /// As of [`game_from_file`].
    pub fn game_from_file(&self, path: impl AsRef<Path>) -> Result<Rules, LoadError> {
        self.game_from_file_while(path, &Interrupt::after(Rules::TIME))
    }

    /// The same, as far as it comes until it is interrupted.
    ///
    /// # Errors
    /// As for [`game_from_file`](Self::game_from_file), or if the rules are not read and checked before it
    /// is interrupted.
    pub fn game_from_file_while(
        &self,
        path: impl AsRef<Path>,
        interrupt: &Interrupt<'_>,
    ) -> Result<Rules, LoadError> {
        let path = path.as_ref();
        let text = std::fs::read(path).map_err(|error| LoadError::File { path: path.to_owned(), error })?;
        self.load(&path.to_string_lossy(), &text, interrupt)
    }

    /// The game of a rulesheet, as [`game_from_text`] loads it.
    ///
    /// # Errors
    /// As of [`game_from_text`].
    pub fn game_from_text(&self, text: &str) -> Result<Rules, LoadError> {
        self.game_from_text_while(text, &Interrupt::after(Rules::TIME))
    }

    /// The same, as far as it comes until it is interrupted.
    ///
    /// # Errors
    /// As for [`game_from_text`](Self::game_from_text), or if the rules are not read and checked before it
    /// is interrupted.
    pub fn game_from_text_while(&self, text: &str, interrupt: &Interrupt<'_>) -> Result<Rules, LoadError> {
        self.load("rules", text.as_bytes(), interrupt)
    }

    /// Loads rules, which diagnostics call `source`.
    fn load(&self, source: &str, text: &[u8], interrupt: &Interrupt<'_>) -> Result<Rules, LoadError> {
        let sheet = Rulesheet::parse_while(source, text, ParseLimits::default(), interrupt)?;
        let (limits, ground) = (Limits::default(), GroundLimits::default());
        Ok(Rules::cached_while(&sheet, limits, &ground, self.cache.as_ref(), interrupt)?)
    }
}

/// The built-in game of this name, [`BUILTIN`](crate::BUILTIN) lists them; or a member of a built-in family,
/// as in `hex(size=5)`. It takes at most about the time of [`game_from_text`].
///
/// # Errors
/// If there is no such game; of a large member of a family, as of [`game_from_text`].
pub fn built_in_game(name: &str) -> Result<Rules, LoadError> {
    GameLoader::default().built_in_game(name)
}

/// The game of a rulesheet in a file, as [`game_from_text`] makes it of its text.
///
/// # Errors
/// If the file cannot be read; else as of [`game_from_text`].
pub fn game_from_file(path: impl AsRef<Path>) -> Result<Rules, LoadError> {
    GameLoader::default().game_from_file(path)
}

/// The game of a rulesheet: text in the Game Description Language, in KIF syntax.
///
/// The circuit of large rules takes long to make. What has none after [`Rules::TIME`], half a minute, is
/// played by the reasoner, which is far slower: [`Rules::compiled`] tells. [`GameLoader`] takes another bound
/// on the time, and keeps circuits in a cache.
///
/// # Errors
/// If the rules are not correct, their initial state exceeds the limits, or they are not read and checked
/// within that time.
pub fn game_from_text(text: &str) -> Result<Rules, LoadError> {
    GameLoader::default().game_from_text(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaint(result: Result<Rules, LoadError>) -> String {
        result.expect_err("it is not loaded").to_string()
    }

    #[test]
    fn a_misspelt_name_gets_a_suggestion() {
        assert_eq!(
            complaint(built_in_game("conect-four")),
            "there is no built-in game `conect-four`; did you mean `connect-four`?"
        );
        assert_eq!(complaint(built_in_game("zzz")), "there is no built-in game `zzz`");
    }

    #[test]
    fn a_missing_file_is_named() {
        let complaint = complaint(game_from_file("no/such/file.kif"));
        assert!(complaint.starts_with("cannot read no/such/file.kif: "), "{complaint}");
    }

    #[test]
    fn a_mistake_in_the_rules_is_located() {
        assert_eq!(
            complaint(game_from_text("(role you)\n(init (off)")),
            "rules:2:1: this `(` is never closed"
        );
    }

    #[test]
    fn a_file_and_its_text_are_the_same_game() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/nim.kif");
        let from_file = game_from_file(path).expect("a rulesheet");
        let built_in = built_in_game("nim").expect("a built-in game");
        assert_eq!(crate::perft(&from_file, 3), crate::perft(&built_in, 3));
    }
}
