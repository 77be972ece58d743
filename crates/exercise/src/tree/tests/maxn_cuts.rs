//! The cuts of max^n with shallow pruning.

use super::*;

fn cuts(text: &str) -> Exercise {
    Exercise::of_tree(ExerciseKind::MaxnCuts, &own(text)).unwrap()
}

fn cut(exercise: &Exercise) -> Vec<usize> {
    match &exercise.solution().answers["cuts"] {
        Answer::Branches(cut) => cut.clone(),
        other => panic!("{other:?}"),
    }
}

/// The marks of these branches, by the nodes to which they lead.
fn marks(exercise: &Exercise, branches: &[usize]) -> Vec<Mark> {
    exercise.mark(&answered("cuts", Answer::Branches(branches.to_vec()))).marks
}

/// A 0; B 1 with 2 and 3; C 4 with 5 to 7; D 8 with 9 and 10.
const SHARED: &str = "((40/20/40 70/10/20) (30/60/10 10/70/20 0/65/35) (0/100/0 90/5/5))";

#[test]
fn a_shallow_and_an_immediate_cut() {
    let exercise = cuts(SHARED);
    let Material::Tree { players: 3, range: Some(range), sum, .. } = exercise.sheet().material else {
        panic!("a tree is given")
    };
    assert_eq!((range, sum), ([0.into(), 100.into()], Some(100.into())));
    assert_eq!(cut(&exercise), [6, 7, 10]);
    assert_eq!(exercise.hint("cuts"), Some(Hint::Cuts { count: 3, first_below: Some(4) }));
    let reasons: Vec<_> = exercise.solution().marks.into_iter().map(|mark| mark.reason.unwrap()).collect();
    let above = Elsewhere { from: 0, player: 0, payoff: 40.into(), most: 40.into() };
    let shallow = Reason::ShallowCut { at: 4, player: 1, payoff: 60.into(), above };
    assert_eq!(
        reasons,
        [shallow.clone(), shallow, Reason::ImmediateCut { at: 8, player: 1, payoff: 100.into() }]
    );
}

#[test]
fn a_branch_that_is_searched_has_its_reason() {
    let exercise = cuts(SHARED);
    let reason = |node: usize| {
        let mark = marks(&exercise, &[node]).into_iter().find(|mark| mark.at == Some(node)).unwrap();
        assert_eq!((mark.verdict, mark.mistake), (Verdict::Wrong, None));
        mark.reason.unwrap()
    };
    let not_cut = |at, player, payoff: Option<i32>, above| Reason::MaxnNotCut {
        at,
        player,
        payoff: payoff.map(Figure::from),
        above,
    };
    assert_eq!(reason(2), not_cut(1, 1, None, None));
    assert_eq!(reason(3), not_cut(1, 1, Some(20), None));
    assert_eq!(reason(4), not_cut(0, 0, Some(40), None));
    // In (2/6/2 5/1/4) player 2 leaves 4 to player 1, who has 3.
    let open = cuts("((3/5/2 9/1/0) (2/6/2 5/1/4))");
    let above = Elsewhere { from: 0, player: 0, payoff: 3.into(), most: 4.into() };
    let mark = marks(&open, &[6]).remove(0);
    assert_eq!(mark.reason, Some(not_cut(4, 1, Some(6), Some(above))));
}

#[test]
fn what_others_get_at_least_is_lost_to_a_player() {
    // Nobody gets less than 10: with 50 for player 2, player 1 gets 40 at most, and with 80 there is no more.
    let exercise = cuts("((40/30/30 60/20/20) (30/50/20 60/10/30) (10/80/10 20/60/20))");
    assert_eq!(cut(&exercise), [6, 9]);
    let reasons: Vec<_> = exercise.solution().marks.into_iter().map(|mark| mark.reason.unwrap()).collect();
    let above = Elsewhere { from: 0, player: 0, payoff: 40.into(), most: 40.into() };
    assert_eq!(reasons[0], Reason::ShallowCut { at: 4, player: 1, payoff: 50.into(), above });
    assert_eq!(reasons[1], Reason::ImmediateCut { at: 7, player: 1, payoff: 80.into() });
}

