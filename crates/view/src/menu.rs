use std::collections::BTreeSet;

/// A list of legal moves from which a person chooses: each has a number and a name, and is found by the
/// number, by the name, or by a part of the name that no other move has.
///
/// Moves that differ in one number only, such as `(drop 3)`, have that number; all others are numbered
/// from 1. If the name of some of those is a number, it is that of no other move.
///
/// ```
/// use spielbaum_view::Menu;
///
/// let menu = Menu::of_names(["(mark 1 1)", "(mark 1 2)", "(mark 2 2)"].map(str::to_owned).to_vec());
/// assert_eq!(menu.find("3"), Ok(2));
/// assert_eq!(menu.find("mark 1 2"), Ok(1));
/// assert_eq!(menu.find("2 2"), Ok(2));
/// assert_eq!(menu.complete("m"), Some("mark ".to_owned()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Menu {
    entries: Vec<MenuEntry>,
}

/// A move on a [`Menu`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MenuEntry {
    /// The number of the move; no other move on the menu has the same.
    pub number: u64,
    /// Its name; for a rulesheet its KIF text.
    pub name: String,
    /// The symbols in its name, without the parentheses.
    words: Vec<String>,
}

/// Why a text does not name one move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MenuError {
    /// No move has this number or name.
    #[error("no legal move is called `{0}`")]
    Unknown(String),
    /// The text fits several moves.
    #[error("`{typed}` may be {}", .names.join(", "))]
    Several {
        /// The text.
        typed: String,
        /// The names of the moves, in the menu's order.
        names: Vec<String>,
    },
}

impl Menu {
    /// A menu of moves with these names, in this order.
    pub fn of_names(names: Vec<String>) -> Self {
        let numbers = own_numbers(&names).unwrap_or_else(|| counted(&names));
        let entries = names.into_iter().zip(numbers);
        let entry = |(name, number): (String, u64)| MenuEntry { number, words: words(&name), name };
        Self { entries: entries.map(entry).collect() }
    }

    /// The moves, in the order in which they were given.
    pub fn entries(&self) -> &[MenuEntry] {
        &self.entries
    }

    /// The index of the move that `typed` means: by its number, its name, the arguments of its name,
    /// any words of it in a row, or the beginning of such words. Parentheses and the case of letters do
    /// not matter.
    ///
    /// # Errors
    /// If there is no such move, or more than one.
    pub fn find(&self, typed: &str) -> Result<usize, MenuError> {
        let unknown = || MenuError::Unknown(typed.trim().to_owned());
        let wanted = words(typed);
        if let Some(number) = number(typed) {
            // Where a name is a number, no other move has that number, but it may be written in several ways.
            let named = self.entries.iter().position(|entry| entry.words == wanted);
            let numbered = || self.entries.iter().position(|entry| entry.number == number);
            return named.or_else(numbered).ok_or_else(unknown);
        }
        let fits = self.entries.iter().map(|entry| Fit::of(&wanted, &entry.words));
        let fits: Vec<Option<Fit>> = fits.collect();
        let best = fits.iter().flatten().min().ok_or_else(unknown)?;
        let found: Vec<usize> = (0..fits.len()).filter(|&index| fits[index].as_ref() == Some(best)).collect();
        match found.as_slice() {
            [only] => Ok(*only),
            _ => Err(MenuError::Several {
                typed: typed.trim().to_owned(),
                names: found.into_iter().map(|index| self.entries[index].name.clone()).collect(),
            }),
        }
    }

    /// The indices of the moves that `typed` may mean once more is typed; all if it is empty.
    pub fn matching(&self, typed: &str) -> Vec<usize> {
        let wanted = words(typed);
        let by_number = |entry: &MenuEntry| {
            number(typed).is_some_and(|number| entry.number.to_string().starts_with(&number.to_string()))
        };
        let by_words = |entry: &MenuEntry| wanted.is_empty() || Fit::of(&wanted, &entry.words).is_some();
        let found = |fits: &dyn Fn(&MenuEntry) -> bool| -> Vec<usize> {
            (0..self.entries.len()).filter(|&index| fits(&self.entries[index])).collect()
        };
        let numbered = found(&by_number);
        if numbered.is_empty() { found(&by_words) } else { numbered }
    }

    /// The completion of `typed`: the name of the only move that it fits, or the common beginning of all that
    /// it fits. None if that adds nothing.
    pub fn complete(&self, typed: &str) -> Option<String> {
        let matching = self.matching(typed);
        if let [only] = matching.as_slice() {
            let name = &self.entries[*only].name;
            return (name != typed).then(|| name.clone());
        }
        let begun = plain(typed);
        let names = matching.iter().map(|&index| self.entries[index].words.join(" "));
        let common = names.reduce(|common, name| common_start(&common, &name).to_owned())?;
        (common.len() > begun.len() && begins(&common, &begun)).then_some(common)
    }
}

