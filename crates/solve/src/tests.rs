//! Counts and values against what is known and against what is worked out in another way.

mod agreement;
mod board;
mod chance;
mod places;
mod tablebases;

use std::collections::BTreeSet;

use game::{Builtin, Choices, Game, Goal, Notation, Rules};
use proptest::collection::vec;
use proptest::prelude::*;

use search::LineEnd;

use crate::{Cut, LayerCount, Limits, Retrograde, StateCount, Tree};

fn rules(name: &str) -> Rules {
    let sheet = gdl::Rulesheet::parse(name, Builtin::named(name).unwrap().rules.as_bytes()).unwrap();
    Rules::new(&sheet).unwrap()
}

/// The game of a rulesheet.
fn sheet(text: &str) -> Rules {
    Rules::new(&gdl::Rulesheet::parse("test", text.as_bytes()).unwrap()).unwrap()
}

fn count<G: Game>(game: &G, trees: bool, limits: &Limits) -> StateCount {
    StateCount::from(game, &game.initial(), trees, limits, &|_| ()).unwrap()
}

fn states(count: &StateCount) -> Vec<u64> {
    count.by_ply.iter().map(|ply| ply.states).collect()
}

fn solve<G: Game>(game: &G) -> Retrograde<'_, G> {
    Retrograde::of(game, &game.initial(), &Limits::default(), &|_| ()).unwrap()
}

#[test]
fn tic_tac_toe_has_5478_states_and_255168_games() {
    let rules = rules("tictactoe");
    let count = count(&rules, true, &Limits::default());
    assert_eq!(states(&count), [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]);
    assert_eq!((count.states(), count.terminal(), count.graded), (5_478, 958, true));
    let Tree::Finite(tree) = &count.tree else { panic!("{:?}", count.tree) };
    assert_eq!(tree.leaves.to_string(), "255168");
    assert!((tree.length - 2_106_288.0 / 255_168.0).abs() < 1e-9, "{}", tree.length);
    assert!((tree.log2_inner.exp2() - 294_778.0).abs() < 1e-6, "{}", tree.log2_inner.exp2());
}

#[test]
fn too_many_joint_moves_are_told_with_the_state_as_it_is_written() {
    let text = "(role a) (role b) (role c) (d 0) (d 1) (d 2) (d 3) (d 4) (d 5) (d 6)
        (<= (legal ?r (m ?x ?y)) (role ?r) (d ?x) (d ?y)) (init (at start)) (<= (next over) (true (at start)))
        (<= terminal (true over)) (<= (goal ?r 100) (role ?r))";
    let sheet = gdl::Rulesheet::parse("test", text.as_bytes()).unwrap();
    let reasoned = Rules::reasoned(&sheet, logic::Limits::default()).unwrap();
    let (start, limits) = (reasoned.initial(), Limits::default());
    let error = StateCount::from(&reasoned, &start, false, &limits, &|_| ()).unwrap_err();
    assert_eq!(error.to_string(), "there are more than 65536 joint moves in the state (at start)");
}

#[test]
fn a_native_board_and_the_reasoner_have_the_states_of_the_circuit() {
    let sheet = gdl::Rulesheet::parse("nim", Builtin::named("nim").unwrap().rules.as_bytes()).unwrap();
    let reasoned = Rules::reasoned(&sheet, logic::Limits::default()).unwrap();
    assert_eq!(
        states(&count(&reasoned, false, &Limits::default())),
        states(&count(&rules("nim"), false, &Limits::default()))
    );
    let native = game::Othello::new(4).unwrap();
    assert_eq!(
        count(&native, false, &Limits::default()).states(),
        count(&rules("othello-4x4"), false, &Limits::default()).states(),
    );
}

#[test]
fn packing_states_heeds_the_clock() {
    let game = rules("connect-four");
    let limits = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
    let count = count(&game, false, &limits);
    assert_eq!((count.cut, count.states()), (Some(Cut::Time), 1));
    assert_eq!(
        crate::source::source_within(&game, &crate::limits::Clock::start(&limits)).err(),
        Some(Cut::Time)
    );
    let start = game.initial();
    let solved = Retrograde::of(&game, &start, &limits, &|_| ()).err();
    assert!(matches!(solved, Some(crate::RetrogradeError::Cut { why: Cut::Time, .. })));
}

