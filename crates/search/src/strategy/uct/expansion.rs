//! States that simulations wait for.
//!
//! A simulation that comes to a node without edges, or to an edge without a child, waits until the states
//! there are worked out. The simulations of a batch wait together: a game that evaluates states side by side
//! then works out the children of many nodes at once.

use std::ops::Range;
use std::time::Duration;

use game::{Game, MOST_TOGETHER, Parent};

use super::search::Search;
use super::tree::{Decider, NONE, Tree};
use crate::{Meter, SearchError};

/// Some children of a node that are to be worked out.
#[derive(Clone, Debug)]
struct Expansion {
    node: u32,
    of: Children,
    /// The joint moves that lead to the children, by their numbers among those of all expansions.
    joints: Range<usize>,
}

/// Which children of a node are to be worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Children {
    /// All, after each move of the role that decides.
    All { role: u32 },
    /// The one that an edge, or a joint edge, leads to.
    One { edge: u32 },
}

/// How long a search may look at the children of a node before it chooses among them. Where rules answer
/// slowly, to look at thousands of children would leave no time for playouts; those that are not looked at
/// are only not known to end the game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Haste {
    /// Whether states are worked out one after another. Of those that are worked out side by side it is known
    /// at once whether they end the game.
    one_by_one: bool,
    /// Time since the start of the search.
    end: Option<Duration>,
}

impl Haste {
    /// The share of the time of a search that the children of one node may take: a 32nd.
    const SHARE: u32 = 32;

    fn of<G: Game>(game: &G, meter: &Meter) -> Self {
        let end = meter.budget().time.map(|time| meter.elapsed() + time / Self::SHARE);
        Self { one_by_one: game.batch().is_none(), end }
    }

    /// Whether no further child is to be looked at.
    pub(super) fn over(&self, meter: &Meter) -> bool {
        self.one_by_one && (meter.interrupted() || self.end.is_some_and(|end| meter.elapsed() >= end))
    }
}

/// What an edge leads to.
pub(super) enum Child<S> {
    /// A node that was there before.
    Known(u32),
    /// A node that is new.
    New(u32),
    /// A state that has no node, as there is no room for it, or no time to work it out.
    Beyond(S),
}

/// The expansions that simulations wait for, in the order in which they were asked for.
#[derive(Debug)]
pub(super) struct Expansions<G: Game> {
    list: Vec<Expansion>,
    /// How many of them are done.
    done: usize,
    joints: Vec<G::Move>,
    /// The states of the nodes whose children are worked out at the moment.
    parents: Vec<G::State>,
    /// The states that the last of the finished expansions came to.
    states: Vec<G::State>,
    /// The number of the joint move that leads to the first of `states`.
    first: usize,
    /// What each of `states` is proven to pay in which a role wins at once; empty if that is known of none.
    proven: Vec<u32>,
    /// The evaluator's opinions of `states`, from 0 to 1, if it was asked.
    opinions: Vec<f32>,
}

impl<G: Game> Expansions<G> {
    pub(super) fn new() -> Self {
        Self {
            list: Vec::new(),
            done: 0,
            joints: Vec::new(),
            parents: Vec::new(),
            states: Vec::new(),
            first: 0,
            proven: Vec::new(),
            opinions: Vec::new(),
        }
    }

    /// Whether an expansion is done.
    pub(super) fn is_done(&self, expansion: usize) -> bool {
        expansion < self.done
    }

    /// The node of an expansion, and its edge if it is of one edge alone.
    pub(super) fn place(&self, expansion: usize) -> (u32, Option<u32>) {
        let Expansion { node, of, .. } = self.list[expansion];
        match of {
            Children::All { .. } => (node, None),
            Children::One { edge } => (node, Some(edge)),
        }
    }

    /// The number of the expansion that is to work out all children of a node, if there is one.
    pub(super) fn of_node(&self, node: u32) -> Option<usize> {
        let all = |expansion: &Expansion| matches!(expansion.of, Children::All { .. });
        (self.done..self.list.len()).find(|&number| self.list[number].node == node && all(&self.list[number]))
    }

