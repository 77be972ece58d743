//! The two engines of a rulesheet held against each other: its circuit, and the reasoner.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, LazyLock};

use circuit::{Circuit, Explorer, Instructions, Pace, Playouts, State, Width};
use logic::{Limits, RoleGoal};
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use spielbaum_game::{
    BUILTIN, Choices, EngineComparison, Game, Outcomes, Parent, Percept, Policy, Rules, RulesState, Sample,
    Tactics, compare_engines, perft, successors_seen,
};

/// A built-in game on both engines.
struct Pair {
    name: &'static str,
    circuit: Rules,
    reasoner: Rules,
}

/// Games that hide something.
const HIDDEN: [(&str, &str); 3] = [
    ("cards", include_str!("../hidden/cards.kif")),
    ("tunnel", include_str!("../hidden/tunnel.kif")),
    ("bids", include_str!("../hidden/bids.kif")),
];

/// All of them. Making circuits takes its time, so the tests share them.
static PAIRS: LazyLock<Vec<Pair>> = LazyLock::new(|| {
    let pair = |name, rules: &str| {
        let sheet = gdl::Rulesheet::parse(name, rules.as_bytes()).expect("a rulesheet");
        let circuit = Rules::new(&sheet).expect("within the limits");
        let reasoner = Rules::reasoned(&sheet, Limits::default()).expect("within the limits");
        Pair { name, circuit, reasoner }
    };
    let built_in = BUILTIN.iter().map(|game| (game.name, game.rules));
    built_in.chain(HIDDEN).map(|(name, rules)| pair(name, rules)).collect()
});

fn pair(name: &str) -> &'static Pair {
    PAIRS.iter().find(|pair| pair.name == name).unwrap_or_else(|| panic!("no game {name}"))
}

/// What an engine says of a state, in words: engines number their terms each in its own way.
#[derive(Debug, PartialEq)]
struct Answers {
    fluents: Vec<String>,
    terminal: bool,
    /// Each role's, in the engine's order.
    legal: Vec<Vec<String>>,
    payoffs: Vec<RoleGoal>,
}

fn fluents(rules: &Rules, state: &RulesState) -> Vec<String> {
    let mut fluents = rules.reasoner().texts(&rules.fluents(state));
    fluents.sort_unstable();
    fluents
}

fn answers(rules: &Rules, state: &RulesState) -> Answers {
    let legal = |role| {
        let moves = rules.legal_moves(state, role).expect("within the limits");
        moves.iter().map(|&mov| rules.notation().move_name(mov)).collect()
    };
    Answers {
        fluents: fluents(rules, state),
        terminal: rules.is_terminal(state).expect("within the limits"),
        legal: (0..rules.roles()).map(legal).collect(),
        payoffs: rules.goals(state).expect("within the limits"),
    }
}

/// What a role sees of a joint move, in words.
fn seen(rules: &Rules, state: &RulesState, joint: &[logic::TermId], role: usize) -> Vec<String> {
    let Some(percepts) = rules.percepts() else { return Vec::new() };
    let mut seen = vec![Percept(0)];
    percepts.seen(state, joint, role, &mut seen);
    assert!(seen.is_sorted());
    let mut names: Vec<String> = seen.into_iter().map(|percept| percepts.percept_name(percept)).collect();
    names.sort_unstable();
    names
}

/// All children of a state, each with its joint move.
fn children(rules: &Rules, state: &RulesState) -> Vec<(Vec<logic::TermId>, RulesState)> {
    let joints: Vec<Vec<logic::TermId>> = Choices::of(rules, state).joint_moves().collect();
    let mut children = vec![state.clone()];
    spielbaum_game::children(rules, state, &joints.concat(), &mut children);
    assert_eq!(children.len(), joints.len());
    joints.into_iter().zip(children).collect()
}

#[test]
fn every_built_in_game_has_a_circuit() {
    for Pair { name, circuit, reasoner } in &*PAIRS {
        assert!(circuit.compiled().is_ok(), "{name}: {:?}", circuit.compiled());
        assert!(reasoner.compiled().is_err(), "{name}");
    }
}

