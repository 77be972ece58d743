//! Trees with chance nodes: expectiminimax values, and the cuts of Star1.

use super::*;

/// The nodes are A 0; B 1 with 2 and 3; C 4 with 5 and 6.
const LECTURE: &str = "((? 3 6) (?1/4|3/4 2 9))";

fn numbers(answers: &Answers) -> Vec<f64> {
    let number = |answer: &Answer| match answer {
        Answer::Number(number) => *number,
        other => panic!("{other:?}"),
    };
    answers.values().map(number).collect()
}

#[test]
fn a_chance_node_has_the_weighted_mean_of_its_children() {
    let exercise = Exercise::of_tree(ExerciseKind::Expectiminimax, &own(LECTURE)).unwrap();
    let Solution { answers, marks } = exercise.solution();
    assert_eq!(numbers(&answers), [7.25, 4.5, 7.25]);
    assert!(exercise.sheet().blanks.iter().all(|blank| blank.takes == AnswerKind::Fraction));
    let reason = Reason::Expectation {
        children: vec![2.into(), 9.into()],
        probabilities: ["1/4", "3/4"].map(str::to_owned).to_vec(),
        value: Figure(7.25),
    };
    assert_eq!(marks[2].reason, Some(reason));
    assert_eq!(
        marks[0].reason,
        Some(Reason::MaxOf { children: vec![Figure(4.5), Figure(7.25)], value: Figure(7.25) })
    );
    assert_eq!(
        exercise.hint("n0"),
        Some(Hint::Chooses { player: 0, children: vec![1, 4], first: vec![1, 4] })
    );
    assert_eq!(exercise.hint("n1"), Some(Hint::Averages { children: vec![2, 3], first: vec![] }));
}

#[test]
fn the_sheet_says_how_likely_outcomes_are() {
    let sheet = Exercise::of_tree(ExerciseKind::Expectiminimax, &own(LECTURE)).unwrap().sheet();
    let Material::Tree { players: 2, nodes, range: None, .. } = sheet.material else {
        panic!("a tree is given")
    };
    let probabilities: Vec<_> = nodes.iter().map(|node| node.probability.as_deref()).collect();
    assert_eq!(probabilities, [None, None, Some("1/2"), Some("1/2"), None, Some("1/4"), Some("3/4")]);
    let movers: Vec<_> = nodes.iter().map(|node| node.mover).collect();
    assert_eq!(movers, [Some(0), Some(2), None, None, Some(2), None, None]);
}

#[test]
fn common_mistakes_at_chance_nodes_are_recognised() {
    let exercise =
        Exercise::of_tree(ExerciseKind::Expectiminimax, &own("((?1/3|2/3 3 7) (?1/4|3/4 2 9))")).unwrap();
    let marked = |answers: &[(&str, f64)]| {
        let answers = answers.iter().map(|&(id, number)| (id.to_owned(), Answer::Number(number))).collect();
        let marking = exercise.mark(&answers);
        (marking.marks[1].verdict, marking.marks[1].mistake, marking.marks[0].mistake)
    };
    let of_first = |number| {
        let (verdict, mistake, _) = marked(&[("n1", number)]);
        (verdict, mistake)
    };
    assert_eq!(of_first(17.0 / 3.0), (Verdict::Right, None));
    let mistakes = [
        (7.0, Some(Mistake::ChosenAtChance)),
        (3.0, Some(Mistake::ChosenAtChance)),
        (5.0, Some(Mistake::Unweighted)),
        (5.67, Some(Mistake::Rounded)),
        (5.666_667, Some(Mistake::Rounded)),
        (6.0, None),
        (f64::NAN, None),
    ];
    for (number, mistake) in mistakes {
        assert_eq!(of_first(number), (Verdict::Wrong, mistake), "{number}");
    }
    let (_, _, above) = marked(&[("n0", 8.0), ("n1", 8.0)]);
    assert_eq!(above, Some(Mistake::FollowsFromBelow));
    let (_, _, above) = marked(&[("n0", 17.0 / 3.0)]);
    assert_eq!(above, Some(Mistake::OtherSide));
}

