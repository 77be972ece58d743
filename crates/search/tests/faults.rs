//! A fault belongs to the search that meets it.

use game::{Fault, Game, Rules};
use gdl::Rulesheet;
use logic::Limits;
use rand::SeedableRng;
use spielbaum_search::{Budget, Catalogue, Decision, Request, SearchError, SearchRng, Spec};

/// Whoever goes left counts up until a term is deeper than the limit allows; who goes right chooses once
/// more, and the game is over.
const HALF_BROKEN: &str = "(role you) (init (at start 0))
    (<= (legal you left) (true (at start ?n))) (<= (legal you right) (true (at start ?n)))
    (<= (legal you a) (true (at right ?n))) (<= (legal you b) (true (at right ?n)))
    (<= (legal you up) (true (at left ?n))) (<= (legal you on) (true (at left ?n)))
    (<= (next (at left 0)) (does you left)) (<= (next (at right 0)) (does you right))
    (<= (next (at left (s ?n))) (does you ?move) (true (at left ?n)))
    (<= (next (at won 0)) (does you a)) (<= (next (at lost 0)) (does you b))
    (<= terminal (true (at won ?n))) (<= terminal (true (at lost ?n)))
    (<= (goal you 100) (true (at won ?n))) (<= (goal you 0) (not (true (at won 0))))";

/// Whoever goes left has no move then, though the game goes on.
const HALF_STUCK: &str = "(role you) (init (at start))
    (<= (legal you left) (true (at start))) (<= (legal you right) (true (at start)))
    (<= (legal you a) (true (at right))) (<= (legal you b) (true (at right)))
    (<= (next (at left)) (does you left)) (<= (next (at right)) (does you right))
    (<= (next (at won)) (does you a)) (<= (next (at lost)) (does you b))
    (<= terminal (true (at won))) (<= terminal (true (at lost)))
    (<= (goal you 100) (true (at won))) (<= (goal you 0) (not (true (at won))))";

/// The games, by the reasoner and on a circuit where there can be one.
fn games() -> Vec<Rules> {
    let sheet = |text: &str| Rulesheet::parse("half.kif", text.as_bytes()).expect("a rulesheet");
    let limits = || Limits { term_depth: 6, ..Limits::default() };
    vec![
        Rules::reasoned(&sheet(HALF_BROKEN), limits()).expect("within the limits"),
        Rules::reasoned(&sheet(HALF_STUCK), limits()).expect("within the limits"),
        Rules::new(&sheet(HALF_STUCK)).expect("within the limits"),
    ]
}

fn after(rules: &Rules, name: &str) -> <Rules as Game>::State {
    let start = rules.initial();
    rules.next(&start, &[rules.move_named(&start, 0, name).expect("legal")])
}

type Found = Result<Decision<<Rules as Game>::Move>, SearchError>;

fn search(spec: &str, rules: &Rules, state: &<Rules as Game>::State) -> Found {
    let spec: Spec = spec.parse().expect("a spec");
    let budget = Budget { nodes: Some(3_000), playouts: Some(300), ..Budget::default() };
    let mut rng = SearchRng::seed_from_u64(1);
    spec.build().choose(Request::new(rules, state, 0, &mut rng).within(budget))
}

#[test]
fn a_search_that_meets_a_fault_leaves_all_others_undisturbed() {
    // A random choice and the first legal move look at no state after theirs; the third applies to
    // turns only.
    let looks_ahead = |name: &&str| !["random", "first-legal", "solved", "policy"].contains(name);
    for (number, shared) in games().iter().enumerate() {
        let right = after(shared, "right");
        for name in Catalogue::get().strategies.iter().map(|entry| entry.name).filter(looks_ahead) {
            let undisturbed = search(name, &games()[number], &after(&games()[number], "right"));
            let value = undisturbed.as_ref().expect("it is sound").value;
            assert!(value.is_some_and(|value| value > 0.0), "{name}: {value:?}");
            let disturbing = search(name, shared, &after(shared, "left"));
            assert!(matches!(disturbing, Err(SearchError::Game(Fault { .. }))), "{name}: {disturbing:?}");
            assert_eq!(search(name, shared, &right), undisturbed, "{name}");
        }
    }
}

#[test]
fn searches_side_by_side_on_shared_rules_keep_their_faults_to_themselves() {
    for shared in &games() {
        let right = after(shared, "right");
        let alone = search("uct", shared, &right);
        std::thread::scope(|scope| {
            let failing = scope.spawn(|| {
                (0..20).map(|_| search("uct", shared, &shared.initial())).all(|found| found.is_err())
            });
            for _ in 0..20 {
                assert_eq!(search("uct", shared, &right), alone);
            }
            assert!(failing.join().expect("no panic"));
        });
    }
}

/// After some moves, `x` has no legal move though the game goes on.
const STUCK_LATER: &str = "(role x) (role y) (init (s 0)) (init (control x)) (m 1) (m 2) (m 3)
    (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (succ 6 7) (succ 7 8)
    (<= (legal ?r ?m) (true (control ?r)) (m ?m) (not (true stuck)))
    (<= (legal x noop) (true (control y))) (<= (legal y noop) (true (control x)))
    (<= (next (s ?b)) (true (s ?a)) (succ ?a ?b))
    (<= (next (control x)) (true (control y))) (<= (next (control y)) (true (control x)))
    (<= (next (did ?m)) (does x ?m) (m ?m))
    (<= (next stuck) (true (did 1)) (does y 2) (true (s 1)))
    (<= terminal (true (s 8))) (goal x 50) (goal y 50)";

#[test]
fn a_role_without_a_move_is_an_error_that_names_role_and_state() {
    let sheet = Rulesheet::parse("stuck.kif", STUCK_LATER.as_bytes()).expect("a rulesheet");
    for rules in [
        Rules::new(&sheet).expect("within the limits"),
        Rules::reasoned(&sheet, Limits::default()).expect("within the limits"),
    ] {
        // Plans are for a role alone.
        let names = Catalogue::get()
            .strategies
            .iter()
            .map(|entry| entry.name)
            .filter(|name| !["plan", "solved", "policy"].contains(name));
        for name in names {
            match search(name, &rules, &rules.initial()) {
                Ok(_) => assert!(["random", "first-legal"].contains(&name), "{name} looks ahead"),
                Err(error) => {
                    let message = error.to_string();
                    assert!(
                        message.contains("the role x has no legal move in the state"),
                        "{name}: {message}"
                    );
                    assert!(message.contains("stuck"), "{name}: {message}");
                }
            }
        }
    }
}