#[test]
fn circuit_and_reasoner_say_the_same_all_along_random_walks() {
    for Pair { name, circuit, reasoner } in &*PAIRS {
        for seed in 0..8 {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut states = [circuit.initial(), reasoner.initial()];
            loop {
                let said = answers(circuit, &states[0]);
                let place = || format!("{name}, seed {seed}:\n{}", circuit.notation().draw(&states[0]));
                assert_eq!(said, answers(reasoner, &states[1]), "{}", place());
                // What a search asks must be what the rules say.
                let over = circuit.terminal(&states[0]);
                assert_eq!((over, reasoner.terminal(&states[1])), (said.terminal, said.terminal));
                if over {
                    for role in 0..circuit.roles() {
                        let goal = circuit.goal(&states[0], role);
                        assert_eq!(goal, reasoner.goal(&states[1], role), "{}", place());
                    }
                    for (rules, state) in [circuit, reasoner].into_iter().zip(&states) {
                        assert_eq!(
                            (rules.fault(state), rules.notation().remark(state)),
                            (None, None),
                            "{}",
                            place()
                        );
                    }
                    break;
                }
                let choices = [Choices::of(circuit, &states[0]), Choices::of(reasoner, &states[1])];
                let ranks = said.legal.iter().map(|moves| rng.random_range(0..moves.len()));
                let ranks: Vec<usize> = ranks.collect();
                let joints = choices.each_ref().map(|choices| -> Vec<logic::TermId> {
                    ranks.iter().enumerate().map(|(role, &rank)| choices.of_role(role)[rank]).collect()
                });
                let names = |rules: &Rules, joint: &[logic::TermId]| -> Vec<String> {
                    joint.iter().map(|&mov| rules.notation().move_name(mov)).collect()
                };
                assert_eq!(names(circuit, &joints[0]), names(reasoner, &joints[1]), "{}", place());
                for role in 0..circuit.roles() {
                    let seen_by = |rules, engine: usize| seen(rules, &states[engine], &joints[engine], role);
                    assert_eq!(seen_by(circuit, 0), seen_by(reasoner, 1), "role {role}, {}", place());
                }
                states = [circuit.next(&states[0], &joints[0]), reasoner.next(&states[1], &joints[1])];
            }
        }
    }
}

#[test]
fn a_random_play_is_compared_to_its_end_or_to_a_ply() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut compared = |name: &str, plies| {
        let comparison = compare_engines(&pair(name).circuit, plies, &mut rng).expect("within the limits");
        let EngineComparison::Same { states } = comparison else { panic!("{name}: {comparison:?}") };
        states
    };
    // The first state, a coin that is tossed, a look at it, a guess.
    assert!((3..=4).contains(&compared("hidden-coin", 100)));
    assert_eq!((compared("kuhn-poker", 2), compared("tictactoe", 0)), (3, 1));
}

#[test]
fn a_game_in_which_every_move_is_forced_still_ends() {
    // In each state but the last there is one legal move, in the last one none. Most moves are legal by one
    // fluent; the late ones may be the same.
    for (last, latest) in (1..6).flat_map(|last| [(last, 9), (last, 2), (last, 1)]) {
        let mut text = format!("(role you) (init (step 0)) (<= terminal (true (step {last}))) (goal you 50)");
        for step in 0..last {
            let (mov, next) = (step.min(latest), step + 1);
            text += &format!("(<= (legal you (go {mov})) (true (step {step})))");
            text += &format!("(<= (next (step {next})) (does you (go {mov})) (true (step {step})))");
        }
        let sheet = gdl::Rulesheet::parse("game.kif", text.as_bytes()).expect("a rulesheet");
        let circuit = Rules::new(&sheet).expect("within the limits");
        let reasoner = Rules::reasoned(&sheet, Limits::default()).expect("within the limits");
        assert!(circuit.compiled().is_ok());
        let mut states = [circuit.initial(), reasoner.initial()];
        for step in 0..=last {
            assert_eq!(
                answers(&circuit, &states[0]),
                answers(&reasoner, &states[1]),
                "step {step} of {last}"
            );
            assert_eq!(circuit.terminal(&states[0]), step == last);
            if step < last {
                states =
                    [children(&circuit, &states[0]).remove(0).1, children(&reasoner, &states[1]).remove(0).1];
            }
        }
    }
}

#[test]
fn children_are_what_each_joint_move_leads_to() {
    for Pair { name, circuit, .. } in &*PAIRS {
        for seed in 100..103 {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut state = circuit.initial();
            while !circuit.terminal(&state) {
                let children = children(circuit, &state);
                for (joint, child) in &children {
                    let next = circuit.next(&state, joint);
                    // Equal states may still be told apart by what else is kept with them.
                    assert_eq!(answers(circuit, &next), answers(circuit, child), "{name}");
                    assert_eq!(&next, child, "{name}");
                }
                state = children[rng.random_range(0..children.len())].1.clone();
            }
        }
    }
}

