//! What holds for every strategy of the catalogue.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use game::{Choices, Game, Mover, Tree};
use proptest::prelude::*;
use rand::SeedableRng;

use super::many_roles::{least, own};
use crate::testing::{AnyGame, Chain, Counting, Noughts, Question, any_game, decide, rules};
use crate::{
    Budget, Catalogue, Deepen, Evaluator, FirstWindow, Meter, Minimax, Pessimistic, Recorder, Request,
    SearchError, SearchRng, Spec, Stop, Strategy as Chooser,
};

/// All but that for a role alone and that which needs a file, whose own tests say the same of them.
fn names() -> impl Iterator<Item = &'static str> {
    Catalogue::get()
        .strategies
        .iter()
        .map(|entry| entry.name)
        .filter(|name| !["plan", "solved", "policy"].contains(name))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_budget_gives_a_legal_move(playouts in 0..60_u64, nodes in 0..60_u64, depth in 0..5_u32) {
        let playouts = Some(playouts);
        let budget = Budget { playouts, nodes: Some(nodes), depth: Some(depth), ..Budget::default() };
        for name in names() {
            let decision = decide(name, &Counting, &budget).unwrap();
            prop_assert!((1..=3).contains(&decision.mov), "{}", name);
            prop_assert_eq!(decision.moves.iter().map(|estimate| estimate.mov).collect::<Vec<_>>(), [1, 2, 3]);
            prop_assert!(Some(decision.effort.visits()) <= playouts);
        }
    }
}

#[test]
fn no_time_at_all_gives_a_legal_move() {
    let budget = Budget { time: Some(Duration::ZERO), ..Budget::default() };
    for name in names() {
        let decision = decide(name, &Counting, &budget).unwrap();
        assert!((1..=3).contains(&decision.mov), "{name}");
        assert_eq!(decision.effort.nodes + decision.effort.visits(), decision.effort.nodes.min(1), "{name}");
    }
}

#[test]
fn the_same_seed_gives_the_same_decision() {
    let budget = Budget { nodes: Some(3000), ..Budget::default() };
    for name in names() {
        assert_eq!(decide(name, &Counting, &budget), decide(name, &Counting, &budget), "{name}");
    }
}

#[test]
fn a_failing_game_surfaces() {
    let game = Chain { plies: 9, worth: BTreeMap::from([(0, 1)]), fault_at: Some(5) };
    // A random choice and the first legal move look at no state after theirs.
    for name in names().filter(|name| !["random", "first-legal"].contains(name)) {
        let error = decide(name, &game, &Budget::default()).unwrap_err();
        assert!(matches!(&error, SearchError::Game(fault) if fault.message == "broken at ply 5"), "{name}");
    }
}

#[test]
fn watching_changes_nothing() {
    let budget = Budget { nodes: Some(3000), ..Budget::default() };
    for name in names() {
        let spec: Spec = name.parse().unwrap();
        let game = any_game(&Counting);
        let (mut rng, mut recorder) = (SearchRng::seed_from_u64(7), Recorder::new(&game, 0, 100));
        let watched = spec.build().choose(
            Request::new(&game, &game.initial(), 0, &mut rng)
                .within(budget.clone())
                .watched_by(&mut recorder),
        );
        assert_eq!(watched, decide(name, &Counting, &budget), "{name}");
    }
}

#[test]
fn an_evaluator_that_objects_to_the_game_is_heard_before_the_search() {
    let mut asked = 0;
    for entry in Catalogue::get().strategies {
        let has = |name| entry.parameters.iter().any(|parameter| parameter.name == name);
        if !has("eval") {
            continue;
        }
        // Where a bias has a weight of its own, that makes the evaluator count.
        let spec = format!("{}(eval=open-lines{})", entry.name, if has("bias") { ",bias=1" } else { "" });
        let refusal = decide(&spec, &Counting, &Budget::default()).unwrap_err();
        let SearchError::Inapplicable { strategy, why } = refusal else { panic!("{spec}: {refusal}") };
        assert_eq!(strategy, entry.name);
        assert!(why.contains("open-lines"), "{spec}: {why}");
        asked += 1;
    }
    assert!(asked > 5);
}