/// The value of a node, from the sheet alone.
fn expectiminimax(nodes: &[TreeNode], node: usize) -> f64 {
    let Some(mover) = nodes[node].mover else { return nodes[node].payoffs[0].0 };
    let children: Vec<usize> = (0..nodes.len()).filter(|&child| nodes[child].parent == Some(node)).collect();
    let values = children.iter().map(|&child| expectiminimax(nodes, child));
    match mover {
        0 => values.fold(f64::NEG_INFINITY, f64::max),
        1 => values.fold(f64::INFINITY, f64::min),
        _ => values.zip(&children).map(|(value, &child)| value * probability(&nodes[child])).sum(),
    }
}

fn probability(node: &TreeNode) -> f64 {
    let (part, whole) =
        node.probability.as_deref().and_then(|text| text.split_once('/')).expect("a fraction");
    part.parse::<f64>().unwrap() / whole.parse::<f64>().unwrap()
}

#[test]
fn every_level_has_the_values_of_expectiminimax() {
    for level in 1..=Exercise::LEVELS {
        for number in 0..60 {
            let exercise = Exercise::new(ExerciseKind::Expectiminimax, level, 3, number).unwrap();
            let Material::Tree { nodes, .. } = exercise.sheet().material else { panic!("a tree is given") };
            for (id, answer) in &exercise.solution().answers {
                let node: usize = id[1..].parse().unwrap();
                let Answer::Number(value) = answer else { panic!("{answer:?}") };
                assert!(
                    (value - expectiminimax(&nodes, node)).abs() < 1e-9,
                    "level {level}, number {number}, {id}"
                );
            }
        }
    }
}

/// Star1 as B. W. Ballard has it, from the sheet alone.
struct Star1<'s> {
    nodes: &'s [TreeNode],
    least: f64,
    greatest: f64,
    cut: Vec<usize>,
}

impl Star1<'_> {
    fn search(&mut self, node: usize, alpha: f64, beta: f64) -> f64 {
        let Some(mover) = self.nodes[node].mover else { return self.nodes[node].payoffs[0].0 };
        let children: Vec<usize> =
            (0..self.nodes.len()).filter(|&child| self.nodes[child].parent == Some(node)).collect();
        let (mut low, mut high) = (alpha, beta);
        let (mut sum, mut rest) = (0.0, 1.0);
        let mut value = 0.0;
        for (place, &child) in children.iter().enumerate() {
            if mover == 2 {
                let share = probability(&self.nodes[child]);
                rest -= share;
                let of_child = |end: f64, payoff: f64| (end - sum - rest * payoff) / share;
                sum += share * self.search(child, of_child(alpha, self.greatest), of_child(beta, self.least));
                let [least, greatest] = [self.least, self.greatest].map(|payoff| sum + rest * payoff);
                value = if greatest <= alpha { greatest } else { least };
                (low, high) = if greatest <= alpha || least >= beta { (1.0, 0.0) } else { (0.0, 1.0) };
            } else {
                let found = self.search(child, low, high);
                let first = place == 0;
                if mover == 0 {
                    value = if first { found } else { value.max(found) };
                    low = low.max(value);
                } else {
                    value = if first { found } else { value.min(found) };
                    high = high.min(value);
                }
            }
            if low >= high {
                self.cut.extend(&children[place + 1..]);
                break;
            }
        }
        value
    }
}

#[test]
fn every_level_has_the_cuts_of_star1() {
    let many = (1..=Exercise::LEVELS).flat_map(|level| (0..60).map(move |number| (level, 4, number)));
    // In the first trees of these a value is the end of a window which both a chance node and one above
    // it have.
    let ties = [(3, 0, 429), (4, 1, 91), (4, 1, 291), (5, 3, 542)];
    for (level, seed, number) in many.chain(ties) {
        let name = format!("level {level}, seed {seed}, number {number}");
        let exercise = Exercise::new(ExerciseKind::Star1Cuts, level, seed, number).unwrap();
        let Material::Tree { nodes, range: Some([least, greatest]), .. } = exercise.sheet().material else {
            panic!("{name}")
        };
        let payoffs = || nodes.iter().flat_map(|node| &node.payoffs);
        assert!(payoffs().all(|payoff| (least.0 + 1.0..=greatest.0 - 1.0).contains(&payoff.0)), "{name}");
        let mut star1 = Star1 { nodes: &nodes, least: least.0, greatest: greatest.0, cut: Vec::new() };
        star1.search(0, f64::NEG_INFINITY, f64::INFINITY);
        star1.cut.sort_unstable();
        let Solution { answers, marks } = exercise.solution();
        assert_eq!(answers["cuts"], Answer::Branches(star1.cut.clone()), "{name}");
        assert!(star1.cut.len() >= [1, 1, 2, 2, 3][usize::from(level) - 1], "{name}");
        let at_chance = |mark: &Mark| matches!(mark.reason, Some(Reason::ChanceCut { .. }));
        assert!(marks.iter().any(at_chance), "{name}");
        for mark in marks {
            bounds_agree(mark.reason.as_ref().expect("a reason"), [least, greatest], &name);
        }
    }
}

