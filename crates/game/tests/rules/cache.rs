//! A circuit out of a cache is that which would be compiled, and the circuit of a first stage plays the
//! same game.

use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, SystemTime};

use circuit::{CircuitError, Explorer, Pace, Playouts, Tally};
use gdl::{CanonicalRules, Interrupt, Keyword, Print, Rulesheet};
use logic::{GroundLimits, Limits};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use spielbaum_game::{
    BUILTIN, Builtin, CacheError, CircuitCache, EngineComparison, FirstStage, Game, GameLoader, Interrupted,
    NoCircuit, Rules, compare_engines, perft,
};
use tempfile::TempDir;

/// Built-in games that take little time, of all kinds.
const CHEAP: [&str; 17] = [
    "tictactoe",
    "nim",
    "connect-four",
    "tron",
    "rock-paper-scissors",
    "monty-hall",
    "hidden-coin",
    "kuhn-poker",
    "lights-out",
    "eight-puzzle",
    "peg-solitaire",
    "othello-4x4",
    "tictactoe-3p",
    "pig",
    "hex-7x7",
    "two-rows",
    "phantom-tictactoe",
];

fn text(name: &str) -> &'static str {
    BUILTIN.iter().find(|game| game.name == name).expect("a built-in game").rules
}

fn parsed(rules: &str) -> Rulesheet {
    Rulesheet::parse("game", rules.as_bytes()).expect("a rulesheet")
}

fn sheet(name: &str) -> Rulesheet {
    parsed(text(name))
}

/// A cache that keeps every game, in a directory of its own.
fn cache() -> (TempDir, CircuitCache) {
    let directory = tempfile::tempdir().expect("a directory");
    let cache = CircuitCache::new(directory.path().join("circuits")).with_worth(Duration::ZERO);
    (directory, cache)
}

/// The rules, which are in the cache afterwards.
fn kept(sheet: &Rulesheet, cache: &CircuitCache) -> Rules {
    let rules = Rules::cached(sheet, cache).expect("a game");
    assert!(rules.cache_errors().is_empty(), "{:?}", rules.cache_errors());
    rules
}

fn is_loaded(rules: &Rules) -> bool {
    rules.compiled().expect("a circuit").loading_time().is_some()
}

/// The rules out of the cache.
fn loaded(sheet: &Rulesheet, cache: &CircuitCache) -> Rules {
    let rules = kept(sheet, cache);
    assert!(is_loaded(&rules));
    rules
}

fn only_file(cache: &CircuitCache) -> PathBuf {
    let files: Vec<_> = fs::read_dir(cache.directory()).expect("a directory").collect();
    let [file] = &files[..] else { panic!("{files:?}") };
    file.as_ref().expect("a file").path()
}

/// The rules in other names and another order.
fn scrambled(sheet: &Rulesheet, seed: u64) -> Rulesheet {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut rules: Vec<String> =
        sheet.rules().iter().map(|rule| rule.named(sheet.symbols()).to_string()).collect();
    // The order of roles is that of joint moves.
    let (roles, mut others): (Vec<String>, Vec<String>) =
        rules.drain(..).partition(|rule| rule.starts_with("(role "));
    others.shuffle(&mut rng);
    let mut numbers: Vec<usize> = (0..2 * sheet.symbols().len()).collect();
    numbers.shuffle(&mut rng);
    let renamed = |word: &str| {
        let plain = word.trim_start_matches('?');
        let stays = ["<=", "not", "or", "distinct", "random"].contains(&word)
            || Keyword::from_name(word).is_some()
            || plain.bytes().all(|byte| byte.is_ascii_digit());
        let variable = if plain.len() < word.len() { "?" } else { "" };
        match sheet.symbols().get(word) {
            Some(symbol) if !stays => format!("{variable}w{}", numbers[symbol.index()]),
            _ => word.to_owned(),
        }
    };
    let mut text = String::new();
    for rule in others.iter().chain(&roles) {
        for piece in rule.split_inclusive([' ', '(', ')']) {
            let word = piece.trim_end_matches([' ', '(', ')']);
            text.push_str(&renamed(word));
            text.push_str(&piece[word.len()..]);
        }
        text.push('\n');
    }
    parsed(&text)
}