/// How many children a node has at most.
const BREADTH: u64 = 9;

/// How often a search asks a question after a stop button was pressed, which happened when the question was
/// asked the `at`-th time.
fn asked_after_the_press(question: Question, at: u64, search: impl FnOnce(&Noughts<'_>, &Stop)) -> u64 {
    let (stop, asked) = (Stop::default(), AtomicU64::new(0));
    let press = |now| {
        if now == question && asked.fetch_add(1, Ordering::Relaxed) + 1 == at {
            stop.press();
        }
    };
    search(&Noughts(&press), &stop);
    asked.into_inner().saturating_sub(at)
}

#[test]
fn once_the_stop_button_is_pressed_a_search_asks_for_no_more_than_a_nodes_children() {
    let expanding = [
        "alpha-beta(order=static,symmetry=true,eval=mobility,depth=3)",
        "deepening(order=static,eval=mobility)",
        "maxn(eval=mobility,depth=2)",
        "uct(solver=true,bias=1,eval=mobility)",
        "uct(decisive=both,cutoff=4,eval=mobility)",
        "uct(decided=0.8,eval=mobility)",
    ];
    let questions = [Question::Next, Question::Terminal];
    let times = || (1..40).chain([100, 300, 999]);
    for (name, question) in
        names().chain(expanding).flat_map(|name| questions.map(|question| (name, question)))
    {
        for at in times() {
            let deciding = asked_after_the_press(question, at, |game, stop| {
                let budget = Budget { stop: stop.clone(), playouts: Some(1000), ..Budget::default() };
                let decision = decide(name, game, &budget).unwrap();
                assert!(decision.mov < 9, "{name} stopped at {at}: {}", decision.mov);
            });
            let pondering = asked_after_the_press(question, at, |game, stop| {
                let mut strategy: Box<dyn Chooser<AnyGame<'_, _, _>>> = name.parse::<Spec>().unwrap().build();
                let mut rng = SearchRng::seed_from_u64(7);
                let budget = Budget { stop: stop.clone(), ..Budget::default() };
                strategy
                    .ponder(Request::new(&any_game(game), &game.initial(), 0, &mut rng).within(budget))
                    .unwrap();
            });
            assert!(deciding <= BREADTH, "{name} stopped at {at}: {deciding} more");
            assert!(pondering <= BREADTH, "{name} pondering, stopped at {at}: {pondering} more");
        }
    }
}

/// An evaluator during whose second verdict the stop button is pressed, so that it says the first best thing.
struct Hurried {
    stop: Stop,
    verdicts: u32,
}

impl<G: Game> Evaluator<G> for Hurried {
    fn evaluate(&mut self, _: &G, _: &G::State, _: usize, _: &mut Meter, _: &mut SearchRng) -> f64 {
        self.verdicts += 1;
        if self.verdicts == 2 {
            self.stop.press();
            return 100.0;
        }
        40.0
    }
}

#[test]
fn a_verdict_during_which_the_stop_button_is_pressed_does_not_count() {
    fn check<S: Chooser<AnyGame<'static, (u32, usize), u8>>>(build: impl Fn(Budget, Hurried) -> S) {
        let stop = Stop::default();
        let budget = Budget { depth: Some(1), stop: stop.clone(), ..Budget::default() };
        let mut strategy = build(budget.clone(), Hurried { stop, verdicts: 0 });
        let mut rng = SearchRng::seed_from_u64(7);
        let decision = strategy
            .choose(Request::new(&any_game(&Counting), &(0, 0), 0, &mut rng).within(budget.clone()))
            .unwrap();
        let values: Vec<_> = decision.moves.iter().map(|estimate| estimate.value).collect();
        assert_eq!((decision.mov, values), (1, vec![Some(40.0), None, None]));
    }
    check(Minimax::new);
    check(|bounds, evaluator| Pessimistic::new(bounds, Deepen::Never, FirstWindow::Auto, evaluator));
}

/// Strategies whose line of play, once they have searched to the end, leads to its value.
const EXACT: [&str; 6] = ["minimax", "negamax", "alpha-beta", "pessimistic", "paranoid", "maxn"];

