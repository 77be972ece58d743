//! States and opinions that are worked out before the search comes to them, many together.
//!
//! Where states are worked out side by side, one costs about as much as hundreds. So when the search needs a
//! state that has not been made, those that it is likely to need next are made with it: the states that it
//! would come to if each node had as many of its children searched as the last nodes at its ply had. Of a
//! node that is likely to be cut this is the first child alone. States that it is less likely to need are
//! made if there is room left.

mod prediction;

use game::{Game, MOST_TOGETHER, Parent, children_of_all};
use slab::Slab;

use super::MoveOrder;
use super::descent::Descent;
use super::node::Node;
use crate::{Evaluator, Opinion};
use prediction::{Outlook, Prediction, Sought};

/// As long as the states that were made ahead take so many bytes, no more are made than the search needs.
const MOST_BYTES: usize = 64 << 20;

/// Of how many nodes at a ply it is remembered how many children were searched.
const REMEMBERED: usize = 2;

/// A state that was made before the search came to it.
pub(super) struct Made<G: Game> {
    pub(super) state: G::State,
    /// What the evaluator says of it. Its cost is charged when the search comes to it, which it may never do.
    pub(super) opinion: Option<Opinion>,
    /// What it is worth to the searcher, if that is known as a role wins at once there.
    pub(super) decided: Option<f64>,
    /// The moves there, once they have been looked at.
    outlook: Option<Box<Outlook<G::Move>>>,
    pub(super) children: MadeChildren,
}

/// The children of a state that have been made, by their numbers among the states that were made ahead.
#[derive(Default)]
pub(super) struct MadeChildren {
    /// For each child, as far as any has been made.
    numbers: Vec<Option<u32>>,
}

impl MadeChildren {
    fn get(&self, child: usize) -> Option<usize> {
        self.numbers.get(child).copied().flatten().map(|number| number as usize)
    }

    fn put(&mut self, child: usize, number: usize) {
        if self.numbers.len() <= child {
            self.numbers.resize(child + 1, None);
        }
        self.numbers[child] = Some(number as u32);
    }

    fn take(&mut self, child: usize) -> Option<usize> {
        self.numbers.get_mut(child)?.take().map(|number| number as usize)
    }

    fn iter(&self) -> impl Iterator<Item = usize> {
        self.numbers.iter().flatten().map(|&number| number as usize)
    }
}

/// The states that were made before the search came to them, known by numbers.
pub(super) struct Ahead<G: Game> {
    made: Slab<Made<G>>,
    /// For each ply, how many children were searched of the nodes that were closed last there.
    searched: Vec<[usize; REMEMBERED]>,
    /// States that are not needed any more, whose memory is used for others.
    spare: Vec<G::State>,
    /// States that are being forgotten.
    forgotten: Vec<usize>,
    /// States that are made next: whose children, and which.
    wanted: Vec<(Origin, usize)>,
    /// States that were made last.
    fresh: Vec<usize>,
    /// Leaves that are judged next.
    waiting: Vec<usize>,
    /// The place in which moves are looked at.
    scout: Node<G>,
    scores: Vec<f64>,
    /// Joint moves that are made.
    joints: Vec<G::Move>,
    /// Bytes that [`grown`](Self::grown) has told of.
    counted: usize,
}

/// Where a state comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Origin {
    /// From the node that is open at this ply.
    Open(usize),
    /// From a state that was made.
    Made(usize),
}

impl<G: Game> Ahead<G> {
    /// Nothing yet, of a game that has this state.
    pub(super) fn new(state: G::State) -> Self {
        Self {
            made: Slab::new(),
            searched: Vec::new(),
            spare: Vec::new(),
            forgotten: Vec::new(),
            wanted: Vec::new(),
            fresh: Vec::new(),
            waiting: Vec::new(),
            scout: Node::new(state),
            scores: Vec::new(),
            joints: Vec::new(),
            counted: 0,
        }
    }

    /// The states of children, in their order.
    pub(super) fn states(&self, children: &MadeChildren) -> impl Iterator<Item = &G::State> {
        children.iter().map(|number| &self.made[number].state)
    }

