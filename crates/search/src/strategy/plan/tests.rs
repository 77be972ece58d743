use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use game::{Game, Rules, Tree};
use gdl::Rulesheet;
use logic::Limits;
use proptest::prelude::*;
use rand::SeedableRng;
use rstest::rstest;

use super::*;
use crate::testing::{AnyGame, Chain, Counting, any_game, decide, payoff_trees, rules};
use crate::{Stop, Strategy as Chooser};

fn parse(text: &str) -> Rulesheet {
    Rulesheet::parse("test.kif", text.as_bytes()).unwrap()
}

fn nodes(nodes: u64) -> Budget {
    Budget { nodes: Some(nodes), ..Budget::default() }
}

/// What the principal variation pays, every move of which must be legal.
fn replayed<G: Game>(game: &G, pv: &[Vec<G::Move>]) -> Option<f64> {
    let mut state = game.initial();
    let mut legal = Vec::new();
    for joint in pv {
        game.legal(&state, 0, &mut legal);
        assert!(legal.contains(&joint[0]));
        state = game.next(&state, joint);
    }
    game.terminal(&state).then(|| f64::from(game.goal(&state, 0)))
}

/// Decides, and confirms the plan by the reasoner.
fn plan(spec: &str, rules: &Rules, budget: &Budget) -> Decision<<Rules as Game>::Move> {
    let decision = decide(spec, rules, budget).unwrap();
    let reasoner = rules.reasoner();
    let mut state = reasoner.initial().clone();
    for joint in &decision.pv {
        let mut view = reasoner.view(&state);
        assert!(!view.terminal().unwrap() && view.legal(0).unwrap().contains(&joint[0]));
        state = reasoner.view(&state).next(joint).unwrap();
    }
    if let Some(value) = decision.value {
        let mut view = reasoner.view(&state);
        assert!(view.terminal().unwrap());
        assert_eq!(view.goals().unwrap(), [logic::RoleGoal::Unique(value as u8)]);
    }
    decision
}

#[rstest]
#[case("eight-puzzle")]
#[case("fifteen-puzzle")]
#[case("peg-solitaire")]
#[case("lights-out")]
#[case("knights-tour")]
#[case("maze")]
fn every_built_in_puzzle_is_solved(#[case] name: &str) {
    let decision = plan("plan", &rules(name), &nodes(20_000_000));
    assert_eq!((decision.value, decision.proven), (Some(100.0), true), "{:?}", decision.remark);
}

#[rstest]
#[case("breadth-first", "eight-puzzle")]
#[case("breadth-first", "maze")]
#[case("best-first", "eight-puzzle")]
#[case("best-first", "lights-out")]
#[case("beam", "knights-tour")]
#[case("beam", "peg-solitaire")]
#[case("patterns", "eight-puzzle")]
#[case("nested", "knights-tour")]
#[case("sat", "lights-out")]
#[case("sat", "maze")]
fn each_method_alone_solves_what_it_is_made_for(#[case] method: &str, #[case] name: &str) {
    let decision = plan(&format!("plan(method={method})"), &rules(name), &nodes(5_000_000));
    assert_eq!((decision.value, decision.proven), (Some(100.0), true), "{:?}", decision.remark);
}

/// A square of four rows and columns, which are to be filled so that no line has the same number twice; only
/// the end shows whether they are.
fn latin_square() -> Rules {
    let numbers: String = (1..=4).map(|number| format!("(number {number}) ")).collect();
    let rest =
        "(role you) (<= (legal you (fill ?x ?y ?n)) (number ?x) (number ?y) (number ?n) (not (filled ?x ?y)))
        (<= (filled ?x ?y) (true (has ?x ?y ?n)))
        (<= (next (has ?x ?y ?n)) (does you (fill ?x ?y ?n))) (<= (next (has ?x ?y ?n)) (true (has ?x ?y ?n)))
        (<= open (number ?x) (number ?y) (not (filled ?x ?y)))
        (<= twice (true (has ?x ?y ?n)) (true (has ?x ?z ?n)) (distinct ?y ?z))
        (<= twice (true (has ?x ?y ?n)) (true (has ?z ?y ?n)) (distinct ?x ?z))
        (<= terminal (not open)) (<= (goal you 100) (not twice)) (<= (goal you 0) twice)";
    Rules::new(&parse(&(numbers + rest))).unwrap()
}