#[test]
fn a_deep_cut_is_a_common_mistake() {
    let text = include_str!("../../../../../trees/maxn-deep-cut.tree.json");
    let exercise = Exercise::of_tree(ExerciseKind::MaxnCuts, &Tree::from_json(text).unwrap()).unwrap();
    let wrong = |node| marks(&exercise, &[node]).into_iter().find(|mark| mark.at == Some(node)).unwrap();
    assert_eq!(wrong(5).mistake, Some(Mistake::DeepCut));
    assert_eq!(wrong(1).mistake, None);
    assert_eq!(cut(&exercise), Vec::<usize>::new());
    assert_eq!(exercise.hint("cuts"), Some(Hint::Cuts { count: 0, first_below: None }));
}

#[test]
fn who_has_one_move_has_not_chosen() {
    // Between A and C there is B with a single child: C is compared with what player 1 has at A. C, at which
    // player 3 moves, is 4 with 5 and 6.
    let exercise = cuts("(5/3/2 8/1/1 ((1/2/7 2/6/2)) ((9/0/1 3/5/2)))");
    let Some(Reason::ShallowCut { at, player, above, .. }) = exercise.solution().marks[0].reason.clone()
    else {
        panic!("{:?}", exercise.solution())
    };
    assert_eq!((at, player, above.from, above.player), (4, 2, 0, 0));
    assert_eq!(cut(&exercise), [6]);
    // The same player moves at A and C: nothing is left out because of its own payoffs.
    let same = cuts("(5/3/2 (@1 6/2/2 7/1/2))");
    assert_eq!(cut(&same), Vec::<usize>::new());
    let reason = marks(&same, &[4]).remove(0).reason;
    assert_eq!(reason, Some(Reason::MaxnNotCut { at: 2, player: 0, payoff: Some(6.into()), above: None }));
}

#[test]
fn payoffs_may_have_decimals() {
    let exercise = cuts("((0.4/0.2/0.4 0.7/0.1/0.2) (0.3/0.6/0.1 0.1/0.7/0.2 0/0/1))");
    assert_eq!(cut(&exercise), [6, 7]);
    let Some(Reason::ShallowCut { above, payoff, .. }) = exercise.solution().marks[0].reason.clone() else {
        panic!("{:?}", exercise.solution())
    };
    assert_eq!((payoff, above.payoff, above.most), (Figure(0.6), Figure(0.4), Figure(0.4)));
}

/// Shallow pruning as R. E. Korf has it, from the sheet alone.
struct Korf<'s> {
    nodes: &'s [TreeNode],
    least: f64,
    sum: f64,
    cut: Vec<usize>,
}

impl Korf<'_> {
    /// `bound`: who moves here moves on only while it has less.
    fn search(&mut self, node: usize, bound: f64) -> Vec<f64> {
        let Some(mover) = self.nodes[node].mover else {
            return self.nodes[node].payoffs.iter().map(|payoff| payoff.0).collect();
        };
        let children: Vec<usize> =
            (0..self.nodes.len()).filter(|&child| self.nodes[child].parent == Some(node)).collect();
        let mut best = self.search(children[0], self.sum - 2.0 * self.least);
        for (place, &child) in children.iter().enumerate().skip(1) {
            if best[mover] >= bound {
                self.cut.extend(&children[place..]);
                break;
            }
            let found = self.search(child, self.sum - best[mover] - self.least);
            if found[mover] > best[mover] {
                best = found;
            }
        }
        best
    }
}