    /// The state of a child, if it has been made.
    pub(super) fn state(&self, children: &MadeChildren, child: usize) -> Option<&G::State> {
        Some(&self.made[children.get(child)?].state)
    }

    /// Takes out a child, if it has been made.
    pub(super) fn take(&mut self, children: &mut MadeChildren, child: usize) -> Option<Made<G>> {
        Some(self.made.remove(children.take(child)?))
    }

    /// Forgets children and all that has been made below them.
    pub(super) fn forget(&mut self, children: &mut MadeChildren) {
        self.forgotten.extend(children.iter());
        children.numbers.clear();
        while let Some(number) = self.forgotten.pop() {
            let gone = self.made.remove(number);
            self.forgotten.extend(gone.children.iter());
            self.reuse(gone.state);
        }
    }

    /// Takes over a state that is not needed any more.
    pub(super) fn reuse(&mut self, state: G::State) {
        if self.spare.len() < MOST_TOGETHER {
            self.spare.push(state);
        }
    }

    /// Notes how many children were searched of the node that is closed at this ply.
    pub(super) fn note_searched(&mut self, ply: usize, node: &Node<G>) {
        if self.searched.len() <= ply {
            self.searched.resize(ply + 1, [usize::MAX; REMEMBERED]);
        }
        self.searched[ply].rotate_right(1);
        // Where all were searched, the next node may have more.
        self.searched[ply][0] = if node.is_cut() { node.visited } else { usize::MAX };
    }

    /// Bytes that its states take; `heap` is what each has on the heap.
    fn bytes(&self, heap: usize) -> usize {
        (self.made.len() + self.spare.len()) * (size_of::<Made<G>>() + heap)
    }

    /// Bytes that they take beyond those that have been told of before.
    pub(super) fn grown(&mut self, heap: usize) -> u64 {
        let more = self.bytes(heap).saturating_sub(self.counted);
        self.counted += more;
        more as u64
    }

    /// Makes the states that are wanted.
    fn make_wanted(&mut self, game: &G, nodes: &mut [Node<G>]) {
        let Self { made, wanted, fresh, spare, joints, .. } = self;
        let roles = game.roles();
        joints.clear();
        fresh.clear();
        for &(origin, child) in &*wanted {
            match origin {
                Origin::Open(ply) => nodes[ply].list_joint_to(child, joints),
                Origin::Made(number) => {
                    let outlook = made[number].outlook.iter();
                    joints.extend(outlook.flat_map(|outlook| &outlook.joints[child * roles..][..roles]));
                }
            }
        }
        let mut rest = joints.as_slice();
        let siblings = wanted.chunk_by(|(one, _), (other, _)| one == other);
        let parents = siblings.map(|siblings| {
            let (joints, others) = rest.split_at(siblings.len() * roles);
            rest = others;
            let state = match siblings[0].0 {
                Origin::Open(ply) => &nodes[ply].state,
                Origin::Made(number) => &made[number].state,
            };
            Parent { state, joints }
        });
        children_of_all(game, &parents.collect::<Vec<_>>(), spare);
        for ((origin, child), state) in wanted.drain(..).zip(spare.drain(..)) {
            let (opinion, decided, outlook, children) = (None, None, None, MadeChildren::default());
            let number = made.insert(Made { state, opinion, decided, outlook, children });
            fresh.push(number);
            match origin {
                Origin::Open(ply) => nodes[ply].children.put(child, number),
                Origin::Made(parent) => made[parent].children.put(child, number),
            }
        }
    }
}

