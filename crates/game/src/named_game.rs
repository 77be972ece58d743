use std::borrow::Cow;

use crate::builtin::summary;
use crate::{BUILTIN, Builtin, Family, FamilyError};

/// The rules of a game that is known by its name: a built-in one, or a member of a built-in [`Family`].
///
/// ```
/// use spielbaum_game::NamedGame;
///
/// assert_eq!(NamedGame::find("nim")?.name, "nim");
/// assert_eq!(NamedGame::find("gomoku(columns=6, rows=6)")?.name, "gomoku(columns=6,rows=6,line=5)");
/// # Ok::<(), spielbaum_game::NameError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedGame {
    /// Its name; a member's is told with all parameters.
    pub name: String,
    /// Its rules, KIF text.
    pub rules: Cow<'static, str>,
}

/// Why there is no game of a name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// Nothing has this name.
    #[error("there is no built-in game `{name}`{}", suggestion(.like))]
    Unknown {
        /// The name that was asked for.
        name: String,
        /// The name of a built-in game or family that looks like it.
        like: Option<&'static str>,
    },
    /// The family has no such member.
    #[error("{name}: {error}")]
    Member {
        /// The name that was asked for.
        name: String,
        /// Why.
        error: FamilyError,
    },
}

fn suggestion(like: &Option<&str>) -> String {
    like.map_or_else(String::new, |like| format!("; did you mean `{like}`?"))
}

impl NamedGame {
    /// The built-in game `name`; or the member `FAMILY(PARAMETER=NUMBER,...)` of a built-in family, whose
    /// name alone stands for the member with the defaults.
    ///
    /// # Errors
    /// If there is no such game, or a parameter is wrong.
    pub fn find(name: &str) -> Result<Self, NameError> {
        if let Some(game) = Builtin::named(name) {
            return Ok(Self { name: game.name.to_owned(), rules: Cow::Borrowed(game.rules) });
        }
        let fail = |error| NameError::Member { name: name.to_owned(), error };
        if let Some(family) = name.split_once('(').and_then(|(base, _)| Family::named(base))
            && !name.ends_with(')')
        {
            return Err(fail(FamilyError::Unclosed { family: family.to_string() }));
        }
        let (base, arguments) = member(name).unwrap_or((name, ""));
        let family = Family::named(base)
            .ok_or_else(|| NameError::Unknown { name: name.to_owned(), like: like(base) })?;
        let member = family.member(arguments).map_err(fail)?;
        Ok(Self { name: member.name, rules: Cow::Owned(member.rules) })
    }

    /// What the game is, in one line: the first line of the rulesheet's header comment.
    pub fn summary(&self) -> &str {
        summary(&self.rules)
    }
}

/// The name of a member of a family in its parts: `hex(size=5)` is `hex` and `size=5`; none if it has
/// no arguments.
pub fn member(name: &str) -> Option<(&str, &str)> {
    name.strip_suffix(')')?.split_once('(')
}

/// The name of a built-in game or family that looks most like `name`, if one looks like it at all.
fn like(name: &str) -> Option<&'static str> {
    let name = name.to_lowercase();
    let names = BUILTIN.iter().map(|game| game.name).chain(Family::names());
    let likeness = |known| strsim::jaro_winkler(&name, known);
    let (likeness, known) =
        names.map(|known| (likeness(known), known)).max_by(|(a, _), (b, _)| a.total_cmp(b))?;
    (likeness >= 0.75).then_some(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaint(name: &str) -> String {
        NamedGame::find(name).unwrap_err().to_string()
    }

    #[test]
    fn a_built_in_game_goes_before_a_family_of_the_same_name() {
        let game = NamedGame::find("connect-four").unwrap();
        assert_eq!(game.rules, Builtin::named("connect-four").unwrap().rules);
        assert_eq!(NamedGame::find("connect-four()").unwrap().name, "connect-four(columns=7,rows=6)");
        assert_eq!(NamedGame::find("hex").unwrap().name, "hex(size=7)");
        assert_eq!(NamedGame::find("hex(size=3)").unwrap().summary(), "Hex on 3 columns and 3 rows");
    }

    #[test]
    fn a_parenthesis_that_is_missing_is_told() {
        assert_eq!(complaint("hex(size=5"), "hex(size=5: the `)` at the end is missing; write hex(size=7)");
        assert_eq!(complaint("chess(size=5"), "there is no built-in game `chess(size=5`");
    }

    #[test]
    fn a_slip_of_the_finger_is_understood() {
        assert_eq!(like("tic-tac-toe"), Some("tictactoe"));
        assert_eq!(like("Connect4"), Some("connect-four"));
        assert_eq!(like("brakthrough-6x6"), Some("breakthrough-6x6"));
        assert_eq!(like("gomuko"), Some("gomoku"));
        assert_eq!(like("zzz"), None);
    }

    #[test]
    fn a_wrong_name_or_parameter_is_told_with_the_remedy() {
        assert_eq!(complaint("zzz"), "there is no built-in game `zzz`");
        assert_eq!(
            complaint("nim(heaps=4)"),
            "there is no built-in game `nim(heaps=4)`; did you mean `nim`?"
        );
        assert_eq!(
            complaint("hex(size=99)"),
            "hex(size=99): `size` takes a whole number from 2 to 14, not 99"
        );
        assert!(NamedGame::find("hex(size=5").is_err());
    }
}
