//! States and opinions that are worked out before the search comes to them, many together.

use game::{Game, MOST_TOGETHER, Parent, children_of_all};

use super::UNLIMITED;
use super::descent::Descent;
use super::node::Node;
use crate::{Evaluator, Opinion};

/// Opinions of the children of a node, as far as they have been formed. Their cost is charged when the search comes to a child, which it may never do.
#[derive(Clone, Debug, Default)]
pub(super) struct Opinions {
    /// By child.
    formed: Vec<Option<Opinion>>,
}

impl Opinions {
    pub(super) fn clear(&mut self) {
        self.formed.clear();
    }

    /// Bytes that they take.
    pub(super) fn bytes(&self) -> usize {
        self.formed.capacity() * size_of::<Option<Opinion>>()
    }

    fn of(&self, child: usize) -> Option<Opinion> {
        *self.formed.get(child)?
    }

    fn note(&mut self, child: usize, opinion: Opinion) {
        if self.formed.len() <= child {
            self.formed.resize(child + 1, None);
        }
        self.formed[child] = Some(opinion);
    }
}

/// The children of a node that has not been opened yet.
#[derive(Clone, Debug)]
pub(super) struct Family<S> {
    /// Which child of its parent the node is.
    node: usize,
    children: Vec<S>,
    opinions: Opinions,
}

impl<G: Game, E: Evaluator<G>> Descent<'_, G, E> {
    /// Makes the children of the node that is being opened. In a game whose states are worked out together those of as many siblings as have been searched are made with them, so
    /// that no more than half of the work is in vain if a cut comes, and those of more where that costs little.
    pub(super) fn expand(&mut self) {
        let Self { nodes, open, search, chance, .. } = self;
        let game = search.game;
        if nodes.len() == *open + 1 {
            let place = Node::new(nodes[*open].state.clone());
            nodes.push(place);
        }
        let (above, below) = nodes.split_at_mut(*open);
        let [node, scout, ..] = below else { return };
        let parent = above.last_mut().filter(|parent| parent.foresees());
        let (Some(parent), Some(batch)) = (parent, game.batch()) else { return node.expand(game) };
        let child = parent.child();
        if let Some(place) = parent.ahead.iter().position(|family| family.node == child) {
            let family = parent.ahead.remove(place);
            (node.children, node.opinions) = (family.children, family.opinions);
            return;
        }
        node.list_joints();
        let mut joints = vec![(child, node.joints.clone())];
        let mut states = node.moves().len();
        for other in parent.upcoming() {
            let most = if joints.len() < parent.visited { MOST_TOGETHER } else { batch.together() };
            if states >= most {
                break;
            }
            scout.state.clone_from(&parent.children[other]);
            // What is wrong with a state, if anything is, the search finds when it comes to it.
            if game.terminal(&scout.state)
                || parent.is_decided(other)
                || !matches!(scout.choices(game, *chance), Ok(0 | 1))
                || scout.chance_moves
            {
                continue;
            }
            states += scout.moves().len();
            if states > most {
                break;
            }
            scout.list_joints();
            joints.push((other, scout.joints.clone()));
        }
        let state = |other| if other == child { &node.state } else { &parent.children[other] };
        let parents: Vec<_> =
            joints.iter().map(|(child, joints)| Parent { state: state(*child), joints }).collect();
        let mut made = Vec::new();
        children_of_all(game, &parents, &mut made);
        let mut made = made.into_iter();
        let mut families = joints.iter().map(|(node, joints)| {
            let children = made.by_ref().take(joints.len() / game.roles()).collect();
            Family { node: *node, children, opinions: Opinions::default() }
        });
        node.children = families.next().map(|own| own.children).unwrap_or_default();
        parent.ahead.extend(families);
    }

    /// The evaluator's opinion of the leaf that is entered. Where opinions can be formed together, those of the leaves that are searched next are formed with it: of as many as have
    /// been searched here, or as it costs little to judge.
    pub(super) fn opinion_of_leaf(&mut self) -> f64 {
        let Self { nodes, open, search, meter, formed, .. } = self;
        let game = search.game;
        let (above, below) = nodes.split_at_mut(*open);
        let (leaf, parent) = (&below[0].state, above.split_last_mut());
        let parent = parent.filter(|(parent, _)| parent.remaining <= 1 && !parent.is_chance);
        let (Some((parent, above)), Some(judge)) = (parent, search.evaluator.together(game)) else {
            return search.opinion(leaf, meter);
        };
        let child = parent.child();
        if parent.opinions.of(child).is_none() {
            // First the siblings, then the children of the parent's siblings.
            let mut none = Vec::new();
            let above = above.last_mut().filter(|above| above.remaining == 2);
            let ahead = above.map_or(&mut none, |above| &mut above.ahead);
            let unknown = |&other: &usize| !parent.is_decided(other) && parent.opinions.of(other).is_none();
            let siblings = parent.upcoming().into_iter().filter(unknown);
            let siblings = siblings.map(|other| ((None, other), &parent.children[other]));
            let others = ahead.iter().enumerate().flat_map(|(place, family)| {
                let unknown = (0..family.children.len()).filter(|&other| family.opinions.of(other).is_none());
                unknown.map(move |other| ((Some(place), other), &family.children[other]))
            });
            let most = judge.most(game).max(parent.visited);
            let waiting = siblings.chain(others).filter(|(_, state)| !game.terminal(state)).take(most - 1);
            let (places, states): (Vec<_>, Vec<_>) =
                [((None, child), leaf)].into_iter().chain(waiting).unzip();
            formed.clear();
            judge.opinions(game, &states, search.role, &|| !meter.interrupted(), formed);
            for ((family, child), opinion) in places.into_iter().zip(formed.drain(..)) {
                let opinions = family.map_or(&mut parent.opinions, |place: usize| &mut ahead[place].opinions);
                opinions.note(child, opinion);
            }
        }
        // It is missing if the time was up.
        let Some(opinion) = parent.opinions.of(child) else { return search.opinion(leaf, meter) };
        meter.nodes += opinion.nodes;
        opinion.value
    }
}