impl<G: Game, E: Evaluator<G>> Descent<'_, G, E> {
    /// Whether a node needs the states of all its children when it is opened.
    pub(super) fn needs_all(&self) -> bool {
        let twins = self.open == 0 && self.symmetric && self.search.game.batch().is_some();
        self.search.options.order == MoveOrder::Static || twins
    }

    /// Makes the states of all children of the node that is being opened.
    pub(super) fn make_all(&mut self) {
        let Self { nodes, open, ahead, .. } = self;
        let (ply, node) = (*open, &nodes[*open]);
        ahead.wanted.clear();
        for child in 0..node.moves().len() {
            if node.children.get(child).is_none() {
                ahead.wanted.push((Origin::Open(ply), child));
            }
        }
        if !ahead.wanted.is_empty() {
            self.make_wanted(ply);
        }
    }

    /// Makes the state of the child that is searched now of the innermost open node, if it has not been made.
    pub(super) fn make_next(&mut self) {
        let Self { nodes, open, ahead, .. } = self;
        let ply = *open - 1;
        let node = &nodes[ply];
        if node.children.get(node.child()).is_none() {
            ahead.wanted.clear();
            ahead.wanted.push((Origin::Open(ply), node.child()));
            self.make_wanted(ply);
        }
    }

    /// Makes the states that are wanted of the node at this ply. In a game whose states are worked out
    /// together those are made with them that are likely to be wanted next.
    fn make_wanted(&mut self, ply: usize) {
        let sought = if self.needs_all() { Sought::AllChildren } else { Sought::Children };
        let Self { nodes, ahead, search, memory, .. } = self;
        let heap = search.game.heap_bytes(&nodes[ply].state);
        if let Some(batch) = search.game.batch().filter(|_| ahead.bytes(heap) < MOST_BYTES) {
            let prediction = Prediction::new(search.game, memory, search.options, ahead, sought);
            prediction.find(&nodes[..=ply], batch.together());
        }
        ahead.make_wanted(search.game, nodes);
        self.see_decided();
    }

    /// Notes which of the states that were made last are decided, as a role wins at once there, and what they
    /// are worth to the searcher. That is the least or the greatest payoff of all: of others it is not known
    /// what is better.
    fn see_decided(&mut self) {
        let Self { search, meter, decided, ahead, .. } = self;
        let (game, role, allies) = (search.game, search.role, search.allies);
        let range = game.goal_range();
        let (least, greatest) = (f64::from(*range.start()), f64::from(*range.end()));
        let Ahead { made, fresh, .. } = ahead;
        let ends = decided.look_at(game, fresh.iter().map(|&number| &made[number].state));
        let values = ends.map(|end| {
            let (winner, end) = end?;
            // The search may never come there, and then it does not matter what is wrong with the rules.
            game.goal(end, role);
            let goal = if game.fault(end).is_none() { meter.goal(game, end, role)? } else { return None };
            let best = if winner == role { goal >= greatest } else { goal <= least };
            (best && !allies.contains(&winner)).then_some(goal)
        });
        let values: Vec<Option<f64>> = values.collect();
        for (&number, value) in fresh.iter().zip(values) {
            made[number].decided = value;
        }
    }

    /// The evaluator's opinion of the leaf that is entered. Where opinions can be formed together, those of
    /// the leaves that are likely to be searched next are formed with it: of as many as have been searched
    /// here, or as it costs little to judge.
    pub(super) fn opinion_of_leaf(&mut self) -> f64 {
        let Self { nodes, open, ahead, search, memory, meter, formed, .. } = self;
        let game = search.game;
        let (above, below) = nodes.split_at_mut(*open);
        let leaf = &mut below[0];
        let parent = above.last().filter(|parent| parent.remaining <= 1 && !parent.is_chance);
        let (Some(parent), Some(judge)) = (parent, search.evaluator.together(game)) else {
            return search.opinion(&leaf.state, meter);
        };
        if leaf.opinion.is_none() {
            ahead.waiting.clear();
            let prediction = Prediction::new(game, memory, search.options, ahead, Sought::Leaves);
            prediction.find(above, judge.most(game).max(parent.visited) - 1);
            let Ahead { made, waiting, .. } = ahead;
            let others = waiting.iter().map(|&number| &made[number].state);
            let states: Vec<_> = [&leaf.state].into_iter().chain(others).collect();
            formed.clear();
            judge.opinions(game, &states, search.role, &|| !meter.interrupted(), formed);
            let mut formed = formed.drain(..);
            leaf.opinion = formed.next();
            for (number, opinion) in waiting.drain(..).zip(formed) {
                made[number].opinion = Some(opinion);
            }
        }
        // It is missing if the time was up.
        let Some(opinion) = leaf.opinion else { return search.opinion(&leaf.state, meter) };
        meter.effort.nodes += opinion.nodes;
        opinion.value
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use game::Playouts;
    use proptest::prelude::*;
    use rand::SeedableRng;

    use super::*;
    use crate::strategy::depth_first::AlphaBetaOptions;
    use crate::strategy::depth_first::exactness::{options, walks};
    use crate::strategy::depth_first::tests::sketches;
    use crate::testing::{Asked, Opinionated, Walk, decide_as, rules};
    use crate::{
        AlphaBeta, Budget, Decision, Deepening, DeepeningMode, Meter, Recorder, Request, SearchRng,
        Strategy as Chooser, Together, Trace,
    };

    /// A firm opinion of every state, formed with or without that of others, which costs nodes.
    struct Costly {
        together: Option<usize>,
    }

    impl Costly {
        fn opinion<G: Game>(game: &G, state: &G::State, role: usize) -> Opinion {
            let (mut meter, mut rng) = (Meter::start(Budget::default()), SearchRng::seed_from_u64(0));
            let value = Opinionated.evaluate(game, state, role, &mut meter, &mut rng);
            Opinion { value, nodes: value.abs() as u64 % 3 }
        }
    }

    impl<G: Game> Evaluator<G> for Costly {
        fn evaluate(
            &mut self,
            game: &G,
            state: &G::State,
            role: usize,
            meter: &mut Meter,
            _: &mut SearchRng,
        ) -> f64 {
            let Opinion { value, nodes } = Self::opinion(game, state, role);
            meter.effort.nodes += nodes;
            value
        }

        fn together(&mut self, _: &G) -> Option<&mut dyn Together<G>> {
            self.together.is_some().then_some(self)
        }
    }

    impl<G: Game> Together<G> for Costly {
        fn most(&self, _: &G) -> usize {
            self.together.unwrap_or(1)
        }

        fn opinions(
            &self,
            game: &G,
            states: &[&G::State],
            role: usize,
            _: &dyn Fn() -> bool,
            opinions: &mut Vec<Opinion>,
        ) {
            assert!(states.iter().all(|state| !game.terminal(state)));
            opinions.extend(states.iter().map(|state| Self::opinion(game, state, role)));
        }
    }

    /// What is decided, and what an observer sees.
    fn watched<'g, G: Game>(
        mut strategy: impl Chooser<Asked<'g, G>>,
        game: &Asked<'g, G>,
        nodes: Option<u64>,
    ) -> (Decision<G::Move>, Trace) {
        let (mut rng, mut recorder) = (SearchRng::seed_from_u64(7), Recorder::new(game, 0, 10_000));
        let budget = Budget { nodes, ..Budget::default() };
        let initial = game.initial();
        let request = Request::new(game, &initial, 0, &mut rng).within(budget).watched_by(&mut recorder);
        let decision = strategy.choose(request).unwrap();
        (decision, recorder.trace())
    }

    /// Searches of a game, many states together or one by one, are the same to whoever sees them.
    fn same_together(
        game: &Walk,
        options: AlphaBetaOptions,
        (depth, nodes): (u32, Option<u64>),
        (cheap, together): (usize, usize),
    ) -> Result<(), TestCaseError> {
        let to = Budget { depth: Some(depth), ..Budget::default() };
        let (one_by_one, many) = (Asked::new(game, None), Asked::new(game, Some(cheap)));
        let (alone, judged) = (|| Costly { together: None }, || Costly { together: Some(together) });
        let expected = watched(AlphaBeta::new(to.clone(), options, alone()), &one_by_one, nodes);
        for evaluator in [alone(), judged()] {
            let found = watched(AlphaBeta::new(to.clone(), options, evaluator), &many, nodes);
            prop_assert_eq!(&found, &expected);
        }
        for mode in [DeepeningMode::Uniform, DeepeningMode::NonUniform { spread: 2 }] {
            let expected = watched(Deepening::new(to.clone(), mode, options, alone()), &one_by_one, nodes);
            let found = watched(Deepening::new(to.clone(), mode, options, judged()), &many, nodes);
            prop_assert_eq!(&found, &expected);
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        #[test]
        fn trees_are_searched_in_the_same_way_one_by_one_and_together(
            sketch in sketches(),
            options in options(),
            depth in 1..=4_u32,
            nodes in prop::option::of(1..200_u64),
            cheap in 1..100_usize,
            together in 1..30_usize,
        ) {
            same_together(&Walk::down(&sketch), options, (depth, nodes), (cheap, together))?;
        }

        #[test]
        fn graphs_are_searched_in_the_same_way_one_by_one_and_together(
            walk in walks(),
            options in options(),
            depth in 1..=5_u32,
            nodes in prop::option::of(1..200_u64),
            cheap in 1..100_usize,
            together in 1..30_usize,
        ) {
            same_together(&walk, options, (depth, nodes), (cheap, together))?;
        }
    }

    #[test]
    fn rules_on_circuits_are_searched_in_the_same_way_one_by_one_and_together() {
        let specs = [
            "alpha-beta(depth=3,eval=mobility)",
            "alpha-beta(depth=4)",
            "deepening(depth=3,eval=mobility,decisive=false)",
            "deepening(depth=3,eval=mobility,order=static,decisive=false,quiescence=2)",
        ];
        for name in ["connect-four", "breakthrough-6x6"] {
            let game = rules(name);
            let mut rng = SearchRng::seed_from_u64(1);
            for plies in [0, 4, 7] {
                let start = Playouts::new(&game).with_ply_limit(plies).run(&game.initial(), &mut rng).end;
                let budget = Budget { nodes: Some(4000), ..Budget::default() };
                for spec in specs {
                    let decide =
                        |together| decide_as(spec, &Asked::new(&game, together), 0, &start, &budget).unwrap();
                    assert!(!game.terminal(&start), "{name} is over after {plies} plies");
                    let one_by_one = decide(None);
                    for cheap in [1, 64, 512] {
                        assert_eq!(decide(Some(cheap)), one_by_one, "{spec} at {name} after {plies} plies");
                    }
                }
            }
        }
    }

    /// A search of a game in which everything is worth the same, so that each node that can be cut is cut by
    /// its first child, and how many nodes it visits. States take so many bytes.
    fn search_for_nothing(heap: usize) -> (Asked<'static, Walk>, usize) {
        static GAME: LazyLock<Walk> = LazyLock::new(|| {
            let level = |level: usize| 6 * level..6 * (level + 1);
            let places = (0..9)
                .flat_map(|below| level(below).map(move |_| (below % 2, level(below + 1).collect(), 0)));
            let ends = level(9).map(|_| (0, Vec::new(), 0));
            Walk::new(places.chain(ends).collect())
        });
        let mut asked = Asked::new(&*GAME, Some(64));
        asked.heap = heap;
        let decision = decide_as("alpha-beta(depth=8,eval=zero)", &asked, 0, &0, &Budget::default()).unwrap();
        assert_eq!(decision.effort.leaves, 2 * 6_u64.pow(4) - 1);
        (asked, decision.effort.nodes as usize)
    }

    #[test]
    fn states_that_are_likely_to_be_searched_are_made_together() {
        let (asked, nodes) = search_for_nothing(0);
        let (times, states) = (asked.times.into_inner(), asked.states.into_inner());
        assert!(2 * states < 5 * nodes, "{states} states are made for {nodes} nodes");
        assert!(states > 32 * times, "{states} states are made {times} times");
    }

    #[test]
    fn few_large_states_are_made_before_they_are_needed() {
        let (asked, nodes) = search_for_nothing(MOST_BYTES / 32);
        let states = asked.states.into_inner();
        assert!(2 * states < 3 * nodes, "{states} states are made for {nodes} nodes");
    }
}
