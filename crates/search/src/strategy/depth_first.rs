use game::{Choices, Game, Mover};

use super::{choices, sound};
use crate::{Budget, Decision, Evaluator, Meter, Observer, SearchError, SearchRng, Window};

/// When a depth-first search leaves out the rest of a node's children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cuts {
    /// Never: minimax.
    Never,
    /// As soon as the window is empty; a node returns the best value it found.
    Soft,
    /// As soon as the window is empty; a node returns that value brought into its window.
    Hard,
}

/// The depth-first search behind minimax and alpha-beta, made for one decision.
///
/// It keeps its own stack of open nodes, because games may be thousands of plies deep.
pub(crate) struct DepthFirst<'s, G: Game, O, E> {
    pub(crate) strategy: &'static str,
    pub(crate) cuts: Cuts,
    pub(crate) game: &'s G,
    /// The role that searches.
    pub(crate) role: usize,
    pub(crate) evaluator: &'s mut E,
    pub(crate) rng: &'s mut SearchRng,
    pub(crate) observer: &'s mut O,
}

/// A search on its way.
struct Descent<'s, G: Game, O, E> {
    search: DepthFirst<'s, G, O, E>,
    meter: Meter,
    range: Window,
    open: Vec<Node<G>>,
    deepest: usize,
    /// Whether some leaf was evaluated because it was not terminal.
    estimated: bool,
    decision: Decision<G::Move>,
    /// Nodes visited when the current root move was begun.
    nodes_before: u64,
}

/// An open node: the search is below it.
struct Node<G: Game> {
    state: G::State,
    choices: Choices<G::Move>,
    /// The states of the children not visited yet, the next one last, of a game that makes them all at once.
    children: Vec<G::State>,
    /// The role that decides, if one does.
    decider: Option<usize>,
    maximises: bool,
    /// Children visited so far.
    visited: usize,
    /// Whether the other children are left out.
    cut: bool,
    entered_with: Window,
    window: Window,
    best: f64,
    /// The principal variation below the node, last move first, so that a parent only adds its own move at the end.
    line: Vec<G::Move>,
}

/// What a visit to a state comes to.
enum Visit<M> {
    /// The state is an inner node, on the stack now.
    Opened,
    /// The state has a value, and below it a principal variation, last move first.
    Done(f64, Vec<M>),
    /// The budget does not allow the visit.
    Spent,
}

impl<'s, G: Game, O: Observer<G>, E: Evaluator<G>> DepthFirst<'s, G, O, E> {
    /// Searches from `root` within `budget`.
    pub(crate) fn run(self, root: &G::State, budget: Budget) -> Result<Decision<G::Move>, SearchError> {
        let game = self.game;
        let moves = choices(game, root)?;
        self.decider(&moves)?;
        let decision = Decision::first_of(moves.of_role(self.role));
        let range = Window::of(game.goal_range());
        let meter = Meter::start(budget);
        let descent = Descent {
            search: self,
            meter,
            range,
            open: Vec::new(),
            deepest: 0,
            estimated: false,
            decision,
            nodes_before: 1,
        };
        sound(game, descent.run(root)?)
    }

    /// The one role that decides, if any does.
    fn decider(&self, choices: &Choices<G::Move>) -> Result<Option<usize>, SearchError> {
        match choices.mover() {
            Mover::Nobody => Ok(None),
            Mover::One(role) => Ok(Some(role)),
            Mover::Several => Err(SearchError::Inapplicable {
                strategy: self.strategy,
                why: "several roles choose at the same time; flat-mc, random and first-legal can play it"
                    .to_owned(),
            }),
        }
    }
}