#[test]
fn every_level_has_the_cuts_of_korf() {
    for level in 1..=Exercise::LEVELS {
        for number in 0..60 {
            let name = format!("level {level}, number {number}");
            let exercise = Exercise::new(ExerciseKind::MaxnCuts, level, 4, number).unwrap();
            let sheet = exercise.sheet();
            let Material::Tree { nodes, range: Some([least, greatest]), sum: Some(sum), .. } = sheet.material
            else {
                panic!("{name}")
            };
            let leaves = || nodes.iter().filter(|node| node.mover.is_none());
            assert!(leaves().all(|leaf| leaf.payoffs.iter().map(|payoff| payoff.0).sum::<f64>() == sum.0));
            assert_eq!(greatest.0, sum.0 - 2.0 * least.0, "{name}");
            assert!(
                leaves().any(|leaf| leaf.payoffs.contains(&greatest)),
                "{name}: a tree in brackets has the same bounds"
            );
            let mut korf = Korf { nodes: &nodes, least: least.0, sum: sum.0, cut: Vec::new() };
            korf.search(0, greatest.0);
            korf.cut.sort_unstable();
            assert_eq!(cut(&exercise), korf.cut, "{name}");

            let solution = exercise.solution().marks;
            assert!(solution.len() >= [1, 2, 2, 3, 3][usize::from(level) - 1], "{name}");
            let mut immediate = false;
            for mark in &solution {
                match mark.reason.as_ref().unwrap() {
                    Reason::ShallowCut { at, player, payoff, above } => {
                        assert_eq!(above.most.0, sum.0 - payoff.0 - least.0, "{name}");
                        assert!(above.most <= above.payoff && above.player != *player, "{name}");
                        assert_eq!(nodes[*at].parent, Some(above.from), "{name}");
                    }
                    Reason::ImmediateCut { payoff, .. } => {
                        immediate = true;
                        assert_eq!(*payoff, greatest, "{name}");
                    }
                    other => panic!("{name}: {other:?}"),
                }
            }
            assert!(immediate || level != 4, "{name}");
            let refused: Vec<usize> = (1..nodes.len()).filter(|node| !korf.cut.contains(node)).collect();
            let wrong = marks(&exercise, &refused);
            let deep = wrong.iter().filter(|mark| mark.mistake == Some(Mistake::DeepCut));
            assert!(level < 5 || deep.count() > 0, "{name}");
            for mark in wrong.iter().filter(|mark| mark.verdict == Verdict::Wrong) {
                let Some(Reason::MaxnNotCut { at, payoff, above, .. }) = &mark.reason else {
                    panic!("{name}: {mark:?}")
                };
                assert_eq!(nodes[mark.at.unwrap()].parent, Some(*at), "{name}");
                assert!(payoff.is_none_or(|payoff| payoff < greatest), "{name}");
                assert!(above.is_none_or(|above| above.most > above.payoff), "{name}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// The first cut that only deep pruning makes is called one.
    #[test]
    fn deep_cuts_are_those_of_the_strategy(seed: u64) {
        let exercise = Exercise::new(ExerciseKind::MaxnCuts, 5, seed, 0).unwrap();
        let Material::Tree { nodes, .. } = exercise.sheet().material else { panic!("a tree is given") };
        let text = vectors(&nodes, 0);
        let diagram = Diagram::of_tree(&own(&text));
        let record = Record::of(&diagram, &mut *"maxn(prune=deep)".parse::<Spec>().unwrap().build());
        let is_deep = |node: &&usize| {
            record.node(**node).is_some_and(|node| node.cuts.iter().any(|cut| cut.kind == search::CutKind::Deep))
        };
        let first = diagram.inner().iter().filter(is_deep).flat_map(|&node| record.cut(&diagram, node)).next();
        let first = first.expect("a deep cut at the highest level");
        let mark = marks(&exercise, &[first]).into_iter().find(|mark| mark.at == Some(first)).unwrap();
        prop_assert_eq!(mark.mistake, Some(Mistake::DeepCut));
    }
}

/// The tree for three players below a node as bracket text.
fn vectors(nodes: &[TreeNode], node: usize) -> String {
    let Some(mover) = nodes[node].mover else {
        return nodes[node].payoffs.iter().map(Figure::to_string).collect::<Vec<_>>().join("/");
    };
    let children = (0..nodes.len()).filter(|&child| nodes[child].parent == Some(node));
    let children: Vec<String> = children.map(|child| vectors(nodes, child)).collect();
    format!("(@{} {})", mover + 1, children.join(" "))
}