#[test]
fn forced_moves_are_part_of_the_line_wherever_they_come() {
    // Max has one move, min two, max one again.
    let tree = Tree::from_brackets("(((5) (3)))").unwrap();
    for spec in EXACT.into_iter().chain(["labels"]) {
        let decision = decide(spec, &tree, &Budget::default()).unwrap();
        let names = |joint: &Vec<_>| joint.iter().map(|&mov| game::Notation::move_name(&tree, mov)).collect();
        let line: Vec<Vec<String>> = decision.pv.iter().map(names).collect();
        assert_eq!(line, [["1", "noop"], ["noop", "2"], ["1", "noop"]], "{spec}");
    }
}

#[test]
fn moves_that_are_forced_are_part_of_the_line_though_nobody_searched_them() {
    for (brackets, spec) in [("(((5) (3)))", "flat-mc"), ("((5))", "uct"), ("(((5)))", "memory-mc")] {
        let tree = Tree::from_brackets(brackets).unwrap();
        let decision = decide(spec, &tree, &Budget::default()).unwrap();
        let decision = decision.with_forced_moves(&tree, &tree.initial(), &Stop::default());
        let end = decision.pv.iter().fold(tree.initial(), |state, joint| tree.next(&state, joint));
        let told = tree.terminal(&end) || Choices::of(&tree, &end).mover() != Mover::Nobody;
        assert!(told && !decision.pv.is_empty(), "{spec} {brackets}: {:?}", decision.pv);
    }
}

#[test]
fn a_line_leads_to_the_value_that_is_proven_and_not_to_an_estimate_that_equals_it() {
    // Three plies deep the first leaf of all is only estimated at 10, and its sibling is worth 50.
    let tree = Tree::from_brackets("((((=10 90 90) 50) 50) 0)").unwrap();
    let decision = decide("minimax(depth=3)", &tree, &Budget::default()).unwrap();
    let end = decision.pv.iter().fold(tree.initial(), |state, joint| tree.next(&state, joint));
    assert_eq!((decision.value, decision.proven, decision.pv.len()), (Some(50.0), true, 2));
    assert!(tree.terminal(&end) && tree.goal(&end, 0) == 50);
}

#[test]
fn a_proven_line_goes_on_to_the_end_where_the_search_only_asked_its_table() {
    for name in ["two-rows", "coin-row", "nim"] {
        let game = rules(name);
        for spec in ["deepening", "alpha-beta(table=64,symmetry=true)"] {
            let decision = decide(spec, &game, &Budget::default()).unwrap();
            let end = decision.pv.iter().fold(game.initial(), |state, joint| game.next(&state, joint));
            assert!(decision.proven && game.terminal(&end), "{spec} at {name}: {:?}", decision.pv.len());
            assert_eq!(Some(f64::from(game.goal(&end, 0))), decision.value, "{spec} at {name}");
        }
    }
}

#[test]
fn a_search_to_the_end_of_a_game_without_end_leaves_off_and_says_so() {
    let endless = Chain { plies: u32::MAX, worth: BTreeMap::from([(0, 1)]), fault_at: None };
    let whole = [
        "minimax",
        "negamax",
        "alpha-beta",
        "labels",
        "pessimistic",
        "random-opponent",
        "maxn",
        "soft-maxn",
        "paranoid",
    ];
    for spec in whole {
        let decision = decide(spec, &endless, &Budget::default()).unwrap();
        let remark = decision.remark.unwrap_or_default();
        assert!(remark.contains("where the memory for it was full"), "{spec}: {remark}");
        assert!(!decision.proven && decision.effort.depth > 1_000, "{spec}: {}", decision.effort.depth);
    }
}

#[test]
fn a_knights_tour_can_be_replayed_to_its_goal() {
    let game = rules("knights-tour");
    let decision = decide("uct(playouts=20000)", &game, &Budget::default()).unwrap();
    let end = decision.pv.iter().fold(game.initial(), |state, joint| game.next(&state, joint));
    assert!(game.terminal(&end));
    assert_eq!(Some(f64::from(game.goal(&end, 0))), decision.value);
}

