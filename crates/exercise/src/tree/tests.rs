mod chance;
mod maxn_cuts;
mod pvs;

use std::collections::BTreeSet;

use game::{Game, Tree};
use proptest::prelude::*;
use rand::SeedableRng;
use search::{Request, SearchRng, Spec};

use super::cuts::Cuts;
use super::diagram::Diagram;
use super::maxn::MaxN;
use super::minimax::Minimax;
use super::node_labels::NodeLabels;
use super::record::Record;
use super::shape::Shape;
use super::windows::Windows;
use crate::seeded_rng::SeededRng;
use crate::task::Task;
use crate::{
    Answer, AnswerKind, Answers, Bound, Elsewhere, Exercise, ExerciseKind, Figure, Hint, Mark, Material,
    Mistake, NodeLabel, Once, Payoffs, Reason, Solution, TreeNode, Verdict,
};

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

fn figures(whole: [i32; 3]) -> Vec<Figure> {
    whole.map(Figure::from).to_vec()
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
    assert_eq!(reason, Reason::MaxOf { children: figures([3, 2, 2]), value: 3.into() });
    let reason = task.reason(1, &Answer::Number(0.0));
    assert_eq!(reason, Reason::MinOf { children: figures([3, 12, 8]), value: 3.into() });
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
    let bound = Bound { value: Some(3.into()), from: Some(0) };
    assert_eq!(marks[0].reason, Some(Reason::Cut { at: 5, value: 2.into(), bound }));
    assert_eq!(marks[2].reason, Some(Reason::NotCut { at: 9, alpha: Some(3.into()), beta: Some(14.into()) }));
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
    // Max, min, max: the second child of the root comes to 1 at most, and its second child (12, with 13 and
    // 14 below) is cut.
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
    hard: bool,
    /// The window and the value of each node that is visited, none of others.
    visited: Vec<Option<(f64, f64, f64)>>,
    cut: BTreeSet<usize>,
}

impl<'d> Textbook<'d> {
    fn new(diagram: &'d Diagram, hard: bool) -> Self {
        Self { diagram, hard, visited: vec![None; diagram.nodes.len()], cut: BTreeSet::new() }
    }

    /// Every node sees the values of max.
    fn minimax(&mut self, node: usize, alpha: f64, beta: f64) -> f64 {
        let (children, max) = (self.diagram.children(node), self.diagram.is_max(node));
        let (mut low, mut high) = (alpha, beta);
        let mut best = if max { f64::NEG_INFINITY } else { f64::INFINITY };
        for (place, &child) in children.iter().enumerate() {
            let value = self.minimax(child, low, high);
            if max {
                best = best.max(value);
                low = low.max(best);
            } else {
                best = best.min(value);
                high = high.min(best);
            }
            if low >= high {
                self.cut.extend(&children[place + 1..]);
                break;
            }
        }
        if let [value] = self.diagram.nodes[node].payoffs[..] {
            best = value.0;
        } else if self.hard {
            best = best.clamp(alpha, beta);
        }
        self.visited[node] = Some((alpha, beta, best));
        best
    }

    /// Every node sees the values of who moves there; `sign` is 1 where that is max, else -1.
    fn negamax(&mut self, node: usize, alpha: f64, beta: f64, sign: f64) -> f64 {
        let children = self.diagram.children(node);
        let (mut low, mut best) = (alpha, f64::NEG_INFINITY);
        for (place, &child) in children.iter().enumerate() {
            best = best.max(-self.negamax(child, -beta, -low, -sign));
            low = low.max(best);
            if low >= beta {
                self.cut.extend(&children[place + 1..]);
                break;
            }
        }
        if let [value] = self.diagram.nodes[node].payoffs[..] {
            best = sign * value.0;
        } else if self.hard {
            best = best.clamp(alpha, beta);
        }
        self.visited[node] = Some((alpha, beta, best));
        best
    }
}