#[test]
fn what_roles_see_of_many_joint_moves_is_what_they_see_of_each() {
    for Pair { name, circuit, reasoner } in &*PAIRS {
        if circuit.percepts().is_none() {
            continue;
        }
        let mut told = 0;
        for rules in [circuit, reasoner] {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
            let mut states = vec![rules.initial()];
            while states.len() < 30 {
                let state = &states[rng.random_range(0..states.len())];
                let children = children(rules, state).into_iter().map(|(_, child)| child);
                states.extend(children.filter(|child| !rules.terminal(child)).collect::<Vec<_>>());
            }
            for (role, times) in (0..rules.roles()).flat_map(|role| [1, 3, 20].map(|times| (role, times))) {
                let states: Vec<&RulesState> = states
                    .iter()
                    .cycle()
                    .take(if rules.compiled().is_ok() { 30 * times } else { 30 })
                    .collect();
                let joints: Vec<Vec<logic::TermId>> = states
                    .iter()
                    .map(|state| Choices::of(rules, state).joint_moves().collect::<Vec<_>>().concat())
                    .collect();
                let parents = states.iter().zip(&joints).map(|(&state, joints)| Parent { state, joints });
                let mut found = vec![(rules.initial(), Vec::new())];
                successors_seen(rules, &parents.collect::<Vec<_>>(), role, &mut found);
                let mut found = found.into_iter();
                for (state, joints) in states.iter().zip(&joints) {
                    for joint in joints.chunks(rules.roles()) {
                        let (successor, percepts) = found.next().expect("one for each joint move");
                        assert_eq!(successor, rules.next(state, joint), "{name}");
                        let mut expected = Vec::new();
                        rules.percepts().unwrap().seen(state, joint, role, &mut expected);
                        assert_eq!(percepts, expected, "{name}");
                        told += percepts.len();
                    }
                }
                assert!(found.next().is_none());
            }
        }
        assert!(told > 0, "{name}: somebody sees something");
    }
}

/// What a circuit says of a state.
fn said(circuit: &Circuit, state: &State) -> impl PartialEq {
    let legal = (0..circuit.roles()).map(|role| circuit.legal(state, role).collect::<Vec<_>>());
    let goals = (0..circuit.roles()).map(|role| state.goal(role)).map(|goal| (goal.value, goal.unique));
    (state.fluents().to_vec(), state.terminal(), legal.collect::<Vec<_>>(), goals.collect::<Vec<_>>())
}

#[test]
fn states_in_lanes_are_those_one_after_the_other() {
    for Pair { name, circuit: rules, .. } in &*PAIRS {
        let circuit = rules.compiled().expect("a circuit").circuit();
        assert!(circuit.fewest_in_lanes().is_some(), "{name}: lanes alone");
        let explorer = || Explorer::new(Arc::clone(circuit));
        let (mut lanes, mut single) = (explorer().in_lanes(), explorer().one_by_one());
        for seed in 200..203 {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut state = circuit.initial().clone();
            let mut plies = 0;
            while !state.terminal() && plies < 60 {
                let joints: Vec<u32> = (0..5)
                    .flat_map(|_| 0..circuit.roles())
                    .map(|role| circuit.legal(&state, role).choose(&mut rng).expect("a legal move") as u32)
                    .collect();
                let (mut expected, mut found) = (Vec::new(), Vec::new());
                lanes.children(&state, &joints, &mut expected);
                single.children(&state, &joints, &mut found);
                lanes.views(&[state.fluents()], &mut expected);
                single.views(&[state.fluents()], &mut found);
                let [expected_said, found_said] =
                    [&expected, &found].map(|states| states.iter().map(|state| said(circuit, state)));
                assert!(expected_said.eq(found_said), "{name}, seed {seed}, ply {plies}");
                state = expected.swap_remove(rng.random_range(0..5));
                plies += 1;
            }
        }
    }
}

#[test]
fn many_children_are_as_right_as_few() {
    // More than 64 and more than 256 joint moves take wider lanes.
    for name in ["hex-7x7", "tron"] {
        let rules = &pair(name).circuit;
        let state = rules.initial();
        let once = children(rules, &state);
        for times in [1, 2, 7, 70, 140] {
            let joints: Vec<logic::TermId> =
                std::iter::repeat_n(&once, times).flatten().flat_map(|(joint, _)| joint).copied().collect();
            let mut children = Vec::new();
            spielbaum_game::children(rules, &state, &joints, &mut children);
            assert_eq!(children.len(), times * once.len());
            for (child, (_, expected)) in children.iter().zip(once.iter().cycle()) {
                assert_eq!(answers(rules, child), answers(rules, expected), "{name}");
            }
        }
    }
}

