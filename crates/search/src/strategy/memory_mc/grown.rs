use std::collections::{BTreeMap, VecDeque};

use game::{Choices, Game, drawn_move, players};
use rand::RngExt;

use crate::statistics::MoveStatistics;
use crate::strategy::choices;
use crate::{Observer, SearchError, SearchRng, Watch, Window};

/// A game tree that grows by one node with each playout, and keeps for each node what came of its moves.
///
/// In every node the moves of one role are counted, on that role's goals: the searching role's, if it has a
/// choice there, else those of the first player that has. The other roles' moves are drawn at random, as if
/// chance made them.
pub(super) struct Grown<G: Game> {
    /// The role that searches.
    role: usize,
    /// The root is the first.
    nodes: Vec<Node<G>>,
    /// What the nodes [count](Node::count) together, and may count.
    size: usize,
    most: usize,
    /// The joint move being made.
    joint: Vec<G::Move>,
}

struct Node<G: Game> {
    /// The joint move that leads here from the node above; of the root none that is looked at.
    joint: Box<[G::Move]>,
    state: G::State,
    choices: Choices<G::Move>,
    /// The role whose moves are counted.
    counted: usize,
    /// Moves chosen so far, and a number drawn at random: else the first move of a node would always have the
    /// first turn, and most nodes are visited seldom.
    turn: u64,
    statistics: MoveStatistics<G::Move>,
    /// The node after each joint move.
    children: BTreeMap<Box<[G::Move]>, usize>,
}

/// A step of a playout on its way through the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct SelectionStep {
    node: usize,
    /// Which of the counted role's moves was made.
    index: usize,
}

impl<G: Game> Grown<G> {
    /// The tree of which nothing but the root has grown; there may be so many nodes, at least one. Those of
    /// more than a kilobyte count as several.
    pub(super) fn new(
        game: &G,
        state: &G::State,
        role: usize,
        most: usize,
        rng: &mut SearchRng,
    ) -> Result<Self, SearchError> {
        let root = Node::new(game, &[], state.clone(), role, rng)?;
        Ok(Self { role, size: root.count(game), nodes: vec![root], most, joint: Vec::new() })
    }

    /// How many nodes there are, of which those of more than a kilobyte count as several.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    #[cfg(test)]
    pub(super) fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// What came of the moves in the root.
    pub(super) fn statistics(&self) -> &MoveStatistics<G::Move> {
        &self.nodes[0].statistics
    }

    /// The part of the tree that begins in `state`, if it is the root or at most `plies` below, for the role
    /// that has searched so far.
    pub(super) fn below(mut self, game: &G, state: &G::State, role: usize, plies: usize) -> Option<Self> {
        if role != self.role {
            return None;
        }
        let root = self.find(state, plies)?;
        let mut old: Vec<Option<Node<G>>> = self.nodes.drain(..).map(Some).collect();
        self.nodes.extend(old[root].take());
        let mut next = 0;
        while next < self.nodes.len() {
            let mut children = std::mem::take(&mut self.nodes[next].children);
            for child in children.values_mut() {
                // Every node is the child of one other at most, so it is still there.
                if let Some(node) = old[*child].take() {
                    *child = self.nodes.len();
                    self.nodes.push(node);
                }
            }
            self.nodes[next].children = children;
            next += 1;
        }
        self.size = self.nodes.iter().map(|node| node.count(game)).sum();
        Some(self)
    }

    /// The node of a state, breadth-first from the root.
    fn find(&self, state: &G::State, plies: usize) -> Option<usize> {
        let mut waiting = VecDeque::from([(0, 0)]);
        while let Some((node, depth)) = waiting.pop_front() {
            if self.nodes[node].state == *state {
                return Some(node);
            }
            if depth < plies {
                waiting.extend(self.nodes[node].children.values().map(|&child| (child, depth + 1)));
            }
        }
        None
    }

