//! The canonical form of rules: the same whatever their names and their order.

use std::collections::{HashMap, HashSet};

use gdl::{Interrupt, Interrupted, Keyword, Rulesheet};
use logic::{Limits, TermId};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use spielbaum_game::{BUILTIN, Builtin, CanonicalForm, Choices, Game, Notation, Rules};

fn rules(text: &str) -> Rules {
    Rules::new(&Rulesheet::parse("rules", text.as_bytes()).expect("a rulesheet")).expect("within the limits")
}

fn form(rules: &Rules) -> &CanonicalForm {
    rules.canonical_form(&Interrupt::never()).expect("not interrupted").expect("a canonical form")
}

fn hash(text: &str) -> String {
    form(&rules(text)).to_string()
}

/// A word, or a list of terms.
#[derive(Clone)]
enum Sexp {
    Word(String),
    List(Vec<Sexp>),
}

impl Sexp {
    /// The terms of a text of balanced parentheses.
    fn read(text: &str) -> Vec<Self> {
        let lines = text.lines().map(|line| line.split(';').next().unwrap_or_default());
        let text = lines.collect::<Vec<_>>().join("\n").replace('(', " ( ").replace(')', " ) ");
        let mut open = vec![Vec::new()];
        for word in text.split_whitespace() {
            match word {
                "(" => open.push(Vec::new()),
                ")" => {
                    let list = open.pop().expect("balanced");
                    open.last_mut().expect("balanced").push(Self::List(list));
                }
                word => open.last_mut().expect("balanced").push(Self::Word(word.to_owned())),
            }
        }
        open.pop().expect("balanced")
    }

    fn text(&self) -> String {
        match self {
            Self::Word(word) => word.clone(),
            Self::List(list) => format!("({})", list.iter().map(Self::text).collect::<Vec<_>>().join(" ")),
        }
    }

    fn rename(&mut self, name: &mut impl FnMut(&str) -> String) {
        match self {
            Self::Word(word) => *word = name(word),
            Self::List(list) => list.iter_mut().for_each(|term| term.rename(name)),
        }
    }
}

/// The same rules with other names, and with clauses and conditions in another order.
fn scrambled(text: &str, rng: &mut Xoshiro256PlusPlus) -> String {
    let mut clauses = Sexp::read(text);
    clauses.shuffle(rng);
    let mut names: HashMap<String, String> = HashMap::new();
    let mut taken = HashSet::new();
    let meant = ["<=", "not", "or", "distinct", "random"];
    for clause in &mut clauses {
        if let Sexp::List(list) = clause
            && matches!(&list[0], Sexp::Word(word) if word == "<=")
        {
            list[2..].shuffle(rng);
        }
        clause.rename(&mut |word| {
            let stays =
                meant.contains(&word) || Keyword::from_name(word).is_some() || word.parse::<i32>().is_ok();
            if stays {
                return word.to_owned();
            }
            names
                .entry(word.to_owned())
                .or_insert_with(|| {
                    let new = std::iter::repeat_with(|| rng.random_range(100_000..1_000_000_u32));
                    let new = new.map(|number| format!("n{number}")).find(|new| taken.insert(new.clone()));
                    let variable = if word.starts_with('?') { "?" } else { "" };
                    format!("{variable}{}", new.expect("there are always more"))
                })
                .clone()
        });
    }
    clauses.iter().map(Sexp::text).collect::<Vec<_>>().join("\n")
}

/// For each number, the number in the other form with the same canonical number.
fn counterparts(here: &[u32], there: &[u32]) -> Vec<usize> {
    let place: HashMap<u32, usize> = there.iter().copied().zip(0..).collect();
    assert_eq!((here.len(), place.len()), (there.len(), there.len()));
    here.iter().map(|number| place[number]).collect()
}

/// Plays at random, and the counterparts of the moves in the other game: the states must be
/// counterparts, too.
fn assert_isomorphic(name: &str, a: &Rules, b: &Rules, rng: &mut Xoshiro256PlusPlus) {
    let (of_a, of_b) = (form(a), form(b));
    assert_eq!(of_a.to_string(), of_b.to_string(), "{name}");
    let (at, bt) = (a.compiled().expect("a circuit"), b.compiled().expect("a circuit"));
    let roles = counterparts(of_a.roles(), of_b.roles());
    let fluents = counterparts(of_a.fluents(), of_b.fluents());
    let fluents: HashMap<TermId, TermId> =
        at.fluents().iter().zip(fluents).map(|(&fluent, to)| (fluent, bt.fluents()[to])).collect();
    let moves: Vec<HashMap<TermId, TermId>> = (roles.iter().enumerate())
        .map(|(role, &to)| {
            let places = counterparts(of_a.moves(role), of_b.moves(to));
            at.moves(role).iter().zip(places).map(|(&mov, place)| (mov, bt.moves(to)[place])).collect()
        })
        .collect();
    for _ in 0..3 {
        let (mut here, mut there) = (a.initial(), b.initial());
        for _ in 0..60 {
            let image: HashSet<TermId> = a.fluents(&here).iter().map(|fluent| fluents[fluent]).collect();
            assert_eq!(image, b.fluents(&there).into_iter().collect(), "{name}");
            assert_eq!(a.terminal(&here), b.terminal(&there), "{name}");
            for (role, &to) in roles.iter().enumerate() {
                assert_eq!(a.goal(&here, role), b.goal(&there, to), "{name}");
                let legal = a.legal_moves(&here, role).expect("an answer");
                let image: HashSet<TermId> = legal.iter().map(|mov| moves[role][mov]).collect();
                let legal = b.legal_moves(&there, to).expect("an answer");
                assert_eq!(image, legal.into_iter().collect(), "{name}");
            }
            if a.terminal(&here) {
                break;
            }
            let choices = Choices::of(a, &here);
            let joint: Vec<TermId> =
                choices.each().map(|moves| moves[rng.random_range(0..moves.len())]).collect();
            let mut other = joint.clone();
            (0..joint.len()).for_each(|role| other[roles[role]] = moves[role][&joint[role]]);
            (here, there) = (a.next(&here, &joint), b.next(&there, &other));
        }
    }
}

