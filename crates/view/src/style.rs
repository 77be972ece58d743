use std::collections::BTreeMap;
use std::sync::LazyLock;

use game::{Board, BoardReading};
use serde::{Deserialize, Serialize};

use crate::{Appearance, CellShape, Sides, Surface};

/// The styles of the built-in games, by the game's name.
static STYLES: LazyLock<BTreeMap<String, Style>> = LazyLock::new(|| {
    toml::from_str(include_str!("../styles.toml")).expect("a test reads the built-in styles")
});

/// How a game is shown: an entry of `games/styles.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Style {
    /// The name of the game.
    pub names: LocalizedName,
    /// The names of its roles, by role.
    pub roles: BTreeMap<String, LocalizedName>,
    /// Which fluents are the board's cells, if not those with a column, a row and a content.
    pub(crate) board: Option<BoardHint>,
    #[serde(default, rename = "form")]
    pub(crate) cell_shape: CellShape,
    #[serde(default, rename = "ground")]
    pub(crate) surface: Surface,
    pub(crate) sides: Option<Sides>,
    /// How each content is drawn, by its name; `*` is for all others that are not blank.
    #[serde(default, rename = "looks")]
    pub(crate) appearances: BTreeMap<String, Appearance>,
}

/// Which fluents are the cells of a board, and how they are read.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BoardHint {
    pub(crate) fluent: String,
    #[serde(default)]
    pub(crate) reading: BoardReading,
}

/// A name in the languages of the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Names))]
#[serde(deny_unknown_fields)]
pub struct LocalizedName {
    /// In English.
    pub en: String,
    /// In Japanese.
    pub ja: String,
    /// In German.
    pub de: String,
}

impl Style {
    /// The style of the built-in game of this name, or of the family that it is a member of.
    pub fn named(game: &str) -> Option<&'static Style> {
        STYLES.get(game::member(game).map_or(game, |(family, _)| family))
    }

    /// How a content is drawn; none for a blank that has no entry of its own.
    pub(crate) fn appearance(&self, content: &str) -> Option<Appearance> {
        let any = || self.appearances.get("*").filter(|_| !Board::is_blank(content));
        self.appearances.get(content).or_else(any).copied()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use game::{BUILTIN, Family, Game, Rules};

    use super::*;
    use crate::Layout;
    use crate::testing::sheet;

    /// The games that have nothing like a board.
    const BOARDLESS: [&str; 10] = [
        "goofspiel",
        "hidden-coin",
        "kuhn-poker",
        "leduc-poker",
        "liars-dice",
        "mini-bridge",
        "monty-hall",
        "pig",
        "prisoners-dilemma",
        "rock-paper-scissors",
    ];

    #[test]
    fn every_builtin_game_and_family_has_a_style_and_nothing_else_has() {
        let games: BTreeSet<&str> = BUILTIN.iter().map(|game| game.name).chain(Family::names()).collect();
        assert_eq!(STYLES.keys().map(String::as_str).collect::<BTreeSet<_>>(), games);
    }

    #[test]
    fn a_member_has_the_style_of_its_family() {
        assert_eq!(Style::named("hex(size=5)").unwrap().names.en, "Hex");
        assert_eq!(Style::named("zzz(size=5)"), None);
    }

    #[test]
    fn styles_name_all_roles_and_contents_of_the_rules_and_no_others() {
        for (name, style) in STYLES.iter() {
            let rules = Rules::new(&sheet(name)).unwrap();
            let roles: BTreeSet<&str> =
                (0..rules.roles()).map(|role| rules.notation().role_name(role)).collect();
            assert_eq!(style.roles.keys().map(String::as_str).collect::<BTreeSet<_>>(), roles, "{name}");
            let picture = Layout::of(&rules, Some(style), &[]).picture(&rules, &rules.initial());
            let contents = || picture.grids.iter().flat_map(|grid| &grid.contents);
            for content in style.appearances.keys().filter(|&content| content != "*") {
                assert!(contents().any(|known| known.name == *content), "{name} has no {content}");
            }
            for content in contents().filter(|content| !content.blank) {
                assert!(content.appearance.is_some(), "{name}: how is {} drawn?", content.name);
            }
            assert_eq!(picture.grids.len(), usize::from(!BOARDLESS.contains(&name.as_str())), "{name}");
        }
    }
}