/// That the numbers of a reason prove the cut.
fn bounds_agree(reason: &Reason, [least, greatest]: [Figure; 2], name: &str) {
    match *reason {
        Reason::ChanceCut { alpha: true, rest, value, bound, .. } => {
            assert!(
                rest == greatest && bound.from.is_some() && Some(value) <= bound.value,
                "{name}: {reason:?}"
            );
        }
        Reason::ChanceCut { alpha: false, rest, value, bound, .. } => {
            assert!(
                rest == least && bound.from.is_some() && Some(value) >= bound.value,
                "{name}: {reason:?}"
            );
        }
        Reason::Cut { bound, .. } => {
            assert!(bound.from.is_some() && bound.value.is_some(), "{name}: {reason:?}");
        }
        ref other => panic!("{name}: {other:?}"),
    }
}

#[test]
fn the_rest_is_cut_as_soon_as_the_greatest_payoff_would_not_help() {
    // The nodes are A 0; B 1 with 2 and 3; C 4 with 5 and 6. A has 7 at B, and C gets 6 at most.
    let tree = Tree::from_json(
        r#"{"range": [0, 10], "root": [{"chance": [0.5, 0.5], "children": [6, 8]}, {"chance": [0.5, 0.5], "children": [2, 9]}]}"#,
    );
    let exercise = Exercise::of_tree(ExerciseKind::Star1Cuts, &tree.unwrap()).unwrap();
    let marked = |branches: Vec<usize>| exercise.mark(&answered("cuts", Answer::Branches(branches))).marks;
    let marks = marked(vec![2, 6]);
    let bound = Bound { value: Some(7.into()), from: Some(0) };
    let cut = Reason::ChanceCut { at: 4, alpha: true, rest: 10.into(), value: 6.into(), bound };
    assert_eq!(
        (marks[1].at, marks[1].verdict, marks[1].reason.clone()),
        (Some(6), Verdict::Right, Some(cut))
    );
    let (least, greatest) = (0.into(), 10.into());
    let not_cut = Reason::ChanceNotCut { at: 1, least, greatest, alpha: None, beta: None };
    assert_eq!(
        (marks[0].at, marks[0].verdict, marks[0].reason.clone()),
        (Some(2), Verdict::Wrong, Some(not_cut))
    );
    let marks = marked(vec![3, 6]);
    let not_cut =
        Reason::ChanceNotCut { at: 1, least: 3.into(), greatest: 8.into(), alpha: None, beta: None };
    assert_eq!(marks[0].reason, Some(not_cut));
}

#[test]
fn an_outcome_is_searched_with_the_window_in_which_it_matters() {
    // A has 7 at its first child. Its second, a chance node, needs more than 5 from its second outcome, in
    // which min has 3 at once.
    let tree = Tree::from_json(
        r#"{"range": [0, 10], "root": [7, {"label": "C", "chance": [0.5, 0.5], "children": [9, {"label": "D", "children": [3, 8]}]}]}"#,
    );
    let exercise = Exercise::of_tree(ExerciseKind::Star1Cuts, &tree.unwrap()).unwrap();
    let Solution { answers, marks } = exercise.solution();
    assert_eq!(answers["cuts"], Answer::Branches(vec![6]));
    let bound = Bound { value: Some(5.into()), from: Some(2) };
    assert_eq!(marks[0].reason, Some(Reason::Cut { at: 4, value: 3.into(), bound }));
}