/// Uneven trees, in which every inner node but the last has a child at least.
fn shapes() -> impl Strategy<Value = Shape> {
    let below = Just(Shape::Leaf)
        .prop_recursive(4, 60, 4, |below| prop::collection::vec(below, 1..=4).prop_map(Shape::Inner));
    prop::collection::vec(below, 1..=4).prop_map(Shape::Inner)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    /// What `tree` prints, what Watch shows and what marks an exercise are one search: the textbook's.
    #[test]
    fn every_window_value_and_cut_is_the_textbooks(shape in shapes(), first in 0..2_usize, leaves in prop::collection::vec(-6..=6_i32, 1..=30)) {
        let mut leaves = leaves.into_iter().cycle();
        let diagram = Diagram::new(&shape, 2, |depth| (first + depth) % 2, || leaves.by_ref().take(1).collect());
        for (form, fail) in [("minimax", "soft"), ("minimax", "hard"), ("negamax", "soft"), ("negamax", "hard")] {
            let mut book = Textbook::new(&diagram, fail == "hard");
            let sign = if first == 0 { 1.0 } else { -1.0 };
            let value = match form {
                "minimax" => book.minimax(0, f64::NEG_INFINITY, f64::INFINITY),
                _ => sign * book.negamax(0, f64::NEG_INFINITY, f64::INFINITY, sign),
            };
            let spec: Spec = format!("alpha-beta(form={form},fail={fail})").parse().unwrap();

            let record = Record::of(&diagram, &mut *spec.build());
            let infinite = |end: Option<f64>, infinity: f64| end.unwrap_or(infinity);
            for (node, visited) in book.visited.iter().enumerate() {
                let recorded = record.node(node).map(|node| {
                    let (alpha, beta) = (node.window.alpha, node.window.beta);
                    (infinite(alpha, f64::NEG_INFINITY), infinite(beta, f64::INFINITY), node.value.unwrap())
                });
                prop_assert_eq!(recorded, *visited, "node {} with {}", node, &spec);
            }
            let cut = diagram.inner().into_iter().flat_map(|node| record.cut(&diagram, node));
            prop_assert_eq!(cut.collect::<BTreeSet<_>>(), book.cut.clone());

            let rng = &mut SearchRng::seed_from_u64(0);
            let decision = spec.build().choose(Request::new(&diagram.tree, &diagram.tree.initial(), 0, rng)).unwrap();
            let seen = (0..diagram.nodes.len()).filter(|&node| !diagram.is_inner(node) && book.visited[node].is_some());
            prop_assert_eq!((decision.value, decision.effort.leaves), (Some(value), seen.count() as u64));

            if (form, fail) == ("minimax", "soft") {
                let reached = book.cut.iter().copied().filter(|&node| !diagram.above(node).iter().any(|above| book.cut.contains(above)));
                prop_assert_eq!(Cuts::of(diagram.clone()).answer(0), Answer::Branches(reached.collect()));
            }
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
                assert_eq!(best.iter().map(|payoff| payoff.0).collect::<Vec<_>>(), value);
                let others = children.iter().enumerate().filter(|(child, _)| *child != taken);
                assert!(others.into_iter().all(|(_, Payoffs(other))| other[player] < best[player]));
            }
        }
    }
}

#[test]
fn a_choice_among_equal_vectors_follows_from_no_answer_below() {
    // Player 2 is indifferent at B: the first child counts.
    let task = MaxN::of(Diagram::of_tree(&own("((1/2/3 4/2/0) (3/3/0 0/0/6))")));
    assert_eq!(
        [0, 1].map(|blank| task.answer(blank)),
        [[3.0, 3.0, 0.0], [1.0, 2.0, 3.0]].map(|own| Answer::Vector(own.to_vec()))
    );
    let second = Answer::Vector(vec![4.0, 2.0, 0.0]);
    let below = answered("n1", second.clone());
    assert_eq!(task.mistake(1, &second, &below), None);
    assert_eq!(task.mistake(0, &second, &below), Some(Mistake::FollowsFromBelow));
}

fn own(text: &str) -> Tree {
    Tree::from_brackets(text).unwrap()
}