impl<G: Game> Node<G> {
    /// The children whose states have been made and that have not been searched, in the order in which they are searched unless they are left out.
    fn upcoming(&self) -> Vec<usize> {
        let mut upcoming = self.order[self.visited..].to_vec();
        upcoming.retain(|&child| child < self.children.len());
        if !self.scores.is_empty() {
            upcoming.sort_by(|&a, &b| self.scores[b].total_cmp(&self.scores[a]).then(a.cmp(&b)));
        }
        upcoming
    }

    /// Whether the children of its children are made before these are searched. There must be a limit to the depth, as searches to the end of a game recognise many states.
    fn foresees(&self) -> bool {
        !self.is_chance && self.remaining != UNLIMITED && self.remaining > 1
    }

    /// Whether it is known what a child comes to without a search.
    fn is_decided(&self, child: usize) -> bool {
        self.decided.get(child).is_some_and(Option::is_some)
    }
}

#[cfg(test)]
mod tests {
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
            meter.nodes += nodes;
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
        (depth, nodes, together): (u32, Option<u64>, usize),
    ) -> Result<(), TestCaseError> {
        let to = Budget { depth: Some(depth), ..Budget::default() };
        let (one_by_one, many) = (Asked { game, together: false }, Asked { game, together: true });
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
            together in 1..30_usize,
        ) {
            same_together(&Walk::down(&sketch), options, (depth, nodes, together))?;
        }

        #[test]
        fn graphs_are_searched_in_the_same_way_one_by_one_and_together(
            walk in walks(),
            options in options(),
            depth in 1..=5_u32,
            nodes in prop::option::of(1..200_u64),
            together in 1..30_usize,
        ) {
            same_together(&walk, options, (depth, nodes, together))?;
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
                    let decide = |together| {
                        decide_as(spec, &Asked { game: &game, together }, 0, &start, &budget).unwrap()
                    };
                    assert!(!game.terminal(&start), "{name} is over after {plies} plies");
                    assert_eq!(decide(true), decide(false), "{spec} at {name} after {plies} plies");
                }
            }
        }
    }
}
