use std::collections::BTreeMap;

use game::Game;
use rand::SeedableRng;

use super::{StepwiseMcts, goal_of, result_of};
use crate::testing::{Chain, Counting, Sketch, Walk, decide, decide_as, pennies};
use crate::{Budget, Observer, Request, SearchError, SearchRng, Strategy, Window};

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
    fn ascend(&mut self) {
        self.0.push("ascend".to_owned());
    }
    fn proven_visits(&mut self, count: u64, goals: &[f64]) {
        self.0.push(format!("{count} proven {goals:?}"));
    }
    fn back_up(&mut self, role: usize, mov: G::Move, visits: u64, mean: f64) {
        self.0.push(format!("{role} {mov:?}: {visits} {mean}"));
    }
}

#[test]
fn a_stepped_game_goes_by_the_page() {
    // One ply whose moves have one outcome each, so that chance plays no part.
    let game = Chain { plies: 1, worth: BTreeMap::from([(0, 100)]), fault_at: None };
    let mut diary = Diary::default();
    StepwiseMcts::new(Some(2), 3, 2.0, Budget::default())
        .choose(Request::new(&game, &(0, 0), 0, &mut SearchRng::seed_from_u64(1)).watched_by(&mut diary))
        .unwrap();
    let expected = [
        "enter []",
        // One playout for each move, then UCB1 until a move has three.
        "0 0: 1 0",
        "0 1: 1 100",
        "0 1: 2 100",
        "0 1: 3 100",
        // It is played; the end of the game is its fourth result.
        "enter [1]",
        "leaf 100",
        "ascend",
        "1 proven [100.0]",
        "0 1: 4 100",
        // The statistics stay: one choice of UCB1 is enough to play the move again.
        "0 1: 5 100",
        "enter [1]",
        "leaf 100",
        "ascend",
        "1 proven [100.0]",
        "0 1: 6 100",
        "ascend",
    ];
    assert_eq!(diary.0, expected);
}

#[test]
fn a_move_is_played_only_after_a_choice_of_ucb1() {
    let game = Chain { plies: 1, worth: BTreeMap::from([(0, 100)]), fault_at: None };
    let decision = decide("stepwise-mcts(playouts=1,visits=1)", &game, &Budget::default()).unwrap();
    // One playout each, one by choice, and the end of the stepped game.
    let visits: Vec<_> = decision.moves.iter().map(|estimate| estimate.visits).collect();
    assert_eq!((decision.mov, visits, decision.effort.playouts), (1, vec![1, 3], 3));
}

#[test]
fn every_ply_counts_for_the_role_that_decides_there() {
    // Whatever the first role does, the second can choose between 0 and 100 for the first; it will choose 0.
    let sketch = || Sketch::Inner(1, vec![Sketch::Leaf(100), Sketch::Leaf(0)]);
    let game = Walk { range: 0..=100, ..Walk::down(&Sketch::Inner(0, vec![sketch(), sketch()])) };
    let mut diary = Diary::default();
    StepwiseMcts::new(Some(1), 10, 2.0, Budget::default())
        .choose(Request::new(&game, &0, 0, &mut SearchRng::seed_from_u64(1)).watched_by(&mut diary))
        .unwrap();
    let entered: Vec<_> = diary.0.iter().filter(|event| event.starts_with("enter")).collect();
    assert_eq!(entered.len(), 3);
    assert!(entered[2].ends_with(", 1]"), "{entered:?}");
    assert!(diary.0.contains(&"1 1: 10 100".to_owned()), "ten wins by the second role's own count");
}

#[test]
fn the_default_is_ten_stepped_games_unless_something_else_ends_the_search() {
    let decision = decide("stepwise-mcts", &Counting, &Budget::default()).unwrap();
    assert_eq!(decision, decide("stepwise-mcts(playouts=10)", &Counting, &Budget::default()).unwrap());
    let budget = Budget { playouts: Some(20_000), ..Budget::default() };
    assert_eq!(decide("stepwise-mcts", &Counting, &budget).unwrap().effort.playouts, 20_000);
    assert!(decide("stepwise-mcts(playouts=10)", &Counting, &budget).unwrap().effort.playouts < 20_000);
}

#[test]
fn it_sees_a_win_in_one_for_either_role() {
    for role in 0..2 {
        let decision = decide_as("stepwise-mcts", &Counting, role, &(17, role), &Budget::default()).unwrap();
        assert_eq!(decision.mov, 3, "saying 20 wins");
        let most = decision.moves.iter().map(|estimate| estimate.visits).max();
        assert_eq!(Some(decision.moves[2].visits), most);
    }
}

#[test]
fn results_are_linear_in_the_goal_range() {
    let game = Walk { range: 20..=60, ..Walk::down(&Sketch::Leaf(20)) };
    for (goal, result) in [(20.0, -1.0), (40.0, 0.0), (50.0, 0.5), (60.0, 1.0)] {
        assert_eq!(result_of(&game, goal), result);
        assert_eq!(goal_of(&game, result), goal);
    }
    let flat = Walk { range: 5..=5, ..game };
    assert_eq!((result_of(&flat, 5.0), goal_of(&flat, 0.0)), (0.0, 5.0));
}

#[test]
fn simultaneous_choices_are_refused() {
    let refusal = decide("stepwise-mcts", &pennies(), &Budget::default()).unwrap_err();
    assert!(matches!(refusal, SearchError::Inapplicable { strategy: "stepwise-mcts", .. }));
}