#[test]
fn cells_that_may_be_filled_in_any_order_are_filled_in_one() {
    let decision = plan("plan(method=sat)", &latin_square(), &nodes(200_000));
    assert_eq!(decision.value, Some(100.0));
    assert_eq!(decision.remark.unwrap(), "a plan of 16 plies that SAT planning in order found");
}

/// A token on a square of 81 rows and columns, which is to go from the middle to a place that is 16 plies
/// away. After so many plies it is worth less, and 40 plies are the end.
fn way() -> Rules {
    let numbers: String = (0..81).map(|number| format!("(succ {number} {}) ", number + 1)).collect();
    let early: String = (1..16).map(|number| format!("(early {number}) ")).collect();
    let rest = "(role you) (init (at 40 40)) (init (step 0)) (direction up) (direction down) (direction left) (direction right)
        (<= (legal you (go ?d)) (direction ?d))
        (<= (next (at ?x ?z)) (true (at ?x ?y)) (does you (go up)) (succ ?y ?z))
        (<= (next (at ?x ?z)) (true (at ?x ?y)) (does you (go down)) (succ ?z ?y))
        (<= (next (at ?z ?y)) (true (at ?x ?y)) (does you (go right)) (succ ?x ?z))
        (<= (next (at ?z ?y)) (true (at ?x ?y)) (does you (go left)) (succ ?z ?x))
        (<= (next (step ?m)) (true (step ?n)) (succ ?n ?m))
        (<= there (true (at 48 48))) (<= terminal there) (<= terminal (true (step 40)))
        (<= soon (true (step ?n)) (early ?n))
        (<= (goal you 100) there soon) (<= (goal you 70) there (not soon)) (<= (goal you 0) (not there))";
    Rules::new(&parse(&(numbers + &early + rest))).unwrap()
}

#[test]
fn a_plan_is_the_best_once_longer_ones_pay_no_more() {
    // Up to 40 plies lead to 22,000 states of four children each, up to 15 to 1,500.
    for spec in ["plan(method=breadth-first)", "plan(method=breadth-first,optimal=true)"] {
        let decision = plan(spec, &way(), &nodes(40_000));
        assert_eq!((decision.value, decision.proven), (Some(70.0), true), "{spec}");
        assert_eq!(decision.pv.len(), 16, "{spec}");
    }
}

/// Three switches, of which one is turned at a ply. All are on together only after an odd number of plies.
fn switches(solved: &str) -> String {
    format!(
        "(role you) (init (step 0)) (switch a) (switch b) (switch c)
        (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5)
        (<= (legal you (turn ?s)) (switch ?s))
        (<= (next (on ?s)) (does you (turn ?s)) (not (true (on ?s))))
        (<= (next (on ?s)) (true (on ?s)) (not (does you (turn ?s))))
        (<= (next (step ?m)) (true (step ?n)) (succ ?n ?m))
        (<= solved (true (on a)) (true (on b)) (true (on c)) {solved})
        (<= terminal solved) (<= terminal (true (step 5)))
        (<= (goal you 100) solved)
        (<= (goal you 40) (not solved) (true (on a))) (<= (goal you 10) (not solved) (not (true (on a))))"
    )
}

#[rstest]
#[case("plan")]
#[case("plan(method=breadth-first)")]
#[case("plan(method=sat)")]
#[case("plan(optimal=true)")]
fn an_impossible_puzzle_ends_with_the_greatest_goal_there_is(#[case] spec: &str) {
    let rules = Rules::new(&parse(&switches("(true (step 4))"))).unwrap();
    let decision = plan(spec, &rules, &Budget::default());
    assert_eq!((decision.value, decision.proven), (Some(40.0), true), "{:?}", decision.remark);
    assert_eq!(decision.pv.len(), 5);
}

#[rstest]
#[case("breadth-first")]
#[case("a-star")]
#[case("ida-star")]
#[case("sat")]
#[case("all")]
fn a_shortest_plan_has_no_ply_too_many(#[case] method: &str) {
    let spec = format!("plan(method={method},optimal=true)");
    let shortest = |game: &Rules| {
        let decision = plan(&spec, game, &nodes(5_000_000));
        assert!(decision.remark.is_some_and(|remark| remark.starts_with("a shortest plan, of ")));
        decision.pv.len()
    };
    assert_eq!(shortest(&Rules::new(&parse(&switches(""))).unwrap()), 3);
    assert_eq!(shortest(&rules("maze")), 16);
    assert_eq!(shortest(&rules("lights-out")), 6);
}

