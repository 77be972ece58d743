//! The second searches of principal variation search.

use super::*;

fn exercise(text: &str) -> Exercise {
    Exercise::of_tree(ExerciseKind::Pvs, &own(text)).unwrap()
}

fn again(exercise: &Exercise) -> Vec<usize> {
    match &exercise.solution().answers["cuts"] {
        Answer::Branches(again) => again.clone(),
        other => panic!("{other:?}"),
    }
}

/// Why a branch is searched again or not.
fn why(exercise: &Exercise, node: usize) -> Reason {
    let marks = exercise.mark(&answered("cuts", Answer::Branches(vec![node]))).marks;
    marks.into_iter().find(|mark| mark.at == Some(node)).and_then(|mark| mark.reason).unwrap()
}

fn once(at: usize, why: Once) -> Reason {
    Reason::SearchedOnce { at, why, asked: None, value: None }
}

fn asked(at: usize, why: Once, asked: i32, value: i32) -> Reason {
    Reason::SearchedOnce { at, why, asked: Some(asked.into()), value: Some(value.into()) }
}

#[test]
fn what_a_null_window_shows_to_be_better_is_searched_again() {
    // A 0; B 1 with 2 and 3; C 4 with 5 and 6; D 7 with 8 and 9; E 10 with 11 and 12.
    let exercise = exercise("((3 5) (6 7) (2 9) (8 20))");
    assert_eq!(again(&exercise), [4, 10]);
    assert_eq!(exercise.hint("cuts"), Some(Hint::Cuts { count: 2, first_below: Some(0) }));
    // Max has 3 by B, then 6 by C.
    assert_eq!(why(&exercise, 4), Reason::SearchedAgain { at: 0, asked: 3.into(), value: 6.into() });
    assert_eq!(why(&exercise, 10), Reason::SearchedAgain { at: 0, asked: 6.into(), value: 8.into() });
    assert_eq!(why(&exercise, 1), once(0, Once::First));
    assert_eq!(why(&exercise, 7), asked(0, Once::NoBetter, 6, 2));
    assert_eq!(why(&exercise, 8), once(7, Once::NullWindow));
    assert_eq!(why(&exercise, 9), once(7, Once::Skipped));
    // In B min has 3, and 5 is no better for it.
    assert_eq!(why(&exercise, 3), asked(1, Once::NoBetter, 3, 5));
}

#[test]
fn a_leaf_needs_no_second_search() {
    // A 0; B 1 with 2 to 4; the leaf 5. Min has 5 at B, and the leaf 3 is better; max then has 3, and the
    // leaf 9 is better.
    let exercise = exercise("((5 3 9) 9)");
    assert_eq!(why(&exercise, 3), asked(1, Once::Leaf, 5, 3));
    assert_eq!(why(&exercise, 5), asked(0, Once::Leaf, 3, 9));
    assert_eq!(again(&exercise), Vec::<usize>::new());
    assert_eq!(exercise.hint("cuts"), Some(Hint::Cuts { count: 0, first_below: None }));
}

#[test]
fn beyond_the_other_end_of_the_window_the_rest_is_cut() {
    // A 0; the leaf 1; B 2 with C 3 and the leaf 9; C with D 4 and the leaf 8; D with 5 to 7. B is searched
    // again with alpha 5.
    let exercise = exercise("(5 (((30 3 9) 40) 35))");
    assert_eq!(again(&exercise), [2]);
    // Min has 30 at D by then. With 3 it cannot be above alpha.
    assert_eq!(why(&exercise, 6), asked(4, Once::Cutoff, 30, 3));
    assert_eq!(why(&exercise, 7), once(4, Once::Skipped));
    assert_eq!(why(&exercise, 3), once(2, Once::First));
}

#[test]
fn branches_below_one_that_is_searched_again_are_asked_for_too() {
    let exercise = Exercise::new(ExerciseKind::Pvs, 5, 1, 0).unwrap();
    let right = again(&exercise);
    let marks = exercise.mark(&answered("cuts", Answer::Branches(vec![right[0], 0]))).marks;
    let of = |verdict| marks.iter().filter(|mark| mark.verdict == verdict).count();
    assert_eq!((of(Verdict::Right), of(Verdict::Missing), of(Verdict::Wrong)), (1, right.len() - 1, 1));
    assert_eq!(marks.last().unwrap().reason, Some(Reason::NoBranch));
}

/// Principal variation search as it stands in textbooks, with whole numbers, from the sheet alone.
struct Textbook<'s> {
    nodes: &'s [TreeNode],
    again: BTreeSet<usize>,
}

impl Textbook<'_> {
    fn search(&mut self, node: usize, alpha: f64, beta: f64) -> f64 {
        let Some(mover) = self.nodes[node].mover else { return self.nodes[node].payoffs[0].0 };
        let children = (0..self.nodes.len()).filter(|&child| self.nodes[child].parent == Some(node));
        let (mut low, mut high) = (alpha, beta);
        let mut best = if mover == 0 { f64::NEG_INFINITY } else { f64::INFINITY };
        for (place, child) in children.collect::<Vec<_>>().into_iter().enumerate() {
            let mut value = match (place, mover) {
                (0, _) => self.search(child, low, high),
                (_, 0) => self.search(child, low, low + 1.0),
                _ => self.search(child, high - 1.0, high),
            };
            if place > 0 && self.nodes[child].mover.is_some() && low < value && value < high {
                self.again.insert(child);
                value = self.search(child, low, high);
            }
            if mover == 0 {
                best = best.max(value);
                low = low.max(best);
            } else {
                best = best.min(value);
                high = high.min(best);
            }
            if low >= high {
                break;
            }
        }
        best
    }
}

#[test]
fn every_level_has_the_second_searches_of_the_textbook() {
    for level in 1..=Exercise::LEVELS {
        for number in 0..60 {
            let name = format!("level {level}, number {number}");
            let exercise = Exercise::new(ExerciseKind::Pvs, level, 4, number).unwrap();
            let Material::Tree { nodes, .. } = exercise.sheet().material else { panic!("{name}") };
            let mut book = Textbook { nodes: &nodes, again: BTreeSet::new() };
            book.search(0, f64::NEG_INFINITY, f64::INFINITY);
            assert_eq!(again(&exercise), book.again.iter().copied().collect::<Vec<_>>(), "{name}");
            assert!(book.again.len() >= [1, 1, 2, 2, 3][usize::from(level) - 1], "{name}");
            for node in 1..nodes.len() {
                let max = nodes[nodes[node].parent.unwrap()].mover == Some(0);
                match why(&exercise, node) {
                    Reason::SearchedAgain { asked, value, .. } => {
                        assert!(book.again.contains(&node), "{name}, {node}");
                        assert!(if max { value > asked } else { value < asked }, "{name}, {node}");
                    }
                    Reason::SearchedOnce { why, asked, value, .. } => {
                        assert!(!book.again.contains(&node), "{name}, {node}");
                        let worse = |(value, asked)| if max { value <= asked } else { value >= asked };
                        let is_worse = value.zip(asked).map(worse);
                        assert_eq!(is_worse == Some(true), why == Once::NoBetter, "{name}, {node}");
                    }
                    other => panic!("{name}: {other:?}"),
                }
            }
        }
    }
}