#[test]
fn a_tree_of_ones_own_is_an_exercise_of_every_kind_that_fits() {
    let tree = own("A:(min x:(0.5 3) (2 y:9 4) (1 (min 7 0)))");
    let kinds = Exercise::kinds_of_tree(&tree);
    assert_eq!(
        kinds.iter().map(|kind| kind.name()).collect::<Vec<_>>(),
        ["minimax", "alpha-beta-cuts", "windows", "ordering", "pvs"]
    );
    for kind in kinds {
        let exercise = Exercise::of_tree(kind, &tree).unwrap();
        let sheet = exercise.sheet();
        assert_eq!((sheet.level, sheet.seed, sheet.number), (None, None, None));
        let Material::Tree { players: 2, nodes, range: None, .. } = sheet.material else { panic!("{kind}") };
        let names: Vec<_> = nodes.iter().map(|node| node.name.as_deref()).collect();
        assert_eq!(names[..4], [Some("A"), Some("x"), None, None], "{kind}");
        assert_eq!((names[4], names[6]), (Some("B"), Some("y")), "letters that are no labels");
        assert_eq!(nodes[2].payoffs, [Figure(0.5)]);
        assert!(exercise.mark(&exercise.solution().answers).all_right(), "{kind}");
    }
    let answers = Exercise::of_tree(ExerciseKind::Minimax, &tree).unwrap().solution().answers;
    assert_eq!(answers["n0"], Answer::Number(1.0));
    let answers = Exercise::of_tree(ExerciseKind::AlphaBetaCuts, &tree).unwrap().solution().answers;
    assert_eq!(answers["cuts"], Answer::Branches(vec![7]));
    assert_eq!(Exercise::kinds_of_tree(&own(LABELLED))[0], ExerciseKind::LabelsTree);
    let [vectors, cuts] = [ExerciseKind::Maxn, ExerciseKind::MaxnCuts];
    assert_eq!(Exercise::kinds_of_tree(&own("((1/2/3 4/1/2) 6/2/0)")), [vectors]);
    assert_eq!(Exercise::kinds_of_tree(&own("((1/2/3 4/1/1) 4/2/0)")), [vectors, cuts]);
    assert_eq!(Exercise::kinds_of_tree(&own("((1/2 4/1) 6/2)")), []);
}

#[test]
fn what_is_no_exercise_is_told_with_a_remedy() {
    let refused = |kind, tree: &str| Exercise::of_tree(kind, &own(tree)).unwrap_err().to_string();
    assert!(
        refused(ExerciseKind::Uct, "(1 2)")
            .starts_with("`uct` is no exercise about a tree; those are labels-tree, minimax")
    );
    assert!(refused(ExerciseKind::Minimax, "5").contains("single leaf"));
    assert!(refused(ExerciseKind::Minimax, "(1/2/3 4/5/6)").contains("there is maxn"));
    assert!(refused(ExerciseKind::Maxn, "(1 2)").contains("`maxn` is for three roles or more"));
    assert!(refused(ExerciseKind::MaxnCuts, "(1 2)").contains("`maxn-cuts` is for three roles or more"));
    assert!(refused(ExerciseKind::MaxnCuts, "(1/2 2/1)").contains("`maxn-cuts` is for three roles or more"));
    assert!(refused(ExerciseKind::MaxnCuts, "(1/2/3 4/5/6)").contains("different sums"));
    assert!(refused(ExerciseKind::Windows, "(1 2)").contains("no window"));
    for equal_or_many in ["(1 1)", "((3 12) (2 4))"] {
        assert!(refused(ExerciseKind::LabelsTree, equal_or_many).contains("two or three different payoffs"));
    }
    assert!(refused(ExerciseKind::LabelsTree, "(1/2/3 4/5/6)").contains("there is maxn"));
    let wide = format!("({})", "1 ".repeat(200));
    assert_eq!(refused(ExerciseKind::Minimax, &wide), "the tree has 201 nodes; an exercise has 200 at most");
}

#[test]
fn an_own_tree_deeper_than_the_alphabet_has_a_name_for_every_node() {
    let text = format!("{}1{}", "(".repeat(60), ")".repeat(60));
    let Material::Tree { nodes, .. } =
        Exercise::of_tree(ExerciseKind::Minimax, &own(&text)).unwrap().sheet().material
    else {
        panic!("a tree is given")
    };
    let names: BTreeSet<_> = nodes.iter().filter_map(|node| node.name.clone()).collect();
    assert_eq!((names.len(), nodes[26].name.as_deref()), (60, Some("A1")));
}

