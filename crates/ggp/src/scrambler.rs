use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use arena::Seed;
use gdl::{Keyword, Print, Rulesheet};
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

use crate::chance::CHANCE;

/// Replaces every name of a rulesheet by another, so that players cannot use the meaning of names.
///
/// The new names are lower-case words without a meaning. Variables are renamed as well; keywords, connectives
/// and whole numbers stay. The case of letters in a player's answers is ignored, as in the reference
/// implementation.
#[derive(Clone, Debug)]
pub struct Scrambler {
    rules: String,
    scrambled: HashMap<String, String>,
    plain: HashMap<String, String>,
}

impl Scrambler {
    /// Words with a meaning in the language or the protocol, besides the keywords.
    const RESERVED: [&str; 7] = ["<=", "not", "or", "distinct", CHANCE, "nil", "_"];

    /// New names for all names of a rulesheet, the same for the same seed.
    pub fn new(sheet: &Rulesheet, seed: Seed) -> Self {
        let rules = rules_text(sheet);
        let names = words(&rules).filter(|word| is_name(word)).map(bare);
        // No new name is an old name of something else, which would suggest a meaning.
        let mut taken: HashSet<String> = names.map(str::to_ascii_lowercase).collect();
        let (mut scrambled, mut plain) = (HashMap::new(), HashMap::new());
        let mut random = seed.stream();
        for name in words(&rules).filter(|word| is_name(word)) {
            if scrambled.contains_key(name) {
                continue;
            }
            let word = loop {
                let word = nonsense(&mut random);
                if is_name(&word) && taken.insert(word.clone()) {
                    break word;
                }
            };
            let word = if name.starts_with('?') { format!("?{word}") } else { word };
            scrambled.insert(name.to_owned(), word.clone());
            plain.insert(word, name.to_owned());
        }
        let rules = each_word(&rules, |word| scrambled.get(word).map_or(word, String::as_str).to_owned());
        Self { rules, scrambled, plain }
    }

    /// The rules in new names, in one line, as they are sent.
    pub fn rules(&self) -> &str {
        &self.rules
    }

    /// A role or a move in new names. A name that is not in the rulesheet stays.
    pub fn scramble(&self, term: &str) -> String {
        each_word(term, |word| self.scrambled.get(word).map_or(word, String::as_str).to_owned())
    }

    /// A player's answer in the names of the rulesheet. A name that is not one of the new names stays, in
    /// lower case.
    pub fn unscramble(&self, text: &str) -> String {
        each_word(text, |word| {
            if !is_name(word) {
                return word.to_owned();
            }
            let word = word.to_lowercase();
            self.plain.get(&word).cloned().unwrap_or(word)
        })
    }
}

/// The rules in one line without comments, as they are sent.
pub(crate) fn rules_text(sheet: &Rulesheet) -> String {
    let mut text = String::new();
    for (index, rule) in sheet.rules().iter().enumerate() {
        let blank = if index == 0 { "" } else { " " };
        // Writing to a string does not fail.
        let _ = write!(text, "{blank}{}", rule.named(sheet.symbols()));
    }
    text
}

/// Whether a word is a name, which only the rulesheet gives a meaning.
fn is_name(word: &str) -> bool {
    let reserved = Scrambler::RESERVED.iter().any(|reserved| word.eq_ignore_ascii_case(reserved));
    !reserved && Keyword::from_name(word).is_none() && !is_whole(word)
}

/// Whether a word is a whole number of any size.
fn is_whole(word: &str) -> bool {
    let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())
}

/// A name without the `?` of a variable.
fn bare(name: &str) -> &str {
    name.strip_prefix('?').unwrap_or(name)
}

fn is_delimiter(letter: char) -> bool {
    letter.is_ascii_whitespace() || matches!(letter, '(' | ')' | '\x0b')
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_delimiter).filter(|word| !word.is_empty())
}

