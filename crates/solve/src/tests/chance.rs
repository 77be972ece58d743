//! Games with chance against what is known of them and against what is worked out in another way.

use game::{Choices, Game, Rules, Tree, players};
use proptest::prelude::*;
use search::{Budget, Request, SearchRng, Spec};

use crate::{Expected, Files, Limits, Method, Searched, SolutionReport, Solved, SolvedValue, solve};

fn sheet(text: &str) -> Rules {
    Rules::new(&gdl::Rulesheet::parse("test", text.as_bytes()).unwrap()).unwrap()
}

fn solved<G: Game>(game: &G, method: Method) -> Solved<G::Move> {
    solve(game, &game.initial(), method, &Limits::default(), Files::default(), &|_| ()).unwrap()
}

fn expected<G: Game>(game: &G, method: Method) -> Expected<G::Move> {
    solved(game, method).expected.expect("chance moves")
}

/// Two flip a coin by turns, and the first who throws heads wins.
fn first_heads() -> Rules {
    sheet(
        "(role left) (role right) (role random) (init (turn left)) (other left right) (other right left)
         (<= (legal ?p flip) (true (turn ?p))) (<= (legal ?p noop) (other ?p ?q) (not (true (turn ?p))))
         (legal random heads) (legal random tails)
         (<= (next (turn ?q)) (does random tails) (true (turn ?p)) (other ?p ?q)) (<= (next (won ?p)) (does random heads) (true (turn ?p)))
         (<= terminal (true (won ?p))) (<= (goal ?p 100) (true (won ?p))) (<= (goal ?q 0) (true (won ?p)) (other ?p ?q))",
    )
}

/// Pig for two to four points, with a die of three faces: who throws a 1 loses what the turn has brought.
fn little_pig() -> Rules {
    let sums: String =
        (0..=4).flat_map(|m| (1..=4).map(move |n| format!("(sum {m} {n} {}) ", (m + n).min(4)))).collect();
    sheet(&format!(
        "(role left) (role right) (role random) (player left) (player right) (other left right) (other right left) (die 1) (die 2) (die 3) {sums}
         (init (score left 0)) (init (score right 0)) (init (turn left)) (init (pot 0)) (init (phase choose))
         (<= (legal ?p roll) (true (turn ?p)) (true (phase choose)))
         (<= (legal ?p hold) (true (turn ?p)) (true (phase choose)) (true (pot ?n)) (distinct ?n 0))
         (<= (legal ?p noop) (player ?p) (true (turn ?q)) (distinct ?p ?q))
         (<= (legal ?p noop) (true (turn ?p)) (true (phase throw)))
         (<= (legal random (face ?n)) (true (phase throw)) (die ?n))
         (<= (legal random noop) (true (phase choose)))
         (<= (next (phase throw)) (does ?p roll))
         (<= (next (phase choose)) (does ?p hold))
         (<= (next (phase choose)) (does random (face ?n)))
         (<= (next (turn ?p)) (does ?p roll))
         (<= (next (turn ?p)) (does random (face ?n)) (distinct ?n 1) (true (turn ?p)))
         (<= (next (turn ?q)) (does ?p hold) (other ?p ?q))
         (<= (next (turn ?q)) (does random (face 1)) (true (turn ?p)) (other ?p ?q))
         (<= (next (pot ?n)) (does ?p roll) (true (pot ?n)))
         (<= (next (pot 0)) (does ?p hold))
         (<= (next (pot 0)) (does random (face 1)))
         (<= (next (pot ?s)) (does random (face ?n)) (distinct ?n 1) (true (pot ?m)) (sum ?m ?n ?s))
         (<= (next (score ?p ?s)) (does ?p hold) (true (score ?p ?m)) (true (pot ?n)) (sum ?m ?n ?s))
         (<= (next (score ?p ?m)) (true (score ?p ?m)) (not (holds ?p)))
         (<= (holds ?p) (does ?p hold))
         (<= terminal (true (score ?p 4)))
         (<= (goal ?p 100) (true (score ?p 4)))
         (<= (goal ?q 0) (true (score ?p 4)) (other ?p ?q))"
    ))
}

