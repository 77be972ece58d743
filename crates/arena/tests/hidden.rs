//! What the players of a match are told in games that hide something.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};

use game::{Builtin, Game, InformationState, Percept, Rules, RulesState};
use logic::Limits;
use rand::RngExt;
use search::{Decision, HiddenRequest, Request, SearchError, Strategy};
use spielbaum_arena::{Match, MatchRecord, Outcome, Player, Seed, Store, Tournament};

type Move = <Rules as Game>::Move;

/// Everything that a player was told.
type Told = Arc<Mutex<Vec<InformationState<Move>>>>;

/// A player that moves at random and notes what it is told.
struct Spy(Told);

impl Strategy<Rules> for Spy {
    fn choose(&mut self, _: Request<'_, Rules>) -> Result<Decision<Move>, SearchError> {
        panic!("it was shown the state");
    }

    fn choose_hidden(&mut self, request: HiddenRequest<'_, Rules>) -> Result<Decision<Move>, SearchError> {
        let HiddenRequest { information, legal, rng, .. } = request;
        self.0.lock().expect("nobody panics").push(information.clone());
        Ok(Decision::unsearched(legal[rng.random_range(0..legal.len())]))
    }
}

/// A built-in game on its circuit, and on the reasoner.
fn engines(name: &str) -> (Rules, Rules) {
    let text = Builtin::named(name).expect("a built-in game").rules;
    let sheet = gdl::Rulesheet::parse(name, text.as_bytes()).expect("parses");
    (Rules::new(&sheet).expect("plays"), Rules::reasoned(&sheet, Limits::default()).expect("plays"))
}

/// Plays a match of spies, and gives what each was told.
fn spied(game: &Rules, seed: u64, chance: Option<u64>) -> (MatchRecord, Vec<Told>) {
    let told: Vec<Told> = game::players(game).map(|_| Told::default()).collect();
    let players = told.iter().map(|told| Player::new("spy", Box::new(Spy(told.clone()))));
    let mut one = Match::new(game, players.collect());
    if let Some(chance) = chance {
        one = one.with_chance(Seed(chance));
    }
    (one.play(Seed(seed)).expect("plays").expect("not stopped"), told)
}

/// What a role did and saw in every ply, as text: worked out by the reasoner from the joint moves that the
/// match has recorded.
fn witnessed(oracle: &Rules, record: &MatchRecord, role: usize) -> Vec<(String, Vec<String>)> {
    let mut state: RulesState = oracle.initial();
    let mut plies = Vec::new();
    for ply in &record.plies {
        let joint: Vec<Move> = (ply.joint_move.iter().enumerate())
            .map(|(role, text)| oracle.move_named(&state, role, text).expect("a legal move"))
            .collect();
        let seen = oracle.percepts_of(&state, &joint, role).expect("an answer");
        let seen = seen.into_iter().map(|term| named(oracle, Percept(term.number()))).collect();
        plies.push((ply.joint_move[role].clone(), seen));
        state = oracle.next(&state, &joint);
    }
    plies
}

fn named(game: &Rules, percept: Percept) -> String {
    game.percepts().expect("it hides something").percept_name(percept)
}

#[test]
fn no_player_is_told_more_than_its_own_moves_and_percepts() {
    // 100,000 matches take minutes.
    let matches = std::env::var("SPIELBAUM_MATCHES").map_or(200, |text| text.parse().expect("a number"));
    for name in ["kuhn-poker", "leduc-poker", "monty-hall", "phantom-tictactoe"] {
        let (game, oracle) = engines(name);
        let mut asked = 0;
        for seed in 0..matches {
            let (record, told) = spied(&game, seed, None);
            assert!(matches!(record.outcome, Outcome::Goals(_)), "{name}: {:?}", record.outcome);
            for (role, told) in game::players(&game).zip(&told) {
                let told = told.lock().expect("nobody panics");
                let expected = witnessed(&oracle, &record, role);
                for information in told.iter() {
                    assert_eq!(information.role, role, "{name}");
                    for (observation, (mov, seen)) in information.plies.iter().zip(&expected) {
                        assert_eq!(game.notation().move_name(observation.mov), *mov, "{name}");
                        let mut names: Vec<_> =
                            observation.seen.iter().map(|&seen| named(&game, seen)).collect();
                        names.sort();
                        let mut seen = seen.clone();
                        seen.sort();
                        assert_eq!(names, seen, "{name}");
                    }
                    assert!(information.plies.len() < record.plies.len(), "{name}");
                    asked += 1;
                }
            }
        }
        assert!(asked as u64 >= matches, "{name}: {asked}");
    }
}

