use gdl::Rulesheet;
use logic::{Definitions, Limits, Literal, RoleGoal, State, TermId};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::Circuit;
use crate::network::group::admit;
use crate::network::simulate::Simulation;
use crate::testing::{built_in, grounded};

/// A game both ways.
struct Both {
    reasoner: Reasoner,
    grounding: Grounding,
    network: Network,
}

impl Both {
    fn new(text: &str) -> Self {
        let (grounding, reasoner) = grounded(text);
        let network = synthesize(&grounding, &reasoner, &Interrupt::never()).unwrap();
        Self { reasoner, grounding, network }
    }

    fn inputs(&self, state: &State) -> Vec<u64> {
        let mut inputs = vec![0; self.network.aig.inputs().len()];
        for fluent in state.fluents() {
            inputs[self.grounding.fluents.iter().position(|other| other == fluent).unwrap()] = 1;
        }
        inputs
    }

    /// Compares all answers about a state; gives each role's legal moves, none if the game is over.
    fn compare(&self, simulation: &mut Simulation, state: &State) -> Option<Vec<Vec<usize>>> {
        let Self { reasoner, grounding, network } = self;
        let inputs = self.inputs(state);
        assert!(admit(&network.groups, |fluent| inputs[fluent] == 1), "the invariants are wrong");
        simulation.run(&network.aig, &inputs);
        let mut view = reasoner.view(state);
        let holds = |literal| simulation.value(literal) & 1 == 1;
        assert_eq!(holds(network.terminal), view.terminal().unwrap());
        for (role, payoff) in view.goals().unwrap().into_iter().enumerate() {
            let goals = network.goals[role].iter().filter(|(_, literal)| holds(*literal));
            let goals: Vec<Option<u8>> = goals.map(|&(goal, _)| goal).collect();
            match payoff {
                RoleGoal::Unique(goal) => assert_eq!(goals, [Some(goal)]),
                RoleGoal::Missing => assert_eq!(goals, []),
                RoleGoal::Ambiguous(_) => assert!(goals.len() > 1 || goals == [None]),
            }
        }
        let legal: Vec<Vec<usize>> = (network.legal.iter())
            .map(|legal| (0..legal.len()).filter(|&mov| holds(legal[mov])).collect())
            .collect();
        for (role, legal) in legal.iter().enumerate() {
            let terms: Vec<TermId> = legal.iter().map(|&mov| grounding.moves[role][mov]).collect();
            assert_eq!(terms, view.legal(role).unwrap());
        }
        let goes_on = !holds(network.terminal) && legal.iter().all(|moves| !moves.is_empty());
        goes_on.then_some(legal)
    }

    /// The state after a joint move, on which both must agree.
    fn next(&self, simulation: &mut Simulation, state: &State, joint: &[usize]) -> State {
        let Self { reasoner, grounding, network } = self;
        let mut inputs = self.inputs(state);
        for (role, &mov) in joint.iter().enumerate() {
            inputs[network.does_input(role, mov)] = 1;
        }
        simulation.run(&network.aig, &inputs);
        let next = (0..network.next.len()).filter(|&fluent| simulation.value(network.next[fluent]) & 1 == 1);
        let mut next: Vec<TermId> = next.map(|fluent| grounding.fluents[fluent]).collect();
        next.sort_unstable();
        let terms: Vec<TermId> =
            joint.iter().enumerate().map(|(role, &mov)| grounding.moves[role][mov]).collect();
        let expected = reasoner.view(state).next(&terms).unwrap();
        assert_eq!(next, expected.fluents());
        expected
    }

    /// Plays to the end (or long enough) with moves that `choose` picks among so many of a role, comparing
    /// every state.
    fn play(&self, mut choose: impl FnMut(usize) -> usize) {
        let mut simulation = Simulation::new(&self.network.aig);
        let mut state = self.reasoner.initial().clone();
        for _ in 0..200 {
            let Some(legal) = self.compare(&mut simulation, &state) else { return };
            let joint: Vec<usize> = legal.iter().map(|moves| moves[choose(moves.len())]).collect();
            state = self.next(&mut simulation, &state, &joint);
        }
    }

    fn play_at_random(&self, games: u64) {
        for seed in 0..games {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
            self.play(|choices| random.random_range(0..choices));
        }
    }

