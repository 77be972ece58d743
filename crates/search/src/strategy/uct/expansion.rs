//! States that simulations wait for.
//!
//! A simulation that comes to a node without edges, or to an edge without a child, waits until the states there are worked out. The simulations
//! of a batch wait together: a game that evaluates states side by side then works out the children of many nodes at once.

use std::ops::Range;
use std::time::Duration;

use game::{Game, Parent};

use super::search::Search;
use super::tree::{Decider, NONE};
use crate::{Meter, SearchError};

/// As many states as are worked out together, unless a single node has more children: each takes memory until its simulation has gone on.
const MOST_STATES: usize = 512;

/// Some children of a node that are to be worked out.
#[derive(Clone, Debug)]
struct Expansion {
    node: u32,
    /// The edge, or the joint edge, that leads to the only child; none if all children of the role that decides are to be worked out.
    edge: Option<u32>,
    /// The joint moves that lead to the children, by their numbers among those of all expansions.
    joints: Range<usize>,
}

/// How long a search may look at the children of a node before it chooses among them. Where rules answer slowly, to look at thousands of children
/// would leave no time for playouts; those that are not looked at are only not known to end the game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Haste {
    /// Whether states are worked out one after another. Of those that are worked out side by side it is known at once whether they end the game.
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
    /// A state that has no node, as there is no room for it.
    Beyond(S),
}

/// The expansions that simulations wait for, in the order in which they were asked for.
#[derive(Debug)]
pub(super) struct Expansions<G: Game> {
    list: Vec<Expansion>,
    /// How many of them are done.
    done: usize,
    joints: Vec<G::Move>,
    /// The states that the last of the finished expansions came to.
    pub(super) states: Vec<G::State>,
    /// The number of the joint move that leads to the first of `states`.
    first: usize,
    /// What each of `states` is proven to pay in which a role wins at once; empty if that is known of none.
    proven: Vec<u32>,
}

impl<G: Game> Expansions<G> {
    pub(super) fn new() -> Self {
        Self {
            list: Vec::new(),
            done: 0,
            joints: Vec::new(),
            states: Vec::new(),
            first: 0,
            proven: Vec::new(),
        }
    }

    /// Whether an expansion is done.
    pub(super) fn is_done(&self, expansion: usize) -> bool {
        expansion < self.done
    }

    /// The node of an expansion, and its edge if it is of one edge alone.
    pub(super) fn place(&self, expansion: usize) -> (u32, Option<u32>) {
        let Expansion { node, edge, .. } = self.list[expansion];
        (node, edge)
    }

    /// Forgets all expansions, once no simulation waits for any.
    pub(super) fn clear(&mut self) {
        self.list.clear();
        self.joints.clear();
        self.states.clear();
        (self.done, self.first) = (0, 0);
    }
}