proptest! {
    /// The leaf that a complete search expects to reach is worth what it says.
    #[test]
    fn the_line_leads_to_a_leaf_of_the_value(leaves in prop::collection::vec(-9..=9_i32, 1..=12), widths in prop::collection::vec(1..=3_usize, 6)) {
        let tree = Tree::from_brackets(&brackets(&mut leaves.into_iter().cycle(), &widths)).unwrap();
        for spec in EXACT.into_iter().chain(["labels", "labels(exit=false)"]) {
            let decision = decide(spec, &tree, &Budget::default()).unwrap();
            let end = decision.pv.iter().fold(tree.initial(), |state, joint| tree.next(&state, joint));
            prop_assert!(tree.terminal(&end), "{} {:?}", spec, decision.pv);
            prop_assert_eq!(decision.value, Some(f64::from(tree.goal(&end, 0))));
        }
    }

    /// A value that is proven though the search looked at some estimates is that of every state on the line,
    /// to the end.
    #[test]
    fn a_proven_line_leads_past_all_estimates(leaves in prop::collection::vec(0..=5_i32, 1..=60), depth in 1..=3_u32) {
        let tree = Tree::from_brackets(&ragged(&mut leaves.into_iter().cycle(), 4)).unwrap();
        let specs = EXACT.iter().map(|spec| format!("{spec}(depth={depth})"));
        let refined = ["alpha-beta(table=1,depth=", "alpha-beta(pvs=true,depth=", "deepening(table=1,depth="];
        for spec in specs.chain(refined.map(|spec| format!("{spec}{depth})"))) {
            let decision = decide(&spec, &tree, &Budget::default()).unwrap();
            if decision.proven {
                let mut state = tree.initial();
                for joint in &decision.pv {
                    prop_assert_eq!(decision.value, Some(own(&tree, state, 0, least)), "{}", spec);
                    prop_assert!(!tree.terminal(&state));
                    state = tree.next(&state, joint);
                }
                prop_assert!(tree.terminal(&state), "{} {:?}", spec, decision.pv);
                prop_assert_eq!(decision.value, Some(f64::from(tree.goal(&state, 0))), "{}", spec);
            }
        }
    }
}

/// A tree in which the nodes of a ply have the same number of children.
fn brackets(leaves: &mut impl Iterator<Item = i32>, widths: &[usize]) -> String {
    match widths {
        [] => leaves.next().unwrap().to_string(),
        [width, below @ ..] => {
            let children: Vec<String> = (0..*width).map(|_| brackets(leaves, below)).collect();
            format!("({})", children.join(" "))
        }
    }
}

/// A tree of at most so many plies, whose inner nodes have two children and static values, and whose leaves
/// are at all depths.
fn ragged(numbers: &mut impl Iterator<Item = i32>, plies: u32) -> String {
    let number = numbers.next().unwrap();
    let value = number / 2;
    if plies == 0 || plies < 4 && number % 2 == 0 {
        return value.to_string();
    }
    let children: Vec<String> = (0..2).map(|_| ragged(numbers, plies - 1)).collect();
    format!("(={value} {})", children.join(" "))
}

#[test]
fn the_time_of_a_decision_begins_before_the_first_look_at_the_game() {
    let time = Duration::from_millis(2);
    let slow = |question| {
        if question == Question::Legal {
            std::thread::sleep(time);
        }
    };
    let budget = Budget { time: Some(time), ..Budget::default() };
    for name in names() {
        let decision = decide(name, &Noughts(&slow), &budget).unwrap();
        // To know the moves at the root takes all of it.
        assert!(decision.effort.nodes <= 1 && decision.effort.playouts == 0, "{name}: {decision:?}");
    }
}

#[test]
fn uct_does_not_spend_its_time_on_the_ends_of_the_game_where_the_rules_answer_slowly() {
    let before = Mutex::new(Question::Next);
    let slow = |question| {
        // Slow is only to see which of many states end the game.
        if question == Question::Terminal && *before.lock().unwrap() == question {
            std::thread::sleep(Duration::from_millis(60));
        }
        *before.lock().unwrap() = question;
    };
    // To look at all nine children takes longer.
    let budget = Budget { time: Some(Duration::from_millis(400)), playouts: Some(1), ..Budget::default() };
    assert_eq!(decide("uct", &Noughts(&slow), &budget).unwrap().effort.playouts, 1);
}
