use std::collections::BTreeSet;

use super::cuts::Cuts;
use super::diagram::Diagram;
use super::maxn::MaxN;
use super::minimax::Minimax;
use super::record::Record;
use super::shape::Shape;
use super::windows::Windows;
use crate::seeded_rng::SeededRng;
use crate::task::Task;
use crate::{Answer, Answers, Bound, Material, Mistake, Payoffs, Reason, Verdict};

fn uniform(width: usize, depth: u32) -> Shape {
    match depth {
        0 => Shape::Leaf,
        _ => Shape::Inner((0..width).map(|_| uniform(width, depth - 1)).collect()),
    }
}

fn diagram(shape: &Shape, leaves: &[i32]) -> Diagram {
    let mut leaves = leaves.iter();
    Diagram::new(shape, 2, |depth| depth % 2, || vec![*leaves.next().expect("a value for each leaf")])
}

/// The lecture's `((3 12 8) (2 4 6) (14 5 2))`: the nodes are 0; 1, 2 to 4; 5, 6 to 8; 9, 10 to 12.
fn lecture() -> Diagram {
    diagram(&uniform(3, 2), &[3, 12, 8, 2, 4, 6, 14, 5, 2])
}

fn answered(id: &str, answer: Answer) -> Answers {
    Answers::from([(id.to_owned(), answer)])
}

#[test]
fn minimax_of_the_lecture() {
    let task = Minimax::of(lecture());
    let blanks: Vec<String> = task.blanks().into_iter().map(|blank| blank.id).collect();
    assert_eq!(blanks, ["n0", "n1", "n5", "n9"]);
    assert_eq!([0, 1, 2, 3].map(|blank| task.answer(blank)), [3.0, 3.0, 2.0, 2.0].map(Answer::Number));
    let reason = task.reason(0, &Answer::Number(0.0));
    assert_eq!(reason, Reason::MaxOf { children: vec![3, 2, 2], value: 3 });
    let reason = task.reason(1, &Answer::Number(0.0));
    assert_eq!(reason, Reason::MinOf { children: vec![3, 12, 8], value: 3 });
}

#[test]
fn a_common_mistake_is_recognised() {
    let task = Minimax::of(lecture());
    let mistake = |blank, number, answers: &Answers| task.mistake(blank, &Answer::Number(number), answers);
    assert_eq!(mistake(1, 12.0, &Answers::new()), Some(Mistake::OtherSide));
    assert_eq!(mistake(0, 12.0, &answered("n1", Answer::Number(12.0))), Some(Mistake::FollowsFromBelow));
    assert_eq!(mistake(0, 5.0, &Answers::new()), None);
    assert_eq!(mistake(0, f64::NAN, &answered("n1", Answer::Number(f64::NAN))), None);
}

#[test]
fn cuts_of_the_lecture() {
    let task = Cuts::of(lecture());
    assert_eq!(task.answer(0), Answer::Branches(vec![7, 8]));
    let blank = &task.blanks()[0];
    let marks = task.marks(0, blank, &answered("cuts", Answer::Branches(vec![8, 11, 99])));
    let given: Vec<_> = marks.iter().map(|mark| (mark.at, mark.verdict)).collect();
    let (missing, right, wrong) = (Verdict::Missing, Verdict::Right, Verdict::Wrong);
    assert_eq!(given, [(Some(7), missing), (Some(8), right), (Some(11), wrong), (None, wrong)]);
    let bound = Bound { value: Some(3), from: Some(0) };
    assert_eq!(marks[0].reason, Some(Reason::Cut { at: 5, value: 2, bound }));
    assert_eq!(marks[2].reason, Some(Reason::NotCut { at: 9, alpha: Some(3), beta: Some(14) }));
    assert_eq!(marks[3].reason, Some(Reason::NoBranch));
}

#[test]
fn a_tree_in_the_best_order_shows_eleven_of_its_leaves() {
    let leaves: Vec<i32> =
        vec![10, 9, 8, 11, 10, 9, 12, 11, 10, 9, 8, 7, 10, 9, 8, 11, 10, 9, 8, 7, 6, 9, 8, 7, 10, 9, 8];
    let diagram = diagram(&uniform(3, 3), &leaves);
    let record = Record::of_alpha_beta(&diagram);
    let seen = (0..diagram.nodes.len()).filter(|&node| !diagram.is_inner(node) && record.entered(node));
    // b^ceil(d/2) + b^floor(d/2) - 1.
    assert_eq!(seen.count(), 9 + 3 - 1);
}

#[test]
fn branches_below_a_cut_branch_get_no_mark() {
    let shape = uniform(2, 3);
    // Max, min, max: the second child of the root comes to 1 at most, and its second child (12, with 13 and 14 below) is cut.
    let task = Cuts::of(diagram(&shape, &[5, 4, 8, 9, 1, 0, 7, 6]));
    let Answer::Branches(cut) = task.answer(0) else { panic!("branches are asked for") };
    let inner = *cut.iter().find(|&&node| node == 12).expect("the subtree is cut");
    let blank = &task.blanks()[0];
    let marks = task.marks(0, blank, &answered("cuts", Answer::Branches([cut, vec![13, 14]].concat())));
    assert!(marks.iter().all(|mark| mark.verdict == Verdict::Right));
    assert!(marks.iter().any(|mark| mark.at == Some(inner)));
}