fn played(rules: &Rules, seed: u64) -> Tally {
    let circuit = Arc::clone(rules.compiled().expect("a circuit").circuit());
    let starts = [circuit.initial().clone()];
    Playouts::new(circuit, seed).tally(&starts, 700, &mut |_| Pace::On)
}

fn assert_engines_agree(rules: &Rules, name: &str) {
    for seed in 0..3 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let comparison = compare_engines(rules, 30, &mut rng).expect("within the limits");
        assert!(matches!(comparison, EngineComparison::Same { .. }), "{name}: {comparison:?}");
    }
}

#[test]
fn what_is_loaded_is_what_was_compiled() {
    let (_directory, cache) = cache();
    for name in CHEAP {
        let sheet = sheet(name);
        let (first, second) = (kept(&sheet, &cache), loaded(&sheet, &cache));
        assert!(!is_loaded(&first), "{name}");
        let [compiled, read] = [&first, &second].map(|rules| rules.compiled().unwrap());
        let texts = |rules: &Rules| {
            let compiled = rules.compiled().unwrap();
            let names = compiled.port_names(rules.reasoner());
            (names.clone(), compiled.circuit().aiger(&names).unwrap())
        };
        assert_eq!(texts(&first), texts(&second), "{name}");
        assert_eq!(compiled.circuit().size(), read.circuit().size(), "{name}");
        assert_eq!(compiled.circuit().goal_sums(), read.circuit().goal_sums(), "{name}");
        assert_eq!(compiled.variables(), read.variables(), "{name}");
        assert_eq!(first.symmetries(), second.symmetries(), "{name}");
        assert_eq!(first.information(), second.information(), "{name}");
        let structure = |rules: &Rules| rules.encoding().unwrap().structure().together.clone();
        assert_eq!(structure(&first), structure(&second), "{name}");
        let form = |rules: &Rules| rules.canonical_form(&Interrupt::never()).unwrap().cloned();
        assert_eq!(form(&first), form(&second), "{name}");
        let near = |rules: &Rules| rules.knowledge().goal_proximity(&rules.initial(), 0);
        assert_eq!(near(&first), near(&second), "{name}");
        assert_eq!(played(&first, 5), played(&second, 5), "{name}");
        assert_eq!(perft(&first, 3), perft(&second, 3), "{name}");
        assert_engines_agree(&second, name);
    }
}

#[test]
fn other_names_and_another_order_are_the_same_game() {
    for name in CHEAP {
        let (_directory, cache) = cache();
        let plain = sheet(name);
        let first = kept(&plain, &cache);
        for seed in 0..2 {
            let sheet = scrambled(&plain, seed);
            let second = loaded(&sheet, &cache);
            let compiled = second.compiled().unwrap();
            let fresh = Rules::new(&sheet).unwrap();
            let names = |rules: &Rules| rules.compiled().unwrap().port_names(rules.reasoner());
            assert_eq!(names(&second), names(&fresh), "{name}: terms are in the order of their texts");
            assert_engines_agree(&second, name);
            assert_eq!(perft(&second, 3), perft(&first, 3), "{name}");
            assert_eq!(second.symmetries(), first.symmetries(), "{name}");
            let form = |rules: &Rules| *rules.canonical_form(&Interrupt::never()).unwrap().unwrap().hash();
            assert_eq!(form(&second), form(&first), "{name}");
            let near = |rules: &Rules| rules.knowledge().goal_proximity(&rules.initial(), 0);
            assert_eq!(near(&second), near(&fresh), "{name}");
            assert!(played(&second, 1).playouts == 700, "{name}");
            // One by one and in lanes it is the same.
            let circuit = compiled.circuit();
            let state = circuit.initial();
            let joint: Vec<u32> =
                (0..circuit.roles()).map(|role| circuit.legal(state, role).next().unwrap() as u32).collect();
            let explorer = || Explorer::new(Arc::clone(circuit));
            let next =
                [explorer().in_lanes().next(state, &joint), explorer().one_by_one().next(state, &joint)];
            assert_eq!(next[0], next[1], "{name}");
        }
    }
}