#[test]
#[allow(clippy::mutable_key_type)] // what a state remembers of answers is no part of its equality
fn states_are_equal_and_hash_alike_just_when_the_same_fluents_hold() {
    const STATES: usize = 400;
    let hasher = RandomState::new();
    let mut transpositions = BTreeMap::new();
    for Pair { name, circuit, .. } in &*PAIRS {
        let mut by_fluents: HashMap<Vec<String>, RulesState> = HashMap::new();
        let mut by_state: HashMap<RulesState, Vec<String>> = HashMap::new();
        let mut open = std::collections::VecDeque::from([circuit.initial()]);
        let mut met_again = 0;
        while let Some(state) = open.pop_front() {
            let words = fluents(circuit, &state);
            if let Some(known) = by_fluents.get(&words) {
                assert_eq!(known, &state, "{name}");
                assert_eq!(hasher.hash_one(known), hasher.hash_one(&state), "{name}");
                met_again += 1;
                continue;
            }
            assert_eq!(by_state.insert(state.clone(), words.clone()), None, "{name}: two states are equal");
            by_fluents.insert(words, state.clone());
            if !circuit.terminal(&state) && open.len() + by_state.len() < STATES {
                open.extend(children(circuit, &state).into_iter().map(|(_, child)| child));
            }
        }
        transpositions.insert(*name, met_again);
    }
    for name in ["tictactoe", "connect-four", "othello", "checkers", "eight-puzzle", "peg-solitaire"] {
        assert!(transpositions[name] > 0, "{transpositions:?}");
    }
}

#[test]
fn circuit_and_reasoner_count_the_same() {
    const LEAVES: u128 = 3000;
    for Pair { name, circuit, reasoner } in &*PAIRS {
        // As deep as it takes a moment.
        let counts = (1..=9).map(|depth| perft(circuit, depth).expect("no fault"));
        let counts = counts.take_while(|counts| counts.last().is_some_and(|&leaves| leaves <= LEAVES));
        let counts = counts.last().expect("at least one ply is short enough");
        assert_eq!(perft(reasoner, counts.len()), Ok(counts), "{name}");
    }
}

// --- playing at random ---

/// A mean, and the variance of the values that it is the mean of.
fn mean_and_variance(values: &[f64]) -> (f64, f64) {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let squares = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
    (mean, squares / (values.len() - 1) as f64)
}

#[test]
fn random_play_on_the_circuit_goes_as_it_does_by_the_rules() {
    const ON_CIRCUIT: u64 = 50_000;
    // None where a result is so rare that a few hundred playouts cannot tell how much they vary.
    let games = [
        ("tictactoe", 2000),
        ("rock-paper-scissors", 2000),
        ("prisoners-dilemma", 1000),
        ("nim", 1000),
        ("knights-tour", 500),
        ("peg-solitaire", 100),
        ("tictactoe-3p", 500),
        ("tron", 300),
        ("two-rows", 500),
    ];
    for (name, count) in games {
        let Pair { circuit, reasoner, .. } = pair(name);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let quick = Sample::take(circuit, &mut rng, ON_CIRCUIT, || true).expect("no fault");
        assert_eq!((quick.playouts, quick.cut), (ON_CIRCUIT, 0), "{name}");
        // One playout at a time by the reasoner, to know how much they vary; plies first, then each
        // role's goals.
        let mut values = vec![Vec::new(); 1 + reasoner.roles()];
        for _ in 0..count {
            let one = Sample::take(reasoner, &mut rng, 1, || true).expect("no fault");
            values[0].push(one.plies as f64);
            for (values, &goal) in values[1..].iter_mut().zip(&one.goals) {
                values.push(goal as f64);
            }
        }
        let roles = (0..reasoner.roles()).map(|role| quick.mean_goal(role));
        let means = std::iter::once(quick.mean_plies()).chain(roles).map(|mean| mean.expect("played"));
        for (what, (mean, values)) in means.zip(&values).enumerate() {
            let (expected, variance) = mean_and_variance(values);
            let error = (variance * (1.0 / count as f64 + 1.0 / ON_CIRCUIT as f64)).sqrt();
            assert!(
                (mean - expected).abs() <= 3.0 * error,
                "{name}, value {what}: {mean} on the circuit, {expected} by the rules, error {error}"
            );
        }
    }
}

