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
    /// Whether people call the columns by letters, as in chess.
    #[serde(default)]
    pub(crate) letters: bool,
    /// How each content is drawn, by its name; `*` is for all others that are not blank.
    #[serde(default, rename = "looks")]
    pub(crate) appearances: BTreeMap<String, Appearance>,
    /// What people write for the terms in its moves and percepts, by the term's name: `{1}` stands for the first argument, and `{1:letter}` for the
    /// letter of that number, `a` for 1.
    #[serde(default)]
    wording: BTreeMap<String, LocalizedName>,
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
#[serde(from = "Written")]
pub struct LocalizedName {
    /// In English.
    pub en: String,
    /// In Japanese.
    pub ja: String,
    /// In German.
    pub de: String,
}

/// A name as an entry gives it.
#[derive(Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Written {
    /// The same in all languages.
    Alike(String),
    Each {
        en: String,
        ja: String,
        de: String,
    },
}

impl From<Written> for LocalizedName {
    fn from(written: Written) -> Self {
        match written {
            Written::Alike(text) => Self { en: text.clone(), ja: text.clone(), de: text },
            Written::Each { en, ja, de } => Self { en, ja, de },
        }
    }
}

impl Style {
    /// The style of the built-in game of this name, or of the family that it is a member of.
    pub fn named(game: &str) -> Option<&'static Style> {
        STYLES.get(game::member(game).map_or(game, |(family, _)| family))
    }

    /// What people write for roles, moves, percepts and the terms in them, by the term's name. A placeholder stands for an argument: `{1}` for what is
    /// written for the first one, and `{1:letter}` for the letter of that number, `a` for 1. A term of another name is written as it is.
    pub fn wording(&self) -> BTreeMap<String, LocalizedName> {
        self.roles.iter().chain(&self.wording).map(|(name, text)| (name.clone(), text.clone())).collect()
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
    use logic::{Reasoner, TermId};

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

    /// The games of all styles, by name: compiled once for all tests.
    static GAMES: LazyLock<BTreeMap<&str, Rules>> = LazyLock::new(|| {
        STYLES.keys().map(|name| (name.as_str(), Rules::new(&sheet(name)).unwrap())).collect()
    });

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
            let rules = &GAMES[name.as_str()];
            let roles: BTreeSet<&str> =
                (0..rules.roles()).map(|role| rules.notation().role_name(role)).collect();
            assert_eq!(style.roles.keys().map(String::as_str).collect::<BTreeSet<_>>(), roles, "{name}");
            let picture = Layout::of(rules, Some(style), &[]).picture(rules, &rules.initial());
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

    /// What a template shows: the number of each argument, from 1, and whether it is written as a letter.
    fn shown(template: &str) -> BTreeSet<(usize, bool)> {
        let placeholders = template.split('{').skip(1).map(|rest| rest.split_once('}').unwrap().0);
        let read = |placeholder: &str| match placeholder.split_once(':') {
            Some((number, "letter")) => (number.parse().unwrap(), true),
            Some(_) => panic!("{{{placeholder}}} is neither a number nor a number with `:letter`"),
            None => (placeholder.parse().unwrap(), false),
        };
        placeholders.map(read).collect()
    }

    /// The names in a term that are no numbers and no single letters, as far as the wording shows them, and whether anything is written as a letter.
    fn names_in(reasoner: &Reasoner, term: TermId, style: &Style, names: &mut BTreeSet<String>) -> bool {
        let (name, args) = reasoner.parts(term);
        let Some(LocalizedName { en, ja, de }) = style.wording.get(name) else {
            if name.len() > 1 && name.parse::<u32>().is_err() {
                names.insert(name.to_owned());
            }
            return false;
        };
        names.insert(name.to_owned());
        let arguments = shown(en);
        assert!(shown(ja) == arguments && shown(de) == arguments, "{en}, {ja}, {de}");
        let mut shows = |&(number, letter): &(usize, bool)| {
            let argument = *args.get(number - 1).unwrap_or_else(|| panic!("{name} has no argument {number}"));
            assert!(
                !letter || reasoner.text(argument).parse::<u8>().is_ok_and(|number| number <= 26),
                "{en}"
            );
            names_in(reasoner, argument, style, names) | letter
        };
        arguments.iter().fold(false, |lettered, argument| lettered | shows(argument))
    }

    #[test]
    fn every_term_in_a_move_or_percept_has_a_wording_and_no_other_has() {
        for name in STYLES.keys() {
            let (style, rules) = (&STYLES[name], &GAMES[name.as_str()]);
            let compiled = rules.compiled().unwrap();
            let of_role = |role| compiled.moves(role).iter().chain(compiled.percepts(role));
            let mut found = BTreeSet::new();
            let mut lettered = false;
            for &term in (0..rules.roles()).flat_map(of_role) {
                lettered |= names_in(rules.reasoner(), term, style, &mut found);
            }
            found.retain(|name| name != "noop" && !style.roles.contains_key(name));
            let worded: BTreeSet<String> = style.wording.keys().cloned().collect();
            assert_eq!(worded, found, "{name}");
            assert_eq!(style.letters, lettered, "{name}: the board and the moves call the columns alike");
        }
    }
}