#[test]
fn a_plan_that_may_be_too_long_is_better_than_none_and_what_is_known_of_it_is_known_of_its_rest() {
    let game = rules("fifteen-puzzle");
    let game = any_game(&game);
    let mut strategy: Box<dyn Chooser<AnyGame<'_, _, _>>> =
        "plan(optimal=true)".parse::<Spec>().unwrap().build();
    let mut rng = SearchRng::seed_from_u64(7);
    let mut state = game.initial();
    let [(plan, least), (rest, least_of_rest)] = [500_000, 1].map(|budget| {
        let request = Request::new(&game, &state, 0, &mut rng).within(nodes(budget));
        let decision = strategy.choose(request).unwrap();
        assert_eq!((decision.value, decision.proven), (Some(100.0), true));
        state = game.next(&state, &[decision.mov]);
        let remark = decision.remark.unwrap();
        let least = remark.split_once("whether there is a shorter one, of ").unwrap().1;
        let least = least.strip_suffix(" plies at least, is not known").unwrap().parse().unwrap();
        (decision.pv, least)
    });
    assert_eq!(rest, plan[1..]);
    assert!((10..plan.len()).contains(&least), "{least}");
    assert_eq!(least_of_rest, least - 1);
}

#[test]
fn a_game_that_only_the_reasoner_plays_is_planned_too() {
    let rules = Rules::reasoned(&parse(&switches("")), Limits::default()).unwrap();
    for spec in ["plan", "plan(method=breadth-first)", "plan(method=best-first)", "plan(method=nested)"] {
        let decision = plan(spec, &rules, &nodes(3_000));
        assert_eq!((decision.value, decision.proven), (Some(100.0), true), "{spec}");
    }
    let decision = plan("plan(method=sat)", &rules, &nodes(3_000));
    assert!(decision.is_guess(), "there are no clauses of it");
}

#[test]
fn a_plan_is_kept_and_followed() {
    let game = rules("eight-puzzle");
    let game = any_game(&game);
    let spec: Spec = "plan".parse().unwrap();
    let mut strategy: Box<dyn Chooser<AnyGame<'_, _, _>>> = spec.build();
    let mut rng = SearchRng::seed_from_u64(1);
    let (mut state, mut plies, mut planned) = (game.initial(), 0, None);
    while !game.terminal(&state) {
        let request = Request::new(&game, &state, 0, &mut rng).within(nodes(1_000_000));
        let decision = strategy.choose(request).unwrap();
        assert_eq!((decision.value, decision.proven), (Some(100.0), true));
        let total = planned.get_or_insert(decision.pv.len());
        assert_eq!(decision.pv.len() + plies, *total);
        assert!(plies == 0 || decision.effort.nodes == 1, "nothing is searched again");
        state = game.next(&state, &[decision.mov]);
        plies += 1;
    }
    assert_eq!(game.goal(&state, 0), 100);
}

#[test]
fn what_pondering_finds_is_there_for_the_decision() {
    let game = rules("lights-out");
    let game = any_game(&game);
    let mut strategy: Box<dyn Chooser<AnyGame<'_, _, _>>> = "plan".parse::<Spec>().unwrap().build();
    let mut rng = SearchRng::seed_from_u64(1);
    let state = game.initial();
    strategy.ponder(Request::new(&game, &state, 0, &mut rng)).unwrap();
    let decision = strategy.choose(Request::new(&game, &state, 0, &mut rng).within(nodes(1))).unwrap();
    assert_eq!((decision.value, decision.proven, decision.effort.nodes), (Some(100.0), true, 1));
}