    /// Takes up the next expansions, as many as are worked out together, and copies the states of their
    /// nodes; their numbers.
    fn begin(&mut self, game: &G, tree: &Tree<G>) -> Range<usize> {
        let Self { list, done, parents, first, .. } = self;
        let begun = *done;
        *first = list[begun].joints.start;
        *done += 1;
        if game.batch().is_some() {
            // Each takes memory until its simulation has gone on.
            let most = *first + MOST_TOGETHER;
            *done += list[*done..].iter().take_while(|expansion| expansion.joints.end <= most).count();
        }
        parents.clear();
        parents.extend(list[begun..*done].iter().map(|expansion| tree.node(expansion.node).state.clone()));
        begun..*done
    }

    /// Works out the states of the expansions that were taken up last. Where one state after another has to
    /// be worked out, there are fewer if that takes [too long](Haste), but that of a single edge.
    fn evaluate(&mut self, game: &G, haste: &Haste, meter: &Meter) {
        let Self { list, done, joints, parents, states, .. } = self;
        let roles = game.roles();
        let expansions = &list[*done - parents.len()..*done];
        let joints_of = |expansion: &Expansion| {
            let Range { start, end } = expansion.joints;
            &joints[start * roles..end * roles]
        };
        match game.batch() {
            Some(batch) if expansions.iter().map(|expansion| expansion.joints.len()).sum::<usize>() > 1 => {
                let parent = |(state, expansion)| Parent { state, joints: joints_of(expansion) };
                batch.children(&parents.iter().zip(expansions).map(parent).collect::<Vec<_>>(), states);
            }
            _ => {
                let single = matches!(expansions[0].of, Children::One { .. });
                let children = joints_of(&expansions[0]).chunks_exact(roles);
                let in_time = children.take_while(|_| single || !haste.over(meter));
                states.clear();
                states.extend(in_time.map(|joint| game.next(&parents[0], joint)));
                if game.batch().is_none() {
                    // Rules that answer slowly remember the answer: no thread waits for the tree until they
                    // have found it.
                    for child in states.iter().take_while(|_| !haste.over(meter)) {
                        game.terminal(child);
                    }
                }
            }
        }
    }

    /// Asks for opinions of the states that were worked out last after moves of players.
    fn ask(&mut self, plays: impl Fn(u32) -> bool, mut opinion: impl FnMut(&G::State, usize) -> f32) {
        let Self { list, done, parents, states, opinions, .. } = self;
        opinions.clear();
        for expansion in &list[*done - parents.len()..*done] {
            let children = states[opinions.len()..].iter().take(expansion.joints.len());
            match expansion.of {
                Children::All { role } if plays(role) => {
                    opinions.extend(children.map(|child| opinion(child, role as usize)));
                }
                _ => opinions.extend(children.map(|_| 0.0)),
            }
        }
    }

    /// Forgets all expansions, once no simulation waits for any.
    pub(super) fn clear(&mut self) {
        self.list.clear();
        self.joints.clear();
        self.states.clear();
        (self.done, self.first) = (0, 0);
    }
}

