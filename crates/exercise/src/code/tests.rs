use std::collections::BTreeSet;

use game::{Game, NodeIndex, Tree};
use proptest::prelude::*;

use super::language::Function;
use super::machine::{C, Machine};
use super::trials::Trials;
use super::{Algorithm, Line, Outcome, Stop};
use crate::{Answer, Answers, Exercise, ExerciseKind, Material, Reason, Verdict};

const KINDS: [ExerciseKind; 3] = [ExerciseKind::CodeGaps, ExerciseKind::CodeOrder, ExerciseKind::CodeFault];

/// The right program with another text in one line.
fn with(algorithm: Algorithm, line: usize, text: &'static str) -> Vec<Line> {
    let mut lines = algorithm.lines();
    lines[line].1 = text;
    lines
}

#[test]
fn every_mistake_goes_wrong_on_some_tree() {
    let mut harmless = Vec::new();
    for algorithm in Algorithm::ALL {
        let trials = Trials::of(algorithm);
        assert_eq!(trials.failure(&algorithm.lines()), None, "{algorithm:?}");
        for (line, shown) in algorithm.program().iter().enumerate() {
            let different: BTreeSet<&str> = shown.mistakes.iter().copied().chain([shown.text]).collect();
            assert_eq!(different.len(), shown.mistakes.len() + 1, "{shown:?}");
            for mistake in shown.mistakes {
                let Some(failure) = trials.failure(&with(algorithm, line, mistake)) else {
                    harmless.push(format!("{algorithm:?}, line {line}: {mistake}"));
                    continue;
                };
                let misplaced =
                    matches!(failure.found, Outcome::Stopped { why: Stop::Misplaced | Stop::NoBody, .. });
                assert!(!misplaced, "{mistake} is no line of the language");
            }
        }
    }
    assert_eq!(harmless, Vec::<String>::new());
}