impl<G: Game, O: Observer<G>, E: Evaluator<G>> Descent<'_, G, O, E> {
    fn run(mut self, root: &G::State) -> Result<Decision<G::Move>, SearchError> {
        let window = if self.search.cuts == Cuts::Never { Window::OPEN } else { self.range };
        let mut visit = self.visit(root.clone(), &[], window)?;
        loop {
            match visit {
                Visit::Opened => {}
                Visit::Done(value, line) if self.open.is_empty() => {
                    self.finish(value, line);
                    break;
                }
                Visit::Done(value, line) => self.take(value, line),
                Visit::Spent => {
                    self.give_up();
                    break;
                }
            }
            visit = match self.next_child() {
                Some((state, joint, window)) => self.visit(state, &joint, window)?,
                None => self.close(),
            };
        }
        let counts = &self.meter;
        Ok(Decision {
            nodes: counts.nodes,
            leaves: counts.leaves,
            playouts: counts.playouts,
            // A depth beyond u32 would take years to reach.
            depth: u32::try_from(self.deepest).unwrap_or(u32::MAX),
            ..self.decision
        })
    }

    /// Enters a state: a leaf has its value at once, any other state becomes the innermost open node.
    fn visit(
        &mut self,
        state: G::State,
        joint: &[G::Move],
        window: Window,
    ) -> Result<Visit<G::Move>, SearchError> {
        if self.meter.spent() {
            return Ok(Visit::Spent);
        }
        self.meter.nodes += 1;
        let depth = self.open.len();
        self.deepest = self.deepest.max(depth);
        let DepthFirst { game, role, .. } = self.search;
        self.search.observer.enter(&state, joint, window);
        let value = if game.terminal(&state) {
            f64::from(game.goal(&state, role))
        } else if self.meter.budget().depth.is_some_and(|limit| depth >= limit as usize) {
            self.estimated = true;
            let search = &mut self.search;
            let estimate = search.evaluator.evaluate(game, &state, role, &mut self.meter, search.rng);
            estimate.clamp(self.range.alpha, self.range.beta)
        } else {
            let choices = choices(game, &state)?;
            let decider = self.search.decider(&choices)?;
            let mut node = Node::new(state, choices, decider, decider.is_none_or(|it| it == role), window);
            if game.expands_at_once() {
                node.expand(game);
            }
            self.open.push(node);
            return Ok(Visit::Opened);
        };
        self.meter.leaves += 1;
        self.search.observer.leaf(value);
        self.search.observer.leave(value);
        Ok(Visit::Done(value, Vec::new()))
    }

    /// The next child of the innermost open node: its state, the joint move to it, and its window.
    fn next_child(&mut self) -> Option<(G::State, Vec<G::Move>, Window)> {
        let node = self.open.last_mut()?;
        let joint = node.next_joint()?;
        let child = node.children.pop();
        let child = child.unwrap_or_else(|| self.search.game.next(&node.state, &joint));
        Some((child, joint, node.window))
    }

    /// Hands the value of a child to the innermost open node.
    fn take(&mut self, value: f64, line: Vec<G::Move>) {
        let at_root = self.open.len() == 1;
        let Some(node) = self.open.last_mut() else { return };
        let child = node.visited - 1;
        let improved = node.improve(value, line);
        if at_root && node.decider == Some(self.search.role) {
            let estimate = &mut self.decision.moves[child];
            estimate.value = Some(value);
            // The window began at the best value so far, and what lies below it was not told apart.
            estimate.at_most = self.search.cuts != Cuts::Never && !improved;
            estimate.visits = self.meter.nodes - self.nodes_before;
            if improved {
                self.decision.mov = estimate.mov;
            }
            self.nodes_before = self.meter.nodes;
        }
        if !improved {
            return;
        }
        if self.search.cuts != Cuts::Never {
            node.narrow();
        }
        self.search.observer.update(node.best, node.window);
        let remaining = node.width() - node.visited;
        if node.window.alpha >= node.window.beta && remaining > 0 {
            node.cut = true;
            self.search.observer.cut(remaining);
        }
    }

    /// Closes the innermost open node, all of whose children are searched or cut.
    fn close(&mut self) -> Visit<G::Move> {
        let Some(node) = self.open.pop() else { return Visit::Spent };
        let value = match self.search.cuts {
            Cuts::Hard => node.best.clamp(node.entered_with.alpha, node.entered_with.beta),
            Cuts::Soft | Cuts::Never => node.best,
        };
        self.search.observer.leave(value);
        Visit::Done(value, node.line)
    }

    /// Concludes a search that has come to its end.
    fn finish(&mut self, value: f64, mut line: Vec<G::Move>) {
        line.reverse();
        self.decision.pv = line;
        self.decision.value = Some(value);
        self.decision.proven = !self.estimated;
        // The searcher's only move is as good as the state, whoever else decides in it.
        if let [only] = self.decision.moves.as_mut_slice() {
            only.value = Some(value);
            only.visits = self.meter.nodes - 1;
        }
    }

    /// Concludes a search that the budget has ended: the best of the completed moves stands, if there is one.
    fn give_up(&mut self) {
        let Some(root) = self.open.first_mut() else { return };
        if root.decider == Some(self.search.role) && root.best.is_finite() {
            self.decision.value = Some(root.best);
            self.decision.pv = std::mem::take(&mut root.line);
            self.decision.pv.reverse();
        }
    }
}