#[test]
fn another_state_than_expected_gets_another_plan() {
    let game = rules("lights-out");
    let game = any_game(&game);
    let mut strategy: Box<dyn Chooser<AnyGame<'_, _, _>>> = "plan".parse::<Spec>().unwrap().build();
    let mut rng = SearchRng::seed_from_u64(1);
    let state = game.initial();
    let first = strategy.choose(Request::new(&game, &state, 0, &mut rng)).unwrap();
    let other = first.moves.iter().find(|estimate| !first.pv.contains(&vec![estimate.mov])).unwrap().mov;
    let state = game.next(&state, &[other]);
    let second = strategy.choose(Request::new(&game, &state, 0, &mut rng)).unwrap();
    let end = second.pv.iter().fold(state, |state, joint| game.next(&state, joint));
    assert!(game.terminal(&end));
    assert_eq!(Some(f64::from(game.goal(&end, 0))), second.value);
}

#[test]
fn an_interrupted_search_gives_a_legal_move() {
    for name in ["peg-solitaire", "eight-puzzle"] {
        let game = rules(name);
        let stop = Stop::default();
        stop.press();
        for budget in [
            Budget { stop, ..Budget::default() },
            Budget { time: Some(Duration::ZERO), ..Budget::default() },
            nodes(0),
            nodes(1),
            nodes(50),
        ] {
            let decision = decide("plan", &game, &budget).unwrap();
            assert!(decision.moves.iter().any(|estimate| estimate.mov == decision.mov));
        }
    }
}

#[test]
fn a_budget_of_states_holds_but_for_the_last_children() {
    let game = rules("peg-solitaire");
    for method in
        ["all", "breadth-first", "a-star", "ida-star", "best-first", "beam", "patterns", "nested", "sat"]
    {
        for budget in [100, 10_000, 100_000] {
            let decision = decide(&format!("plan(method={method})"), &game, &nodes(budget)).unwrap();
            // Many states are expanded at a time, and a ply of gates is added as a whole.
            assert!(decision.effort.nodes <= budget + 3_000, "{method}: {}", decision.effort.nodes);
        }
    }
    let budget = Budget { playouts: Some(100), ..Budget::default() };
    let decision = decide("plan(method=nested)", &game, &budget).unwrap();
    assert_eq!(decision.effort.playouts, 100);
}

#[test]
fn a_method_that_makes_no_playouts_ends_where_only_those_are_bounded() {
    let budget = Budget { playouts: Some(10), ..Budget::default() };
    for spec in ["plan(method=beam,memory=1)", "plan(method=a-star,memory=1)"] {
        let decision = decide(spec, &rules("peg-solitaire"), &budget).unwrap();
        assert!(
            decision.effort.playouts == 0 && decision.effort.nodes <= FALLBACK + 3_000,
            "{spec}: {}",
            decision.effort.nodes
        );
    }
}

#[test]
fn little_memory_ends_the_methods_and_not_the_search() {
    let game = rules("peg-solitaire");
    let decision = decide("plan(memory=1)", &game, &nodes(200_000)).unwrap();
    assert!(decision.value.is_some() && decision.effort.playouts > 0, "playouts need none");
    let decision = decide("plan(memory=1,method=breadth-first)", &game, &Budget::default()).unwrap();
    assert!(!decision.proven && decision.effort.nodes < FALLBACK / 2, "{}", decision.effort.nodes);
}

#[test]
fn iterative_deepening_goes_on_where_the_memory_of_a_star_is_full() {
    let shortest = |spec: &str| plan(spec, &rules("eight-puzzle"), &nodes(2_000_000)).remark.unwrap();
    assert_eq!(shortest("plan(method=a-star,optimal=true)"), "a shortest plan, of 20 plies, that A* found");
    for method in ["a-star,memory=1", "ida-star,memory=1", "ida-star"] {
        assert_eq!(
            shortest(&format!("plan(method={method},optimal=true)")),
            "a shortest plan, of 20 plies, that iterative deepening A* found",
            "{method}"
        );
    }
}

#[test]
fn who_is_not_alone_is_told_what_to_use() {
    let refusal = decide("plan", &Counting, &Budget::default()).unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "plan does not apply to this game: it has 2 roles, and plans are for a role alone; uct and deepening can play it"
    );
    let chance = parse(
        "(role random) (init a) (legal random x) (legal random y) (<= terminal (true b)) (<= (next b) (true a)) (goal random 0)",
    );
    let refusal = decide("plan", &Rules::new(&chance).unwrap(), &Budget::default()).unwrap_err();
    assert!(refusal.to_string().contains("by chance"), "{refusal}");
}