    fn fluent(&self, text: &str) -> Lit {
        let found = self.grounding.fluents.iter().position(|&fluent| self.reasoner.text(fluent) == text);
        Lit::new(found.unwrap() as u32 + 1, false)
    }
}

#[test]
fn built_in_games_are_what_the_reasoner_says() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "kif") {
            Both::new(&std::fs::read_to_string(path).unwrap()).play_at_random(10);
        }
    }
}

#[test]
fn a_cycle_that_only_bodies_with_their_own_head_close_needs_no_variable() {
    let game = "(role r) (init (on a)) (legal r go) (legal r stay)
        (<= (p ?x) (true (on ?x))) (<= (p ?x) (p ?x) (q ?x)) (<= (q ?x) (p ?x) (not (true (on b))))
        (<= (next (on b)) (does r go)) (<= (next (on a)) (does r stay))
        (<= terminal (p b)) (<= (goal r 50) (q a)) (<= (goal r 10) (not (q a)))";
    Both::new(game).play_at_random(5);
}

#[test]
fn connect_four_takes_few_gates() {
    let size = Both::new(&built_in("connect-four")).network.size();
    assert_eq!((size.roles, size.fluents, &size.moves[..], size.blocks), (2, 128, &[8, 8][..], 0));
    assert!(size.gates <= 640, "{size:?}");
    assert!(size.gates < size.gates_before);
}

#[test]
fn the_contents_of_a_cell_and_whose_turn_it_is_are_found_and_proven() {
    let game = Both::new(&built_in("tictactoe"));
    let cell = ["(cell 2 2 b)", "(cell 2 2 o)", "(cell 2 2 x)"].map(|text| game.fluent(text));
    let control = ["(control oplayer)", "(control xplayer)"].map(|text| game.fluent(text));
    for members in [cell.to_vec(), control.to_vec()] {
        assert!(game.network.groups.contains(&Group { members, exactly: true }));
    }
}

#[test]
fn a_state_that_no_play_reaches_is_told_apart() {
    let game = Both::new(&built_in("tictactoe"));
    assert!(admit(&game.network.groups, |fluent| game.network.initial[fluent]));
    assert!(!admit(&game.network.groups, |_| false));
    assert!(!admit(&game.network.groups, |_| true));
}

/// A door stands open on the left until ten right digits in a row, which no random walk finds, open it on the
/// right, too.
const LOCK: &str = "
    (role r) (init (door left)) (init (dial 0))
    (digit 0) (digit 1) (digit 2) (digit 3) (digit 4) (digit 5) (digit 6) (digit 7) (digit 8) (digit 9)
    (code 0 3 1) (code 1 1 2) (code 2 4 3) (code 3 1 4) (code 4 5 5) (code 5 9 6) (code 6 2 7) (code 7 6 8) (code 8 5 9)
    (code 9 3 10)
    (<= (legal r ?d) (digit ?d))
    (<= (right ?m) (true (dial ?n)) (does r ?d) (code ?n ?d ?m))
    (<= some_right (right ?m))
    (<= (next (dial ?m)) (right ?m))
    (<= (next (dial 0)) (not some_right))
    (<= (next (door left)) (true (door left)))
    (<= (next (door right)) (true (door right)))
    (<= (next (door right)) (right 10))
    (<= terminal (true (door left)) (true (door right)))
    (<= (goal r 100) (true (door right))) (<= (goal r 0) (not (true (door right))))";

#[test]
fn what_only_goes_wrong_after_ten_plies_is_not_believed() {
    let game = Both::new(LOCK);
    let doors =
        Group { members: vec![game.fluent("(door left)"), game.fluent("(door right)")], exactly: true };
    assert!(doors.admits(|member| game.network.initial[member.node() as usize - 1]));
    assert!(!game.network.groups.contains(&doors));
    let mut all = game.network.groups.clone();
    all.push(doors);
    assert_eq!(prove(&game.network, all, &Interrupt::never()).unwrap(), game.network.groups);
    let mut code = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3].into_iter();
    game.play(|_| code.next().unwrap());
    assert_eq!(code.next(), None);
    game.play_at_random(3);
}

