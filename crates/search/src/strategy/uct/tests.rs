use std::collections::BTreeMap;

use game::Game;
use rand::SeedableRng;
use rstest::rstest;

use crate::testing::{Chain, Counting, Pennies, Sketch, SketchGame, decide, decide_as};
use crate::{Budget, Observer, SearchRng, Spec, Window};

/// Writes down what a search does, one word an event.
#[derive(Default)]
struct Diary(Vec<String>);

impl<G: Game> Observer<G> for Diary {
    fn enter(&mut self, _: &G::State, joint: &[G::Move], _: Window) {
        self.0.push(format!("enter {joint:?}"));
    }
    fn leaf(&mut self, value: f64) {
        self.0.push(format!("leaf {value}"));
    }
    fn leave(&mut self, value: f64) {
        self.0.push(format!("leave {value}"));
    }
    fn playout(&mut self, value: f64) {
        self.0.push(format!("playout {value}"));
    }
    fn back_up(&mut self, mov: G::Move, visits: u64, mean: f64) {
        self.0.push(format!("{mov:?}: {visits} {mean}"));
    }
}

fn diary<G: Game>(spec: &str, game: &G) -> Vec<String> {
    let spec: Spec = spec.parse().unwrap();
    let (mut rng, mut diary) = (SearchRng::seed_from_u64(1), Diary::default());
    spec.build().choose(game, &game.initial(), 0, &Budget::default(), &mut rng, &mut diary).unwrap();
    diary.0
}

fn on_a_hundred(sketch: Sketch) -> SketchGame {
    SketchGame { range: 0..=100, ..SketchGame::new(sketch) }
}

const PASS: usize = usize::MAX;

#[test]
fn the_plain_search_goes_by_the_paper() {
    // The first role chooses the left node, where the second has two moves, or an end that pays 40. Only one move leads
    // to each end, so that chance plays no part.
    let left = Sketch::Inner(1, vec![Sketch::Leaf(70), Sketch::Leaf(20)]);
    let forced = Sketch::Inner(1, vec![Sketch::Inner(0, vec![Sketch::Leaf(30)])]);
    let game = on_a_hundred(Sketch::Inner(0, vec![forced, Sketch::Leaf(40), left]));
    let events = diary("uct(plain=true,c=0.1,playouts=2)", &game);
    let pass = PASS;
    let expected = [
        // The first move not tried yet gets a node and a playout.
        "enter []".to_owned(),
        format!("enter [0, {pass}]"),
        "leave 30".to_owned(),
        "playout 30".to_owned(),
        "0: 1 30".to_owned(),
        "leave 30".to_owned(),
        // Then the second; its node is an end of the game.
        "enter []".to_owned(),
        format!("enter [1, {pass}]"),
        "leaf 40".to_owned(),
        "leave 40".to_owned(),
        "playout 40".to_owned(),
        "1: 1 40".to_owned(),
        "leave 40".to_owned(),
    ];
    assert_eq!(events, expected);
}

#[test]
fn a_plain_simulation_adds_one_node_and_counts_for_whoever_decides() {
    // Both moves of the first role lead to a choice of the second between 100 and 0 for the first.
    let choice = || Sketch::Inner(1, vec![Sketch::Leaf(100), Sketch::Leaf(0)]);
    let game = on_a_hundred(Sketch::Inner(0, vec![choice(), choice()]));
    let events = diary("uct(plain=true,c=1,playouts=3)", &game);
    // Two simulations for the two moves; the third goes on below the better of them, to the first move there.
    let third: Vec<_> = events.iter().skip_while(|event| !event.starts_with("0: 1 0")).skip(1).collect();
    let entered = events.iter().filter(|event| event.starts_with("enter")).count();
    assert_eq!(entered, 2 + 2 + 3, "{events:?}");
    assert!(
        third.contains(&&"0: 1 0".to_owned()) || events.contains(&"0: 1 0".to_owned()),
        "100 for the first is 0 for the second"
    );
    let decision = decide("uct(plain=true,playouts=3)", &game, &Budget::default()).unwrap();
    assert_eq!((decision.playouts, decision.depth), (3, 2));
}

#[rstest]
fn uct_counts_to_21(
    #[values(
        "",
        "plain=true",
        "solver=false",
        "transpositions=false",
        "final=secure",
        "final=mean",
        "fpu=1.2"
    )]
    options: &str,
) {
    let spec = format!("uct({options})");
    for said in (11..20).filter(|said| said % 4 != 0) {
        let decision = decide_as(&spec, &Counting, 0, &(said, 0), &Budget::default()).unwrap();
        assert_eq!(decision.mov, 4 - said % 4, "after {said}");
    }
}

#[test]
fn the_solver_proves_the_second_players_win() {
    let decision = decide("uct(playouts=100000)", &Counting, &Budget::default()).unwrap();
    assert!(decision.proven);
    assert_eq!(decision.value, Some(0.0));
    assert!(decision.playouts < 100_000);
    let unproven = decide("uct(solver=false)", &Counting, &Budget::default()).unwrap();
    assert!(!unproven.proven);
}

#[test]
fn every_form_mixes_matching_pennies() {
    for form in ["decoupled", "joint", "random-mover"] {
        let spec = format!("uct(simultaneous={form},playouts=10000)");
        let decision = decide(&spec, &Pennies, &Budget::default()).unwrap();
        assert!((decision.value.unwrap() - 50.0).abs() < 10.0, "{form}: {decision:?}");
        assert!(!decision.proven);
    }
}

#[test]
fn margins_choose_as_separate_statistics_do() {
    let decide =
        |form| decide(&format!("uct(simultaneous={form},playouts=3000)"), &Pennies, &Budget::default());
    assert_eq!(decide("joint"), decide("decoupled"));
}

#[test]
fn an_only_move_costs_nothing() {
    let game = Chain { plies: 3, worth: BTreeMap::from([(1, 1)]), fault_at: None };
    let decision = decide("uct", &game, &Budget::default()).unwrap();
    assert_eq!((decision.mov, decision.playouts), (false, 0));
}