#[test]
fn every_builtin_game_has_the_same_form_in_other_names_and_another_order() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut names: HashMap<String, &str> = HashMap::new();
    for game in BUILTIN {
        let plain = rules(game.rules);
        assert_eq!(
            names.insert(form(&plain).to_string(), game.name),
            None,
            "{}: it is another game",
            game.name
        );
        let other = rules(&scrambled(game.rules, &mut rng));
        assert_isomorphic(game.name, &plain, &other, &mut rng);
    }
}

#[test]
fn small_games_keep_their_forms_in_many_orders() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
    for name in [
        "tictactoe",
        "tictactoe-3p",
        "nim",
        "rock-paper-scissors",
        "liars-dice",
        "lights-out",
        "peg-solitaire",
        "tron",
    ] {
        let text = Builtin::named(name).expect("a built-in game").rules;
        let plain = rules(text);
        for _ in 0..4 {
            assert_isomorphic(name, &plain, &rules(&scrambled(text, &mut rng)), &mut rng);
        }
    }
}

#[test]
fn one_rule_that_is_changed_makes_another_hash() {
    let text = Builtin::named("tictactoe").expect("a built-in game").rules;
    let mut hashes = HashSet::from([hash(text)]);
    for clause in [
        "(<= terminal (true (cell 2 2 x)))",
        "(<= terminal (true (cell 1 1 x)))",
        "(<= terminal (not (true (cell 1 1 x))) (true (cell 2 2 x)))",
        "(<= (goal xplayer 7) (true (cell 2 1 x)))",
        "(<= (goal xplayer 8) (true (cell 2 1 x)))",
        "(<= (goal oplayer 8) (true (cell 2 1 x)))",
        "(init (cell 1 2 x))",
        "(<= (next (cell 1 1 x)) (true (cell 3 3 x)))",
        "(<= (legal xplayer resign) (true (cell 1 1 x)))",
    ] {
        assert!(hashes.insert(hash(&format!("{text}\n{clause}"))), "{clause}");
    }
    // A corner is like any other, and a condition that never holds is none.
    assert!(!hashes.insert(hash(&format!("{text}\n(<= terminal (true (cell 3 3 x)))"))));
    assert!(!hashes.insert(hash(&format!("{text}\n(<= terminal (true (cell 4 3 x)))"))));
}

#[test]
fn roles_may_be_exchanged_but_chance_may_not() {
    let game = |first: &str, second: &str| {
        format!(
            "(role {first}) (role {second}) (init (n 0)) (legal {first} left) (legal {first} right) (legal {second} wait)
            (<= (next (n 1)) (does {first} left)) (<= (next (n 2)) (does {first} right)) (<= terminal (not (true (n 0))))
            (<= (goal {first} 100) (true (n 1))) (<= (goal {first} 0) (true (n 2))) (goal {second} 50)"
        )
    };
    assert_eq!(hash(&game("a", "b")), hash(&game("x", "y")));
    let exchanged = game("a", "b").replacen("(role a) (role b)", "(role b) (role a)", 1);
    let (plain, other) = (rules(&game("a", "b")), rules(&exchanged));
    assert_eq!((plain.role_name(0), other.role_name(0)), ("a", "b"));
    assert_isomorphic("exchanged", &plain, &other, &mut Xoshiro256PlusPlus::seed_from_u64(1));
    assert_ne!(hash(&game("a", "random")), hash(&game("a", "b")));
    assert_ne!(hash(&game("a", "random")), hash(&game("random", "b")));
}

#[test]
fn an_interrupted_question_may_be_asked_again() {
    let rules = rules(Builtin::named("tictactoe").expect("a built-in game").rules);
    let cancelled = Interrupt::unless(&|| false);
    assert_eq!(rules.canonical_form(&cancelled), Err(Interrupted::Cancelled));
    let known = form(&rules).clone();
    // What is known is told at once.
    assert_eq!(rules.canonical_form(&Interrupt::unless(&|| false)), Ok(Some(&known)));
}

#[test]
fn what_the_reasoner_plays_has_no_form() {
    let sheet = Rulesheet::parse("nim", Builtin::named("nim").expect("a built-in game").rules.as_bytes());
    let rules = Rules::reasoned(&sheet.expect("a rulesheet"), Limits::default()).expect("within the limits");
    assert_eq!(rules.canonical_form(&Interrupt::never()), Ok(None));
}