#[test]
fn the_same_chance_deals_the_same_cards_whatever_the_players_do() {
    let (game, _) = engines("kuhn-poker");
    let deal = |seed, chance| spied(&game, seed, Some(chance)).0.plies[0].joint_move[2].clone();
    for chance in 0..20 {
        assert_eq!(deal(1, chance), deal(2, chance));
    }
    let deals: HashSet<String> = (0..60).map(|chance| deal(1, chance)).collect();
    assert_eq!(deals.len(), 6, "three cards, two of them dealt");
}

#[test]
fn chance_has_no_player_and_no_goal() {
    let (game, _) = engines("kuhn-poker");
    let (record, _) = spied(&game, 3, None);
    assert_eq!(record.plies[0].joint_move.len(), 3);
    assert!(record.plies.iter().all(|ply| ply.thoughts[2].is_none()));
    let Outcome::Goals(goals) = record.outcome else { panic!("it ends") };
    assert_eq!((goals.len(), goals.iter().sum::<i32>()), (2, 100));
    let three = (0..3).map(|_| Player::new("spy", Box::new(Spy(Told::default())) as _)).collect();
    let error = Match::new(&game, three).play(Seed(0)).expect_err("one too many").to_string();
    assert!(error.contains("3 players for 2 roles"), "{error}");
}

#[test]
fn a_tournament_has_no_player_for_chance_deals_alike_in_all_pairings_and_is_kept_whole() {
    let (game, _) = engines("kuhn-poker");
    let specs = search::Spec::list("random,first-legal").expect("specs");
    let tournament = Tournament::new(&game, "kuhn-poker", &specs, 12).expect("a tournament");
    let directory = tempfile::tempdir().expect("a directory");
    let mut store = Store::open(directory.path().join("store.db")).expect("created");
    let mut recorder = store.begin(tournament.plan(), None).expect("writable");
    let mut played = Vec::new();
    let table = tournament.run(|progress| {
        played.extend_from_slice(progress.fresh);
        recorder.record(progress)
    });
    let table = table.expect("it plays");
    recorder.finish().expect("writable");
    assert_eq!(table.pairings.len(), 4);
    assert!(table.pairings.iter().all(|pairing| pairing.players.len() == 2 && pairing.games == 12));
    let mut deals: HashMap<u32, HashSet<String>> = HashMap::new();
    for match_played in &played {
        let deal = match_played.record.plies[0].joint_move[2].clone();
        deals.entry(match_played.fixture.index).or_default().insert(deal);
    }
    assert!(deals.len() == 12 && deals.values().all(|deals| deals.len() == 1));
    let mut kept = Vec::new();
    let read = store.each_played(1, |_, played| {
        kept.push(played);
        Ok::<_, spielbaum_arena::StoreError>(())
    });
    read.expect("readable");
    let order = |played: &spielbaum_arena::Played| (played.fixture.index, played.fixture.pairing);
    kept.sort_by_key(order);
    played.sort_by_key(order);
    assert_eq!(kept, played);
    assert_eq!(store.plan(1).expect("readable").chance, Some(2));
    assert_eq!(store.costs(1).expect("readable").players.len(), 2);
}

/// The score of the first of two strategies in so many pairs of matches with the same chance and seats
/// swapped: 1 for a greater goal, half for an equal one.
fn score(name: &str, specs: [&str; 2], pairs: u64) -> f64 {
    let (game, _) = engines(name);
    let specs = specs.map(|spec| spec.parse::<search::Spec>().expect("a spec"));
    let mut sum = 0.0;
    for pair in 0..pairs {
        for seat in 0..2 {
            let players = (0..2).map(|other| Player::from(&specs[usize::from(other != seat)])).collect();
            let one = Match::new(&game, players).with_chance(Seed(pair));
            let record = one.play(Seed(pair).derive(seat as u64)).expect("plays").expect("not stopped");
            let Outcome::Goals(goals) = record.outcome else { panic!("{:?}", record.outcome) };
            sum += match goals[seat].cmp(&goals[1 - seat]) {
                std::cmp::Ordering::Greater => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Less => 0.0,
            };
        }
    }
    let score = sum / (2 * pairs) as f64;
    println!("{name}: {} - {}: {score:.3} in {} matches", specs[0], specs[1], 2 * pairs);
    score
}

#[test]
#[ignore = "hundreds of matches between searches"]
fn searches_beat_random_where_skill_matters() {
    let pairs = std::env::var("SPIELBAUM_PAIRS").map_or(60, |text| text.parse().expect("a number"));
    let phantom = |specs| score("phantom-tictactoe", specs, pairs);
    assert!(phantom(["ismcts(playouts=1000)", "random"]) >= 0.8);
    assert!(phantom(["ismcts(playouts=1000,observers=single)", "random"]) >= 0.8);
    assert!(phantom(["pimc(inner=uct(playouts=100),worlds=10)", "random"]) >= 0.8);
    // They are about equal here. Where plans fuse, `ismcts` is better: see the coin in the tests of `search`.
    phantom(["ismcts(playouts=1000)", "pimc(inner=uct(playouts=100),worlds=10)"]);
}