impl<G: Game> Node<G> {
    fn new(
        state: G::State,
        choices: Choices<G::Move>,
        decider: Option<usize>,
        maximises: bool,
        window: Window,
    ) -> Self {
        // Worse than every value, so that the first child always improves on it.
        let best = if maximises { f64::NEG_INFINITY } else { f64::INFINITY };
        let (visited, cut, line, children) = (0, false, Vec::new(), Vec::new());
        Self {
            state,
            choices,
            children,
            decider,
            maximises,
            visited,
            cut,
            entered_with: window,
            window,
            best,
            line,
        }
    }

    /// Makes the states of all children.
    fn expand(&mut self, game: &G) {
        let role = self.decider.unwrap_or(0);
        let moves = &self.choices.of_role(role)[..self.width()];
        let joints: Vec<G::Move> = moves.iter().flat_map(|&mov| self.choices.joint_with(role, mov)).collect();
        game.children(&self.state, &joints, &mut self.children);
        self.children.reverse();
    }

    /// How many children there are.
    fn width(&self) -> usize {
        self.decider.map_or(1, |role| self.choices.of_role(role).len())
    }

    /// The joint move to the next child to visit.
    fn next_joint(&mut self) -> Option<Vec<G::Move>> {
        if self.cut || self.visited == self.width() {
            return None;
        }
        let role = self.decider.unwrap_or(0);
        let mov = self.choices.of_role(role)[self.visited];
        self.visited += 1;
        Some(self.choices.joint_with(role, mov))
    }

    /// Takes over the value of the child visited last, if it is strictly better than what there is.
    fn improve(&mut self, value: f64, line: Vec<G::Move>) -> bool {
        let better = if self.maximises { value > self.best } else { value < self.best };
        if better {
            self.best = value;
            self.line = line;
            self.line.extend(self.decider.map(|role| self.choices.of_role(role)[self.visited - 1]));
        }
        better
    }

