//! Nodes in which several roles choose at the same time.
//!
//! The edges of such a node are the moves of all roles, one role after another, with each role's own
//! statistics. In the joint form they are the margins of the statistics of joint moves, worked out when they
//! are needed.

use std::ops::Range;

use game::Game;
use rand::RngExt;

use super::select::{Formula, draw_edge};
use super::settings::Simultaneous;
use super::tree::{Decider, Node, Tree};
use crate::SearchRng;

impl<G: Game> Tree<G> {
    /// The code of the joint move to follow from a node where several roles decide.
    pub(super) fn select_joint(
        &mut self,
        node: u32,
        joint_node: u32,
        formula: &Formula,
        form: Simultaneous,
        rng: &mut SearchRng,
    ) -> u64 {
        if form == Simultaneous::Joint {
            self.work_out_margins(node, joint_node);
        }
        let Node { first, visits, .. } = *self.node(node);
        let moves = self.joints.moves(joint_node);
        let chance = self.chance as usize;
        let deciders =
            (moves.iter().enumerate()).filter(|&(role, &moves)| moves > 1 && role != chance).count();
        let drawn = (form == Simultaneous::RandomMover).then(|| rng.random_range(0..deciders));
        let (mut code, mut from, mut decider) = (0, first as usize, 0);
        for (role, &count) in moves.iter().enumerate() {
            let edges = &self.edges[from..][..count as usize];
            let choice = if count == 1 {
                0
            } else if role == chance {
                draw_edge(edges, rng)
            } else if drawn.is_none_or(|drawn| drawn == decider) {
                formula.choose_near(edges, visits, rng)
            } else {
                rng.random_range(0..edges.len())
            };
            decider += usize::from(count > 1 && role != chance);
            code = code * u64::from(count) + choice as u64;
            from += count as usize;
        }
        code
    }

    /// Adds visits to a joint move, or takes them back, with what they add to each role's sum.
    pub(super) fn record_joint(
        &mut self,
        node: u32,
        edge: u32,
        form: Simultaneous,
        visits: i64,
        sum: impl Fn(usize) -> f64,
    ) {
        let Decider::Several(joint_node) = self.node(node).decider else { return };
        let count = |total: &mut u32| *total = (i64::from(*total) + visits) as u32;
        count(&mut self.nodes[node as usize].visits);
        if matches!(form, Simultaneous::Joint | Simultaneous::Regret) {
            count(&mut self.joints.edge_mut(edge).visits);
            self.joints.sums_mut(edge).iter_mut().enumerate().for_each(|(role, total)| *total += sum(role));
        }
        if form == Simultaneous::Joint {
            return;
        }
        let chance = self.chance as usize;
        let edges = &mut self.edges[self.nodes[node as usize].first as usize..];
        for (role, index) in self.joints.digits(joint_node, self.joints.edge(edge).code).enumerate() {
            count(&mut edges[index].visits);
            if role != chance {
                edges[index].sum += sum(role);
            }
        }
    }

    /// Makes each role's edges the margins of the joint statistics: a move's visits and sum are those of all
    /// joint moves it is part of.
    pub(super) fn work_out_margins(&mut self, node: u32, joint_node: u32) {
        let Node { first, count, .. } = *self.node(node);
        let edges = &mut self.edges[first as usize..][..count as usize];
        let moves = self.joints.moves(joint_node);
        // Of moves of chance the sum is their probability.
        let mut from = 0;
        for (role, &count) in moves.iter().enumerate() {
            for edge in &mut edges[from..from + count as usize] {
                edge.visits = 0;
                if role as u32 != self.chance {
                    edge.sum = 0.0;
                }
            }
            from += count as usize;
        }
        for joint in self.joints.edges_of(joint_node) {
            let (of_joint, sums) = (self.joints.edge(joint), self.joints.sums(joint));
            for (role, (index, sum)) in (0..).zip(self.joints.digits(joint_node, of_joint.code).zip(sums)) {
                edges[index].visits += of_joint.visits;
                if role != self.chance {
                    edges[index].sum += sum;
                }
            }
        }
    }

    /// Adds the moves of the roles that have a choice in a node.
    pub(super) fn extend_trail(
        &self,
        node: u32,
        joint_node: u32,
        code: u64,
        trail: &mut Vec<(u32, G::Move)>,
    ) {
        let edges = self.edges_of(node);
        let moves = self.joints.digits(joint_node, code).zip(self.joints.moves(joint_node));
        for (role, (index, &count)) in (0..).zip(moves) {
            if count > 1 {
                trail.push((role, edges[index].mov));
            }
        }
    }

    /// The number of the edge of a role's move in a joint move.
    pub(super) fn edge_of_step(&self, node: u32, joint_edge: u32, role: usize) -> usize {
        let Node { first, decider, .. } = *self.node(node);
        let Decider::Several(joint_node) = decider else { return joint_edge as usize };
        let index = self.joints.digits(joint_node, self.joints.edge(joint_edge).code).nth(role);
        first as usize + index.unwrap_or(0)
    }

    /// Which edges of a node are moves of a role.
    pub(super) fn edges_of_role(&self, node: u32, role: usize) -> Range<usize> {
        let Node { first, count, decider, .. } = *self.node(node);
        let first = first as usize;
        match decider {
            Decider::Several(joint_node) => {
                let moves = self.joints.moves(joint_node);
                let before: u32 = moves[..role].iter().sum();
                let from = first + before as usize;
                from..from + moves[role] as usize
            }
            _ => first..first + count as usize,
        }
    }
}