#[test]
fn what_was_proven_by_a_claim_that_fails_is_dropped_unless_it_has_another_proof() {
    let game = Both::new(
        "(role you) (init (at 1)) (init (lamp on)) (legal you climb) (legal you stay) (goal you 100)
        (<= (next (rung 1)) (does you climb))
        (<= (next (rung 2)) (true (rung 1))) (<= (next (rung 3)) (true (rung 2)))
        (<= (next (at 2)) (true (at 1))) (<= (next (at 3)) (true (at 2)))
        (<= (next (lamp on)) (true (lamp off))) (<= (next (lamp off)) (true (lamp on)))
        (<= terminal (true (rung 3)))",
    );
    let network = translate(&game.grounding, &game.reasoner, &Interrupt::never()).unwrap();
    let group = |members: &[&str], exactly| {
        let mut members: Vec<Lit> = members.iter().map(|text| game.fluent(text)).collect();
        members.sort_unstable();
        Group { members, exactly }
    };
    let never = |text| Group { members: vec![!game.fluent(text)], exactly: true };
    let lamp = group(&["(lamp on)", "(lamp off)"], true);
    let counter = ["(at 1)", "(at 2)", "(at 3)"];
    let candidates =
        vec![lamp.clone(), never("(rung 3)"), group(&counter, true), never("(rung 2)"), never("(rung 1)")];
    // The counter runs out, and each rung is reached from the one below it.
    let mut expected = vec![lamp, group(&counter, false)];
    expected.sort_unstable();
    assert_eq!(prove(&network, candidates.clone(), &Interrupt::never()).unwrap(), expected);
    assert_eq!(prove_apart(&network, candidates, &Interrupt::never()).unwrap(), expected);
}

/// What is proven of a game by both ways to prove it, without constants.
fn proven_both_ways(name: &str) -> [Vec<Group>; 2] {
    let (grounding, reasoner) = grounded(&built_in(name));
    let never = Interrupt::never();
    let mut network = translate(&grounding, &reasoner, &never).unwrap();
    improve(&mut network, &never).unwrap();
    let candidates = candidates(&network, &grounding, &reasoner, &never).unwrap();
    let mut together = prove(&network, candidates.clone(), &never).unwrap();
    together.retain(|group| group.members.len() > 1);
    [together, prove_apart(&network, candidates, &never).unwrap()]
}

#[test]
fn a_part_is_enough_to_prove_what_a_cell_contains() {
    for name in ["tictactoe", "connect-four"] {
        let [together, apart] = proven_both_ways(name);
        assert!(!apart.is_empty());
        assert_eq!(apart, together, "{name}");
    }
}

#[test]
fn what_is_proven_apart_is_proven_together() {
    for name in ["breakthrough-6x6", "checkers", "othello", "goofspiel", "tron", "pig", "eight-puzzle"] {
        let [together, apart] = proven_both_ways(name);
        for group in apart {
            let implied = |wider: &Group| group.members.iter().all(|member| wider.members.contains(member));
            assert!(
                together.iter().any(|wider| *wider == group || !group.exactly && implied(wider)),
                "{name}: {group:?}"
            );
        }
    }
}

#[test]
fn what_is_not_proven_together_is_not_proven_apart() {
    let game = Both::new(LOCK);
    let doors =
        Group { members: vec![game.fluent("(door left)"), game.fluent("(door right)")], exactly: true };
    assert_eq!(prove_apart(&game.network, vec![doors.clone()], &Interrupt::never()).unwrap(), []);
    assert!(prove_apart(&game.network, vec![doors], &Interrupt::unless(&|| false)).is_err());
    let wrong_at_the_start =
        Group { members: vec![game.fluent("(dial 1)"), game.fluent("(dial 2)")], exactly: true };
    assert_eq!(prove_apart(&game.network, vec![wrong_at_the_start], &Interrupt::never()).unwrap(), []);
}

#[test]
fn what_is_wrong_at_the_start_is_not_believed() {
    let game = Both::new(&built_in("tictactoe"));
    let wrong = Group { members: vec![game.fluent("(control oplayer)")], exactly: true };
    assert_eq!(prove(&game.network, vec![wrong], &Interrupt::never()).unwrap(), []);
}

#[test]
fn a_counter_that_may_run_out_holds_one_number_at_most() {
    let game = Both::new(
        "(role r) (init (left 3)) (fewer 3 2) (fewer 2 1)
        (legal r wait) (legal r leave)
        (<= (next (left ?m)) (true (left ?n)) (fewer ?n ?m))
        (<= (next gone) (does r leave))
        (<= terminal (true gone)) (goal r 0)",
    );
    let mut members = ["(left 1)", "(left 2)", "(left 3)"].map(|fluent| game.fluent(fluent)).to_vec();
    members.sort_unstable();
    let [at_most, exactly] = [false, true].map(|exactly| Group { members: members.clone(), exactly });
    assert_eq!(prove(&game.network, vec![exactly], &Interrupt::never()).unwrap(), [at_most]);
    game.play_at_random(3);
}