/// How well a typed text fits a name, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// It is the whole name.
    Whole,
    /// It is the whole name, except for the case of letters.
    Caseless,
    /// It is the whole name without the first word.
    Arguments,
    /// It is some words in a row.
    Words,
    /// It is the beginning of some words in a row.
    Beginning,
}

impl Fit {
    fn of(wanted: &[String], name: &[String]) -> Option<Self> {
        let same = |a: &[String], b: &[String]| {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.eq_ignore_ascii_case(b))
        };
        let (last, first) = wanted.split_last()?;
        if wanted == name {
            return Some(Self::Whole);
        }
        if same(wanted, name) {
            return Some(Self::Caseless);
        }
        if same(wanted, name.get(1..)?) {
            return Some(Self::Arguments);
        }
        if name.windows(wanted.len()).any(|window| same(wanted, window)) {
            return Some(Self::Words);
        }
        let begun = |window: &[String]| {
            let (end, start) = window.split_last().expect("it is as long as what was typed");
            same(first, start) && begins(end, last)
        };
        name.windows(wanted.len()).any(begun).then_some(Self::Beginning)
    }
}

/// The number in each name, if each has exactly one, no two have the same, and the names differ in
/// nothing else.
fn own_numbers(names: &[String]) -> Option<Vec<u64>> {
    let mut rests = BTreeSet::new();
    let mut numbers = Vec::new();
    for name in names {
        let (digits, rest): (Vec<String>, Vec<String>) =
            words(name).into_iter().partition(|word| number(word).is_some());
        let [only] = digits.as_slice() else { return None };
        numbers.push(number(only)?);
        rests.insert(rest);
    }
    let distinct: BTreeSet<u64> = numbers.iter().copied().collect();
    (rests.len() == 1 && distinct.len() == numbers.len()).then_some(numbers)
}

/// A number for each name: its own, if it is one, and for all others those from 1 on that are none of these.
fn counted(names: &[String]) -> Vec<u64> {
    let own: BTreeSet<u64> = names.iter().filter_map(|name| number(name)).collect();
    let mut left = own.clone();
    let mut others = (1..).filter(|number| !own.contains(number));
    // Of several ways to write a number, the usual one has it.
    let has = |name: &String, number: &u64| {
        *name == number.to_string() || !names.iter().any(|other| *other == number.to_string())
    };
    let number = |name: &String| {
        number(name).filter(|number| has(name, number) && left.remove(number)).or_else(|| others.next())
    };
    names.iter().map(number).collect::<Option<_>>().expect("there are more numbers than names")
}