#[cfg(test)]
mod tests {
    use game::Notation;
    use rand::SeedableRng;

    use super::super::settings::Settings;
    use super::*;
    use crate::{Budget, Meter};

    /// One move each at the same time: the first role has two, the second three.
    #[derive(Debug)]
    struct Once;

    impl Game for Once {
        type State = Vec<char>;
        type Move = char;

        fn roles(&self) -> usize {
            2
        }

        fn initial(&self) -> Vec<char> {
            Vec::new()
        }

        fn terminal(&self, state: &Vec<char>) -> bool {
            !state.is_empty()
        }

        fn legal(&self, _: &Vec<char>, role: usize, moves: &mut Vec<char>) {
            moves.clear();
            moves.extend(['a', 'b', 'c'].into_iter().take(role + 2));
        }

        fn next(&self, _: &Vec<char>, joint: &[char]) -> Vec<char> {
            joint.to_vec()
        }

        fn goal(&self, _: &Vec<char>, _: usize) -> i32 {
            50
        }

        fn notation(&self) -> &dyn Notation<Self::State, Self::Move> {
            self
        }
    }

    impl Notation<Vec<char>, char> for Once {
        fn role_name(&self, role: usize) -> &str {
            ["first", "second"][role]
        }

        fn move_name(&self, mov: char) -> String {
            mov.to_string()
        }
    }

    /// The lecture's joint statistics at a root: visits and the roles' means of each joint move, in order.
    const LECTURE: [(u32, [f64; 2]); 6] = [
        (1, [0.0, 50.0]),
        (2, [100.0, 25.0]),
        (4, [75.0, 0.0]),
        (2, [95.0, 100.0]),
        (3, [60.0, 90.0]),
        (3, [85.0, 60.0]),
    ];

    fn root(form: Simultaneous) -> Tree<Once> {
        let settings = Settings::from_spec(&"uct".parse().unwrap());
        let meter = Meter::start(Budget::default());
        let mut tree = Tree::new(&Once, &Once.initial(), 0, &settings, &meter);
        tree.expand(&Once, tree.root).unwrap();
        let Decider::Several(joint_node) = tree.node(tree.root).decider else { panic!("both choose") };
        for (code, (visits, means)) in (0..).zip(LECTURE) {
            let edge = tree.joints.edge_of(joint_node, code);
            tree.record_joint(tree.root, edge, form, visits.into(), |role| means[role] * f64::from(visits));
        }
        tree
    }

    fn counts_and_means(tree: &Tree<Once>) -> Vec<(char, u32, f64)> {
        let mean = |mean: Option<f64>| mean.unwrap().round();
        tree.edges_of(tree.root).iter().map(|edge| (edge.mov, edge.visits, mean(edge.mean()))).collect()
    }

    #[test]
    fn the_margins_of_the_lecture() {
        let expected = [('a', 7, 71.0), ('b', 8, 78.0), ('a', 3, 83.0), ('b', 5, 64.0), ('c', 7, 26.0)];
        let mut joint = root(Simultaneous::Joint);
        assert_eq!(joint.node(joint.root).visits, 15);
        let Decider::Several(joint_node) = joint.node(joint.root).decider else { panic!("both choose") };
        joint.work_out_margins(joint.root, joint_node);
        assert_eq!(counts_and_means(&joint), expected);
        assert_eq!(
            counts_and_means(&root(Simultaneous::Decoupled)),
            expected,
            "what each role's own books say"
        );
    }

    #[test]
    fn each_role_chooses_by_its_own_margins() {
        let formula = Formula { c: 0.0, fpu: f64::INFINITY, least: 0.0, slack: 0.0 };
        let mut rng = SearchRng::seed_from_u64(0);
        for form in [Simultaneous::Joint, Simultaneous::Decoupled] {
            let mut tree = root(form);
            let Decider::Several(joint_node) = tree.node(tree.root).decider else { panic!("both choose") };
            let code = tree.select_joint(tree.root, joint_node, &formula, form, &mut rng);
            let edge = tree.joints.edge_of(joint_node, code);
            let mut joint = Vec::new();
            tree.append_joint_of(&Once, tree.root, edge, &mut joint);
            assert_eq!(joint, ['b', 'a']);
        }
    }

    #[test]
    fn a_random_mover_leaves_the_others_to_chance() {
        let formula = Formula { c: 0.0, fpu: f64::INFINITY, least: 0.0, slack: 0.0 };
        let mut rng = SearchRng::seed_from_u64(0);
        let mut tree = root(Simultaneous::RandomMover);
        let mut seen = [0; 6];
        for _ in 0..6000 {
            seen[tree.select_joint(tree.root, 0, &formula, Simultaneous::RandomMover, &mut rng) as usize] +=
                1;
        }
        // The first decides on b half the time, while the second draws from three; else the second decides on
        // a, and the first draws from two.
        for (count, expected) in seen.into_iter().zip([1500, 0, 0, 2500, 1000, 1000]) {
            assert!(i32::abs(count - expected) < 200, "{seen:?}");
        }
    }
}