#[test]
fn built_in_games_have_keys_of_their_own() {
    let mut forms: Vec<String> = BUILTIN
        .iter()
        .map(|game| {
            let form = CanonicalRules::new(&parsed(game.rules), &Interrupt::never()).unwrap();
            form.expect("they are short").text().to_owned()
        })
        .collect();
    forms.sort();
    forms.dedup();
    assert_eq!(forms.len(), BUILTIN.len());
}

#[test]
fn another_game_is_not_found() {
    let (_directory, cache) = cache();
    kept(&sheet("tictactoe"), &cache);
    for other in [
        text("tictactoe").replace("(goal ?player 50)", "(goal ?player 49)"),
        text("tictactoe").replace("(init (control xplayer))", "(init (control oplayer))"),
        text("tictactoe-3p").to_owned(),
    ] {
        assert!(other != text("tictactoe"));
        assert!(!is_loaded(&kept(&parsed(&other), &cache)));
    }
    assert_eq!(cache.entries().unwrap().len(), 4);
}

#[test]
fn what_compiles_soon_is_not_kept() {
    let (_directory, cache) = cache();
    let cache = cache.with_worth(Duration::from_secs(60));
    kept(&sheet("nim"), &cache);
    assert!(!cache.directory().exists());
    assert!(cache.entries().unwrap().is_empty() && cache.clear().unwrap() == 0);
}

#[test]
fn an_entry_tells_what_it_is() {
    let (_directory, cache) = cache();
    let nim = Rulesheet::parse("games/nim.kif", text("nim").as_bytes()).unwrap();
    let gates = kept(&nim, &cache).compiled().unwrap().circuit().size().gates;
    let entries = cache.entries().unwrap();
    let [entry] = &entries[..] else { panic!("{entries:?}") };
    assert_eq!((entry.name.as_str(), entry.gates), ("games/nim.kif", gates as u64));
    assert_eq!(entry.bytes, fs::metadata(only_file(&cache)).unwrap().len());
    assert!(entry.compiling > Duration::ZERO && entry.used.elapsed().unwrap() < Duration::from_secs(60));
    assert_eq!(cache.clear().unwrap(), 1);
    assert!(!is_loaded(&kept(&nim, &cache)));
}

/// Changes the only file of a cache, starts the game again, and expects it to be told and compiled.
fn assert_removed(cache: &CircuitCache, sheet: &Rulesheet, change: impl FnOnce(&mut Vec<u8>)) {
    let file = only_file(cache);
    let whole = fs::read(&file).expect("the file is there");
    let mut bytes = whole.clone();
    change(&mut bytes);
    assert_ne!(bytes, whole);
    fs::write(&file, bytes).expect("it can be changed");
    let rules = Rules::cached(sheet, cache).expect("a game");
    let [CacheError::Removed { path, .. }] = rules.cache_errors() else {
        panic!("{:?}", rules.cache_errors())
    };
    assert_eq!(*path, file);
    assert!(!is_loaded(&rules));
    assert_engines_agree(&rules, "after damage");
    assert!(is_loaded(&kept(sheet, cache)), "it is compiled and kept again");
}

#[test]
fn a_damaged_file_is_removed_and_told() {
    let (_directory, cache) = cache();
    let nim = sheet("nim");
    kept(&nim, &cache);
    let length = fs::read(only_file(&cache)).unwrap().len();
    for keep in [0, 1, 17, 18, 40, 54, 60, 100, length / 2, length - 1] {
        assert_removed(&cache, &nim, |bytes| bytes.truncate(keep));
    }
    assert_removed(&cache, &nim, |bytes| bytes.push(0));
    assert_removed(&cache, &nim, |bytes| bytes[50..54].fill(0xFF));
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    for _ in 0..60 {
        // The first byte after the lengths is the number of the form, and the last of a head are those of
        // the length.
        let place = random.random_range(70..length);
        assert_removed(&cache, &nim, |bytes| bytes[place] ^= 1 << random.random_range(0..8));
    }
}