/// Walls fall one by one in a ring of rooms; who can come from where is recursive, and depends on the state.
const ROOMS: &str = "
    (role r) (init (open a b)) (init (open b a))
    (room a) (room b) (room c) (room d) (room e)
    (wall a b) (wall b c) (wall c d) (wall d e) (wall e a)
    (<= (way ?x ?y) (true (open ?x ?y)))
    (<= (reach ?x ?y) (way ?x ?y))
    (<= (reach ?x ?z) (reach ?x ?y) (way ?y ?z))
    (<= (legal r (break ?x ?y)) (wall ?x ?y) (not (true (open ?x ?y))))
    (<= (next (open ?x ?y)) (true (open ?x ?y)))
    (<= (next (open ?x ?y)) (does r (break ?x ?y)))
    (<= (next (open ?y ?x)) (does r (break ?x ?y)) (reach ?y ?y))
    (<= terminal (reach a d) (reach d a) (reach c a))
    (<= (goal r 100) (reach a c)) (<= (goal r 50) (not (reach a c)))";

#[test]
fn recursive_atoms_reach_their_least_fixpoint() {
    let game = Both::new(ROOMS);
    let size = game.network.size();
    assert!(size.blocks >= 1 && size.block_variables >= 1, "{size:?}");
    game.play_at_random(40);
}

/// A grounding by hand of `fluents` fluents that hold their values, no moves, and definitions whose first
/// atom ends the game.
fn by_hand(fluents: usize, bodies: &[&[&[(u32, bool)]]]) -> (Reasoner, Grounding) {
    let names: String = (0..fluents).map(|fluent| format!("(init f{fluent})")).collect();
    let text = format!("(role r) {names} (legal r x) (<= (next f0) (true f0)) terminal (goal r 1)");
    let sheet = Rulesheet::parse("test.kif", text.as_bytes()).unwrap();
    let reasoner = Reasoner::new(&sheet, Limits::default()).unwrap();
    let mut definitions = Definitions::of_inputs(fluents);
    for atom in bodies {
        definitions.push_atom(
            atom.iter()
                .map(|body| body.iter().map(|&(atom, negated)| Literal { atom: AtomId(atom), negated })),
        );
    }
    let grounding = Grounding {
        roles: reasoner.roles().to_vec(),
        fluents: reasoner.initial().fluents().to_vec(),
        initial: vec![true; fluents],
        moves: vec![Vec::new()],
        next: (0..fluents as u32).map(AtomId).collect(),
        legal: vec![Vec::new()],
        terminal: AtomId(fluents as u32),
        goals: vec![Vec::new()],
        definitions,
        ..Grounding::default()
    };
    (reasoner, grounding)
}

fn terminal(grounding: &Grounding, reasoner: &Reasoner) -> u64 {
    let mut network = translate(grounding, reasoner, &Interrupt::never()).unwrap();
    improve(&mut network, &Interrupt::never()).unwrap();
    let mut simulation = Simulation::new(&network.aig);
    simulation.run(&network.aig, &crate::network::testing::CASES[..grounding.fluents.len()]);
    simulation.value(network.terminal)
}

#[test]
fn atoms_are_ors_of_ands_in_whatever_order_they_come() {
    // 3 = 0 & !4 | 2;  4 = 1 & 5;  5 holds always.
    let (reasoner, grounding) =
        by_hand(3, &[&[&[(0, false), (4, true)], &[(2, false)]], &[&[(1, false), (5, false)]], &[&[]]]);
    let [a, b, c, ..] = crate::network::testing::CASES;
    assert_eq!(terminal(&grounding, &reasoner), a & !b | c);
}

#[test]
fn atoms_that_only_support_one_another_stay_false() {
    // 2 = 3;  3 = 2 | 4;  4 = 3 & 0 | 4.
    let (reasoner, grounding) = by_hand(
        2,
        &[&[&[(3, false)]], &[&[(2, false)], &[(4, false)]], &[&[(3, false), (0, false)], &[(4, false)]]],
    );
    assert_eq!(terminal(&grounding, &reasoner), 0);
}

