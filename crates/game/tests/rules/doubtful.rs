//! Rulesheets whose play does not end as it should: what either engine does about it, and says.

use logic::Limits;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use spielbaum_game::{Fault, Game, Outcomes, Rules, Sample};

/// A switch that can be turned for ever.
const ENDLESS: &str = "(role you) (init off) (legal you turn) (legal you wait)
    (<= (next on) (does you turn) (true off)) (<= (next on) (does you wait) (true on))
    (<= (next off) (does you turn) (true on)) (<= (next off) (does you wait) (true off))
    (<= terminal (true broken)) (<= (goal you 100) (true broken))";

/// Whoever turns the switch on is left without a move; it can be left off for ever, too.
const STUCK: &str = "(role you) (role they) (init off) (legal they wait)
    (<= (legal you turn) (true off)) (<= (legal you wait) (true off))
    (<= (next on) (does you turn)) (<= (next off) (does you wait))
    (<= terminal (true broken)) (goal you 50) (goal they 50)";

/// A game of one ply, whose end pays one role twice if it turns the switch, and the other only if it does.
const UNCLEAR: &str = "(role you) (role they) (init off) (legal they wait) (legal you turn) (legal you wait)
    (<= (next on) (does you turn)) (<= (next over) (does you ?move))
    (<= terminal (true over)) (goal you 40) (<= (goal you 90) (true on)) (<= (goal they 70) (true on))";

/// The game on its circuit, and by the reasoner.
fn engines(text: &str) -> [Rules; 2] {
    let sheet = gdl::Rulesheet::parse("game.kif", text.as_bytes()).expect("a rulesheet");
    let circuit = Rules::new(&sheet).expect("within the limits");
    assert!(circuit.compiled().is_ok(), "{:?}", circuit.compiled());
    [circuit, Rules::reasoned(&sheet, Limits::default()).expect("within the limits")]
}

fn sample(rules: &Rules, count: u64) -> Result<Sample, Fault> {
    Sample::take(rules, &mut Xoshiro256PlusPlus::seed_from_u64(1), count, || true)
}

/// The same on three threads.
fn sample_on_threads(rules: &Rules, count: u64) -> Result<Sample, Fault> {
    let mut rngs = [1, 2, 3].map(Xoshiro256PlusPlus::seed_from_u64);
    Sample::take_on_threads(rules, &mut rngs, count, || true)
}

#[test]
fn threads_tell_of_all_their_playouts_together() {
    let [circuit, _] = engines(STUCK);
    let fault = sample_on_threads(&circuit, 600).expect_err("somebody turns the switch").message;
    assert!(fault.contains(" of 600 playouts "), "{fault}");
    let [circuit, _] = engines(UNCLEAR);
    let sample = sample_on_threads(&circuit, 400).expect("no fault");
    let turned = sample.goals[1] / 70;
    // Who turns it has two goals, who does not leaves the other without one.
    let remark = sample.remark.expect("it is doubtful");
    assert!(
        remark.contains(&format!(" you just one goal at the end of {turned} of 400 playouts")),
        "{remark}"
    );
}

#[test]
fn playouts_that_find_no_end_are_cut_and_counted() {
    for (rules, count) in engines(ENDLESS).iter().zip([600, 2]) {
        let sample = sample(rules, count).expect("no fault");
        assert_eq!((sample.playouts, sample.cut, sample.plies), (count, count, 10_000 * count));
        assert_eq!((sample.goals.as_slice(), sample.mean_goal(0)), (&[0][..], None));
        assert_eq!((rules.fault(&rules.initial()), sample.remark), (None, None));
    }
}

#[test]
fn a_role_without_a_move_is_a_fault_that_says_what_to_do() {
    for rules in engines(STUCK) {
        let fault = sample(&rules, 600).expect_err("somebody turns the switch").message;
        assert!(fault.contains("no legal move") && fault.contains("a move such as `noop`"), "{fault}");
        assert!(!rules.terminal(&rules.initial()), "the rules are as good as before for all others");
    }
}

#[test]
fn a_role_whose_only_move_is_gone_is_a_fault_too() {
    let text = "(role you) (init off) (<= (legal you turn) (true off)) (<= (next on) (does you turn))
        (<= terminal (true broken)) (goal you 50)";
    for rules in engines(text) {
        let fault = sample(&rules, 3).expect_err("there is one move and no more").message;
        assert!(fault.contains("no legal move"), "{fault}");
    }
}

#[test]
fn an_example_of_a_role_without_a_move_is_looked_for_while_there_is_time() {
    let [circuit, _] = engines(STUCK);
    let asked = std::cell::Cell::new(0);
    let fault = |most: u32| {
        asked.set(0);
        let go_on = || asked.replace(asked.get() + 1) < most;
        let mut outcomes = Outcomes::default();
        let (start, batch) = (circuit.initial(), circuit.batch().expect("a circuit"));
        batch
            .playouts(&[start], 600, 1, &go_on, &mut outcomes)
            .expect_err("somebody turns the switch")
            .message
    };
    assert!(fault(u32::MAX).contains("in the state on"), "one of them is named");
    // What is asked last is whether there is time for the last ply of the example.
    let too_late = fault(asked.get() - 1);
    assert!(too_late.contains(" of 600 playouts came to a state that is not terminal"), "{too_late}");
}

#[test]
fn a_search_that_comes_upon_a_role_without_a_move_learns_which_one_and_where() {
    for rules in engines(STUCK) {
        let start = rules.initial();
        let named = |role, name| rules.move_named(&start, role, name).expect("legal");
        let joint = [named(0, "turn"), named(1, "wait")];
        let stuck = rules.next(&start, &joint);
        assert!(rules.terminal(&stuck) && !rules.terminal(&start));
        assert_eq!(rules.fault(&start), None);
        let fault = rules.fault(&stuck).expect("you cannot move").message;
        assert!(
            fault.starts_with("the role you has no legal move in the state on, which is not terminal"),
            "{fault}"
        );
    }
}

#[test]
fn goals_that_are_not_clear_count_as_the_least_or_0_and_are_remarked_on() {
    const COUNT: u64 = 400;
    let [circuit, reasoner] = engines(UNCLEAR).map(|rules| {
        let sample = sample(&rules, COUNT).expect("no fault");
        let turned = sample.goals[1] / 70;
        assert_eq!(sample.goals, [40 * COUNT as i64, 70 * turned]);
        assert!((150..250).contains(&turned), "{turned}");
        sample.remark.expect("it is doubtful")
    });
    assert!(circuit.starts_with("the rules do not give you just one goal at the end of "), "{circuit}");
    assert!(
        circuit.ends_with(" of 400 playouts; the least from 0 to 100 counts, and 0 where there is none"),
        "{circuit}"
    );
    assert!(reasoner.starts_with("the rules give "), "{reasoner}");
}