    /// Narrows the window to what can still matter.
    fn narrow(&mut self) {
        if self.maximises {
            self.window.alpha = self.window.alpha.max(self.best);
        } else {
            self.window.beta = self.window.beta.min(self.best);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;
    use rstest::rstest;

    use crate::testing::{Chain, Counting, Pennies, Sketch, SketchGame, decide, decide_as};
    use crate::{Budget, SearchError};

    const ALL: [&str; 3] = ["minimax", "alpha-beta", "alpha-beta(fail=hard)"];

    /// Uneven trees in which either role decides anywhere, single children and repeated values included.
    fn sketches() -> impl Strategy<Value = Sketch> {
        let leaf = (-4..=4).prop_map(Sketch::Leaf);
        let inner = leaf.prop_recursive(5, 200, 4, |below| {
            (0..2_usize, prop::collection::vec(below, 1..=4))
                .prop_map(|(role, children)| Sketch::Inner(role, children))
        });
        // A root that is a leaf has nothing to decide.
        (0..2_usize, prop::collection::vec(inner, 1..=4))
            .prop_map(|(role, children)| Sketch::Inner(role, children))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        #[test]
        fn value_and_move_are_those_of_minimax(sketch in sketches(), tight in any::<bool>()) {
            let (value, best) = sketch.minimax();
            let leaves = sketch.leaves();
            let role_decides = matches!(&sketch, Sketch::Inner(0, children) if children.len() > 1);
            let mut game = SketchGame::new(sketch);
            if tight {
                game.range = -4..=4;
            }
            for spec in ALL {
                let decision = decide(spec, &game, &Budget::default()).unwrap();
                prop_assert_eq!(decision.value, Some(f64::from(value)), "{}", spec);
                prop_assert!(decision.proven);
                if role_decides {
                    prop_assert_eq!(decision.mov, best, "{}", spec);
                    prop_assert_eq!(decision.pv.first(), Some(&best));
                }
                if spec == "minimax" {
                    prop_assert_eq!(decision.leaves, leaves);
                } else {
                    prop_assert!(decision.leaves <= leaves);
                }
            }
        }

        #[test]
        fn values_of_moves_are_exact_or_bounds_and_say_which(sketch in sketches()) {
            let game = SketchGame::new(sketch);
            let exact = decide("minimax", &game, &Budget::default()).unwrap().moves;
            for spec in ALL {
                for (estimate, exact) in decide(spec, &game, &Budget::default()).unwrap().moves.iter().zip(&exact) {
                    if estimate.at_most {
                        prop_assert!(spec != "minimax" && estimate.value >= exact.value);
                    } else {
                        prop_assert_eq!(estimate.value, exact.value);
                    }
                }
            }
        }

        #[test]
        fn the_principal_variation_leads_to_the_value(sketch in sketches()) {
            let value = sketch.minimax().0;
            let game = SketchGame::new(sketch);
            for spec in ALL {
                let mut pv = decide(spec, &game, &Budget::default()).unwrap().pv.into_iter();
                let mut node = &game.sketch;
                while let Sketch::Inner(_, children) = node {
                    node = if children.len() == 1 { &children[0] } else { &children[pv.next().unwrap()] };
                }
                prop_assert!(matches!(node, Sketch::Leaf(leaf) if *leaf == value));
                prop_assert_eq!(pv.next(), None);
            }
        }

        #[test]
        fn any_budget_gives_a_legal_move(sketch in sketches(), nodes in 0..40_u64, depth in 0..4_u32) {
            let game = SketchGame::new(sketch);
            let budget = Budget { nodes: Some(nodes), depth: Some(depth), ..Budget::default() };
            for spec in ALL {
                let decision = decide(spec, &game, &budget).unwrap();
                prop_assert!(decision.moves.iter().any(|estimate| estimate.mov == decision.mov));
                prop_assert!(decision.nodes <= nodes);
                prop_assert!(decision.depth <= depth);
            }
        }
    }

    #[rstest]
    fn perfectly_ordered_trees_cost_the_least_that_is_possible(
        #[values((2, 1), (2, 2), (2, 5), (2, 10), (3, 3), (3, 6), (4, 5), (7, 2), (10, 4))] size: (u32, u32),
        #[values("alpha-beta", "alpha-beta(fail=hard)")] spec: &str,
    ) {
        let (b, d) = (u64::from(size.0), size.1);
        let game = SketchGame { range: -1..=1_000_000, ..SketchGame::new(Sketch::uniform(size.0, d, true)) };
        let decision = decide(spec, &game, &Budget::default()).unwrap();
        assert_eq!(decision.leaves, b.pow(d.div_ceil(2)) + b.pow(d / 2) - 1);
    }

    #[rstest]
    fn the_worst_order_allows_no_cut_at_all(
        #[values((2, 1), (2, 2), (2, 7), (3, 5), (5, 4), (9, 3))] size: (u32, u32),
        #[values("minimax", "alpha-beta", "alpha-beta(fail=hard)")] spec: &str,
    ) {
        let game =
            SketchGame { range: -1..=1_000_000, ..SketchGame::new(Sketch::uniform(size.0, size.1, false)) };
        let decision = decide(spec, &game, &Budget::default()).unwrap();
        assert_eq!(decision.leaves, u64::from(size.0).pow(size.1));
    }

    #[rstest]
    fn minimax_looks_at_every_leaf_of_a_perfectly_ordered_tree() {
        let game = SketchGame::new(Sketch::uniform(3, 6, true));
        assert_eq!(decide("minimax", &game, &Budget::default()).unwrap().leaves, 729);
    }

    #[rstest]
    fn fifty_thousand_plies_do_not_overflow_the_stack(
        #[values("minimax", "alpha-beta", "alpha-beta(fail=hard)")] spec: &str,
    ) {
        let worth = BTreeMap::from([(0, 1), (25_000, 2), (49_999, 4)]);
        let game = Chain { plies: 50_000, worth, fault_at: None };
        let decision = decide(spec, &game, &Budget::default()).unwrap();
        assert_eq!((decision.value, decision.depth, decision.proven), (Some(7.0), 50_000, true));
        assert_eq!(decision.pv, [true, true, true]);
    }

    #[rstest]
    fn the_second_player_wins_counting_to_21(
        #[values("alpha-beta", "alpha-beta(fail=hard)", "minimax(depth=21)")] spec: &str,
    ) {
        let value = |said, turn, role| {
            decide_as(spec, &Counting, role, &(said, turn), &Budget::default()).unwrap().value
        };
        assert_eq!(value(0, 0, 0), Some(0.0));
        assert_eq!(value(0, 0, 1), Some(100.0));
        for said in 8..21 {
            let lost_for_the_mover = [8, 12, 16, 20].contains(&said);
            assert_eq!(value(said, 0, 0), Some(if lost_for_the_mover { 0.0 } else { 100.0 }), "after {said}");
        }
    }

    #[test]
    fn all_others_are_taken_to_minimise() {
        let leaf = Sketch::Leaf;
        let third = Sketch::Inner(2, vec![leaf(5), leaf(1)]);
        let second = Sketch::Inner(1, vec![leaf(4), leaf(3)]);
        let sketch = Sketch::Inner(0, vec![third, second]);
        let game = SketchGame { roles: 3, ..SketchGame::new(sketch) };
        for spec in ALL {
            let decision = decide(spec, &game, &Budget::default()).unwrap();
            assert_eq!((decision.value, decision.mov), (Some(3.0), 1), "{spec}");
        }
    }

    #[test]
    fn a_depth_limit_hands_over_to_the_evaluator() {
        for spec in ["minimax(depth=1)", "alpha-beta(depth=1)", "alpha-beta(depth=1,eval=playouts(3))"] {
            let decision = decide(spec, &Counting, &Budget::default()).unwrap();
            assert_eq!((decision.depth, decision.proven), (1, false), "{spec}");
            assert_eq!(decision.nodes, 4);
        }
        let decision = decide("minimax(depth=2)", &Counting, &Budget::default()).unwrap();
        assert_eq!((decision.value, decision.leaves, decision.playouts), (Some(50.0), 9, 0));
        let decision = decide("minimax(depth=2,eval=playouts(3))", &Counting, &Budget::default()).unwrap();
        assert_eq!((decision.leaves, decision.playouts), (9, 27));
    }

    #[test]
    fn an_unfinished_search_keeps_the_best_completed_move() {
        let leaf = Sketch::Leaf;
        let sketch = Sketch::Inner(0, vec![leaf(1), leaf(5), Sketch::Inner(1, vec![leaf(9), leaf(8)])]);
        let game = SketchGame::new(sketch);
        let budget = Budget { nodes: Some(5), ..Budget::default() };
        for spec in ALL {
            let decision = decide(spec, &game, &budget).unwrap();
            assert_eq!((decision.mov, decision.value, decision.proven), (1, Some(5.0), false), "{spec}");
            let values: Vec<_> = decision.moves.iter().map(|estimate| estimate.value).collect();
            assert_eq!(values, [Some(1.0), Some(5.0), None]);
        }
    }

    #[test]
    fn a_pressed_stop_button_ends_the_search_at_once() {
        let budget = Budget::default();
        budget.stop.press();
        let decision = decide("minimax", &Counting, &budget).unwrap();
        assert_eq!((decision.mov, decision.nodes, decision.value), (1, 0, None));
    }

    #[test]
    fn simultaneous_choices_are_refused_with_advice() {
        let refusal = decide("alpha-beta", &Pennies, &Budget::default()).unwrap_err();
        assert!(matches!(refusal, SearchError::Inapplicable { strategy: "alpha-beta", .. }));
        assert!(refusal.to_string().contains("flat-mc"));
    }
}
