use std::collections::BTreeMap;
use std::sync::LazyLock;

use game::BoardReading;
use serde::{Deserialize, Serialize};

use crate::{Appearance, CellShape, Sides, Surface};

/// The styles of the built-in games.
static STYLES: LazyLock<Styles> = LazyLock::new(|| {
    toml::from_str(include_str!("../styles.toml")).expect("a test reads the built-in styles")
});

/// What `games/styles.toml` says.
#[derive(Deserialize)]
struct Styles {
    #[serde(rename = "*")]
    shared: SharedStyle,
    /// The styles of games, by the game's name.
    #[serde(flatten)]
    games: BTreeMap<String, Style>,
}

/// What several games have in common; a game's own style takes precedence.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SharedStyle {
    facts: BTreeMap<String, FactWording>,
}

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
    /// What people write for the terms in its moves and percepts and in the fluents on no board, by the
    /// term's name: `{1}` stands for the first argument, and `{1:letter}` for the letter of that number, `a`
    /// for 1.
    #[serde(default)]
    wording: BTreeMap<String, LocalizedName>,
    /// What people write for the fluents on no board, by the fluent's name, as far as the shared style does
    /// not say it.
    #[serde(default)]
    facts: BTreeMap<String, FactWording>,
}

/// Which fluents are the cells of a board, and how they are read.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BoardHint {
    pub(crate) fluent: String,
    #[serde(default)]
    pub(crate) reading: BoardReading,
}