/// One of each kind: turns, simultaneous moves, one role, three roles, recursion, many gates.
const KINDS: [&str; 6] = ["tictactoe", "tron", "lights-out", "tictactoe-3p", "hex-7x7", "checkers"];

#[test]
fn the_same_seed_gives_the_same_playouts_whatever_the_instructions() {
    for name in KINDS {
        let circuit = pair(name).circuit.compiled().expect("compiled").circuit();
        let start = [circuit.initial().clone()];
        for width in [Width::W64, Width::W256, Width::W512] {
            let run = |instructions, seed| {
                let playouts = Playouts::with_width(circuit.clone(), seed, width);
                let mut seen = Vec::new();
                let mut sink = |playout: &circuit::Playout<'_>| {
                    seen.push((playout.plies, playout.goals.to_vec(), playout.first_moves.to_vec()));
                };
                let mut playouts = playouts.with_instructions(instructions).with_first_moves();
                let tally = playouts.each(&start, 600, &mut |_| Pace::On, &mut sink);
                (tally, seen)
            };
            let portable = run(Instructions::Portable, 5);
            for instructions in [Instructions::Avx2, Instructions::Avx512] {
                assert!(portable == run(instructions, 5), "{name}, {width:?}, {instructions:?}");
            }
            assert!(portable != run(Instructions::Portable, 6), "{name}, {width:?}");
        }
    }
}

#[test]
fn the_playouts_of_a_seed_are_the_same_on_every_machine_and_others_at_another_width_that_does_not_hold_them()
{
    let circuit = pair("tron").circuit.compiled().expect("compiled").circuit();
    let start = [circuit.initial().clone()];
    let plies = [Width::W64, Width::W256, Width::W512].map(|width| {
        let mut playouts = Playouts::with_width(circuit.clone(), 1, width);
        playouts.tally(&start, 5000, &mut |_| Pace::On).plies
    });
    assert_eq!(plies, [66_054, 66_378, 66_284]);
}

#[test]
fn playouts_from_several_states_at_once_tell_what_each_came_to() {
    let rules = &PAIRS.iter().find(|pair| pair.name == "connect-four").unwrap().circuit;
    let initial = rules.initial();
    let mut children = Vec::new();
    let joints: Vec<_> = Choices::of(rules, &initial).joint_moves().flatten().collect();
    spielbaum_game::children(rules, &initial, &joints, &mut children);
    let mut outcomes = Outcomes::default();
    let batch = rules.batch().expect("a circuit");
    let run = |each, outcomes: &mut Outcomes| batch.playouts(&children, each, 5, &|| true, outcomes);
    for each in [1, 9, 100] {
        assert_eq!(run(each, &mut outcomes), Ok(()));
        for state in 0..children.len() {
            assert_eq!(outcomes.playouts(state), u64::from(each));
            assert_eq!(outcomes.goals(state).iter().sum::<f64>(), 100.0 * f64::from(each));
        }
        let again = outcomes.clone();
        assert_eq!(run(each, &mut outcomes), Ok(()));
        assert_eq!(outcomes, again, "the same seed");
    }
    assert_eq!(run(4000, &mut outcomes), Ok(()));
    // The middle column is the best to begin with, and the outermost are the worst.
    let goal = |state: usize| outcomes.goals(state)[0];
    assert!(goal(3) > goal(1) && goal(1) > goal(0) && goal(5) > goal(6));
    assert_eq!(batch.playouts(&children, 100, 5, &|| false, &mut outcomes), Ok(()));
    assert_eq!((0..children.len()).map(|state| outcomes.playouts(state)).sum::<u64>(), 0);
}

/// Every role that has a choice in a state where no other has one, with each of its moves and the state that
/// it leads to.
fn lone_choice(rules: &Rules, state: &RulesState) -> Option<(usize, Vec<(logic::TermId, RulesState)>)> {
    let choices = Choices::of(rules, state);
    let mut roles = (0..rules.roles()).filter(|&role| choices.of_role(role).len() > 1);
    let role = roles.next().filter(|_| roles.next().is_none())?;
    Some((role, children(rules, state).into_iter().map(|(joint, child)| (joint[role], child)).collect()))
}