#[test]
fn the_window_of_an_outcome_is_its_own_even_if_it_has_the_same_end() {
    // A has 8 at its first child. For that C needs 8 of its second outcome, too, in which min has 1 at once.
    let tree = Tree::from_json(
        r#"{"range": [0, 20], "root": [8, {"label": "C", "chance": ["1/2", "1/4", "1/4"], "children": [2, {"label": "D", "children": [1, 11]}, 14]}]}"#,
    );
    let Solution { answers, marks } =
        Exercise::of_tree(ExerciseKind::Star1Cuts, &tree.unwrap()).unwrap().solution();
    assert_eq!(answers["cuts"], Answer::Branches(vec![6, 7]));
    let bound = |from| Bound { value: Some(8.into()), from: Some(from) };
    assert_eq!(marks[0].reason, Some(Reason::Cut { at: 4, value: 1.into(), bound: bound(2) }));
    let cut = Reason::ChanceCut { at: 2, alpha: true, rest: 20.into(), value: Figure(6.25), bound: bound(0) };
    assert_eq!(marks[1].reason, Some(cut));
}

#[test]
fn what_rounding_would_decide_is_no_exercise() {
    // A has 7 at its first child, for which its second needs 5 of its last outcome: that is just what min has
    // there at first.
    let tied = r#"{"range": [0, 10], "root": [7, {"chance": [0.5, 0.5], "children": [9, [5, 8]]}]}"#;
    let refused = Exercise::of_tree(ExerciseKind::Star1Cuts, &Tree::from_json(tied).unwrap()).unwrap_err();
    assert!(refused.to_string().ends_with("change a payoff"), "{refused}");
    // The chance node is worth just what A has at its first child, so that the last branch is cut: by a sum
    // in floating point, which is a little more, it is not.
    let value = "(2800007 ((?0.1|0.9 1000007 3000007) 9000000))";
    assert_eq!(Exercise::of_tree(ExerciseKind::Star1Cuts, &own(value)).unwrap_err(), refused);
    assert_eq!(Exercise::kinds_of_tree(&own(value)), [ExerciseKind::Expectiminimax]);
    // C needs 0 of its last outcome, the least payoff, which min has there at first.
    let least = "(1 (? 2 (0 5)) 9)";
    assert_eq!(Exercise::of_tree(ExerciseKind::Star1Cuts, &own(least)).unwrap_err(), refused);
    // Slack widens windows with the payoffs.
    let large = r#"{"range": [0, 100000000], "root": [70000000, {"chance": [0.5, 0.5], "children": [90000000, [50000000, 80000000]]}]}"#;
    assert!(Exercise::of_tree(ExerciseKind::Star1Cuts, &Tree::from_json(large).unwrap()).is_err());
    // Sums with halves are exact.
    let exact = Exercise::of_tree(ExerciseKind::Star1Cuts, &own("(3 ((?0.5|0.5 1 5) 9))")).unwrap();
    assert_eq!(exact.solution().answers["cuts"], Answer::Branches(vec![6]));
    // Where nothing is left to be cut, a tie decides nothing.
    let harmless = "((? 4 6) (? 5 5))";
    assert!(Exercise::of_tree(ExerciseKind::Star1Cuts, &own(harmless)).is_ok());
}

#[test]
fn kinds_know_whether_they_are_about_chance() {
    use ExerciseKind::{Expectiminimax, Minimax, Star1Cuts};
    assert_eq!(Exercise::kinds_of_tree(&own(LECTURE)), [Expectiminimax, Star1Cuts]);
    assert_eq!(Exercise::kinds_of_tree(&own("(? 3 (max 1 4))")), [Expectiminimax, Star1Cuts]);
    let refused = |kind, tree: &str| Exercise::of_tree(kind, &own(tree)).unwrap_err().to_string();
    assert!(refused(Minimax, LECTURE).contains("`minimax` is about trees in which only roles decide"));
    assert!(refused(Star1Cuts, "(1 2)").contains("`star1-cuts` is about trees with chance nodes"));
    assert!(refused(Expectiminimax, "(? 1/2/3 4/5/6)").contains("is for max and min"));
}