/// The same figures are those of decision diagrams, in the tests of `symbolic`.
#[test]
fn connect_four_and_the_eight_puzzle_have_as_many_states_as_by_decision_diagrams() {
    for (name, states) in
        [("connect-four(columns=4,rows=4)", 161_029), ("sliding-puzzle(columns=3,rows=3,steps=0)", 181_440)]
    {
        let text = game::NamedGame::find(name).unwrap().rules;
        let game = Rules::new(&gdl::Rulesheet::parse(name, text.as_bytes()).unwrap()).unwrap();
        assert_eq!(count(&game, false, &Limits::default()).states(), states, "{name}");
    }
}

#[test]
fn states_are_packed_into_few_bits() {
    for (name, bits) in [("connect-four", 85), ("eight-puzzle", 42), ("peg-solitaire", 39), ("tictactoe", 19)]
    {
        let rules = rules(name);
        let packed = rules.encoding().unwrap().packed(&game::Interrupt::never()).unwrap().unwrap();
        assert_eq!(packed.packing().bits(), bits, "{name}");
    }
}

#[test]
fn peg_solitaire_begins_as_is_known() {
    // OEIS A112737.
    let limits = Limits { memory: 4 << 20, ..Limits::default() };
    let count = count(&rules("peg-solitaire"), false, &limits);
    let known = [1, 4, 12, 60, 296, 1_338, 5_648, 21_842, 77_559, 249_690];
    assert_eq!(count.cut, Some(Cut::Memory), "the memory is too small for more");
    assert!(count.by_ply.len() >= 8);
    states(&count).iter().zip(known).for_each(|(&counted, known)| assert_eq!(counted, known));
}

#[test]
fn layers_that_are_spilled_to_files_are_not_forgotten() {
    let small = Limits { memory: 400_000, threads: 1, ..Limits::default() };
    let game = rules("othello-4x4");
    let (whole, spilled) = (count(&game, false, &Limits::default()), count(&game, false, &small));
    assert_eq!((whole.cut, spilled.cut), (None, None));
    assert!(8 * whole.states() > 400_000, "they do not fit");
    assert_eq!(spilled.by_ply, whole.by_ply);
}

#[test]
fn states_that_cannot_be_packed_into_words_count_as_memory_themselves() {
    let small = Limits { memory: 400_000, threads: 1, ..Limits::default() };
    let count = count(&game::Othello::new(4).unwrap(), false, &small);
    assert_eq!(count.cut, Some(Cut::Memory));
    assert!(count.states() < 10_000, "{} states", count.states());
}

#[test]
fn a_stopped_count_says_so() {
    let limits = Limits::default();
    limits.stop.press();
    let count = count(&rules("tictactoe"), true, &limits);
    assert_eq!((count.cut, count.states(), count.tree), (Some(Cut::Stopped), 1, Tree::Unknown));
}

#[test]
fn games_of_the_lectures_have_their_values() {
    for (name, values) in [
        ("tictactoe", [50, 50]),
        ("counting-to-21", [0, 100]),
        ("nim", [100, 0]),
        ("coin-row", [100, 0]),
        ("two-rows", [100, 0]),
        ("othello-4x4", [0, 100]),
    ] {
        let game = rules(name);
        let solution = solve(&game).solution(&game.initial()).unwrap();
        let found: Vec<_> = solution.bounds.iter().map(search::Bounds::value).collect();
        assert_eq!(found, values.map(Some), "{name}");
        let mut rng = <search::SearchRng as rand::SeedableRng>::seed_from_u64(0);
        let minimax: search::Spec = "deepening".parse().unwrap();
        let start = game.initial();
        let request = search::Request::new(&game, &start, 0, &mut rng);
        let decision = minimax.build().choose(request).unwrap();
        assert!(decision.proven);
        assert_eq!(found[0].map(f64::from), decision.value, "{name}");
        assert_eq!(solution.end, LineEnd::Terminal, "{name}");
        let plies = solution.bounds[0].plies.unwrap() as usize;
        assert!(found[0] == Some(50) || solution.line.len() == plies, "{name}");
    }
}