#[test]
fn who_flips_first_wins_two_times_in_three() {
    let found = expected(&first_heads(), Method::Retrograde);
    let value = |role: usize| found.bounds[role].value().unwrap();
    assert!((value(0) - 200.0 / 3.0).abs() < 1e-9 && (value(1) - 100.0 / 3.0).abs() < 1e-9);
    assert_eq!(found.states, Some(4));
}

#[test]
fn a_search_to_the_end_expects_what_retrograde_analysis_does() {
    // A die is thrown once, and then you guess whether it shows more the next time.
    let sheet = sheet(
        "(role you) (role random) (init (step 0)) (die 1) (die 2) (die 3) (more 1 2) (more 1 3) (more 2 3)
         (<= (legal you noop) (not (true (step 1)))) (<= (legal you higher) (true (step 1))) (<= (legal you stop) (true (step 1)))
         (<= (legal random (face ?n)) (die ?n)) (<= (next (shown ?n)) (true (step 0)) (does random (face ?n)))
         (<= (next (step 1)) (true (step 0))) (<= (next (step 2)) (true (step 1)))
         (<= (next kept) (does you stop)) (<= (next won) (does you higher) (does random (face ?n)) (true (shown ?m)) (more ?m ?n))
         (<= terminal (true (step 2))) (<= (goal you 100) (true won)) (<= (goal you 40) (true kept)) (<= (goal you 0) (not (true won)) (not (true kept)))",
    );
    for method in [Method::Retrograde, Method::Search] {
        let value = expected(&sheet, method).bounds[0].value().unwrap();
        // After a 1 to go on is worth 200/3, after a 2 or a 3 it is better to stop.
        assert!((value - (200.0 / 3.0 + 40.0 + 40.0) / 3.0).abs() < 1e-9, "{method}: {value}");
    }
}

#[test]
fn a_role_alone_may_try_again_and_again() {
    // To stop pays 50; heads pay 100, and after tails all is as before. On the average that costs nothing.
    let game = sheet(
        "(role you) (role random) (init open) (legal you flip) (legal you stop) (legal random heads) (legal random tails)
         (<= (next open) (does you flip) (does random tails)) (<= (next won) (does you flip) (does random heads)) (<= (next left) (does you stop))
         (<= terminal (not (true open))) (<= (goal you 100) (true won)) (<= (goal you 50) (true left)) (goal random 0)",
    );
    let report = SolutionReport::new(&game, &solved(&game, Method::Auto), std::time::Duration::ZERO);
    let Some(SolvedValue::Mean(value)) = report.value["you"] else { panic!("{report:?}") };
    assert!((value - 100.0).abs() < 1e-9 && report.proven && !report.value.contains_key("random"));
    assert_eq!((&*report.moves[1].mov, report.moves[1].value), ("stop", Some(SolvedValue::Mean(50.0))));
}

#[test]
fn uct_comes_near_the_value_of_pig() {
    let game = little_pig();
    let found = expected(&game, Method::Auto);
    let value = found.bounds[0].value().unwrap();
    assert!(value > 50.0 && value < 70.0, "who begins has the advantage: {value}");
    assert!((found.bounds[1].value().unwrap() - (100.0 - value)).abs() < 1e-9);
    // Two points in the pot: to hold, or to go on.
    let play = |state, names: [&str; 3]| {
        let joint: Vec<_> = (0..3).map(|role| game.move_named(&state, role, names[role]).unwrap()).collect();
        game.next(&state, &joint)
    };
    let state = play(play(game.initial(), ["roll", "noop", "noop"]), ["noop", "noop", "(face 2)"]);
    let found = Expected::of(&game, &state, &Limits::default(), &|_| ()).unwrap();
    let spec: Spec = "uct".parse().unwrap();
    let mut rng: SearchRng = rand::SeedableRng::seed_from_u64(3);
    let budget = Budget { playouts: Some(60_000), ..Budget::default() };
    let decision = spec.build().choose(Request::new(&game, &state, 0, &mut rng).within(budget)).unwrap();
    assert!(
        (decision.value.unwrap() - found.bounds[0].value().unwrap()).abs() < 3.0,
        "{:?} {found:?}",
        decision.value
    );
    let best =
        found.moves.iter().max_by(|a, b| a.2.value().unwrap().total_cmp(&b.2.value().unwrap())).unwrap();
    assert_eq!(decision.mov, best.1);
}