impl<G: Game> Search<'_, '_, G> {
    /// Gives a node its edges. The number of the expansion to wait for, if its children have to be seen before a move is chosen: with a solver, to
    /// find the moves that end the game, or for the evaluator's opinions.
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
        list.push(Expansion { node, edge: None, joints: from..joints.len() / roles });
        self.tree.nodes[node as usize].decider = Decider::Awaited { role, expansion: number as u32 };
        Ok(Some(number))
    }

    /// Asks for the child that an edge, or a joint edge, of a node leads to; the number of the expansion.
    pub(super) fn ask_for_child(&mut self, node: u32, edge: u32) -> usize {
        let Expansions { list, joints, .. } = &mut self.expansions;
        let from = joints.len() / self.game.roles();
        self.tree.append_joint_of(self.game, node, edge, joints);
        list.push(Expansion { node, edge: Some(edge), joints: from..from + 1 });
        list.len() - 1
    }

    /// The child that an edge, or a joint edge, of a node leads to, made if need be of a state that `expansion` came to. None if there is neither.
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
        let index = match expansion.edge {
            _ if expansion.node != node => return None,
            Some(only) if only != edge => return None,
            Some(_) => 0,
            None => (edge - self.tree.node(node).first) as usize,
        };
        let state = states.get(expansion.joints.start.checked_sub(*first)? + index)?.clone();
        if !self.has_room() {
            return Some(Child::Beyond(state));
        }
        let (child, new) = self.tree.add_child(self.game, node, edge, state, &self.meter);
        if new && self.lookup.is_some() {
            self.tree.look_up(child, &mut self.lookup);
        }
        Some(if new { Child::New(child) } else { Child::Known(child) })
    }

    /// Works out the states of the next expansions. Where one state after another has to be worked out, there are fewer if that takes
    /// [too long](Haste), but that of a single edge.
    pub(super) fn work_out(&mut self) {
        let haste = Haste::of(self.game, &self.meter);
        let Self { game, tree, expansions, meter, .. } = self;
        let Expansions { list, done, joints, states, first, .. } = expansions;
        let roles = game.roles();
        let begun = *done;
        *first = list[begun].joints.start;
        let most = *first + MOST_STATES;
        *done += 1 + list[begun + 1..].iter().take_while(|expansion| expansion.joints.end <= most).count();
        let joints_of = |range: &Range<usize>| &joints[range.start * roles..range.end * roles];
        match game.batch() {
            Some(batch) if list[*done - 1].joints.end - *first > 1 => {
                let parent = |expansion: &Expansion| Parent {
                    state: &tree.node(expansion.node).state,
                    joints: joints_of(&expansion.joints),
                };
                let parents: Vec<_> = list[begun..*done].iter().map(parent).collect();
                batch.children(&parents, states);
            }
            _ => {
                *done = begun + 1;
                let Expansion { node, edge, joints } = &list[begun];
                let state = &tree.node(*node).state;
                states.clear();
                let children = joints_of(joints).chunks_exact(roles);
                let in_time = children.take_while(|_| edge.is_some() || !haste.over(meter));
                states.extend(in_time.map(|joint| game.next(state, joint)));
            }
        }
        if self.settings.solver {
            let Self { game, tree, foresight, expansions, meter, .. } = self;
            let Expansions { states, proven, .. } = expansions;
            foresight.look_at(game, states, tree, meter, proven);
        }
        for expansion in begun..self.expansions.done {
            self.finish(expansion, &haste);
        }
    }

    /// A node whose children have been worked out has a decider again: the moves that end the game are proven, and the evaluator has been asked.
    fn finish(&mut self, expansion: usize, haste: &Haste) {
        let Expansion { node, edge: None, joints } = self.expansions.list[expansion].clone() else { return };
        let Decider::Awaited { role, .. } = self.tree.node(node).decider else { return };
        self.tree.nodes[node as usize].decider = Decider::One(role);
        let Expansions { states, first, proven, .. } = &self.expansions;
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
            self.ask_opinions(node, role, children, haste);
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

    use super::super::settings::Settings;
    use super::super::worker::{Question, Worker};
    use super::*;
    use crate::testing::Counting;
    use crate::{Budget, Request, SearchRng, Strategy as _, Uct, Watch, Zero};

    /// Counting to 21, many states at once; how often states were worked out is counted.
    #[derive(Debug, Default)]
    struct SideBySide {
        evaluations: AtomicU64,
    }

    type State = (u8, usize);

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

        fn sample(&self, _: u64, _: u64, _: &dyn Fn() -> bool) -> Result<Sample, Fault> {
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
            "each=1"
        )]
        options: &str,
    ) {
        let spec = format!("uct({options})").parse().unwrap();
        for said in (11..20).filter(|said| said % 4 != 0) {
            let (game, state, mut rng) = (SideBySide::default(), (said, 0), SearchRng::seed_from_u64(7));
            let decision = Uct::from_spec(&spec).choose(Request::new(&game, &state, 0, &mut rng)).unwrap();
            assert_eq!(decision.mov, 4 - said % 4, "after {said}");
        }
    }

    /// A tree of so many playouts, and how many simulations and evaluations it took.
    fn grown(spec: &str, playouts: u64) -> (super::super::tree::Tree<SideBySide>, u64, u64) {
        let game = SideBySide::default();
        let settings = Settings { reuse: true, ..Settings::from_spec(&spec.parse().unwrap()) };
        let mut worker = Worker::new(&settings, Box::new(Zero));
        let question = Question { game: &game, settings: &settings, state: &(0, 0), role: 0, lookup: None };
        let meter = Meter::start(Budget { playouts: Some(playouts), ..Budget::default() });
        let found = worker.search(question, meter, &mut SearchRng::seed_from_u64(3), Watch::none()).unwrap();
        (worker.tree.unwrap(), found.nodes, game.evaluations.into_inner())
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