#[test]
fn a_cycle_passes_on_what_comes_from_outside() {
    // 2 = 3 | 0 & 1;  3 = 2 & 1 | 2 & 0.
    let (reasoner, grounding) = by_hand(
        2,
        &[
            &[&[(3, false)], &[(0, false), (1, false)]],
            &[&[(2, false), (1, false)], &[(2, false), (0, false)]],
        ],
    );
    let [a, b, ..] = crate::network::testing::CASES;
    assert_eq!(terminal(&grounding, &reasoner), a & b);
}

/// Of the moves of `a`, two are chosen between, and three are forced and equal the fluents that make
/// them legal.
#[test]
fn what_pays_depends_on_no_move_where_most_moves_are_forced() {
    let game = Both::new(
        "(role a) (role b) (init (at 0))
        (<= (legal a (go ?t)) (true (at ?p)) (way ?p ?t)) (<= (legal a noop) (true (at 0)))
        (<= (legal b (go 1)) (true (at 0))) (<= (legal b noop) (not (true (at 0))))
        (way 1 2) (way 1 3) (way 3 4) (way 4 5)
        (<= (next (at ?t)) (does ?r (go ?t)))
        (<= terminal (true (at 2))) (<= terminal (true (at 5)))
        (<= (goal ?r ?v) (role ?r) (true (at ?p)) (pays ?p ?v))
        (pays 0 20) (pays 1 0) (pays 2 0) (pays 3 20) (pays 4 20) (pays 5 0)",
    );
    game.play_at_random(20);
    assert!(Circuit::new(&game.grounding, &game.reasoner).is_ok());
}

#[test]
fn making_a_circuit_can_be_interrupted_at_any_point() {
    for text in [built_in("tictactoe"), ROOMS.to_owned()] {
        let Both { reasoner, grounding, network } = Both::new(&text);
        let make = |last| {
            let asked = std::cell::Cell::new(0);
            let go_on = || {
                asked.set(asked.get() + 1);
                asked.get() < last
            };
            let made = Circuit::new_while(&grounding, &reasoner, &Interrupt::unless(&go_on));
            (made, asked.get())
        };
        let (circuit, questions) = make(usize::MAX);
        let sums = circuit.unwrap().goal_sums();
        // Every gate is looked at by several passes.
        assert!(questions > network.aig.gates() / 2, "it asks only {questions} times");
        for last in (1..questions).step_by(questions / 60) {
            let (circuit, asked) = make(last);
            assert_eq!(asked, last, "it works on");
            match circuit {
                Err(error) => assert_eq!(error, CircuitError::Interrupted(Interrupted::Cancelled)),
                // Only the sums of goals were left to be proven.
                Ok(circuit) => {
                    let found = circuit.goal_sums();
                    assert!(found.start() <= sums.start() && found.end() >= sums.end(), "{found:?}");
                }
            }
        }
    }
}

#[test]
fn a_circuit_of_thirty_thousand_roles_is_made() {
    let roles: String = (0..30_000).map(|role| format!("(role r{role})")).collect();
    let rules = "(init p) (<= (legal ?r a) (role ?r)) (<= (goal ?r 1) (role ?r)) (<= (next q) (true p)) (<= terminal (true q))";
    let game = Both::new(&format!("{roles}{rules}"));
    assert_eq!(game.network.size().moves.len(), 30_000);
    let circuit = Circuit::new(&game.grounding, &game.reasoner).unwrap();
    assert_eq!((0..30_000).map(|role| circuit.legal(circuit.initial(), role).count()).max(), Some(1));
}

#[test]
fn fluents_of_forty_arguments_vary_in_the_first_ones() {
    let zeros = " 0".repeat(39);
    let rules = format!(
        "(role r) (init (at 0{zeros})) (legal r go) (legal r stay) (goal r 1)
        (<= (next (at ?y{zeros})) (true (at ?x{zeros})) (after ?x ?y) (does r go))
        (<= (next (at ?x{zeros})) (true (at ?x{zeros})) (does r stay)) (after 0 1) (after 1 2) (after 2 0)
        (<= terminal (true (at 2{zeros})))"
    );
    let game = Both::new(&rules);
    // Exactly one of the three places holds.
    assert!(game.network.groups.iter().any(|group| group.exactly && group.members.len() == 3));
    game.play_at_random(5);
}