impl<G: Game> Search<'_, '_, '_, G> {
    /// Gives a node its edges. The number of the expansion to wait for, if its children have to be seen
    /// before a move is chosen: with a solver, to find the moves that end the game, or for the
    /// evaluator's opinions.
    pub(super) fn expand(&mut self, node: u32) -> Result<Option<usize>, SearchError> {
        self.tree.expand(self.game, node)?;
        let Decider::One(role) = self.tree.node(node).decider else { return Ok(None) };
        if !self.settings.solver && !self.settings.asks_opinions() {
            return Ok(None);
        }
        let Expansions { list, joints, .. } = &mut self.expansions;
        let roles = self.game.roles();
        let from = joints.len() / roles;
        self.tree.append_joints_of(self.game, node, role as usize, joints);
        let number = list.len();
        list.push(Expansion { node, of: Children::All { role }, joints: from..joints.len() / roles });
        self.tree.nodes[node as usize].decider = Decider::Awaited(role);
        Ok(Some(number))
    }

    /// Asks for the child that an edge, or a joint edge, of a node leads to; the number of the expansion.
    pub(super) fn ask_for_child(&mut self, node: u32, edge: u32) -> usize {
        let Expansions { list, joints, .. } = &mut self.expansions;
        let from = joints.len() / self.game.roles();
        self.tree.append_joint_of(self.game, node, edge, joints);
        list.push(Expansion { node, of: Children::One { edge }, joints: from..from + 1 });
        list.len() - 1
    }

    /// The child that an edge, or a joint edge, of a node leads to, made if need be of a state that
    /// `expansion` came to. None if there is neither.
    pub(super) fn child(
        &mut self,
        node: u32,
        edge: u32,
        expansion: Option<usize>,
    ) -> Option<Child<G::State>> {
        let known = self.tree.child(node, edge);
        if known != NONE {
            return Some(Child::Known(known));
        }
        let Expansions { list, states, first, .. } = &self.expansions;
        let expansion = &list[expansion?];
        let index = match expansion.of {
            _ if expansion.node != node => return None,
            Children::One { edge: only } if only != edge => return None,
            Children::One { .. } => 0,
            Children::All { .. } => (edge - self.tree.node(node).first) as usize,
        };
        let state = states.get(expansion.joints.start.checked_sub(*first)? + index)?.clone();
        // A state that was not worked out to the end is nothing for other threads.
        if self.meter.cut_short() || !self.has_room() {
            return Some(Child::Beyond(state));
        }
        let (child, new) = self.tree.add_child(self.game, node, edge, state, &self.meter);
        if new && self.lookup.is_some() {
            self.tree.look_up(child, &mut self.lookup);
        }
        Some(if new { Child::New(child) } else { Child::Known(child) })
    }

    /// Works out the states of the next expansions; other threads have the tree meanwhile.
    pub(super) fn work_out(&mut self) {
        let haste = Haste::of(self.game, &self.meter);
        let Self { game, settings, shared, tree, expansions, foresight, guide, meter, rng, .. } = self;
        let done = expansions.begin(*game, tree);
        let chance = tree.chance;
        shared.leave(tree, || {
            expansions.evaluate(*game, &haste, meter);
            if settings.solver {
                foresight.look_at(*game, &expansions.states);
            }
            if settings.asks_opinions() {
                let players = |role: u32| role != chance;
                expansions.ask(players, |state, role| guide.opinion(*game, state, role, &haste, meter, rng));
            }
        });
        if settings.solver {
            foresight.prove(*game, tree, meter, &mut expansions.proven);
        }
        for expansion in done {
            self.finish(expansion, &haste);
        }
    }

    /// A node whose children have been worked out has a decider again: the moves that end the game are
    /// proven, and it has the evaluator's opinions.
    fn finish(&mut self, expansion: usize, haste: &Haste) {
        let Expansion { node, of: Children::All { role }, joints } = self.expansions.list[expansion].clone()
        else {
            return;
        };
        self.tree.nodes[node as usize].decider = Decider::One(role);
        let Expansions { states, first, proven, opinions, .. } = &self.expansions;
        // Few if the time is up, or none.
        let children = (joints.start - first).min(states.len())..(joints.end - first).min(states.len());
        if self.settings.solver {
            let proven = proven.get(children.clone()).unwrap_or_default();
            self.tree.see_ends(self.game, node, &states[children.clone()], proven, &self.meter, haste);
            if self.lookup.is_some() {
                self.tree.look_up_children(node, &states[children.clone()], &mut self.lookup);
            }
        }
        if self.settings.asks_opinions() && role != self.tree.chance {
            self.tree.heed_opinions(node, &opinions[children], self.settings);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use game::{Batch, Fault, Goal, Notation, Outcomes, Sample};
    use rand::SeedableRng;
    use rand::seq::IndexedRandom;
    use rstest::rstest;

    use super::super::forest::Forest;
    use super::super::settings::Settings;
    use super::*;
    use crate::testing::Counting;
    use crate::{Budget, Request, SearchRng, Strategy as _, Uct};

    /// Counting to 21, many states at once; how often states were worked out is counted.
    #[derive(Debug, Default)]
    struct SideBySide {
        evaluations: AtomicU64,
    }

    type State = (u32, usize);

    impl Game for SideBySide {
        type State = State;
        type Move = u8;

        fn roles(&self) -> usize {
            2
        }

        fn initial(&self) -> State {
            Counting.initial()
        }

        fn terminal(&self, state: &State) -> bool {
            Counting.terminal(state)
        }

        fn legal(&self, state: &State, role: usize, moves: &mut Vec<u8>) {
            Counting.legal(state, role, moves);
        }

        fn next(&self, state: &State, joint: &[u8]) -> State {
            self.evaluations.fetch_add(1, Ordering::Relaxed);
            Counting.next(state, joint)
        }

        fn goal(&self, state: &State, role: usize) -> Goal {
            Counting.goal(state, role)
        }

        fn notation(&self) -> &dyn Notation<State, u8> {
            &Counting
        }

        fn batch(&self) -> Option<&dyn Batch<State, u8>> {
            Some(self)
        }
    }

    impl Batch<State, u8> for SideBySide {
        fn children(&self, parents: &[Parent<'_, State, u8>], children: &mut Vec<State>) {
            self.evaluations.fetch_add(1, Ordering::Relaxed);
            let below = |parent: &Parent<'_, State, u8>| {
                parent.joints.chunks(2).map(|joint| Counting.next(parent.state, joint)).collect::<Vec<_>>()
            };
            *children = parents.iter().flat_map(below).collect();
        }

        fn playouts(
            &self,
            starts: &[State],
            each: u32,
            seed: u64,
            _: &dyn Fn() -> bool,
            outcomes: &mut Outcomes,
        ) -> Result<(), Fault> {
            let mut rng = SearchRng::seed_from_u64(seed);
            outcomes.clear(starts.len(), 2);
            for (number, start) in starts.iter().enumerate() {
                for _ in 0..each {
                    let (mut state, mut moves) = (*start, [Vec::new(), Vec::new()]);
                    while !Counting.terminal(&state) {
                        (0..2).for_each(|role| Counting.legal(&state, role, &mut moves[role]));
                        let joint = moves.each_ref().map(|moves| *moves.choose(&mut rng).unwrap());
                        state = Counting.next(&state, &joint);
                    }
                    outcomes.record(number, (0..2).map(|role| f64::from(Counting.goal(&state, role))));
                }
            }
            Ok(())
        }

        fn sample(&self, _: &[u64], _: u64, _: &(dyn Fn() -> bool + Sync)) -> Result<Sample, Fault> {
            unreachable!("a search samples nothing")
        }
    }

    #[rstest]
    fn simulations_side_by_side_count_to_21(
        #[values(
            "",
            "solver=false",
            "transpositions=false",
            "bias=0.5,eval=mobility",
            "leaves=512",
            "each=1",
            "threads=3,parallel=tree"
        )]
        options: &str,
    ) {
        let spec = format!("uct({options})").parse().unwrap();
        for said in (11..20).filter(|said| said % 4 != 0) {
            let (game, state, mut rng) = (SideBySide::default(), (said, 0), SearchRng::seed_from_u64(7));
            let decision = Uct::from_spec(&spec).choose(Request::new(&game, &state, 0, &mut rng)).unwrap();
            assert_eq!(u32::from(decision.mov), 4 - said % 4, "after {said}");
        }
    }

    /// A tree of so many playouts, and how many simulations and evaluations it took.
    fn grown(spec: &str, playouts: u64) -> (super::super::tree::Tree<SideBySide>, u64, u64) {
        let game = SideBySide::default();
        let settings = Settings { reuse: true, ..Settings::from_spec(&spec.parse().unwrap()) };
        let (mut forest, found) =
            Forest::grown(&game, &settings, 0, Budget { playouts: Some(playouts), ..Budget::default() });
        (forest.trees.remove(0).unwrap(), found.effort.nodes, game.evaluations.into_inner())
    }

    #[test]
    fn the_simulations_of_a_batch_wait_together() {
        let (_, simulations, evaluations) = grown("uct(transpositions=false,solver=false)", 100_000);
        assert!(simulations > 10_000, "{simulations}");
        assert!(evaluations * 4 < simulations, "{evaluations} for {simulations} simulations");
    }

    #[rstest]
    fn every_child_is_the_state_after_its_move(
        #[values("leaves=512", "leaves=512,transpositions=false", "solver=false", "plain=true")]
        options: &str,
    ) {
        let (mut tree, ..) = grown(&format!("uct({options})"), 20_000);
        let mut joint = Vec::new();
        let mut children = 0;
        for node in 0..tree.nodes.len() as u32 {
            let edges = tree.node(node).first..tree.node(node).first + tree.node(node).count;
            for edge in edges.filter(|&edge| tree.edges[edge as usize].child != NONE).collect::<Vec<_>>() {
                joint.clear();
                tree.append_joint_of(&SideBySide::default(), node, edge, &mut joint);
                let child = tree.edges[edge as usize].child;
                assert_eq!(tree.node(child).state, Counting.next(&tree.node(node).state, &joint));
                children += 1;
            }
        }
        assert!(children > 20, "{children}");
    }
}
