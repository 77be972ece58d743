//! A question to the rules ends with the time of the search that asks it.

use std::thread;
use std::time::Duration;

use game::{Game, Rules};
use gdl::Rulesheet;
use logic::Limits;
use rand::SeedableRng;
use rstest::rstest;
use spielbaum_search::{Budget, Catalogue, Decision, Request, SearchError, SearchRng, Spec, Strategy};

type Move = <Rules as Game>::Move;
type Found = Result<Decision<Move>, SearchError>;

/// Whoever goes to `a` gets 60. What may be done at `b` takes the reasoner hours to find out: all paths of a
/// large graph.
fn slow() -> Rules {
    let nodes: String = (0..2_000).map(|node| format!("(node {node})")).collect();
    let rules = "(role you) (role other) (init (at start)) (<= (legal other noop))
        (<= (legal you (go a)) (true (at start))) (<= (legal you (go b)) (true (at start)))
        (<= (edge ?x ?y) (node ?x) (node ?y) (true (at b)))
        (<= (path ?x ?y ?z) (edge ?x ?y) (edge ?y ?z) (edge ?z ?x))
        (<= (legal you (walk ?x)) (path ?x ?y ?z)) (<= (next (at ?x)) (does you (go ?x)))
        (<= terminal (true (at a))) (<= (goal you 60) (true (at a))) (<= (goal other 40) (true (at a)))";
    let sheet = Rulesheet::parse("slow.kif", format!("{nodes} {rules}").as_bytes()).expect("a rulesheet");
    // Time enough to see that a question goes on, and little enough that the test ends all the same.
    let limits =
        Limits { facts: usize::MAX, steps: u64::MAX, time: Duration::from_secs(120), ..Limits::default() };
    Rules::reasoned(&sheet, limits).expect("the initial state is simple")
}

fn budget(time: u64) -> Budget {
    Budget { time: Some(Duration::from_millis(time)), ..Budget::default() }
}

fn choose(strategy: &mut dyn Strategy<Rules>, rules: &Rules, budget: Budget) -> Found {
    let state = rules.initial();
    let mut rng = SearchRng::seed_from_u64(1);
    strategy.choose(Request::new(rules, &state, 0, &mut rng).within(budget))
}

#[test]
fn every_strategy_decides_by_what_it_has_found_when_its_time_is_up() {
    let rules = slow();
    // Plans are for a role alone.
    for name in Catalogue::get()
        .strategies
        .iter()
        .map(|entry| entry.name)
        .filter(|name| !["plan", "solved", "policy"].contains(name))
    {
        let spec: Spec = name.parse().expect("a spec");
        let decision = choose(&mut *spec.build(), &rules, budget(150)).expect("it decides");
        assert!(!decision.proven, "{name}: nothing is known of the other move");
        let [a, b] = decision.moves.as_slice() else { panic!("{name}: {:?}", decision.moves) };
        assert_eq!(rules.notation().move_name(a.mov), "(go a)");
        assert!(a.value.is_none_or(|value| value == 60.0), "{name}: {a:?}");
        assert!(b.visits == 0 && b.value.is_none() && !b.proven, "{name}: {b:?}");
    }
}

#[rstest]
fn what_was_not_found_in_time_may_be_found_later(
    #[values("uct", "uct(threads=2)", "uct(threads=2,parallel=root)", "memory-mc", "deepening")] spec: &str,
) {
    let rules = slow();
    let spec: Spec = spec.parse().expect("a spec");
    let mut strategy = spec.build();
    for time in [0, 50, 100] {
        let decision = choose(&mut *strategy, &rules, budget(time)).expect("it decides");
        assert!(!decision.proven, "after {time} ms: {decision:?}");
    }
}

#[test]
fn a_stop_flag_interrupts_a_question() {
    let rules = slow();
    let strategies = ["uct", "flat-mc", "alpha-beta", "pessimistic"];
    for spec in strategies.map(|spec| spec.parse::<Spec>().expect("a spec")) {
        let budget = Budget::default();
        let stop = budget.stop.clone();
        let presser = thread::spawn(move || {
            thread::sleep(Duration::from_millis(100));
            stop.press();
        });
        let decision = choose(&mut *spec.build(), &rules, budget).expect("it decides");
        assert!(!decision.proven, "{spec}: {decision:?}");
        presser.join().expect("it presses");
    }
}

#[test]
fn pondering_that_is_stopped_is_no_fault() {
    let rules = slow();
    let start = rules.initial();
    let moves = ["(go b)", "noop"].iter().enumerate();
    let joint: Vec<Move> =
        moves.map(|(role, name)| rules.move_named(&start, role, name).expect("legal")).collect();
    let state = rules.next(&start, &joint);
    let mut rng = SearchRng::seed_from_u64(1);
    let mut uct = "uct".parse::<Spec>().expect("a spec").build();
    // Even the moves of its root are not known in time.
    uct.ponder(Request::new(&rules, &state, 0, &mut rng).within(budget(50))).expect("it ends");
}
