use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::board::Reading;
use super::{Form, Ground, Look, Sides};

/// The hints for the built-in games, by name.
static STYLES: LazyLock<BTreeMap<String, Style>> = LazyLock::new(|| {
    // A test reads it, too.
    toml::from_str(include_str!("../../../../games/styles.toml")).expect("the built-in hints can be read")
});

/// Hints on how a game is shown: an entry of `games/styles.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Style {
    /// What the game is called.
    pub names: Names,
    /// What its roles are called, by role.
    pub roles: BTreeMap<String, Names>,
    /// Which fluents make the board, if it is not those with a column, a row and a content.
    pub(super) board: Option<BoardHint>,
    #[serde(default)]
    pub(super) form: Form,
    #[serde(default)]
    pub(super) ground: Ground,
    pub(super) sides: Option<Sides>,
    /// What is on the board, by content; `*` is for all others.
    #[serde(default)]
    pub(super) looks: BTreeMap<String, Look>,
}

/// Which fluents make a board, and how.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BoardHint {
    pub(super) fluent: String,
    #[serde(default)]
    pub(super) reading: Reading,
}

/// A name in the languages of the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Names {
    /// In English.
    pub en: String,
    /// In Japanese.
    pub ja: String,
    /// In German.
    pub de: String,
}

impl Style {
    /// The hints for the built-in game of this name.
    pub fn named(game: &str) -> Option<&'static Style> {
        STYLES.get(game)
    }

    /// How a content looks; none for a blank.
    pub(super) fn look(&self, content: &str) -> Option<Look> {
        let any = || self.looks.get("*").filter(|_| !super::BLANK.contains(&content));
        self.looks.get(content).or_else(any).copied()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::testing::sheet;
    use crate::{BUILTIN, Canvas, Game, Rules};

    #[test]
    fn every_builtin_game_has_hints_and_nothing_else_has() {
        let games: BTreeSet<&str> = BUILTIN.iter().map(|game| game.name).collect();
        assert_eq!(STYLES.keys().map(String::as_str).collect::<BTreeSet<_>>(), games);
    }

    #[test]
    fn hints_speak_of_what_is_in_the_rules_and_of_all_of_it() {
        for (name, style) in STYLES.iter() {
            let rules = Rules::new(&sheet(name)).unwrap();
            let roles: BTreeSet<&str> = (0..rules.roles()).map(|role| rules.role_name(role)).collect();
            assert_eq!(style.roles.keys().map(String::as_str).collect::<BTreeSet<_>>(), roles, "{name}");
            let picture = Canvas::of(&rules, Some(style), &[]).picture(&rules, &rules.initial());
            let contents = || picture.grids.iter().flat_map(|grid| &grid.contents);
            for content in style.looks.keys().filter(|&content| content != "*") {
                assert!(contents().any(|known| known.name == *content), "{name} has no {content}");
            }
            for content in contents().filter(|content| !content.blank) {
                assert!(content.look.is_some(), "{name}: how does {} look?", content.name);
            }
            let boardless = ["prisoners-dilemma", "rock-paper-scissors"].contains(&name.as_str());
            assert_eq!(picture.grids.len(), usize::from(!boardless), "{name}");
        }
    }
}