/// Alpha-beta as it stands in textbooks, to check what is made of the engine's record.
struct Textbook<'d> {
    diagram: &'d Diagram,
    windows: Vec<Option<(i32, i32)>>,
    cut: BTreeSet<usize>,
}

impl Textbook<'_> {
    fn value(&mut self, node: usize, mut alpha: i32, mut beta: i32) -> i32 {
        self.windows[node] = Some((alpha, beta));
        if let [value] = self.diagram.nodes[node].payoffs[..] {
            return value;
        }
        let (children, max) = (self.diagram.children(node), self.diagram.is_max(node));
        for (place, &child) in children.iter().enumerate() {
            let value = self.value(child, alpha, beta);
            if max {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if alpha >= beta {
                self.cut.extend(&children[place + 1..]);
                break;
            }
        }
        if max { alpha } else { beta }
    }
}

#[test]
fn windows_and_cuts_are_those_of_the_textbook() {
    for level in 1..=5 {
        for number in 0..200 {
            let diagram = Diagram::random(level, &mut SeededRng::of(&[u64::from(level), number]));
            let count = diagram.nodes.len();
            let mut book = Textbook { diagram: &diagram, windows: vec![None; count], cut: BTreeSet::new() };
            book.value(0, -Diagram::BEYOND, Diagram::BEYOND);
            let record = Record::of_alpha_beta(&diagram);
            let end = |end: i32| (end.abs() < Diagram::BEYOND).then_some(end);
            for node in 0..count {
                assert_eq!(record.entered(node), book.windows[node].is_some());
                if let Some((alpha, beta)) = book.windows[node] {
                    assert_eq!(record.window(node), (end(alpha), end(beta)), "{level} {number} {node}");
                }
            }
            let cut = diagram.inner().into_iter().flat_map(|node| record.cut(&diagram, node));
            assert_eq!(cut.collect::<BTreeSet<_>>(), book.cut, "{level} {number}");
        }
    }
}

#[test]
fn a_bound_comes_from_the_node_whose_value_it_is() {
    for number in 0..100 {
        let rng = &mut SeededRng::of(&[number]);
        let task = Cuts::random(5, rng);
        let Answer::Branches(cut) = task.answer(0) else { panic!("branches are asked for") };
        let marks = task.marks(0, &task.blanks()[0], &answered("cuts", Answer::Branches(cut)));
        let Material::Tree { nodes, .. } = task.material() else { panic!("a tree is given") };
        for mark in marks {
            let Some(Reason::Cut { at, value, bound }) = mark.reason else { panic!("{mark:?}") };
            let (bound, from) = (bound.value.expect("finite"), bound.from.expect("of a node"));
            let max = nodes[at].mover == Some(0);
            assert_ne!(nodes[from].mover, nodes[at].mover);
            assert!(if max { value >= bound } else { value <= bound });
        }
    }
}

#[test]
fn every_level_has_the_cuts_and_windows_it_promises() {
    for number in 0..40 {
        for level in 1..=5 {
            let task = Cuts::random(level, &mut SeededRng::of(&[number]));
            let Answer::Branches(cut) = task.answer(0) else { panic!("branches are asked for") };
            assert!(cut.len() >= [1, 1, 2, 2, 3][usize::from(level) - 1]);
            let task = Windows::random(level, &mut SeededRng::of(&[number]));
            let finite = |blank| match task.answer(blank) {
                Answer::Window { alpha, beta } => alpha.iter().count() + beta.iter().count(),
                other => panic!("{other:?}"),
            };
            let most = (0..task.blanks().len()).map(finite).max();
            assert!(most >= Some(if level < 3 { 1 } else { 2 }));
        }
    }
}

#[test]
fn every_player_takes_its_own_best() {
    for number in 0..40 {
        for level in 1..=5 {
            let task = MaxN::random(level, &mut SeededRng::of(&[number]));
            for (blank, shown) in task.blanks().iter().enumerate() {
                let Answer::Vector(value) = task.answer(blank) else { panic!("vectors are asked for") };
                let reason = task.reason(blank, &task.answer(blank));
                let Reason::OwnBest { player, children, taken } = reason else { panic!("{shown:?}") };
                let Payoffs(best) = &children[taken];
                assert_eq!(best.iter().map(|&payoff| f64::from(payoff)).collect::<Vec<_>>(), value);
                let others = children.iter().enumerate().filter(|(child, _)| *child != taken);
                assert!(others.into_iter().all(|(_, Payoffs(other))| other[player] < best[player]));
            }
        }
    }
}