#[test]
fn the_puzzle_is_solved_in_the_fewest_moves() {
    let game = rules("maze");
    let solution = solve(&game).solution(&game.initial()).unwrap();
    assert_eq!(solution.bounds[0].value(), Some(100));
    assert_eq!(solution.line.len(), solution.bounds[0].plies.unwrap() as usize);
}

/// A game of two roles on a graph. A place without targets is an end.
#[derive(Clone, Debug)]
struct Graph(Vec<(usize, Vec<usize>, Goal)>);

impl Game for Graph {
    type State = usize;
    type Move = usize;

    fn roles(&self) -> usize {
        2
    }

    fn initial(&self) -> usize {
        0
    }

    fn terminal(&self, place: &usize) -> bool {
        self.0[*place].1.is_empty()
    }

    fn legal(&self, place: &usize, role: usize, moves: &mut Vec<usize>) {
        moves.clear();
        let (mover, targets, _) = &self.0[*place];
        if *mover == role { moves.extend(targets) } else { moves.push(usize::MAX) }
    }

    fn next(&self, place: &usize, joint: &[usize]) -> usize {
        joint[self.0[*place].0]
    }

    fn goal(&self, place: &usize, role: usize) -> Goal {
        let goal = self.0[*place].2;
        if role == 0 { goal } else { 4 - goal }
    }

    fn goal_range(&self) -> std::ops::RangeInclusive<Goal> {
        0..=4
    }

    fn knowledge(&self) -> &dyn game::Knowledge<usize> {
        self
    }

    fn notation(&self) -> &dyn Notation<usize, usize> {
        self
    }
}

impl game::Knowledge<usize> for Graph {
    fn goal_sums(&self) -> Option<std::ops::RangeInclusive<Goal>> {
        Some(4..=4)
    }
}

impl Notation<usize, usize> for Graph {
    fn role_name(&self, role: usize) -> &str {
        ["first", "second"][role]
    }

    fn move_name(&self, mov: usize) -> String {
        mov.to_string()
    }
}

fn graphs() -> impl Strategy<Value = Graph> {
    (1_usize..12).prop_flat_map(|places| {
        let place = (0_usize..2, vec(0..places, 0..4), 0_i32..=4).prop_map(|(mover, targets, goal)| {
            let targets: BTreeSet<usize> = targets.into_iter().collect();
            (mover, targets.into_iter().collect(), goal)
        });
        vec(place, places).prop_map(Graph)
    })
}