#[test]
fn what_another_version_wrote_is_removed_without_a_word() {
    let (_directory, cache) = cache();
    let nim = sheet("nim");
    kept(&nim, &cache);
    let file = only_file(&cache);
    let mut bytes = fs::read(&file).unwrap();
    let after_lengths = "spielbaum circuit\n".len() + 32 + 4;
    bytes[after_lengths] += 1;
    fs::write(&file, &bytes).unwrap();
    assert!(!is_loaded(&kept(&nim, &cache)));
    assert!(is_loaded(&kept(&nim, &cache)), "it is kept again");
}

#[test]
fn a_circuit_of_another_game_is_removed_and_told() {
    let numbers: String = (0..=20).map(|number| format!("(number {number}) ")).collect();
    let rules = |goal: u32| {
        parsed(&format!(
            "(role you) (init off) (legal you press) (legal you wait) (<= (next on) (does you press))
            (<= (next off) (does you wait)) (<= terminal (true on)) {numbers}
            (<= (goal you {goal}) (true on)) (<= (goal you 0) (true off))"
        ))
    };
    let won = rules(20);
    let file_of = |sheet: &Rulesheet| {
        let (_directory, cache) = cache();
        kept(sheet, &cache);
        fs::read(only_file(&cache)).unwrap()
    };
    let (_directory, cache) = cache();
    kept(&won, &cache);
    let told = |bytes: Vec<u8>| {
        let file = only_file(&cache);
        fs::write(&file, bytes).unwrap();
        let rules = Rules::cached(&won, &cache).unwrap();
        let [CacheError::Removed { why, .. }] = rules.cache_errors() else { panic!("it is refused") };
        assert_engines_agree(&rules, "won");
        assert!(is_loaded(&kept(&won, &cache)), "it is compiled and kept again");
        why.clone()
    };
    // Where the numbers of names are the same all terms are there, but the reasoner says something else.
    let whys: Vec<String> = (1..20).map(|goal| told(file_of(&rules(goal)))).collect();
    assert!(whys.iter().any(|why| why.contains("the circuit says")), "{whys:?}");
    assert_eq!(told(file_of(&sheet("kuhn-poker"))), "its terms cannot be right");
}

#[test]
fn where_nothing_can_be_kept_the_game_is_played() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("file");
    fs::write(&file, "no directory").unwrap();
    let cache = CircuitCache::new(file.join("circuits")).with_worth(Duration::ZERO);
    let rules = Rules::cached(&sheet("nim"), &cache).unwrap();
    let errors = rules.cache_errors();
    assert!(errors.iter().any(|error| matches!(error, CacheError::Unwritable { .. })), "{errors:?}");
    assert_engines_agree(&rules, "nim");
}

/// Pretends that a file was used so long ago.
fn age(file: &Path, by: Duration) {
    let file = fs::File::options().write(true).open(file).expect("the file is there");
    file.set_modified(SystemTime::now() - by).expect("it can be changed");
}

#[test]
fn those_that_were_not_used_for_the_longest_time_go_first() {
    let (_directory, cache) = cache();
    let games = ["nim", "tictactoe", "kuhn-poker"];
    for (number, name) in (1..).zip(games) {
        kept(&Rulesheet::parse(name, text(name).as_bytes()).unwrap(), &cache);
        for file in fs::read_dir(cache.directory()).unwrap() {
            let file = file.unwrap();
            if file.metadata().unwrap().modified().unwrap().elapsed().unwrap() < Duration::from_secs(60) {
                age(&file.path(), Duration::from_secs(1_000 * (10 - number)));
            }
        }
    }
    // The oldest is used again.
    loaded(&sheet("nim"), &cache);
    let names = |cache: &CircuitCache| {
        cache.entries().unwrap().into_iter().map(|entry| entry.name).collect::<Vec<String>>()
    };
    assert_eq!(names(&cache), ["nim", "kuhn-poker", "tictactoe"]);
    let bytes: u64 = cache.entries().unwrap().iter().map(|entry| entry.bytes).sum();
    let bounded = cache.clone().with_most_bytes(bytes);
    kept(&Rulesheet::parse("coin", text("hidden-coin").as_bytes()).unwrap(), &bounded);
    // Of files that are written at nearly the same time the system does not tell the order.
    let sorted = |cache: &CircuitCache| {
        let mut names = names(cache);
        names.sort();
        names
    };
    assert_eq!(sorted(&bounded), ["coin", "kuhn-poker", "nim"]);
    assert!(bounded.entries().unwrap().iter().map(|entry| entry.bytes).sum::<u64>() <= bytes);
    let small = cache.with_most_bytes(10);
    kept(&sheet("lights-out"), &small);
    assert_eq!(
        sorted(&small),
        ["coin", "kuhn-poker", "nim"],
        "what is larger than all may be drives out nothing"
    );
    // What a file tells of itself before the game counts, too.
    let alone = tempfile::tempdir().unwrap();
    let alone = CircuitCache::new(alone.path()).with_worth(Duration::ZERO);
    kept(&sheet("lights-out"), &alone);
    let bytes = alone.entries().unwrap()[0].bytes;
    kept(&sheet("lights-out"), &small.clone().with_most_bytes(bytes - 1));
    assert_eq!(sorted(&small), ["coin", "kuhn-poker", "nim"]);
}