#[test]
fn a_fault_that_a_plan_would_come_to_ends_the_search() {
    let game = Chain { plies: 9, worth: BTreeMap::from([(0, 1)]), fault_at: Some(5) };
    for method in ["all", "breadth-first", "a-star", "ida-star", "best-first", "beam", "nested"] {
        let error = decide(&format!("plan(method={method})"), &game, &Budget::default()).unwrap_err();
        assert!(matches!(&error, SearchError::Game(fault) if fault.message == "broken at ply 5"), "{method}");
    }
}

#[test]
fn the_same_seed_gives_the_same_decision_and_watching_changes_nothing() {
    let game = rules("knights-tour");
    let budget = nodes(60_000);
    let alone = decide("plan", &game, &budget).unwrap();
    assert_eq!(decide("plan", &game, &budget).unwrap(), alone);
    let game = any_game(&game);
    let (mut rng, mut recorder) = (SearchRng::seed_from_u64(7), crate::Recorder::new(&game, 0, 100));
    let state = game.initial();
    let request = Request::new(&game, &state, 0, &mut rng).within(budget).watched_by(&mut recorder);
    assert_eq!("plan".parse::<Spec>().unwrap().build().choose(request).unwrap(), alone);
}

/// A minute, which is bounded by time alone: then several methods work at once.
fn minute() -> Budget {
    Budget { time: Some(Duration::from_secs(60)), ..Budget::default() }
}

#[rstest]
#[case("lights-out")]
#[case("peg-solitaire")]
#[case("knights-tour")]
#[case("maze")]
fn methods_on_several_threads_find_what_one_after_another_does(#[case] name: &str) {
    // More threads than methods, too.
    for threads in [2, 9] {
        let decision = plan(&format!("plan(threads={threads})"), &rules(name), &minute());
        assert_eq!((decision.value, decision.proven), (Some(100.0), true));
        assert!(decision.effort.nodes > 1);
    }
}

#[test]
fn several_threads_prove_that_no_plan_pays_more() {
    // The way to the last place is too long.
    let rules = Rules::new(&parse(&walk(&[(0, 1), (1, 2), (2, 3)], 3, 2))).unwrap();
    let decision = plan("plan(threads=3)", &rules, &minute());
    assert_eq!((decision.value, decision.proven), (Some(0.0), true));
}

#[test]
fn a_bound_on_states_gives_the_decision_of_one_thread() {
    let game = rules("knights-tour");
    let decide = |spec| decide(spec, &game, &nodes(60_000)).unwrap();
    assert_eq!(decide("plan(threads=4)"), decide("plan"));
}

#[test]
fn a_fault_on_any_thread_ends_the_search_of_all() {
    let game = Chain { plies: 9, worth: BTreeMap::from([(0, 1)]), fault_at: Some(5) };
    let started = Instant::now();
    let error = decide("plan(threads=3)", &game, &minute()).unwrap_err();
    assert!(matches!(&error, SearchError::Game(fault) if fault.message == "broken at ply 5"), "{error}");
    assert!(started.elapsed() < minute().time.unwrap() / 2, "long before the time is over");
}

#[test]
fn all_threads_end_when_the_button_is_pressed() {
    // Nobody comes to the place that pays, and the game takes long.
    let rules = Rules::new(&parse(&walk(&[(0, 1), (1, 0)], 5, 3_000))).unwrap();
    let stop = Stop::default();
    let started = Instant::now();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(30));
            stop.press();
        });
        decide("plan(threads=3)", &rules, &Budget { stop: stop.clone(), ..minute() }).unwrap();
    });
    assert!(started.elapsed() < minute().time.unwrap() / 2);
}

/// The rules of a walk between so many places, each with roads to others, from the first to one that pays; a
/// step counter ends it.
fn walk(roads: &[(usize, usize)], pays: usize, plies: usize) -> String {
    let mut text = String::from("(role you) (init (at 0)) (init (step 0))");
    for &(from, to) in roads {
        text += &format!("(road {from} {to})");
    }
    for step in 0..plies {
        text += &format!("(succ {step} {})", step + 1);
    }
    text + &format!(
        "(<= (legal you (go ?y)) (true (at ?x)) (road ?x ?y)) (legal you stay)
        (<= (next (at ?y)) (does you (go ?y))) (<= (next (at ?x)) (true (at ?x)) (does you stay))
        (<= (next (step ?m)) (true (step ?n)) (succ ?n ?m))
        (<= terminal (true (at {pays}))) (<= terminal (true (step {plies})))
        (<= (goal you 100) (true (at {pays}))) (<= (goal you 0) (not (true (at {pays}))))"
    )
}