/// The text with each word replaced.
fn each_word(text: &str, mut other: impl FnMut(&str) -> String) -> String {
    let mut result = String::with_capacity(text.len());
    for piece in text.split_inclusive(is_delimiter) {
        let word = piece.strip_suffix(is_delimiter).unwrap_or(piece);
        if !word.is_empty() {
            result.push_str(&other(word));
        }
        result.push_str(&piece[word.len()..]);
    }
    result
}

/// A pronounceable word of two to four syllables; there are over twenty million.
fn nonsense(random: &mut impl Rng) -> String {
    const ONSETS: [&str; 14] = ["b", "d", "f", "g", "k", "l", "m", "n", "p", "r", "s", "t", "v", "z"];
    const NUCLEI: [&str; 5] = ["a", "e", "i", "o", "u"];
    let pick = |parts: &[&'static str], random: &mut _| parts.choose(random).copied().unwrap_or_default();
    (0..random.random_range(2..=4)).flat_map(|_| [pick(&ONSETS, random), pick(&NUCLEI, random)]).collect()
}

#[cfg(test)]
mod tests {
    use game::{BUILTIN, Game, Rules, perft};
    use gdl::{Symbols, parse_term};

    use super::*;

    fn sheet(rules: &str) -> Rulesheet {
        Rulesheet::parse("test", rules.as_bytes()).expect("a rulesheet")
    }

    fn scrambler(rules: &str) -> Scrambler {
        Scrambler::new(&sheet(rules), Seed(1))
    }

    const SWITCH: &str = "
        (role you) ; a comment
        (INIT (lamp off 0))
        (<= (legal ?you (Press ?x)) (role ?you) (true (lamp ?x ?n)))
        (<= (next (lamp on 1)) (does you (Press off)))
        (<= terminal (not (true (lamp off 0))) (or (true (lamp on 1)) (distinct on off)))
        (<= (goal you 100) terminal)";

    #[test]
    fn rules_are_sent_in_one_line() {
        assert_eq!(
            rules_text(&sheet("(role you) ; me\n(<= (legal you Go)\n\t(true 1))\n(INIT 1) terminal")),
            "(role you) (<= (legal you Go) (true 1)) (init 1) terminal"
        );
    }

    #[test]
    fn names_are_replaced_and_keywords_stay() {
        let scrambler = scrambler(SWITCH);
        let scrambled = sheet(scrambler.rules());
        for word in ["you", "lamp", "off", "on", "Press", "?you", "?x", "?n"] {
            assert!(words(scrambler.rules()).all(|other| other != word), "{word}");
            let scrambled = scrambler.scramble(word);
            assert_eq!(scrambled.starts_with('?'), word.starts_with('?'));
            assert!(bare(&scrambled).bytes().all(|byte| byte.is_ascii_lowercase()), "{scrambled}");
        }
        for word in ["<=", "role", "init", "legal", "does", "not", "or", "distinct", "100", "0"] {
            assert!(words(scrambler.rules()).any(|other| other == word), "{word}");
        }
        assert_eq!(scrambled.rules().len(), sheet(SWITCH).rules().len());
    }

    #[test]
    fn the_same_seed_gives_the_same_names() {
        let rules = |seed| Scrambler::new(&sheet(SWITCH), Seed(seed)).rules().to_owned();
        assert_eq!(rules(7), rules(7));
        assert_ne!(rules(7), rules(8));
    }

    #[test]
    fn names_that_differ_in_case_or_kind_get_different_names() {
        let scrambler = scrambler("(role a) (role A) (<= (legal ?a A) (role ?a)) terminal");
        let names: HashSet<String> =
            ["a", "A", "?a"].iter().map(|name| bare(&scrambler.scramble(name)).to_owned()).collect();
        assert_eq!(names.len(), 3);
    }

    #[test]
    fn the_role_random_and_numbers_of_any_size_stay() {
        let scrambler = scrambler(
            "(role random) (init (debt -5)) (init (credit 30000000000)) (legal random nil) terminal",
        );
        assert_eq!(scrambler.scramble("random"), "random");
        let kept = ["-5", "30000000000", "nil"];
        assert_eq!(words(scrambler.rules()).filter(|word| kept.contains(word)).count(), 3);
    }

    #[test]
    fn answers_may_have_any_case() {
        let scrambler = scrambler(SWITCH);
        let answer = scrambler.scramble("( Press  off )").to_uppercase();
        assert_eq!(scrambler.unscramble(&answer), "( Press  off )");
    }

    #[test]
    fn other_names_stay() {
        let scrambler = scrambler(SWITCH);
        assert_eq!(scrambler.scramble("(jump 3)"), "(jump 3)");
        assert_eq!(scrambler.unscramble("( Jump 3 NIL"), "( jump 3 NIL");
        assert_eq!(scrambler.unscramble(""), "");
    }

    #[test]
    fn many_names_get_as_many_new_names() {
        let facts: String = (0..20_000).map(|number| format!("(fact a{number}) ")).collect();
        let scrambler = scrambler(&format!("(role r) (legal r m) terminal {facts}"));
        assert_eq!((scrambler.scrambled.len(), scrambler.plain.len()), (20_003, 20_003));
    }

    #[test]
    fn every_builtin_game_is_the_same_game_in_other_names() {
        for builtin in BUILTIN {
            let sheet = sheet(builtin.rules);
            let scrambler = Scrambler::new(&sheet, Seed(3));
            let scrambled = Rulesheet::parse("scrambled", scrambler.rules().as_bytes());
            let scrambled = scrambled.unwrap_or_else(|error| panic!("{}: {error}", builtin.name));
            assert_eq!(scrambled.rules().len(), sheet.rules().len(), "{}", builtin.name);
            assert_eq!(scrambled.warnings().len(), sheet.warnings().len(), "{}", builtin.name);
            let mut symbols = Symbols::default();
            let roles = |sheet: &Rulesheet| -> Vec<String> {
                sheet.declared_roles().map(|role| role.named(sheet.symbols()).to_string()).collect()
            };
            let back: Vec<String> = roles(&scrambled).iter().map(|role| scrambler.unscramble(role)).collect();
            assert_eq!(back, roles(&sheet), "{}", builtin.name);
            let rules = scrambler.unscramble(scrambler.rules());
            assert_eq!(rules, rules_text(&sheet), "{}", builtin.name);
            assert!(parse_term(&roles(&scrambled)[0], &mut symbols).is_ok());
        }
    }

    #[test]
    fn unscrambling_restores_moves() {
        for name in ["tictactoe", "nim", "rock-paper-scissors", "maze", "othello-4x4", "connect-four-3p"] {
            let sheet = sheet(game::Builtin::named(name).expect("built in").rules);
            let scrambler = Scrambler::new(&sheet, Seed(5));
            let plain = Rules::new(&sheet).expect("plays");
            let scrambled = Rulesheet::parse("scrambled", scrambler.rules().as_bytes()).expect("parses");
            let other = Rules::new(&scrambled).expect("plays");
            assert_eq!(perft(&plain, 3), perft(&other, 3), "{name}");
            let moves = |rules: &Rules| {
                let (mut names, mut legal) = (Vec::new(), Vec::new());
                for role in 0..rules.roles() {
                    rules.legal(&rules.initial(), role, &mut legal);
                    names.extend(legal.iter().map(|&mov| rules.notation().move_name(mov)));
                }
                names.sort();
                names
            };
            let sorted = |mut names: Vec<String>| {
                names.sort();
                names
            };
            let (plain, other) = (moves(&plain), moves(&other));
            assert_eq!(sorted(plain.iter().map(|mov| scrambler.scramble(mov)).collect()), other, "{name}");
            assert_eq!(sorted(other.iter().map(|mov| scrambler.unscramble(mov)).collect()), plain, "{name}");
        }
    }
}
