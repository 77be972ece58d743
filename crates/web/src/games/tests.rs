use super::*;
use crate::testing::slow_rules;

fn named(name: &str) -> GameRef {
    GameRef::Named { name: name.to_owned() }
}

/// The text of its rules.
fn rules(name: &str) -> String {
    super::named(name).unwrap().rules.into_owned()
}

fn peer() -> Peer {
    Peer::at(([127, 0, 0, 1], 1).into())
}

fn get(games: &Games, game: &GameRef) -> Result<Arc<Loaded>, Problem> {
    games.ask(peer(), game)?.ready_while(&|| true, |_| ())
}

#[test]
fn a_game_is_compiled_once() {
    let games = Games::new(&Limits::default(), None);
    let (first, second) = (get(&games, &named("nim")).unwrap(), get(&games, &named("nim")).unwrap());
    assert!(Arc::ptr_eq(&first, &second));
    games.clear();
    assert!(!Arc::ptr_eq(&first, &get(&games, &named("nim")).unwrap()));
}

#[test]
fn a_game_that_is_kept_is_not_compiled_again() {
    let directory = tempfile::tempdir().unwrap();
    let cache = CircuitCache::new(directory.path()).with_worth(Duration::ZERO);
    let started = || get(&Games::new(&Limits::default(), Some(cache.clone())), &named("nim")).unwrap();
    let loaded = |game: &Loaded| game.rules.compiled().unwrap().loading_time().is_some();
    assert_eq!([started(), started()].map(|game| loaded(&game)), [false, true]);
}

/// Games that all have a first circuit.
fn staged(limits: &Limits) -> Games {
    let Games { shared } = Games::new(limits, None);
    let shared = Arc::into_inner(shared).expect("it is new");
    Games { shared: Arc::new(Shared { most_gates: 0, ..shared }) }
}

/// A game that is optimised for about a second after its first circuit is there.
fn large() -> GameRef {
    named("sliding-puzzle(columns=6,rows=6)")
}

fn early(games: &Games, game: &GameRef) -> Arc<Loaded> {
    games.ask(peer(), game).unwrap().early(true).ready_while(&|| true, |_| ()).unwrap()
}

#[test]
fn a_first_circuit_is_played_on_until_the_final_one_is_there() {
    let games = staged(&Limits::default());
    let first = early(&games, &large());
    while games.counts() != (0, 0) {
        std::thread::sleep(Duration::from_millis(1));
    }
    let last = early(&games, &large());
    assert_eq!(
        (first.first_circuit, last.first_circuit),
        (true, false),
        "it is optimised though nobody waits"
    );
    let gates = |loaded: &Loaded| loaded.rules.compiled().unwrap().circuit().size().gates;
    assert!(gates(&last) < gates(&first));
}

#[test]
fn who_needs_the_final_circuit_waits_for_it() {
    let games = staged(&Limits::default());
    let [first, last] = [true, false].map(|early| games.ask(peer(), &large()).unwrap().early(early));
    let [first, last] = [first, last].map(|ticket| ticket.ready_while(&|| true, |_| ()).unwrap());
    assert_eq!((first.first_circuit, last.first_circuit), (true, false));
}

#[test]
fn what_is_not_optimised_in_time_stays_on_its_first_circuit() {
    let games = staged(&Limits { optimising: Duration::ZERO, ..Limits::default() });
    let first = early(&games, &named("connect-four"));
    assert!(first.first_circuit && Arc::ptr_eq(&first, &get(&games, &named("connect-four")).unwrap()));
}

#[test]
fn rules_that_two_ask_for_at_once_are_compiled_once() {
    let games = Games::new(&Limits::default(), None);
    let rules = GameRef::Written { rules: rules("connect-four") };
    let tickets = [games.ask(peer(), &rules).unwrap(), games.ask(peer(), &rules).unwrap()];
    assert_eq!(games.counts().0, 1);
    let [first, second] = tickets.map(|ticket| ticket.ready_while(&|| true, |_| ()).unwrap());
    assert!(Arc::ptr_eq(&first, &second));
}

#[test]
fn pasted_rules_are_known_by_their_fingerprint() {
    let games = Games::new(&Limits::default(), None);
    let rules = rules("nim");
    let name = format!("rules-{}", &fingerprint(&rules)[..8]);
    assert_eq!(get(&games, &GameRef::Written { rules }).unwrap().name, name);
}

#[test]
fn a_member_of_a_family_is_known_by_its_name_and_waits_as_pasted_rules_do() {
    let games = Games::new(&Limits { waits: 1, ..Limits::default() }, None);
    assert_eq!(get(&games, &named("hex( size=3 )")).unwrap().name, "hex(size=3)");
    let waiting = games.ask(peer(), &named("hex(size=4)")).unwrap();
    assert!(games.ask(peer(), &named("nim")).is_ok(), "a built-in game has its own place");
    assert_eq!(games.ask(peer(), &named("hex(size=5)")).err().unwrap().code, "too-many-rules");
    drop(waiting);
    let problem = get(&games, &named("hex(size=99)")).err().unwrap();
    assert!(
        problem.message.contains("`size` takes a whole number from 2 to 14, not 99"),
        "{}",
        problem.message
    );
}

#[test]
fn a_wrong_name_is_answered_with_the_right_one() {
    let problem = get(&Games::new(&Limits::default(), None), &named("tictacto")).err().unwrap();
    assert!(problem.message.contains("did you mean `tictactoe`?"), "{}", problem.message);
}

#[test]
fn broken_rules_are_answered_with_the_place() {
    let rules = "(role x)\n(init (p)".to_owned();
    let problem = get(&Games::new(&Limits::default(), None), &GameRef::Written { rules }).err().unwrap();
    assert_eq!((problem.code, problem.line), ("rules", Some(2)));
}

#[test]
fn a_game_that_is_given_up_is_compiled_for_the_next() {
    let games = Games::new(&Limits::default(), None);
    let rules = GameRef::Written { rules: rules("connect-four") };
    let given_up = games.ask(peer(), &rules).unwrap().ready_while(&|| false, |_| ()).err().unwrap();
    assert!(given_up.is_cancelled());
    assert!(get(&games, &rules).unwrap().rules.compiled().is_ok());
}

#[test]
fn more_games_than_are_compiled_at_once_wait_for_one_another() {
    let games = Games::new(&Limits::default(), None);
    std::thread::scope(|scope| {
        for name in ["nim", "tictactoe", "maze", "two-rows", "nim"] {
            scope.spawn(|| get(&games, &named(name)).unwrap());
        }
    });
}

#[test]
fn waits_for_built_in_games_are_bounded_too() {
    let games = Games::new(&Limits { waits: 0, ..Limits::default() }, None);
    assert_eq!(games.ask(peer(), &named("nim")).err().unwrap().code, "too-many-rules");
}

#[test]
fn a_client_waits_for_so_many_rulesheets_and_for_built_in_games() {
    let games = Games::new(&Limits { waits: 2, ..Limits::default() }, None);
    let ask = |number| games.ask(peer(), &GameRef::Written { rules: slow_rules(number) });
    let first = ask(1).unwrap();
    let second = ask(2).unwrap();
    assert_eq!(ask(3).err().unwrap().code, "too-many-rules");
    assert!(get(&games, &named("nim")).is_ok());
    drop(first);
    let third = ask(3).unwrap();
    games.cancel_all();
    for ticket in [second, third] {
        assert!(ticket.ready_while(&|| true, |_| ()).err().unwrap().is_cancelled());
    }
}