#[test]
fn decisive_moves_are_those_that_end_the_game_at_the_top_and_losing_moves_those_that_allow_one() {
    let mut games = Vec::new();
    for Pair { name, circuit: rules, .. } in &*PAIRS {
        let [first, second] =
            [Policy::Decisive, Policy::AntiDecisive].map(|policy| rules.prepare(policy, &|| true));
        assert!(first || !second);
        if !first {
            continue;
        }
        let (mut wins, mut losses) = (0, 0);
        for seed in 0..12 {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut state = rules.initial();
            while !rules.terminal(&state) {
                let decisive = rules.decisive_moves(&state).expect("it is prepared");
                let losing = rules.losing_moves(&state);
                assert_eq!(losing.is_some(), second);
                let mut found = Vec::new();
                Tactics::decisive_moves(rules, &[&state], &mut found);
                assert_eq!(found, [decisive.first().copied()]);
                let place = || format!("{name}, seed {seed}:\n{}", rules.notation().draw(&state));
                if let Some((role, children)) = lone_choice(rules, &state) {
                    let won = |child: &RulesState| rules.terminal(child) && rules.goal(child, role) == 100;
                    for (mov, child) in &children {
                        assert_eq!(decisive.contains(&(role, *mov)), won(child), "{}", place());
                        let Some(losing) = &losing else { continue };
                        if rules.chance().is_some_and(|chance| chance.role() == role) {
                            assert!(!losing.contains(&(role, *mov)), "chance avoids nothing: {}", place());
                            continue;
                        }
                        let lost = !rules.terminal(child)
                            && rules.decisive_moves(child).unwrap().iter().any(|(other, _)| *other != role);
                        assert_eq!(losing.contains(&(role, *mov)), lost, "{}", place());
                        losses += usize::from(lost);
                    }
                    wins += decisive.len();
                } else {
                    let choices = Choices::of(rules, &state);
                    let alone = |role: usize| {
                        (0..rules.roles()).all(|other| other == role || choices.of_role(other).len() == 1)
                    };
                    if let [(_, child)] = children(rules, &state).as_slice() {
                        let won = |role| rules.terminal(child) && rules.goal(child, role) == 100;
                        assert!(decisive.iter().all(|&(role, _)| won(role)), "{}", place());
                    }
                    assert!(
                        decisive.iter().chain(losing.iter().flatten()).all(|(role, _)| alone(*role)),
                        "{}",
                        place()
                    );
                }
                let joints: Vec<Vec<logic::TermId>> = Choices::of(rules, &state).joint_moves().collect();
                state = rules.next(&state, &joints[rng.random_range(0..joints.len())]);
            }
        }
        games.push((*name, wins > 0, losses > 0));
    }
    let has = |name| games.iter().find(|(game, ..)| *game == name).map(|&(_, wins, losses)| (wins, losses));
    for name in
        ["breakthrough", "breakthrough-6x6", "connect-four", "connect-four-3p", "tictactoe", "tictactoe-3p"]
    {
        assert_eq!(has(name), Some((true, true)), "{name}");
    }
    assert_eq!(has("othello"), None, "it takes too many gates");
}

#[test]
fn what_a_role_can_still_get_holds_to_the_end_of_the_game() {
    let mut told = Vec::new();
    for Pair { name, circuit: rules, .. } in PAIRS.iter() {
        let encoding = rules.encoding().expect("it is a circuit");
        for role in 0..rules.roles() {
            let Some(mut bounds) = encoding.goal_bounds(role) else { continue };
            told.push(*name);
            for seed in 0..10 {
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
                let mut states = vec![rules.initial()];
                while let Some(state) = states.last().filter(|state| !rules.terminal(state)) {
                    let choices = Choices::of(rules, state);
                    let joint: Vec<_> = (0..rules.roles())
                        .map(|role| choices.of_role(role)[rng.random_range(..choices.of_role(role).len())])
                        .collect();
                    states.push(rules.next(state, &joint));
                }
                let mut found = Vec::new();
                bounds.of_states(states.iter().map(|state| encoding.bits(state)), &mut found);
                let end = rules.goal(&states[states.len() - 1], role);
                let holds = |&(least, greatest): &(u8, u8)| (least.into()..=greatest.into()).contains(&end);
                assert!(found.iter().all(holds), "{name}: {end} is not in {found:?}");
            }
        }
    }
    told.dedup();
    for name in ["coin-row", "connect-four", "hex-7x7", "tictactoe"] {
        assert!(told.contains(&name), "{name} has fluents that never change again, but only {told:?}");
    }
}