    /// Goes from the root through the tree, adds a node where it ends, unless there are as many as there may
    /// be, and makes a move from there: the state that it comes to. `pick` chooses among the counted moves,
    /// given how many turns there were before and how many moves there are. The steps are appended to `path`.
    pub(super) fn walk(
        &mut self,
        game: &G,
        pick: &mut impl FnMut(u64, usize, &mut SearchRng) -> usize,
        rng: &mut SearchRng,
        path: &mut Vec<SelectionStep>,
    ) -> Result<G::State, SearchError> {
        let (mut at, mut grown) = (0, self.size >= self.most);
        loop {
            let node = &mut self.nodes[at];
            let index = pick(node.turn, node.choices.of_role(node.counted).len(), rng);
            node.turn += 1;
            node.draw(game, index, rng, &mut self.joint);
            path.push(SelectionStep { node: at, index });
            if let Some(&child) = node.children.get(self.joint.as_slice()) {
                at = child;
                continue;
            }
            let state = game.next(&node.state, &self.joint);
            if grown || game.terminal(&state) {
                return Ok(state);
            }
            let child = Node::new(game, &self.joint, state, self.role, rng)?;
            let new = self.nodes.len();
            self.size += child.count(game);
            self.nodes[at].children.insert(child.joint.clone(), new);
            self.nodes.push(child);
            (at, grown) = (new, true);
        }
    }

    /// Counts a playout with these goals, one per role, in the nodes it went through.
    pub(super) fn back_up(&mut self, path: &[SelectionStep], goals: &[f64], observer: &mut Watch<'_, G>) {
        for step in path.iter().skip(1) {
            let node = &self.nodes[step.node];
            observer.enter(&node.state, &node.joint, Window::OPEN);
        }
        for (depth, step) in path.iter().enumerate().rev() {
            let node = &mut self.nodes[step.node];
            let goal = goals[node.counted];
            node.statistics.record(step.index, goal);
            let tally = node.statistics.tally(step.index);
            observer.playouts(1, goals);
            let mean = tally.mean().unwrap_or(goal);
            if node.choices.of_role(node.counted).len() > 1 {
                observer.back_up(node.counted, node.statistics.mov(step.index), tally.visits, mean);
            }
            if depth > 0 {
                observer.ascend();
            }
        }
    }
}

impl<G: Game> Node<G> {
    fn new(
        game: &G,
        joint: &[G::Move],
        state: G::State,
        role: usize,
        rng: &mut SearchRng,
    ) -> Result<Self, SearchError> {
        let choices = choices(game, &state)?;
        let chooses = |role: &usize| choices.of_role(*role).len() > 1;
        let counted = [role].into_iter().chain(players(game)).find(chooses).unwrap_or(role);
        let moves = choices.of_role(counted);
        let turn = if moves.len() == 1 { 0 } else { rng.random_range(0..moves.len() as u64) };
        let statistics = MoveStatistics::new(moves);
        Ok(Self { joint: joint.into(), state, choices, counted, turn, statistics, children: BTreeMap::new() })
    }

    /// For how many nodes of at most a kilobyte it counts: one for each kilobyte that it takes, together with
    /// its place among the children of the node above.
    fn count(&self, game: &G) -> usize {
        let moves: usize = self.choices.each().map(<[_]>::len).sum();
        let bytes = size_of::<Self>()
            + game.heap_bytes(&self.state)
            + game.roles() * size_of::<Vec<G::Move>>()
            + (moves + 2 * self.joint.len()) * size_of::<G::Move>()
            + self.statistics.heap_bytes();
        bytes.div_ceil(1024)
    }

    /// Replaces the content of `joint` by a joint move with a move of the counted role and random ones of
    /// the others.
    fn draw(&self, game: &G, index: usize, rng: &mut SearchRng, joint: &mut Vec<G::Move>) {
        joint.clear();
        joint.extend(self.choices.each().enumerate().map(|(role, moves)| match moves.len() {
            _ if role == self.counted => moves[index],
            1 => moves[0],
            _ => drawn_move(game, &self.state, role, moves, rng),
        }));
    }
}