/// The lecture's tree of wins, draws and losses; the nodes are A 0; B 1, 2 to 4; C 5, 6 and 7; D 8, 9 and 10;
/// E 11, 12 and 13.
const LABELLED: &str = "A:(B:(1 -1 1) C:(0 1) D:(1 1) E:(-1 0))";

fn node_labels(text: &str) -> NodeLabels {
    NodeLabels::of(Diagram::of_tree(&own(text))).expect("wins, draws and losses")
}

const ALL_LABELS: [NodeLabel; 4] = [NodeLabel::Win, NodeLabel::Draw, NodeLabel::Lost, NodeLabel::Skipped];

#[test]
fn labels_of_the_lecture() {
    let task = node_labels(LABELLED);
    let blanks = task.blanks();
    let ids: Vec<&str> = blanks.iter().map(|blank| blank.id.as_str()).collect();
    assert_eq!(ids, ["n0", "n1", "n5", "n8", "n11", "cuts"]);
    assert_eq!(blanks[0].takes, AnswerKind::NodeLabel { draws: true });
    use NodeLabel::{Draw, Lost, Skipped, Win};
    let labels = [Win, Lost, Draw, Win, Skipped];
    assert_eq!([0, 1, 2, 3, 4].map(|blank| task.answer(blank)), labels.map(Answer::NodeLabel));
    assert_eq!(task.answer(5), Answer::Branches(vec![4, 11]));

    let reason = |blank| task.reason(blank, &Answer::NodeLabel(Win));
    assert_eq!(reason(0), Reason::BestLabel { at: 0, label: Win, child: 8 });
    assert_eq!(reason(1), Reason::BestLabel { at: 1, label: Lost, child: 3 });
    assert_eq!(reason(2), Reason::BestLabel { at: 5, label: Draw, child: 6 });
    assert_eq!(reason(4), Reason::EarlyExit { at: 0, label: Win, child: 8 });
    let called_skipped = task.reason(3, &Answer::NodeLabel(Skipped));
    assert_eq!(called_skipped, Reason::NoEarlyExit { at: 0, child: 8 });

    let named = answered("cuts", Answer::Branches(vec![4, 7, 12]));
    let marks = task.marks(5, &blanks[5], &named);
    let given: Vec<_> = marks.iter().map(|mark| (mark.at, mark.verdict)).collect();
    let (missing, right, wrong) = (Verdict::Missing, Verdict::Right, Verdict::Wrong);
    assert_eq!(given, [(Some(4), right), (Some(7), wrong), (Some(11), missing)], "12 is below 11");
    assert_eq!(marks[0].reason, Some(Reason::EarlyExit { at: 1, label: Lost, child: 3 }));
    assert_eq!(marks[1].reason, Some(Reason::NoEarlyExit { at: 5, child: 7 }));

    assert!(matches!(task.hint(1), Hint::Chooses { player: 1, .. }));
    for blank in [4, 5] {
        assert_eq!(task.hint(blank), Hint::Cuts { count: 2, first_below: Some(1) });
    }
}

#[test]
fn common_mistakes_with_labels_are_recognised() {
    let task = node_labels(LABELLED);
    let mistake = |blank, label, answers: &Answers| task.mistake(blank, &Answer::NodeLabel(label), answers);
    let none = Answers::new();
    assert_eq!(mistake(1, NodeLabel::Win, &none), Some(Mistake::OtherLabel));
    assert_eq!(mistake(0, NodeLabel::Lost, &none), Some(Mistake::OtherLabel));
    assert_eq!(mistake(0, NodeLabel::Draw, &none), None);
    let drawn = answered("n8", Answer::NodeLabel(NodeLabel::Draw));
    assert_eq!(mistake(0, NodeLabel::Draw, &drawn), Some(Mistake::FollowsFromBelow));
    assert_eq!(mistake(0, NodeLabel::Skipped, &drawn), None);
    assert_eq!(mistake(4, NodeLabel::Lost, &none), None, "that it is skipped is the reason, and all");
}