/// Two tokens that walk on roads from place 0 to place 6, one at a time or both by the same move, within so
/// many plies; where both stand at the same place, that is worth something, too.
fn walks(roads: &[(usize, usize)], plies: usize) -> String {
    let mut text =
        String::from("(role you) (token a) (token b) (init (at a 0)) (init (at b 0)) (init (step 0)) ");
    for (from, to) in roads.iter().chain(&[(0, 1), (5, 6)]) {
        text += &format!("(road {from} {to}) ");
    }
    for step in 0..plies {
        text += &format!("(succ {step} {})", step + 1);
    }
    text + &format!(
        "(<= (legal you (go ?t ?x ?y)) (token ?t) (road ?x ?y) (true (at ?t ?x)))
        (<= (legal you (all ?x ?y)) (road ?x ?y)) (legal you stay)
        (<= (moves ?t ?y) (does you (go ?t ?x ?y))) (<= (moves ?t ?y) (does you (all ?x ?y)) (true (at ?t ?x)))
        (<= (leaves ?t) (moves ?t ?y))
        (<= (next (at ?t ?y)) (moves ?t ?y)) (<= (next (at ?t ?x)) (true (at ?t ?x)) (not (leaves ?t)))
        (<= (next (step ?m)) (true (step ?n)) (succ ?n ?m))
        (<= solved (true (at a 6)) (true (at b 6))) (<= together (true (at a 5)) (true (at b 5)))
        (<= terminal solved) (<= terminal (true (step {plies})))
        (<= (goal you 100) solved) (<= (goal you 50) together) (<= (goal you 0) (not solved) (not together))"
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    #[test]
    fn a_sat_solver_finds_plans_as_short_as_breadth_first_search(
        roads in prop::collection::vec((0..7_usize, 0..7_usize), 1..14),
        plies in 1..7_usize,
    ) {
        let rules = Rules::new(&parse(&walk(&roads, 6, plies))).unwrap();
        let [breadth, sat, all] = ["breadth-first,optimal=true", "sat,optimal=true", "all"]
            .map(|method| plan(&format!("plan(method={method})"), &rules, &nodes(100_000)));
        prop_assert!(breadth.proven && sat.proven && all.proven);
        prop_assert_eq!((breadth.value, breadth.pv.len()), (sat.value, sat.pv.len()));
        prop_assert_eq!(breadth.value, all.value);
    }

    #[test]
    fn pattern_databases_lead_to_plans_as_short_as_breadth_first_search_finds(
        roads in prop::collection::vec((0..7_usize, 0..7_usize), 1..14),
        plies in 1..9_usize,
    ) {
        let rules = Rules::new(&parse(&walks(&roads, plies))).unwrap();
        let [breadth, guided, deepening, all] = ["breadth-first", "a-star", "ida-star", "all"]
            .map(|method| plan(&format!("plan(method={method},optimal=true)"), &rules, &nodes(200_000)));
        prop_assert!(breadth.value != Some(100.0) || deepening.value == breadth.value);
        let proven = deepening.value == Some(100.0);
        for decision in [&guided, &all].into_iter().chain(proven.then_some(&deepening)) {
            prop_assert!(decision.remark.as_ref().is_some_and(|remark| remark.starts_with("a shortest plan")));
            prop_assert_eq!((breadth.value, breadth.pv.len()), (decision.value, decision.pv.len()));
        }
    }

    #[test]
    fn a_tree_is_worth_its_greatest_leaf(tree in payoff_trees(1, false)) {
        let best: Option<f64> = decide("minimax", &tree, &Budget::default()).unwrap().value;
        for spec in ["plan", "plan(method=breadth-first)"] {
            let decision = decide(spec, &tree, &nodes(50_000)).unwrap();
            prop_assert_eq!((decision.value, decision.proven), (best, true));
            prop_assert_eq!(replayed::<Tree>(&tree, &decision.pv), best);
        }
    }
}