#[test]
fn a_file_that_is_longer_than_any_circuit_is_not_read() {
    let (_directory, cache) = cache();
    kept(&sheet("nim"), &cache);
    // It has a hole, so that it takes no room on the disk.
    let file = fs::OpenOptions::new().write(true).open(only_file(&cache)).unwrap();
    file.set_len(CircuitCache::MOST_BYTES + 1).unwrap();
    let rules = Rules::cached(&sheet("nim"), &cache).unwrap();
    let [CacheError::Removed { why, .. }] = rules.cache_errors() else {
        panic!("{:?}", rules.cache_errors())
    };
    assert_eq!(why, "it is too long");
    loaded(&sheet("nim"), &cache);
}

#[test]
fn what_was_not_finished_is_no_circuit_and_goes_after_a_while() {
    let (_directory, cache) = cache();
    kept(&sheet("nim"), &cache);
    let unfinished = |name: &str| cache.directory().join(format!(".spielbaum-{name}.unfinished"));
    for name in ["young", "old"] {
        fs::write(unfinished(name), "half of a circuit").unwrap();
    }
    let others = ["notes.txt", "amplifier.circuit", "thesis.unfinished"];
    let others = others.map(|name| cache.directory().join(name));
    for other in &others {
        fs::write(other, "of somebody else").unwrap();
        age(other, Duration::from_secs(7_200));
    }
    age(&unfinished("old"), Duration::from_secs(7_200));
    assert_eq!((cache.entries().unwrap().len(), cache.unlisted().unwrap()), (1, 2));
    kept(&sheet("tictactoe"), &cache);
    assert_eq!((cache.entries().unwrap().len(), cache.unlisted().unwrap()), (2, 1));
    assert!(unfinished("young").exists() && !unfinished("old").exists());
    assert_eq!(cache.clear().unwrap(), 3);
    assert!(others.iter().all(|other| other.exists()));
}

#[test]
fn many_may_use_a_cache_at_once() {
    let (_directory, cache) = cache();
    let games: Vec<Rulesheet> = ["nim", "tictactoe", "kuhn-poker"].map(sheet).into();
    let (cache, games) = (&cache, &games);
    thread::scope(|scope| {
        for number in 0..6 {
            scope.spawn(move || {
                for at in 0..9 {
                    let rules = kept(&games[(number + at) % games.len()], cache);
                    assert_engines_agree(&rules, "at once");
                }
            });
        }
    });
    games.iter().for_each(|sheet| drop(loaded(sheet, cache)));
    assert_eq!(fs::read_dir(cache.directory()).unwrap().count(), games.len(), "nothing is left over");
}

#[test]
fn a_loader_keeps_circuits_where_it_is_told() {
    let (_directory, cache) = cache();
    let loader = GameLoader::default().with_cache(cache.clone());
    let text = Builtin::named("nim").expect("a built-in game").rules;
    let [first, second] = [loader.built_in_game("nim"), loader.game_from_text(text)];
    assert!(!is_loaded(&first.expect("a game")) && is_loaded(&second.expect("a game")));
    assert!(!is_loaded(&GameLoader::default().built_in_game("nim").expect("a game")));
}