#[test]
fn every_wrong_choice_of_every_exercise_goes_wrong_on_a_tree() {
    for kind in [ExerciseKind::CodeGaps, ExerciseKind::CodeFault] {
        for level in 1..=Exercise::LEVELS {
            for number in 0..12 {
                let exercise = Exercise::new(kind, level, 5, number).unwrap();
                let solution = exercise.solution().answers;
                for blank in exercise.sheet().blanks {
                    let crate::AnswerKind::Choice { count } = blank.takes else { panic!("{blank:?}") };
                    for choice in
                        (0..count).map(Answer::Choice).filter(|choice| *choice != solution[&blank.id])
                    {
                        let mut answers = solution.clone();
                        answers.insert(blank.id.clone(), choice.clone());
                        let marking = exercise.mark(&answers);
                        assert!(!marking.all_right(), "{kind} {level} {number} {blank:?} {choice:?}");
                        let mut wrong = marking.marks.iter().filter(|mark| mark.verdict == Verdict::Wrong);
                        let fails = |reason: &Option<Reason>| {
                            matches!(reason, Some(Reason::OtherResult { .. } | Reason::StillFails { .. }))
                        };
                        assert!(wrong.all(|mark| fails(&mark.reason)), "{marking:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_line_that_does_the_same_is_right() {
    let trials = Trials::of(Algorithm::AlphaBeta);
    for (line, text) in [
        (8, "alpha = max(alpha, v)"),
        (9, "if best >= beta:"),
        (10, "return best"),
        (16, "beta = min(v, beta)"),
    ] {
        assert_eq!(trials.failure(&with(Algorithm::AlphaBeta, line, text)), None, "{text}");
    }
    let mut lines = Algorithm::Uct.lines();
    lines.swap(17, 18);
    assert_eq!(Trials::of(Algorithm::Uct).failure(&lines), None, "the order of two updates does not matter");
}

#[test]
fn a_program_that_never_cuts_is_told_by_its_leaves() {
    let failure =
        Trials::of(Algorithm::AlphaBeta).failure(&with(Algorithm::AlphaBeta, 8, "alpha = min(alpha, best)"));
    let failure = failure.unwrap();
    let (Outcome::Search { value, leaves, cut }, Outcome::Search { value: same, leaves: more, cut: fewer }) =
        (&failure.expected, &failure.found)
    else {
        panic!("{failure:?}");
    };
    assert_eq!(value, same);
    assert!(leaves.len() < more.len() && cut > fewer, "{failure:?}");
}

#[test]
fn a_program_that_never_ends_is_stopped() {
    let trials = Trials::of(Algorithm::Minimax);
    let failure = trials.failure(&with(Algorithm::Minimax, 6, "v = minimax(node)")).unwrap();
    assert_eq!(failure.found, Outcome::Stopped { line: 6, why: Stop::Endless });
}

#[test]
fn any_order_of_any_lines_ends() {
    for algorithm in Algorithm::ALL {
        let trials = Trials::of(algorithm);
        let mut rng = crate::seeded_rng::SeededRng::of(&[3]);
        for _ in 0..300 {
            let mut lines = algorithm.lines();
            rng.shuffle(&mut lines[1..]);
            let _ = trials.failure(&lines);
        }
    }
}

#[test]
fn an_answer_that_is_no_order_or_no_line_is_refused_with_what_was_to_choose_from() {
    let mark = |kind, id: &str, answer| {
        let exercise = Exercise::new(kind, 2, 1, 0).unwrap();
        let marking = exercise.mark(&Answers::from([(id.to_owned(), answer)]));
        marking.marks.into_iter().find(|mark| mark.blank == id).unwrap()
    };
    let order = Exercise::new(ExerciseKind::CodeOrder, 2, 1, 0).unwrap().solution().answers["order"].clone();
    let Answer::Order(order) = order else { panic!("{order:?}") };
    let twice = [&order[..1], &order[..order.len() - 1]].concat();
    for wrong in [Vec::new(), vec![0], vec![usize::MAX; order.len()], twice] {
        let mark = mark(ExerciseKind::CodeOrder, "order", Answer::Order(wrong));
        assert!(matches!(mark.reason, Some(Reason::NotEveryLine { count: 5, .. })), "{mark:?}");
    }
    for (kind, id) in [
        (ExerciseKind::CodeGaps, "g0"),
        (ExerciseKind::CodeFault, "line"),
        (ExerciseKind::CodeFault, "replacement"),
    ] {
        let refused = mark(kind, id, Answer::Choice(99));
        assert_eq!(
            (refused.verdict, matches!(refused.reason, Some(Reason::NoLine { .. }))),
            (Verdict::Wrong, true)
        );
        assert_eq!(mark(kind, id, Answer::Number(1.0)).reason, Some(Reason::OtherKind));
    }
}

#[test]
fn the_same_seed_gives_the_same_lines_and_another_seed_others() {
    for kind in KINDS {
        for level in 1..=Exercise::LEVELS {
            let material = |seed| Exercise::new(kind, level, seed, 0).unwrap().sheet().material;
            assert_eq!(material(8), material(8));
            let different: BTreeSet<String> = (0..10).map(|seed| format!("{:?}", material(seed))).collect();
            assert!(different.len() > 5, "{kind} {level}");
        }
    }
}

#[test]
fn every_algorithm_is_asked_for_at_some_level() {
    let algorithm = |level, number| match Exercise::new(ExerciseKind::CodeGaps, level, 0, number)
        .unwrap()
        .sheet()
        .material
    {
        Material::Code { algorithm, .. } => format!("{algorithm:?}"),
        other => panic!("{other:?}"),
    };
    let asked: BTreeSet<String> =
        (1..=Exercise::LEVELS).flat_map(|level| (0..8).map(move |number| algorithm(level, number))).collect();
    assert_eq!(asked, Algorithm::ALL.map(|algorithm| format!("{algorithm:?}")).into());
}

#[test]
fn lines_that_are_wrong_only_together_are_wrong() {
    // Found by trying all pairs of choices: those whose program fails get a wrong mark, and the others none.
    for number in 0..10 {
        let exercise = Exercise::new(ExerciseKind::CodeGaps, 1, 9, number).unwrap();
        for (one, other) in (0..4).flat_map(|one| (0..4).map(move |other| (one, other))) {
            let choice = |choice| Answer::Choice(choice);
            let answers = Answers::from([("g0".to_owned(), choice(one)), ("g1".to_owned(), choice(other))]);
            let marking = exercise.mark(&answers);
            let same =
                marking.marks.iter().all(|mark| matches!(mark.reason, Some(Reason::SameResults { .. })));
            assert_eq!(marking.all_right(), same, "{marking:?}");
        }
    }
}

/// A reference, written from the textbook definition and without the programs.
fn minimax(tree: &Tree, node: NodeIndex) -> f64 {
    let children = tree.children(node).iter().map(|&child| minimax(tree, child));
    match tree.mover(node) {
        None => tree.payoffs(node)[0].into(),
        Some(0) => children.fold(f64::NEG_INFINITY, f64::max),
        Some(_) => children.fold(f64::INFINITY, f64::min),
    }
}

/// The leaves that alpha-beta looks at, by Knuth and Moore's definition: a node is entered with the bounds of
/// its ancestors, and left as soon as its value reaches the bound of the other player.
fn alpha_beta(tree: &Tree, node: NodeIndex, max: f64, min: f64, leaves: &mut Vec<NodeIndex>) -> f64 {
    let Some(mover) = tree.mover(node) else {
        leaves.push(node);
        return tree.payoffs(node)[0].into();
    };
    let (mut sure_of_max, mut sure_of_min) = (max, min);
    for &child in tree.children(node) {
        if sure_of_max >= sure_of_min {
            break;
        }
        let value = alpha_beta(tree, child, sure_of_max, sure_of_min, leaves);
        if mover == 0 { sure_of_max = sure_of_max.max(value) } else { sure_of_min = sure_of_min.min(value) }
    }
    if mover == 0 { sure_of_max } else { sure_of_min }
}

/// One simulation of UCT without recursion: down by UCB1, a playout at the first node without visits, up
/// along the way.
fn simulate(tree: &Tree, visits: &mut [f64], sums: &mut [f64], playout: &mut impl FnMut() -> f64) {
    let mut way = vec![tree.initial()];
    let paid = loop {
        let node = *way.last().unwrap();
        let Some(mover) = tree.mover(node) else { break tree.payoffs(node)[0].into() };
        if visits[node.index()] == 0.0 {
            break playout();
        }
        let side = if mover == 0 { 1.0 } else { -1.0 };
        let worth = |child: &NodeIndex| {
            let (n, sum) = (visits[child.index()], sums[child.index()]);
            if n == 0.0 {
                f64::INFINITY
            } else {
                side * (sum / n) + C * (visits[node.index()].ln() / n).sqrt()
            }
        };
        let first_greatest =
            |best: NodeIndex, child: NodeIndex| if worth(&child) > worth(&best) { child } else { best };
        way.push(tree.children(node).iter().copied().reduce(first_greatest).unwrap());
    };
    for node in way {
        visits[node.index()] += 1.0;
        sums[node.index()] += paid;
    }
}

/// Trees of up to four plies in which max and min move by turns, either of them first.
fn trees() -> impl Strategy<Value = Tree> {
    let leaf = (-6..=6_i32).prop_map(|value| value.to_string());
    let inner = leaf.prop_recursive(3, 40, 4, |below| {
        prop::collection::vec(below, 1..=4).prop_map(|children| format!("({})", children.join(" ")))
    });
    (prop::collection::vec(inner, 1..=4), any::<bool>()).prop_map(|(children, min)| {
        let text = format!("({}{})", if min { "min " } else { "" }, children.join(" "));
        Tree::from_brackets(&text).unwrap()
    })
}

proptest! {
    #[test]
    fn the_right_programs_do_what_the_textbook_says(tree in trees(), playouts in prop::collection::vec(0..=100_u32, 1..10)) {
        let playouts: Vec<f64> = playouts.into_iter().map(f64::from).collect();
        let root = tree.initial();
        let value = minimax(&tree, root);
        let sign = if tree.mover(root) == Some(1) { -1.0 } else { 1.0 };
        let mut leaves = Vec::new();
        prop_assert_eq!(alpha_beta(&tree, root, f64::NEG_INFINITY, f64::INFINITY, &mut leaves), value);
        for algorithm in Algorithm::ALL {
            let function = Function::read(&algorithm.lines()).unwrap();
            let mut machine = Machine::new(&function, &tree, &playouts);
            match algorithm {
                Algorithm::Minimax => prop_assert_eq!(machine.run(), Ok(value)),
                Algorithm::Negamax => prop_assert_eq!(machine.run(), Ok(sign * value)),
                Algorithm::AlphaBeta | Algorithm::NegamaxAlphaBeta => {
                    let sign = if algorithm == Algorithm::AlphaBeta { 1.0 } else { sign };
                    prop_assert_eq!(machine.run(), Ok(sign * value));
                    prop_assert_eq!(&machine.looked_at, &leaves);
                }
                Algorithm::Uct => {
                    let (mut visits, mut sums) = (vec![0.0; tree.nodes()], vec![0.0; tree.nodes()]);
                    let mut paid = playouts.iter().copied().cycle();
                    for _ in 0..30 {
                        machine.run().unwrap();
                        simulate(&tree, &mut visits, &mut sums, &mut || paid.next().unwrap());
                        prop_assert_eq!((&machine.visits, &machine.total), (&visits, &sums));
                    }
                }
            }
        }
    }
}