#[cfg(test)]
mod tests {
    use game::Playouts;
    use rand::SeedableRng;

    use super::*;
    use crate::testing::{Sketch, Walk};

    /// The moves that the lecture draws in the tree, counted from 1; what the playout is worth; the root's
    /// counts and means after it.
    type Lectured = (&'static [usize], f64, [u64; 3], [f64; 3]);

    /// The counts and means of the node of a place so many plies below the root, 0 being the lecture's mean
    /// of a move that was never tried.
    fn counts_and_means(grown: &Grown<Walk>, (place, ply): (usize, usize)) -> (Vec<u64>, Vec<f64>) {
        let node = &grown.nodes[grown.find(&place, ply).expect("a node")];
        let estimates = node.statistics.estimates(|mean| mean);
        estimates.iter().map(|estimate| (estimate.visits, estimate.value.unwrap_or(0.0))).unzip()
    }

    /// The lecture's six playouts with memory: after each, what is known in the root; and in the end, below
    /// its first move.
    #[test]
    fn six_playouts_of_the_lecture_grow_its_tree() {
        let leaves = |goals: [i32; 2]| Sketch::Inner(0, goals.map(Sketch::Leaf).to_vec());
        let first = Sketch::Inner(0, vec![leaves([70, 50]), Sketch::Leaf(0)]);
        let sketch = Sketch::Inner(0, vec![first, leaves([10, 100]), leaves([40, 30])]);
        let game = Walk { range: 0..=100, ..Walk::down(&sketch) };
        let playouts: [Lectured; 6] = [
            (&[2, 1], 10.0, [0, 1, 0], [0.0, 10.0, 0.0]),
            (&[1, 1], 70.0, [1, 1, 0], [70.0, 10.0, 0.0]),
            (&[3, 1], 40.0, [1, 1, 1], [70.0, 10.0, 40.0]),
            (&[3, 2], 30.0, [1, 1, 2], [70.0, 10.0, 35.0]),
            (&[1, 1, 2], 50.0, [2, 1, 2], [60.0, 10.0, 35.0]),
            (&[2, 2], 100.0, [2, 2, 2], [60.0, 55.0, 35.0]),
        ];
        let mut rng = SearchRng::seed_from_u64(0);
        let mut grown = Grown::new(&game, &0, 0, 100, &mut rng).unwrap();
        for (moves, worth, counts, means) in playouts {
            let (mut drawn, mut path) = (moves.iter(), Vec::new());
            let mut pick = |_, _, _: &mut SearchRng| drawn.next().expect("a move is drawn") - 1;
            let end = grown.walk(&game, &mut pick, &mut rng, &mut path).unwrap();
            assert_eq!((path.len(), drawn.next()), (moves.len(), None));
            // One playout leaves the tree before the end: the lecture's goes on to 70.
            let lucky = |seed| Playouts::new(&game).run(&end, &mut SearchRng::seed_from_u64(seed)).end;
            let end = (0..).map(lucky).find(|end| f64::from(game.goal(end, 0)) == worth).expect("a seed");
            let goals = [0, 1].map(|role| f64::from(game.goal(&end, role)));
            grown.back_up(&path, &goals, &mut Watch::none());
            assert_eq!(counts_and_means(&grown, (0, 0)), (counts.to_vec(), means.to_vec()));
        }
        assert_eq!(counts_and_means(&grown, (1, 1)), (vec![2, 0], vec![60.0, 0.0]));
        assert_eq!(counts_and_means(&grown, (2, 2)), (vec![0, 1], vec![0.0, 50.0]));
        assert_eq!(grown.size(), 5, "two playouts ended where there was nothing left to add");
        let below = grown.below(&game, &1, 0, 1).expect("the first move's node");
        assert_eq!((below.size(), counts_and_means(&below, (2, 2))), (2, (vec![0, 1], vec![0.0, 50.0])));
    }
}