/// A natural number in decimal digits.
fn number(text: &str) -> Option<u64> {
    let text = text.trim();
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// The symbols in a text, without parentheses and commas.
fn words(text: &str) -> Vec<String> {
    let apart = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | ',');
    text.split(apart).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The symbols of a text with single spaces, and with a space at the end if the text has one: then the last
/// symbol is complete.
fn plain(text: &str) -> String {
    let mut plain = words(text).join(" ");
    if !plain.is_empty() && text.ends_with(char::is_whitespace) {
        plain.push(' ');
    }
    plain
}

/// Whether a text begins with `start`; the case of letters does not matter.
fn begins(text: &str, start: &str) -> bool {
    text.get(..start.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(start))
}

/// The common beginning of two texts.
fn common_start<'t>(a: &'t str, b: &str) -> &'t str {
    let same = a.char_indices().zip(b.chars()).find(|((_, a), b)| a != b);
    same.map_or(&a[..a.len().min(b.len())], |((at, _), _)| &a[..at])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn menu(names: &[&str]) -> Menu {
        Menu::of_names(names.iter().map(|&name| name.to_owned()).collect())
    }

    fn marks() -> Menu {
        menu(&["(mark 1 1)", "(mark 1 2)", "(mark 2 1)", "(mark 2 2)"])
    }

    fn numbers(menu: &Menu) -> Vec<u64> {
        menu.entries().iter().map(|entry| entry.number).collect()
    }

    #[test]
    fn moves_are_counted_unless_each_has_a_number_of_its_own() {
        assert_eq!(numbers(&marks()), [1, 2, 3, 4]);
        assert_eq!(numbers(&menu(&["(drop 2)", "(drop 3)", "(drop 7)"])), [2, 3, 7]);
        assert_eq!(numbers(&menu(&["(drop 2)", "pass"])), [1, 2]);
        assert_eq!(numbers(&menu(&["(take a 1)", "(take b 2)"])), [1, 2]);
        assert_eq!(numbers(&menu(&["(take 1)", "(give 1)"])), [1, 2]);
        assert_eq!(numbers(&menu(&["3", "5"])), [3, 5]);
        assert_eq!(numbers(&menu(&["-5", "007", "7"])), [1, 2, 7]);
        assert!(menu(&[]).entries().is_empty());
    }

    #[test]
    fn a_number_names_the_move_that_is_shown_beside_it() {
        assert_eq!(marks().find(" 3 "), Ok(2));
        assert_eq!(menu(&["(drop 2)", "(drop 3)"]).find("3"), Ok(1));
        assert_eq!(menu(&["(drop 2)", "(drop 3)"]).find("1"), Err(MenuError::Unknown("1".to_owned())));
        assert!(marks().find("99999999999999999999999").is_err());
    }

    #[test]
    fn a_name_that_is_a_number_is_the_number_of_no_other_move() {
        let bids = menu(&["2", "3", "pass"]);
        assert_eq!(numbers(&bids), [2, 3, 1]);
        assert_eq!(["1", "2", "3", "pass"].map(|typed| bids.find(typed)), [Ok(2), Ok(0), Ok(1), Ok(2)]);
        assert_eq!((bids.matching("3"), bids.matching("1")), (vec![1], vec![2]));
        let written_twice = menu(&["3", "03", "1"]);
        assert_eq!(numbers(&written_twice), [3, 2, 1]);
        assert_eq!(
            ["3", "03", "1", "2"].map(|typed| written_twice.find(typed)),
            [Ok(0), Ok(1), Ok(2), Ok(1)]
        );
    }

    #[test]
    fn a_name_is_found_by_loose_text() {
        for typed in ["(mark 2 1)", "( MARK 2 1 )", "mark 2 1", "mark 2,1", "2 1"] {
            assert_eq!(marks().find(typed), Ok(2), "{typed}");
        }
        assert!(marks().find("ark 2 1").is_err());
        let directions = menu(&["(go east)", "(go north)", "noop"]);
        assert_eq!(directions.find("no"), Err(several("no", &["(go north)", "noop"])));
        assert_eq!(directions.find("nor"), Ok(1));
        assert_eq!(directions.find("noop"), Ok(2));
        assert_eq!(menu(&["(put A)", "(put a)"]).find("put a"), Ok(1));
    }

    #[test]
    fn the_best_fit_wins() {
        // `1 2` are the arguments of the first, and only some words of the second.
        assert_eq!(menu(&["(go 1 2)", "(go 1 2 3)"]).find("1 2"), Ok(0));
        assert_eq!(menu(&["(go far)", "(go)"]).find("go"), Ok(1));
        assert_eq!(menu(&["(f (g 1) 2)", "(f 1 (g 3))"]).find("g 1"), Ok(0));
    }

    fn several(typed: &str, names: &[&str]) -> MenuError {
        MenuError::Several {
            typed: typed.to_owned(),
            names: names.iter().map(|&name| name.to_owned()).collect(),
        }
    }

    #[test]
    fn what_fits_several_moves_or_none_is_refused() {
        assert_eq!(marks().find("mark 1"), Err(several("mark 1", &["(mark 1 1)", "(mark 1 2)"])));
        assert_eq!(marks().find("jump"), Err(MenuError::Unknown("jump".to_owned())));
        assert_eq!(marks().find(""), Err(MenuError::Unknown(String::new())));
        assert_eq!(marks().find("()"), Err(MenuError::Unknown("()".to_owned())));
        assert_eq!(menu(&[]).find("1"), Err(MenuError::Unknown("1".to_owned())));
    }

    #[test]
    fn the_list_narrows_while_people_type() {
        assert_eq!(marks().matching(""), [0, 1, 2, 3]);
        assert_eq!(marks().matching("(mark 2"), [2, 3]);
        assert_eq!(marks().matching("2"), [1]);
        assert_eq!(marks().matching("2 2"), [3]);
        assert!(marks().matching("7 7").is_empty());
        let many: Vec<String> = (0..12).map(|cell| format!("(put {} x{cell})", cell % 2)).collect();
        assert_eq!(Menu::of_names(many).matching("1"), [0, 9, 10, 11]);
    }

    #[test]
    fn what_all_have_in_common_is_completed() {
        assert_eq!(marks().complete(""), Some("mark ".to_owned()));
        assert_eq!(marks().complete("(MA"), Some("mark ".to_owned()));
        assert_eq!(marks().complete("mark 2"), Some("mark 2 ".to_owned()));
        assert_eq!(marks().complete("mark 2 "), None);
        assert_eq!(marks().complete("mark 2 2"), Some("(mark 2 2)".to_owned()));
        assert_eq!(marks().complete("(mark 2 2)"), None);
        assert_eq!(marks().complete("2 1"), Some("(mark 2 1)".to_owned()));
        assert_eq!(marks().complete("jump"), None);
        assert_eq!(menu(&["straße", "straßenbahn"]).complete("s"), Some("straße".to_owned()));
    }
}