#[test]
fn an_inner_node_below_a_skipped_one_is_skipped_for_the_same_reason() {
    // Max wins by the leaf 1, so what is below the nodes 2 and 3 does not matter.
    let task = node_labels("A:(1 B:(C:(-1 1)))");
    let skipped = Answer::NodeLabel(NodeLabel::Skipped);
    assert_eq!([1, 2].map(|blank| task.answer(blank)), [skipped.clone(), skipped]);
    let exit = Reason::EarlyExit { at: 0, label: NodeLabel::Win, child: 1 };
    assert_eq!(task.reason(2, &Answer::NodeLabel(NodeLabel::Lost)), exit);
    assert_eq!(task.answer(3), Answer::Branches(vec![2]));
}

#[test]
fn a_node_with_one_child_has_its_label() {
    let task = node_labels("A:(B:(0.5 1))");
    assert_eq!([0, 1].map(|blank| task.answer(blank)), [NodeLabel::Lost; 2].map(Answer::NodeLabel));
    assert_eq!(task.answer(2), Answer::Branches(vec![3]));
    assert_eq!(task.blanks()[0].takes, AnswerKind::NodeLabel { draws: false });
}

/// The lecture's recursion, to check what is made of the record of the strategy: the label of each node, and
/// none of one that is skipped.
fn lecture_labels(nodes: &[TreeNode], node: usize, labels: &mut Vec<NodeLabel>) -> NodeLabel {
    if let Some(label) = nodes[node].label {
        labels[node] = label;
        return label;
    }
    let wanted = if nodes[node].mover == Some(0) { NodeLabel::Win } else { NodeLabel::Lost };
    let mut found = Vec::new();
    for child in (0..nodes.len()).filter(|&child| nodes[child].parent == Some(node)) {
        found.push(lecture_labels(nodes, child, labels));
        if found.last() == Some(&wanted) {
            break;
        }
    }
    let other = if wanted == NodeLabel::Win { NodeLabel::Lost } else { NodeLabel::Win };
    let label = [wanted, NodeLabel::Draw, other].into_iter().find(|label| found.contains(label));
    labels[node] = label.expect("an inner node has a child");
    labels[node]
}

/// The labels that the recursion gives the nodes of a sheet.
fn recursion(sheet: &Material) -> Vec<NodeLabel> {
    let Material::Tree { nodes, .. } = sheet else { panic!("a tree is given") };
    let mut labels = vec![NodeLabel::Skipped; nodes.len()];
    lecture_labels(nodes, 0, &mut labels);
    labels
}

/// Whether the answers are those of the lecture's recursion, and its tree is as the strategy `labels`
/// finds it.
fn follows_the_recursion(task: &NodeLabels, tree: &Tree) {
    let material = task.material();
    let labels = recursion(&material);
    let Material::Tree { nodes, .. } = &material else { panic!("a tree is given") };
    let blanks = task.blanks();
    let (named, asked) = blanks.split_last().expect("a blank for the branches");
    let inner: Vec<usize> = (0..nodes.len()).filter(|&node| nodes[node].mover.is_some()).collect();
    assert_eq!(asked.iter().filter_map(|blank| blank.at).collect::<Vec<_>>(), inner);
    for (blank, &node) in inner.iter().enumerate() {
        assert_eq!(task.answer(blank), Answer::NodeLabel(labels[node]), "node {node}");
    }
    let is_skipped = |node: usize| labels[node] == NodeLabel::Skipped;
    let first_skipped = |&node: &usize| is_skipped(node) && !is_skipped(nodes[node].parent.unwrap_or(node));
    let cut: Vec<usize> = (0..nodes.len()).filter(first_skipped).collect();
    assert_eq!((named.id.as_str(), task.answer(inner.len())), ("cuts", Answer::Branches(cut)));

    let spec: Spec = "labels".parse().unwrap();
    let rng = &mut SearchRng::seed_from_u64(0);
    let decision = spec.build().choose(Request::new(tree, &tree.initial(), 0, rng)).unwrap();
    let visited = (0..nodes.len()).filter(|&node| !is_skipped(node)).count();
    assert_eq!(decision.effort.nodes, visited as u64);
    let labelling = search::Labelling::of(&spec, tree, 0).unwrap();
    let root = decision.value.map(|value| labelling.label(value));
    assert_eq!(NodeLabel::from(root), labels[0]);
}