#[test]
fn what_has_no_answer_with_chance_is_refused() {
    let game = first_heads();
    let refusal = |method, values| {
        let files = Files { values, checkpoint: None };
        solve(&game, &game.initial(), method, &Limits::default(), files, &|_| ()).unwrap_err().to_string()
    };
    assert!(
        refusal(Method::Auto, Some(std::path::Path::new("x.solved")))
            .contains("where chance moves values are means")
    );
    for method in [Method::ProofNumber, Method::Plan] {
        assert!(refusal(method, None).contains("`random` moves by chance"), "{method}");
    }
    assert!(refusal(Method::Board, None).contains("Connect Four"));
}

#[test]
fn labels_value_what_is_certain_whatever_chance_does() {
    let value = |brackets: &str| {
        let found = expected(&Tree::from_brackets(brackets).unwrap(), Method::Labels);
        (found.bounds[0].value(), found.bounds[1].value())
    };
    assert_eq!(value("((? 2 (max 0 2)) (? 0 1))"), (Some(2.0), Some(0.0)));
    assert_eq!(value("((? 0 (min 0 2)) 0 (min (? 0 0) 2))"), (Some(0.0), Some(2.0)));
    assert_eq!(
        value("((? 2 1) (? 0 1))"),
        (None, None),
        "the value of a draw is not known where draws differ"
    );
}

#[test]
fn moves_of_chance_are_counted_as_moves() {
    let tree = Tree::from_brackets("((? 1 2 3) 4)").unwrap();
    let count = crate::StateCount::from(&tree, &tree.initial(), true, &Limits::default(), &|_| ()).unwrap();
    let plies: Vec<u64> = count.by_ply.iter().map(|ply| ply.states).collect();
    assert_eq!((plies, count.terminal()), (vec![1, 2, 3], 4));
}

/// Bracket text that numbers make up, with chance where a number says so.
fn brackets(numbers: &mut impl Iterator<Item = u32>, plies: u32) -> String {
    let kind = numbers.next().unwrap_or(0);
    if plies == 0 || kind.is_multiple_of(7) {
        return (kind % 10).to_string();
    }
    let beginning = ["? ", "max ", "min "][kind as usize % 3];
    let children: Vec<String> = (0..1 + kind / 7 % 3).map(|_| brackets(numbers, plies - 1)).collect();
    format!("({beginning}{})", children.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn retrograde_and_search_expect_the_same(numbers in prop::collection::vec(any::<u32>(), 200)) {
        let mut numbers = numbers.into_iter();
        let tree = Tree::from_brackets(&format!("({} {} (?1/3|2/3 0 9))", brackets(&mut numbers, 4), brackets(&mut numbers, 4))).unwrap();
        let backwards = expected(&tree, Method::Retrograde);
        // A search that deepens would ask for values of inner nodes.
        let strategy: Spec = "alpha-beta".parse().unwrap();
        let search = Searched::of(&tree, &tree.initial(), 0, &strategy, &Limits::default()).unwrap().expected.unwrap();
        for role in players(&tree) {
            let (one, other) = (backwards.bounds[role].value().unwrap(), search.bounds[role].value().unwrap());
            prop_assert!((one - other).abs() < 1e-9, "{} {}", one, other);
        }
        let chance = tree.chance().unwrap().role();
        prop_assert_eq!(backwards.bounds[chance].value(), None);
        prop_assert_eq!(backwards.moves.len(), Choices::of(&tree, &tree.initial()).of_role(0).len());
        let best = backwards.moves.iter().filter_map(|(_, _, bounds)| bounds.value()).fold(f64::NEG_INFINITY, f64::max);
        prop_assert!((best - backwards.bounds[0].value().unwrap()).abs() < 1e-9);
    }
}