/// What people write for the fluents of one name that are on no board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FactWording {
    /// The name of the fluents.
    #[serde(flatten)]
    pub name: LocalizedName,
    /// What is written for the arguments of such a fluent, with placeholders as in a wording; null if they
    /// are written one after the other.
    pub value: Option<LocalizedName>,
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
        STYLES.games.get(game::member(game).map_or(game, |(family, _)| family))
    }

    /// What people write for roles, moves, percepts and the terms in them and in the fluents on no board, by
    /// the term's name. A placeholder stands for an argument: `{1}` for what is written for the first one,
    /// and `{1:letter}` for the letter of that number, `a` for 1. A term of another name is written as it is.
    pub fn wording(&self) -> BTreeMap<String, LocalizedName> {
        self.roles.iter().chain(&self.wording).map(|(name, text)| (name.clone(), text.clone())).collect()
    }

    /// What people write for the fluents on no board, by the fluent's name; also for some of which this game
    /// has none.
    pub fn facts(&self) -> BTreeMap<String, FactWording> {
        let mut facts = STYLES.shared.facts.clone();
        facts.extend(self.facts.clone());
        facts
    }

    /// How a content is drawn; none for one that stands for an empty cell and has no entry of its own.
    pub(crate) fn appearance(&self, content: &str, blank: bool) -> Option<Appearance> {
        let any = || self.appearances.get("*").filter(|_| !blank);
        self.appearances.get(content).or_else(any).copied()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use game::{BUILTIN, Family, Fluent, Game, Rules};
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
        STYLES.games.keys().map(|name| (name.as_str(), Rules::new(&sheet(name)).unwrap())).collect()
    });

    #[test]
    fn every_builtin_game_and_family_has_a_style_and_nothing_else_has() {
        let games: BTreeSet<&str> = BUILTIN.iter().map(|game| game.name).chain(Family::names()).collect();
        assert_eq!(STYLES.games.keys().map(String::as_str).collect::<BTreeSet<_>>(), games);
    }

    #[test]
    fn a_member_has_the_style_of_its_family() {
        assert_eq!(Style::named("hex(size=5)").unwrap().names.en, "Hex");
        assert_eq!(Style::named("zzz(size=5)"), None);
    }

    #[test]
    fn styles_name_all_roles_and_contents_of_the_rules_and_no_others() {
        for (name, style) in &STYLES.games {
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

    /// The names in a term that are no numbers and no single letters, as far as the wording shows them, and
    /// whether anything is written as a letter.
    fn names_in(reasoner: &Reasoner, term: TermId, style: &Style, names: &mut BTreeSet<String>) -> bool {
        let (name, args) = reasoner.parts(term);
        let Some(template) = style.wording.get(name) else {
            if name.len() > 1 && name.parse::<u32>().is_err() {
                names.insert(name.to_owned());
            }
            return false;
        };
        names.insert(name.to_owned());
        names_shown(reasoner, &args, template, style, names)
    }

    /// The names that a template shows of these arguments, and whether anything is written as a letter.
    fn names_shown(
        reasoner: &Reasoner,
        args: &[TermId],
        LocalizedName { en, ja, de }: &LocalizedName,
        style: &Style,
        names: &mut BTreeSet<String>,
    ) -> bool {
        let arguments = shown(en);
        assert!(shown(ja) == arguments && shown(de) == arguments, "{en}, {ja}, {de}");
        let mut shows = |&(number, letter): &(usize, bool)| {
            let argument = *args.get(number - 1).unwrap_or_else(|| panic!("{en}: no argument {number}"));
            assert!(
                !letter || reasoner.text(argument).parse::<u8>().is_ok_and(|number| number <= 26),
                "{en}"
            );
            names_in(reasoner, argument, style, names) | letter
        };
        arguments.iter().fold(false, |lettered, argument| lettered | shows(argument))
    }

    /// The fluents of a game that can stand beside its boards.
    fn off_board(rules: &Rules, style: &Style) -> Vec<TermId> {
        let layout = Layout::of(rules, Some(style), &[]);
        let is_off = |&term: &TermId| {
            let fluent = Fluent::of(rules.reasoner(), term);
            layout.boards().iter().all(|board| board.marks(&fluent).is_none())
        };
        rules.compiled().unwrap().fluents().iter().copied().filter(is_off).collect()
    }

    #[test]
    fn every_term_in_a_move_a_percept_or_a_fluent_on_no_board_has_a_wording_and_no_other_has() {
        for (name, style) in &STYLES.games {
            let rules = &GAMES[name.as_str()];
            let (reasoner, compiled) = (rules.reasoner(), rules.compiled().unwrap());
            let of_role = |role| compiled.moves(role).iter().chain(compiled.percepts(role));
            let mut found = BTreeSet::new();
            let mut lettered = false;
            for &term in (0..rules.roles()).flat_map(of_role) {
                lettered |= names_in(reasoner, term, style, &mut found);
            }
            let facts = style.facts();
            let mut lettered_facts = false;
            for fluent in off_board(rules, style) {
                let (fluent, args) = reasoner.parts(fluent);
                match facts.get(fluent).and_then(|fact| fact.value.as_ref()) {
                    Some(value) => lettered_facts |= names_shown(reasoner, &args, value, style, &mut found),
                    None => {
                        for arg in args {
                            lettered_facts |= names_in(reasoner, arg, style, &mut found);
                        }
                    }
                }
            }
            found.retain(|name| name != "noop" && !style.roles.contains_key(name));
            let worded: BTreeSet<String> = style.wording.keys().cloned().collect();
            assert_eq!(worded, found, "{name}");
            assert_eq!(style.letters, lettered, "{name}: the board and the moves call the columns alike");
            assert!(
                style.letters || !lettered_facts,
                "{name}: the board and the facts call the columns alike"
            );
        }
    }

    #[test]
    fn every_fluent_on_no_board_has_a_name_and_no_other_has() {
        // How many games have a fluent without a name of their own for it.
        let mut shared: BTreeMap<&str, usize> =
            STYLES.shared.facts.keys().map(|name| (name.as_str(), 0)).collect();
        for (name, style) in &STYLES.games {
            let rules = &GAMES[name.as_str()];
            let fluents: BTreeSet<&str> =
                off_board(rules, style).into_iter().map(|fluent| rules.reasoner().parts(fluent).0).collect();
            let own: BTreeSet<&str> = style.facts.keys().map(String::as_str).collect();
            assert_eq!(own.difference(&fluents).collect::<Vec<_>>(), Vec::<&&str>::new(), "{name}");
            for fluent in fluents.difference(&own) {
                *shared.get_mut(fluent).unwrap_or_else(|| panic!("{name}: what is {fluent} called?")) += 1;
            }
        }
        for (fluent, games) in shared {
            assert!(games > 1, "the name of {fluent} is shared by {games} games");
        }
    }

    #[test]
    fn a_game_has_the_shared_names_of_fluents_and_its_own() {
        let facts = Style::named("two-rows").unwrap().facts();
        assert_eq!((facts["control"].name.de.as_str(), &facts["control"].value), ("am Zug", &None));
        assert_ne!(Style::named("monty-hall").unwrap().facts()["step"].name, facts["step"].name);
        let jumper = &Style::named("checkers").unwrap().facts()["jumper"];
        assert_eq!(jumper.value.as_ref().unwrap().ja, "{1:letter}{2}");
    }
}