/// Within how many plies `role` can force an end that pays it `least` or more, place by place, by looking one
/// ply further again and again.
fn forced(graph: &Graph, role: usize, least: Goal) -> Vec<Option<u32>> {
    let ends = |place: usize| graph.0[place].1.is_empty() && graph.goal(&place, role) >= least;
    let mut plies: Vec<Option<u32>> = (0..graph.0.len()).map(|place| ends(place).then_some(0)).collect();
    for ply in 1..=graph.0.len() as u32 {
        let known = plies.clone();
        for (place, (mover, targets, _)) in graph.0.iter().enumerate() {
            let mut targets = targets.iter().map(|&target| known[target].is_some());
            let now =
                targets.len() > 0 && if *mover == role { targets.any(|it| it) } else { targets.all(|it| it) };
            if now && plies[place].is_none() {
                plies[place] = Some(ply);
            }
        }
    }
    plies
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn what_a_role_is_sure_of_is_what_it_can_force(graph in graphs()) {
        let solved = solve(&graph);
        for place in 0..graph.0.len() {
            let Some(known) = solved.guarantees(&place) else { continue };
            for (role, known) in known.into_iter().enumerate() {
                let best = (0..=4).rev().find_map(|least| Some((least, forced(&graph, role, least)[place]?)));
                prop_assert_eq!(known.map(|known| known.value), best.map(|(value, _)| value), "{} of {}", role, place);
                // Others may delay an end by giving more than they must, but not where there is no more.
                if let (Some(known), Some((value, plies))) = (known, best) {
                    prop_assert!(known.plies == plies || value < 4 && known.plies < plies, "{:?} {}", known, plies);
                }
            }
        }
    }

    #[test]
    fn play_is_endless_where_no_role_can_force_more_than_the_least(graph in graphs()) {
        let solved = solve(&graph);
        let forces = [0, 1].map(|role| forced(&graph, role, 1));
        for place in 0..graph.0.len() {
            let Some(solution) = solved.solution(&place) else { continue };
            let endless = forces.iter().all(|plies| plies[place].is_none());
            prop_assert!(solution.bounds.iter().all(|bounds| bounds.endless == endless), "{}", place);
        }
    }

    #[test]
    fn best_play_gives_every_role_what_it_can_be_sure_of(graph in graphs()) {
        let solved = solve(&graph);
        for place in 0..graph.0.len() {
            let Some(solution) = solved.solution(&place) else { continue };
            let last = solution.line.iter().fold(place, |place, joint| graph.next(&place, joint));
            for (role, bounds) in solution.bounds.iter().enumerate() {
                let paid = if graph.terminal(&last) { graph.goal(&last, role) } else { 0 };
                prop_assert!(bounds.at_least.is_none_or(|least| least <= paid), "{} of {}", role, place);
            }
        }
    }

    #[test]
    fn states_are_counted_once_at_their_ply(graph in graphs()) {
        let mut layers = vec![BTreeSet::from([0])];
        let mut known = layers[0].clone();
        loop {
            let next: BTreeSet<usize> = layers[layers.len() - 1].iter().flat_map(|&place| graph.0[place].1.clone()).collect();
            let next = &next - &known;
            if next.is_empty() {
                break;
            }
            known.extend(&next);
            layers.push(next);
        }
        let count = count(&graph, true, &Limits::default());
        let expected: Vec<LayerCount> = layers.iter().map(|layer| LayerCount {
            states: layer.len() as u64,
            terminal: layer.iter().filter(|place| graph.terminal(place)).count() as u64,
            joint_moves: layer.iter().map(|&place| graph.0[place].1.len() as u64).sum(),
        }).collect();
        prop_assert_eq!(&count.by_ply, &expected);
        // The tree is finite if all places have ends below them on every way.
        let mut ended: BTreeSet<usize> = BTreeSet::new();
        for _ in 0..=graph.0.len() {
            ended = (0..graph.0.len()).filter(|&place| graph.0[place].1.iter().all(|to| ended.contains(to))).collect();
        }
        prop_assert_eq!(!ended.contains(&0), count.tree == Tree::Infinite);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn proofs_find_the_values_of_retrograde_analysis(graph in graphs()) {
        let solved = solve(&graph);
        for place in (0..graph.0.len()).filter(|place| !graph.terminal(place)) {
            let Some(expected) = solved.solution(&place) else { continue };
            let found = crate::Searched::by_proofs(&graph, &place, &Limits::default()).unwrap().solution;
            for (found, expected) in found.bounds.iter().zip(&expected.bounds) {
                prop_assert_eq!(found.value(), expected.value(), "{}", place);
            }
            for found in &found.moves {
                let expected = expected.moves.iter().find(|expected| expected.mov == found.mov);
                if let Some(expected) = expected {
                    prop_assert_eq!(found.bounds.value(), expected.bounds.value(), "{} {}", place, found.mov);
                }
            }
        }
    }
}

#[test]
fn endless_play_is_no_value() {
    // Whoever leaves the circle loses.
    let graph = Graph(vec![(0, vec![1, 2], 0), (1, vec![0, 3], 0), (0, vec![], 0), (0, vec![], 4)]);
    let solution = solve(&graph).solution(&0).unwrap();
    assert_eq!(solution.bounds[0].value(), None);
    assert_eq!((solution.bounds[0].at_least, solution.bounds[0].at_most), (Some(0), Some(4)));
    assert_eq!(
        (solution.line, solution.end),
        (vec![vec![1, usize::MAX], vec![usize::MAX, 0]], LineEnd::Repetition)
    );
    assert_eq!(solution.moves[1].bounds.value(), Some(0));
    assert_eq!(
        [solution.bounds[0], solution.moves[0].bounds, solution.moves[1].bounds].map(|it| it.endless),
        [true, true, false]
    );
}

/// A move back to where the game is, or one that pays 3 of 4, or one that pays nothing.
#[test]
fn a_sure_payoff_is_not_thrown_away_in_a_circle() {
    let graph = Graph(vec![(0, vec![0, 1, 2], 0), (0, vec![], 3), (0, vec![], 0)]);
    let solved = solve(&graph);
    let solution = solved.solution(&0).unwrap();
    assert_eq!((&solution.line, solution.end), (&vec![vec![1, usize::MAX]], LineEnd::Terminal));
    let best =
        search::Solution::best(&graph, &0, 0, search::Survey::default(), &|place| solved.guarantees(place));
    assert_eq!(best, Some(1));
}

/// Both may go on in a circle or take a draw.
#[test]
fn a_sure_draw_is_taken() {
    let graph = Graph(vec![(0, vec![1, 2], 0), (1, vec![0, 2], 0), (0, vec![], 2)]);
    let solution = solve(&graph).solution(&0).unwrap();
    assert_eq!(solution.bounds[0].value(), Some(2));
    assert_eq!((solution.line, solution.end), (vec![vec![2, usize::MAX]], LineEnd::Terminal));
}

/// First one role chooses, then both at the same time.
const LATER: &str = "(role a) (role b) (init (step 1))
(base (step 1)) (base (step 2)) (base (step 3)) (base won)
(input a heads) (input a tails) (input b heads) (input b tails) (input b noop)
(<= (legal a heads) (true (step ?n))) (<= (legal a tails) (true (step ?n)))
(<= (legal b noop) (true (step 1))) (<= (legal b heads) (true (step 2))) (<= (legal b tails) (true (step 2)))
(<= (next (step 2)) (true (step 1))) (<= (next (step 3)) (true (step 2)))
(<= (next won) (true (step 2)) (does a ?side) (does b ?side))
(<= terminal (true (step 3)))
(<= (goal a 100) (true won)) (<= (goal a 0) (not (true won)))
(<= (goal b 0) (true won)) (<= (goal b 100) (not (true won)))";

fn by(method: crate::Method, game: &Rules, memory: usize) -> crate::Solved<<Rules as Game>::Move> {
    let limits = Limits { memory, threads: 1, ..Limits::default() };
    crate::solve(game, &game.initial(), method, &limits, crate::Files::default(), &|_| ()).unwrap()
}

#[test]
fn auto_tells_that_it_was_cut_where_roles_choose_at_the_same_time_further_on() {
    let game = sheet(LATER);
    let solved = by(crate::Method::Auto, &game, 1);
    assert_eq!((solved.method, solved.cut), (crate::Method::Retrograde, Some(Cut::Memory)));
    let solved = by(crate::Method::Auto, &game, 1 << 20);
    assert_eq!(solved.mixed.unwrap().unwrap().values.map(f64::round), [50.0, 50.0]);
}

#[test]
fn mixed_moves_that_do_not_fit_into_the_memory_are_told_as_cut() {
    let game = rules("rock-paper-scissors");
    let whole = by(crate::Method::Retrograde, &game, 1 << 20);
    assert!(matches!((whole.mixed, whole.cut), (Some(Ok(_)), None)));
    // A state takes 16 bytes with what roles can be sure of, and 24 with its mixed value.
    let cut = by(crate::Method::Retrograde, &game, 20 * whole.states.unwrap() as usize);
    assert_eq!(cut.solution.bounds, whole.solution.bounds);
    assert!(matches!(cut.mixed, Some(Err(crate::MixedError::Cut(Cut::Memory)))));
    assert_eq!(cut.cut, Some(Cut::Memory));
}

#[test]
fn a_game_for_one_role_whose_end_cannot_be_reached_is_not_proven_to_pay_nothing() {
    let game = sheet(
        "(role a) (init (at 0)) (base (at 0)) (base (at 1)) (input a stay) (input a wait)
(<= (legal a stay) (true (at ?place))) (<= (legal a wait) (true (at ?place)))
(<= (next (at ?place)) (true (at ?place)))
(<= terminal (true (at 1))) (<= (goal a 100) (true (at 1))) (<= (goal a 0) (true (at 0)))",
    );
    let solved = by(crate::Method::ProofNumber, &game, 1 << 20);
    assert_eq!((solved.solution.bounds[0].at_least, solved.solution.bounds[0].value()), (None, None));
    assert!(solved.solution.moves.iter().all(|mov| mov.bounds.value().is_none()));
}

/// Connection on two by two cells. Somebody wins in every end, which only a look at all of them shows.
const CONNECTION: &str = "(role north) (role west) (other north west) (other west north)
(line 1) (line 2) (near 1 1 1 2) (near 2 1 2 2) (near 1 1 2 1) (near 1 2 2 2) (near 1 2 2 1)
(<= (joined ?c ?r ?x ?y) (near ?c ?r ?x ?y)) (<= (joined ?c ?r ?x ?y) (near ?x ?y ?c ?r))
(init (control north)) (<= (init (cell ?c ?r b)) (line ?c) (line ?r))
(<= (base (control ?p)) (role ?p)) (<= (base (cell ?c ?r b)) (line ?c) (line ?r)) (<= (base (cell ?c ?r ?p)) (line ?c) (line ?r) (role ?p))
(<= (input ?p (put ?c ?r)) (role ?p) (line ?c) (line ?r)) (<= (input ?p noop) (role ?p))
(<= (legal ?p (put ?c ?r)) (true (control ?p)) (true (cell ?c ?r b))) (<= (legal ?p noop) (true (control ?q)) (other ?p ?q))
(<= (next (cell ?c ?r ?p)) (does ?p (put ?c ?r)))
(<= (next (cell ?c ?r ?x)) (true (cell ?c ?r ?x)) (distinct ?x b))
(<= (next (cell ?c ?r b)) (true (cell ?c ?r b)) (does ?p (put ?m ?n)) (or (distinct ?c ?m) (distinct ?r ?n)))
(<= (next (control ?p)) (true (control ?q)) (other ?p ?q))
(<= (reach north ?c 1) (true (cell ?c 1 north))) (<= (reach west 1 ?r) (true (cell 1 ?r west)))
(<= (reach ?p ?c ?d) (reach ?p ?a ?b) (joined ?a ?b ?c ?d) (true (cell ?c ?d ?p)))
(<= (won north) (reach north ?c 2)) (<= (won west) (reach west 2 ?r))
(<= terminal (won ?p)) (<= (goal ?p 100) (won ?p)) (<= (goal ?p 0) (other ?p ?q) (won ?q))";

#[test]
fn a_sum_of_payoffs_that_is_not_proven_is_found_at_the_ends() {
    let game = sheet(CONNECTION);
    assert_eq!(game::constant_sum(&game), None);
    let found = by(crate::Method::Retrograde, &game, 1 << 20).solution;
    assert_eq!(found.bounds.iter().map(search::Bounds::value).collect::<Vec<_>>(), [Some(100), Some(0)]);
    // Of the first moves one in either short corner loses, as does whoever does not hold out as long as
    // it can.
    let moves: Vec<_> = found.moves.iter().map(|mov| (mov.bounds.value(), mov.bounds.plies)).collect();
    assert_eq!(moves, [(Some(0), Some(3)), (Some(100), Some(2)), (Some(100), Some(2)), (Some(0), Some(3))]);
    assert_eq!((found.line.len(), found.end), (3, LineEnd::Terminal));
    // Nobody gets more than the greatest payoff, so that this is the value even where nothing is known of
    // the sum.
    for method in [crate::Method::Search, crate::Method::ProofNumber] {
        let found = by(method, &game, 1 << 20).solution;
        assert_eq!(found.bounds.iter().map(search::Bounds::value).collect::<Vec<_>>(), [Some(100), None]);
    }
}

#[test]
fn a_state_that_is_over_pays_what_it_pays() {
    let game = sheet(
        "(role a) (role b) (role c) (init over) (legal a wait) (legal b wait) (legal c wait)
(<= terminal (true over)) (goal a 50) (goal b 50) (goal c 30)",
    );
    let found = by(crate::Method::Auto, &game, 1 << 20).solution;
    let values: Vec<_> = found.bounds.iter().map(search::Bounds::value).collect();
    assert_eq!(values, [Some(50), Some(50), Some(30)]);
}

#[test]
fn a_line_that_is_not_proven_is_no_best_play() {
    let game = rules("tictactoe");
    let line = |spec: &str| {
        let spec = spec.parse().unwrap();
        crate::Searched::of(&game, &game.initial(), 0, &spec, &Limits::default()).unwrap().solution.line
    };
    assert_eq!(line("deepening(nodes=100)"), Vec::<Vec<_>>::new());
    assert_eq!(line("deepening").len(), 9);
}

#[test]
fn states_that_are_too_wide_are_told_with_what_counts_or_solves_without_them() {
    let wide = || crate::CountError::Wide { words: 9, limit: 8 };
    assert!(wide().to_string().contains("`spielbaum count --method symbolic`"));
    let solved = crate::RetrogradeError::from(wide()).to_string();
    assert!(solved.contains("`spielbaum solve --method search`") && !solved.contains("count"), "{solved}");
}

#[test]
fn of_choices_made_at_the_same_time_a_role_is_sure_of_what_no_answer_takes_away() {
    let game = rules("rock-paper-scissors");
    let solution = solve(&game).solution(&game.initial()).unwrap();
    let sure: Vec<_> = solution.bounds.iter().map(|bounds| bounds.at_least).collect();
    assert!(sure.iter().all(|sure| sure.is_some_and(|sure| sure < 50)), "{sure:?}");
    assert_eq!(solution.end, LineEnd::Open);
    let mixed = crate::MixedSolution::of(&game, &game.initial(), &Limits::default()).unwrap();
    assert!(mixed.values.iter().all(|value| (value - 50.0).abs() < 1e-6), "{mixed:?}");
    for mixture in mixed.mixtures {
        assert_eq!(mixture.len(), 3);
        assert!(mixture.iter().all(|(_, share)| (share - 1.0 / 3.0).abs() < 1e-6));
    }
}

#[test]
fn mixed_values_are_those_of_turns_where_roles_take_turns() {
    let game = rules("tictactoe");
    let mixed = crate::MixedSolution::of(&game, &game.initial(), &Limits::default()).unwrap();
    assert_eq!(mixed.values, [50.0, 50.0]);
    let dilemma = rules("prisoners-dilemma");
    let refused = crate::MixedSolution::of(&dilemma, &dilemma.initial(), &Limits::default());
    assert!(matches!(refused, Err(crate::MixedError::Unopposed)));
    let circle = Graph(vec![(0, vec![1], 0), (1, vec![0], 0)]);
    let endless = crate::MixedSolution::of(&circle, &0, &Limits::default());
    assert!(matches!(endless, Err(crate::MixedError::Endless)));
}

#[test]
fn a_file_of_values_plays_perfectly_and_other_rules_refuse_it() {
    let (game, other) = (rules("tictactoe"), rules("nim"));
    let solved = solve(&game);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tictactoe.solved");
    solved.save(&path).unwrap();
    let read = search::Tablebase::read(&path).unwrap();
    assert_eq!(read.states(), 5_478);
    let spec: search::Spec = format!("solved({})", path.display()).parse().unwrap();
    let mut strategy = spec.clone().read_files().unwrap().build();
    let mut rng = <search::SearchRng as rand::SeedableRng>::seed_from_u64(0);
    // Play of both from every opening ends as the table says.
    let mut state = game.initial();
    while !game.terminal(&state) {
        let value = solved.guarantees(&state).unwrap()[0].unwrap().value;
        assert_eq!(value, 50);
        let choices = Choices::of(&game, &state);
        let game::Mover::One(role) = choices.mover() else { break };
        let decision = strategy.choose(search::Request::new(&game, &state, role, &mut rng)).unwrap();
        assert_eq!((decision.value, decision.proven), (Some(50.0), true));
        assert_eq!(decision.moves.len(), choices.of_role(role).len());
        state = game.next(&state, &choices.joint_with(role, decision.mov));
    }
    let start = other.initial();
    let request = search::Request::new(&other, &start, 0, &mut rng);
    let error = spec.clone().read_files().unwrap().build().choose(request).unwrap_err().to_string();
    assert!(error.contains("other rules"), "{error}");
    let whole = std::fs::read(&path).unwrap();
    for length in (0..whole.len()).step_by(97) {
        std::fs::write(&path, &whole[..length]).unwrap();
        assert!(search::Tablebase::read(&path).is_err(), "{length} of {} bytes", whole.len());
    }
    std::fs::write(&path, "[]").unwrap();
    let error = spec.read_files().unwrap_err().to_string();
    assert!(error.contains("no tablebase"), "{error}");
}

#[test]
fn a_file_that_cannot_be_written_is_told_before_the_work_begins() {
    let game = rules("nim");
    let folder = tempfile::tempdir().unwrap();
    for path in [folder.path().join("nowhere").join("nim.solved"), folder.path().to_owned()] {
        let files = crate::Files { values: Some(&path), checkpoint: None };
        let at_work = |_| panic!("the work has begun");
        let method = crate::Method::Auto;
        let solved = crate::solve(&game, &game.initial(), method, &Limits::default(), files, &at_work);
        assert!(matches!(solved, Err(crate::SolveError::File(_))), "{}", path.display());
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "no file is left");
}

#[test]
fn what_is_too_wide_to_enumerate_is_searched() {
    let numbers: String = (0..600).map(|number| format!("(light {number}) (init (on {number}))")).collect();
    let text = format!(
        "(role a) (role b) {numbers} (<= (legal a (off ?n)) (light ?n)) (legal b wait)
        (<= (next (on ?n)) (true (on ?n)) (not (does a (off ?n)))) (next done) (<= terminal (true done))
        (<= (goal a 100) (not (true (on 7)))) (<= (goal a 0) (true (on 7))) (<= (goal b 100) (true (on 7))) (<= (goal b 0) (not (true (on 7))))"
    );
    let game = Rules::new(&gdl::Rulesheet::parse("lights", text.as_bytes()).unwrap()).unwrap();
    let solve = |method| {
        crate::solve(&game, &game.initial(), method, &Limits::default(), crate::Files::default(), &|_| ())
    };
    let found = solve(crate::Method::Auto).unwrap();
    assert_eq!((found.method, found.cut), (crate::Method::Search, None));
    assert_eq!(found.solution.bounds[0].value(), Some(100));
    let refused = solve(crate::Method::Retrograde).unwrap_err().to_string();
    assert!(refused.contains("--method search"), "{refused}");
}

#[test]
fn of_three_roles_a_search_proves_what_one_is_sure_of_and_no_more() {
    let tree = game::Tree::from_brackets("((1/2/3 6/1/2) (5/9/0 4/0/9))").unwrap();
    let start = tree.initial();
    let files = crate::Files::default();
    let found =
        crate::solve(&tree, &start, crate::Method::Search, &Limits::default(), files, &|_| ()).unwrap();
    // Whoever moves after the second move, role 0 gets 4; it would get 5 where the other played for itself.
    let bounds = &found.solution.bounds[0];
    assert_eq!((bounds.at_least, bounds.at_most, found.cut), (Some(4), None, None));
    assert!(found.solution.moves.iter().all(|mov| mov.bounds.at_most.is_none()));
}

#[test]
fn the_solver_for_connect_four_takes_its_rules_and_no_others() {
    let limits = Limits::default();
    let (game, other) = (rules("connect-four"), rules("tictactoe"));
    let name = |column: usize| vec![format!("(drop {column})")];
    // All but the last three columns are full.
    let filled = [1, 2, 1, 2, 1, 2, 2, 1, 2, 1, 2, 1, 3, 4, 3, 4, 3, 4, 4, 3, 4, 3, 4, 3].map(name);
    let course = game::Course::through(&game, &filled).unwrap();
    let state = course.end();
    let found = crate::connect_four(&game, state, &limits).unwrap().solution;
    let expected = Retrograde::of(&game, state, &limits, &|_| ()).unwrap().solution(state).unwrap();
    assert_eq!(found.bounds, expected.bounds);
    assert_eq!(found.moves, expected.moves);
    let refused = crate::connect_four(&other, &other.initial(), &limits).unwrap_err().to_string();
    assert!(refused.contains("Connect Four"), "{refused}");
}