#[test]
fn a_user_names_a_directory_or_none() {
    let named = |directory: &str| CircuitCache::named(Some(directory.into()));
    assert_eq!(named("never"), None);
    assert_eq!(named("./never"), Some(CircuitCache::new("./never")));
    assert_eq!(CircuitCache::named(None), CircuitCache::users_directory().map(CircuitCache::new));
}

#[test]
fn a_loaded_game_has_the_same_factors() {
    let (_directory, cache) = cache();
    let sheet = sheet("two-rows");
    let first = kept(&sheet, &cache);
    let second = loaded(&sheet, &cache);
    let factors = |rules: &Rules| format!("{:?}", rules.factors(&Interrupt::never()).unwrap());
    assert_eq!(factors(&first), factors(&second));
    assert!(factors(&second).contains("Factor"), "there are two rows");
}

/// The rules, and those of first stages, of which there is one however few gates there are.
fn staged(sheet: &Rulesheet, cache: Option<&CircuitCache>, interrupt: &Interrupt<'_>) -> (Rules, Vec<Rules>) {
    let mut firsts = Vec::new();
    let first = FirstStage::new(|rules| firsts.push(rules)).with_most_gates(0);
    let rules = Rules::in_stages(sheet, Limits::default(), &GroundLimits::default(), cache, interrupt, first);
    (rules.expect("a game"), firsts)
}

#[test]
fn the_first_stage_and_the_last_play_the_same_game() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    for name in CHEAP {
        let sheet = sheet(name);
        let (last, firsts) = staged(&sheet, None, &Interrupt::never());
        let [first] = &firsts[..] else { panic!("{name}: {} first stages", firsts.len()) };
        let comparison = compare_engines(first, 60, &mut rng);
        assert!(matches!(comparison, Ok(EngineComparison::Same { .. })), "{name}: {comparison:?}");
        let (a, b) = (first.compiled().expect("a circuit"), last.compiled().expect("a circuit"));
        assert_eq!(a.fluents(), b.fluents(), "{name}");
        (0..last.roles()).for_each(|role| assert_eq!(a.moves(role), b.moves(role), "{name}"));
        let (size, optimised) = (a.circuit().size(), b.circuit().size());
        assert_eq!(
            (size.gates, size.gates_before),
            (optimised.gates_before, optimised.gates_before),
            "{name}"
        );
        assert_eq!(
            b.circuit().size(),
            Rules::new(&sheet).expect("a game").compiled().expect("a circuit").circuit().size()
        );
    }
}

#[test]
fn a_game_that_is_compiled_soon_or_kept_has_no_first_stage() {
    let (_directory, cache) = cache();
    let sheet = sheet("connect-four");
    let (limits, ground) = (Limits::default(), GroundLimits::default());
    let first = FirstStage::new(|_| panic!("a first stage"));
    let interrupt = Interrupt::never();
    let rules = Rules::in_stages(&sheet, limits, &ground, Some(&cache), &interrupt, first).expect("a game");
    assert!(!is_loaded(&rules));
    let (rules, firsts) = staged(&sheet, Some(&cache), &interrupt);
    assert!(is_loaded(&rules) && firsts.is_empty());
}

#[test]
fn the_first_stage_stays_if_the_last_is_interrupted() {
    let given = Cell::new(false);
    let go_on = || !given.get();
    let interrupt = Interrupt::unless(&go_on);
    let mut firsts = Vec::new();
    let take = |rules| {
        firsts.push(rules);
        given.set(true);
    };
    let first = FirstStage::new(take).with_most_gates(0);
    let (limits, ground) = (Limits::default(), GroundLimits::default());
    let sheet = sheet("connect-four");
    let last = Rules::in_stages(&sheet, limits, &ground, None, &interrupt, first).expect("a game");
    let why = last.compiled().expect_err("it was interrupted");
    assert_eq!(why, &NoCircuit::Unfinished(CircuitError::Interrupted(Interrupted::Cancelled)));
    let played = played(&firsts[0], 1);
    assert_eq!(played.playouts, 700);
}