#[test]
fn every_level_has_the_labels_of_the_strategy_and_refuses_all_others() {
    for level in 1..=Exercise::LEVELS {
        for number in 0..60 {
            let name = format!("level {level}, number {number}");
            let exercise = Exercise::new(ExerciseKind::LabelsTree, level, 5, number).unwrap();
            let Material::Tree { nodes, .. } = exercise.sheet().material else { panic!("{name}") };
            let text = bracket_text(&nodes, 0);
            follows_the_recursion(&node_labels(&text), &own(&text));
            let answers = exercise.solution().answers;
            let of_text = Exercise::of_tree(ExerciseKind::LabelsTree, &own(&text)).unwrap();
            assert_eq!(of_text.solution().answers, answers, "{name}");
            assert!(exercise.mark(&answers).all_right(), "{name}");
            let refused = |id: &str, answer: Answer| {
                let mut changed = answers.clone();
                changed.insert(id.to_owned(), answer);
                let marking = exercise.mark(&changed);
                assert!(!marking.all_right(), "{name}: {changed:?}");
                let blamed = marking.marks.iter().filter(|mark| mark.verdict != Verdict::Right);
                assert!(blamed.into_iter().all(|mark| mark.blank == id && mark.reason.is_some()), "{name}");
            };
            let Answer::Branches(cut) = answers["cuts"].clone() else { panic!("{name}") };
            for (id, answer) in answers.iter().filter(|(id, _)| *id != "cuts") {
                for label in ALL_LABELS.map(Answer::NodeLabel).into_iter().filter(|label| label != answer) {
                    refused(id, label);
                }
            }
            let labels = recursion(&exercise.sheet().material);
            for (node, &label) in labels.iter().enumerate().skip(1) {
                if cut.contains(&node) {
                    let fewer = cut.iter().copied().filter(|&other| other != node).collect();
                    refused("cuts", Answer::Branches(fewer));
                } else if label != NodeLabel::Skipped {
                    refused("cuts", Answer::Branches([&cut[..], &[node]].concat()));
                }
            }
        }
    }
}

/// A tree for max and min as it is typed.
fn bracket_text(nodes: &[TreeNode], node: usize) -> String {
    let Some(mover) = nodes[node].mover else { return nodes[node].payoffs[0].to_string() };
    let children = (0..nodes.len()).filter(|&child| nodes[child].parent == Some(node));
    let children: Vec<String> = children.map(|child| bracket_text(nodes, child)).collect();
    format!("({} {})", ["max", "min"][mover], children.join(" "))
}

#[test]
fn levels_have_more_nodes_and_from_the_second_on_draws() {
    let mut sizes = Vec::new();
    for level in 1..=Exercise::LEVELS {
        let mut nodes_of_all = 0;
        for number in 0..40 {
            let exercise = Exercise::new(ExerciseKind::LabelsTree, level, 6, number).unwrap();
            let sheet = exercise.sheet();
            let Material::Tree { nodes, .. } = &sheet.material else { panic!("a tree is given") };
            nodes_of_all += nodes.len();
            let labels = recursion(&sheet.material);
            let drawn =
                (0..nodes.len()).any(|node| nodes[node].mover.is_some() && labels[node] == NodeLabel::Draw);
            assert_eq!(drawn, level > 1);
            assert_eq!(sheet.blanks[0].takes, AnswerKind::NodeLabel { draws: level > 1 });
            let Answer::Branches(cut) = &exercise.solution().answers["cuts"] else { panic!("branches") };
            assert!(cut.len() >= [1, 1, 2, 2, 3][usize::from(level) - 1]);
            assert!(level < 3 || cut.iter().any(|&node| nodes[node].mover.is_some()));
        }
        sizes.push(nodes_of_all);
    }
    assert!(sizes.is_sorted(), "{sizes:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn labels_of_any_tree_are_those_of_the_recursion(shape in shapes(), first in 0..2_usize, leaves in prop::collection::vec(-1..=1_i32, 1..=30)) {
        let mut leaves = leaves.into_iter().cycle();
        let diagram = Diagram::new(&shape, 2, |depth| (first + depth) % 2, || leaves.by_ref().take(1).collect());
        let tree = diagram.tree.clone();
        match NodeLabels::of(diagram) {
            Some(task) => follows_the_recursion(&task, &tree),
            None => prop_assert_eq!(*tree.goal_range().start(), *tree.goal_range().end()),
        }
    }
}
